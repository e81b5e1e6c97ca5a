import { canonicalJson, isRedacted, type Json, type Vars } from "../../base/index.ts";
import type { Event } from "../../causality/index.ts";
import { cellsOf, cutName, visible } from "../visible.ts";

/** Cells to which values and names are cut, one after the other, until a text fits; the last is used in any case. */
const LIMITS = [Number.POSITIVE_INFINITY, 400, 200, 120, 80, 56, 40, 28];
/** Longest beginning and end of a value that are looked at. */
const LOOKED_AT = 2000;
/** Most changes that a note lists. */
const MOST = 12;

/**
 * What changed, as `candidate "c1", status "pending"`; empty when nothing did. Long values are cut in their middle where
 * the text would take more than `room` cells.
 */
export function describeChange(event: Event, room: number): string {
  if (event.kind !== "act" && event.kind !== "recv") return "";
  const unset = (event.unset ?? []).map((name): Part => ({ name, value: "unset" }));
  return list([...assignments(event.set ?? {}), ...unset], room);
}

/** A payload as `candidate "c1"`, cut like {@link describeChange}. */
export function describePayload(payload: Json | undefined, room: number): string {
  if (payload === undefined) return "";
  if (typeof payload !== "object" || payload === null || Array.isArray(payload))
    return list([{ name: "", value: canonicalJson(payload) }], room);
  const fields: Vars = payload as Vars; // TypeScript does not narrow readonly arrays away
  return list(assignments(fields), room);
}

interface Part {
  readonly name: string;
  readonly value: string;
}

function assignments(values: Vars): readonly Part[] {
  return Object.entries(values).map(([name, value]) => ({ name, value: spaced(value) }));
}

/** JSON with a blank after each comma of a list, so that a note can be broken there; nobody reads a secret's digest. */
function spaced(value: Json): string {
  if (isRedacted(value)) return "(secret)";
  return Array.isArray(value)
    ? `[${value.map((item: Json) => canonicalJson(item)).join(", ")}]`
    : canonicalJson(value);
}

function list(parts: readonly Part[], room: number): string {
  const shown = parts.slice(0, MOST).map(({ name, value }) => ({ name: looked(name), value: looked(value) }));
  const more = parts.length > MOST ? ` and ${parts.length - MOST} more` : "";
  let text = "";
  for (const limit of LIMITS) {
    text = shown
      .map(({ name, value }) =>
        [cutName(name, limit), cutName(value, limit)].filter((s) => s !== "").join(" "),
      )
      .join(", ");
    if (cellsOf(text) + more.length <= room) break;
  }
  return `${text}${more}`;
}

/** The text made visible; of a very long one the beginning and the end. */
function looked(text: string): string {
  if (text.length <= 2 * LOOKED_AT) return visible(text);
  return `${visible(text.slice(0, LOOKED_AT))}…${visible(text.slice(-LOOKED_AT))}`;
}
