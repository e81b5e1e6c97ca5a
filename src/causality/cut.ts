import type { EventIndex } from "./event.ts";
import type { Cut, Msc } from "./msc.ts";
import { latestVisible } from "./order.ts";

/** The causal past of an event as a cut. */
export function cutAt(msc: Msc, event: EventIndex): Cut {
  return { at: event, latest: msc.lifelines.map((_, b) => latestVisible(msc, event, b)) };
}

/** The union of two cuts, seen from the first: what its event would know had it heard of the other. */
export function joinCuts(a: Cut, b: Cut): Cut {
  return { at: a.at, latest: a.latest.map((event, i) => Math.max(event, b.latest[i] ?? -1)) };
}

/** Whether the events up to these latest ones (one a lifeline, -1: none) hold the causal past of each of them. */
export function isConsistentCut(msc: Msc, latest: readonly EventIndex[]): boolean {
  return (
    latest.length === msc.lifelines.length &&
    latest.every(
      (event, b) =>
        event === -1 ||
        (msc.on[event] === b && latest.every((other, c) => latestVisible(msc, event, c) <= other)),
    )
  );
}
