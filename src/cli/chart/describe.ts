import { canonicalJson, type Json, type Vars } from "../../base/index.ts";
import type { Event } from "../../causality/index.ts";
import { cut, visible } from "../visible.ts";

/** Longest value, and longest name of a variable, that a note shows whole, in cells. */
const LONGEST = 28;
/** Most changes that a note lists. */
const MOST = 12;

/** What changed, as `candidate "c1", status "pending"`; empty when nothing did. */
export function describeChange(event: Event): string {
  if (event.kind !== "act" && event.kind !== "recv") return "";
  const unset = (event.unset ?? []).map((name) => `${shortName(name)} unset`);
  return list([...assignments(event.set ?? {}), ...unset]);
}

/** A payload as `candidate "c1"`. */
export function describePayload(payload: Json | undefined): string {
  if (payload === undefined) return "";
  if (typeof payload !== "object" || payload === null || Array.isArray(payload)) return shortValue(payload);
  const fields: Vars = payload as Vars; // TypeScript does not narrow readonly arrays away
  return list(assignments(fields));
}

/** A value as JSON, cut where it is long. */
export function shortValue(value: Json): string {
  return cut(visible(canonicalJson(value).slice(0, 8 * LONGEST)), LONGEST);
}

function assignments(values: Vars): readonly string[] {
  return Object.entries(values).map(([name, value]) => `${shortName(name)} ${shortValue(value)}`);
}

function shortName(name: string): string {
  return cut(visible(name.slice(0, 8 * LONGEST)), LONGEST);
}

function list(parts: readonly string[]): string {
  if (parts.length <= MOST) return parts.join(", ");
  return `${parts.slice(0, MOST).join(", ")} and ${parts.length - MOST} more`;
}
