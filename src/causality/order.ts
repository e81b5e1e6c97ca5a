import { VectorClock } from "./clock.ts";
import type { EventIndex } from "./event.ts";
import type { Msc } from "./msc.ts";

/** last_B(e) (Bollig, section 4): the latest event of a lifeline (by index) in the causal past of an event, or -1. */
export function latestVisible(msc: Msc, event: EventIndex, lifeline: number): EventIndex {
  return msc.latest[event * msc.lifelines.length + lifeline] ?? -1;
}

/** Whether `a` is in the causal past of `b` and is not `b`. */
export function happensBefore(msc: Msc, a: EventIndex, b: EventIndex): boolean {
  return a !== b && latestVisible(msc, b, msc.on[a] ?? -1) >= a;
}

/** Whether neither of two different events is in the past of the other. */
export function concurrent(msc: Msc, a: EventIndex, b: EventIndex): boolean {
  return a !== b && !happensBefore(msc, a, b) && !happensBefore(msc, b, a);
}

/** vc_e: how many events of each lifeline are in the causal past of an event, the event itself included. */
export function clockAt(msc: Msc, event: EventIndex): VectorClock {
  return VectorClock.of(
    Object.fromEntries(
      msc.lifelines.map((name, b) => [name, msc.position[latestVisible(msc, event, b)] ?? 0] as const),
    ),
  );
}

/** The name that every event has: `LIFELINE#K`, K its place on its lifeline from 1. */
export function eventName(msc: Msc, event: EventIndex): string {
  return `${msc.events[event]?.on}#${msc.position[event]}`;
}
