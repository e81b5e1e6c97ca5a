import type { Nanos } from "../base/index.ts";

/**
 * A hybrid logical time (Kulkarni et al. 2014): wall time and a tie counter. `(time, tie)` strictly increases along
 * every causal path.
 */
export interface Stamp {
  readonly time: Nanos;
  readonly tie: number;
}

/** The time before every other. */
export const zeroStamp: Stamp = { time: "0" as Nanos, tie: 0 }; // a decimal string by inspection

/** Orders two stamps: negative, zero or positive as `a` is before, equal to or after `b`. */
export function compareStamps(a: Stamp, b: Stamp): number {
  return compareNanos(a.time, b.time) || a.tie - b.tie;
}

/** The stamp of the next local event: later than `last`, and `now` where the wall clock has moved on. */
export function nextStamp(last: Stamp, now: Nanos): Stamp {
  return compareNanos(now, last.time) > 0 ? { time: now, tie: 0 } : { time: last.time, tie: last.tie + 1 };
}

/** The stamp of a receive: later than the last local event and than the send. */
export function receiveStamp(last: Stamp, sent: Stamp, now: Nanos): Stamp {
  return nextStamp(compareStamps(last, sent) >= 0 ? last : sent, now);
}

/** Decimal strings without leading zeros compare by length, then by digits. */
function compareNanos(a: Nanos, b: Nanos): number {
  if (a.length !== b.length) return a.length - b.length;
  return a === b ? 0 : a < b ? -1 : 1;
}
