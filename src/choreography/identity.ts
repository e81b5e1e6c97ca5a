import {
  canonicalJson,
  type Digest,
  digestOf,
  type Json,
  jsHasher,
  LightconeError,
  toJson,
} from "../base/index.ts";
import type { Choreography } from "./ir.ts";

/**
 * Deepest nesting of a choreography's JSON, as a bound on what hostile input may cost. Each operand of a chain lies a level
 * deeper and takes six bytes of the formula's 64 KiB (`p() & `), so that no legal choreography comes near.
 */
export const MAX_LEVELS = 16384;

/** The SHA-256 of a choreography's canonical JSON: its identity (design, 6.2). Source places are no part of it. */
export function hashChoreography(ir: Choreography): Digest {
  return digestOf(asJson(ir), jsHasher, MAX_LEVELS);
}

/** A choreography as canonical JSON text (RFC 8785). @throws LightconeError `json/not-json`. */
export function serializeChoreography(ir: Choreography): string {
  return canonicalJson(asJson(ir), MAX_LEVELS);
}

function asJson(ir: Choreography): Json {
  const json = toJson(ir, MAX_LEVELS);
  if (json.ok) return json.value;
  throw new LightconeError({ code: "json/not-json", what: `the choreography ${ir.name}: ${json.why}` });
}
