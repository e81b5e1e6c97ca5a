import { canonicalJson, type Digest, digestOf, type Json, LightconeError, toJson } from "../base/index.ts";
import type { Choreography } from "./ir.ts";

/** The SHA-256 of a choreography's canonical JSON: its identity (design, 6.2). Source places are no part of it. */
export function hashChoreography(ir: Choreography): Digest {
  return digestOf(asJson(ir));
}

/** A choreography as canonical JSON text (RFC 8785). @throws LightconeError `json/not-json`. */
export function serializeChoreography(ir: Choreography): string {
  return canonicalJson(asJson(ir));
}

function asJson(ir: Choreography): Json {
  const json = toJson(ir);
  if (json.ok) return json.value;
  throw new LightconeError({ code: "json/not-json", what: `the choreography ${ir.name}: ${json.why}` });
}
