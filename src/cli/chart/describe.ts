import { canonicalJson, type Json, type Vars } from "../../base/index.ts";
import type { Event } from "../../causality/index.ts";

/** Longest value that a note shows whole. */
const LONGEST = 28;

/** What changed, as `candidate "c1", status "pending"`; empty when nothing did. */
export function describeChange(event: Event): string {
  if (event.kind !== "act" && event.kind !== "recv") return "";
  const set = Object.entries(event.set ?? {}).map(([name, value]) => `${name} ${shortValue(value)}`);
  const unset = (event.unset ?? []).map((name) => `${name} unset`);
  return [...set, ...unset].join(", ");
}

/** A payload as `candidate "c1"`. */
export function describePayload(payload: Json | undefined): string {
  if (payload === undefined) return "";
  if (typeof payload !== "object" || payload === null || Array.isArray(payload)) return shortValue(payload);
  const fields: Vars = payload as Vars; // TypeScript does not narrow readonly arrays away
  return Object.entries(fields)
    .map(([name, value]) => `${name} ${shortValue(value)}`)
    .join(", ");
}

/** A value as JSON, cut where it is long; control characters never reach the terminal. */
export function shortValue(value: Json): string {
  const text = canonicalJson(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}
