import { assertNever, type Json, lookup } from "../base/index.ts";
import { type Cut, type EventIndex, latestVisible, type Msc } from "../causality/index.ts";
import { type MetaField, metaFields, type Term } from "./formula.ts";

/** [[t]](e) (Bollig, section 4): the value of a term at an event, or undefined. `cut` as in {@link lastVisible}. */
export function termValue(msc: Msc, event: EventIndex, term: Term, cut?: Cut): Json | undefined {
  switch (term.kind) {
    case "const":
      return term.value;
    case "var":
      return valueAt(msc, event, term.name);
    case "remote": {
      const last = lastVisible(msc, event, term.lifeline, cut);
      return last === -1 ? undefined : valueAt(msc, last, term.name);
    }
    default:
      return assertNever(term);
  }
}

/**
 * last_B(e) (Bollig, section 4), or -1: the latest event of a lifeline that is visible at an event, on its own lifeline
 * the event itself. At the event that a cut is seen from, the cut says what is visible; events below have their own past.
 */
export function lastVisible(msc: Msc, event: EventIndex, lifeline: string, cut?: Cut): EventIndex {
  const index = msc.lifelines.indexOf(lifeline);
  if (index === -1 || index === msc.on[event]) return index === -1 ? -1 : event;
  return event === cut?.at ? (cut.latest[index] ?? -1) : latestVisible(msc, event, index);
}

/** Whether a name is one of the metadata fields. */
export function isMetaField(name: string): name is MetaField {
  return metaFields.some((field) => field === name);
}

function valueAt(msc: Msc, event: EventIndex, name: string): Json | undefined {
  if (isMetaField(name)) return metadata(msc, event, name);
  const store = msc.stores[event];
  return store === undefined ? undefined : lookup(store, name);
}

function metadata(msc: Msc, index: EventIndex, field: MetaField): Json | undefined {
  const event = msc.events[index];
  switch (field) {
    case "$kind":
      return event?.kind;
    case "$type":
      return event?.type;
    case "$lifeline":
      return event?.on;
    case "$message":
      return event?.kind === "send" || event?.kind === "recv" ? event.msg || undefined : undefined;
    default:
      return assertNever(field);
  }
}
