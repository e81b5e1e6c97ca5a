import { lookup, nearest } from "../base/index.ts";
import { statedCount } from "./clock-order.ts";
import type { Event } from "./event.ts";
import { type Draft, quoted } from "./msc-input.ts";

/** Checks what needs no order: lifelines, stores, ids and variable names. */
export function checkNames(draft: Draft): void {
  checkLifelines(draft);
  checkInitial(draft);
  checkIds(draft);
  draft.events.forEach((event, i) => {
    checkLifelineOf(draft, event, i);
    checkVariables(draft, event, i);
  });
}

/** Reports a lifeline that is not listed, with the nearest one that is. */
export function reportUnknown(draft: Draft, event: number, what: string, name: string): void {
  draft.report(event, "msc/unknown-lifeline", `${what} ${quoted(name)} is not among the lifelines`, {
    suggestion: nearest(name, draft.input.lifelines),
  });
}

function checkLifelines({ input, report }: Draft): void {
  const { lifelines } = input;
  if (lifelines.length === 0) report(-1, "msc/lifelines", "there is no lifeline");
  const listed = new Set<string>();
  for (const name of lifelines) {
    if (name === "") report(-1, "msc/lifelines", "a lifeline's name is empty");
    else if (name.includes("#")) report(-1, "msc/lifelines", `the lifeline ${quoted(name)} contains #`);
    else if (listed.has(name)) report(-1, "msc/lifelines", `the lifeline ${quoted(name)} is listed twice`);
    listed.add(name);
  }
}

function checkInitial(draft: Draft): void {
  for (const [name, store] of Object.entries(draft.input.initial ?? {})) {
    if (!draft.lifelineIndex.has(name)) reportUnknown(draft, -1, "the owner of a store", name);
    for (const variable of Object.keys(store)) {
      if (variable.startsWith("$")) {
        draft.report(-1, "msc/reserved-variable", `the store of ${quoted(name)} sets ${quoted(variable)}`);
      }
    }
  }
}

function checkLifelineOf(draft: Draft, event: Event, i: number): void {
  if (draft.on[i] === -1) reportUnknown(draft, i, "the event's lifeline", event.on);
  for (const name of Object.keys(event.clock ?? {})) {
    if (!draft.lifelineIndex.has(name)) reportUnknown(draft, i, "the clock's lifeline", name);
  }
}

function checkVariables({ report }: Draft, event: Event, i: number): void {
  if (event.kind === "send" || event.kind === "choice") return;
  const { set = {}, unset = [] } = event;
  for (const name of new Set([...Object.keys(set), ...unset])) {
    if (name.startsWith("$")) report(i, "msc/reserved-variable", `the event sets or unsets ${quoted(name)}`);
  }
  for (const name of new Set(unset)) {
    if (lookup(set, name) !== undefined) {
      report(i, "msc/set-and-unset", `the event both sets and unsets ${quoted(name)}`);
    }
  }
}

function checkIds(draft: Draft): void {
  const { events, lifelineIndex, on, report } = draft;
  const counts = new Array<number>(lifelineIndex.size).fill(0);
  const places = on.map((l) => (counts[l] = (counts[l] ?? 0) + 1));
  // Where the order comes from clocks, lines stand in any order: an event's place is its own count.
  const inOrder = draft.input.causality !== "clocks";
  const positions = inOrder ? places : on.map((l, i) => statedCount(draft, i, l));
  const first = new Map<string, number>();
  events.forEach((event, i) => {
    const { id } = event;
    if (id === undefined) return;
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, i);
    else report(i, "msc/duplicate-id", `the id ${quoted(id)} is already that of event ${earlier + 1}`);
    const hash = id.lastIndexOf("#");
    const lifeline = lifelineIndex.get(id.slice(0, Math.max(hash, 0)));
    const position = /^[1-9]\d*$/.test(id.slice(hash + 1)) ? Number(id.slice(hash + 1)) : 0;
    if (hash < 0 || lifeline === undefined || position === 0 || position > (counts[lifeline] ?? 0)) return;
    if (on[i] === lifeline && positions[i] === position) return;
    report(i, "msc/duplicate-id", `the id ${quoted(id)} is the name of another event`);
  });
}
