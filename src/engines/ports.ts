import type { Clock, Nanos } from "../base/index.ts";
import type { Timers } from "../runtime/index.ts";

/** The host's wall clock, in steps of a millisecond. */
export function systemClock(): Clock {
  let millisecond = 0;
  let text = "0" as Nanos; // a decimal string by inspection
  return {
    now: () => {
      const now = Date.now();
      if (now !== millisecond) {
        millisecond = now;
        text = `${now}000000` as Nanos; // decimal digits: a whole number of milliseconds
      }
      return text;
    },
  };
}

/** The longest time that a host's timer takes; a longer one would fire at once. Some 24 days. */
const LONGEST = 2 ** 31 - 1;

/** The host's timers. */
export const systemTimers: Timers = {
  after: (milliseconds, then) => {
    const timer = setTimeout(then, Math.min(milliseconds, LONGEST));
    return () => clearTimeout(timer);
  },
};

/** Lets timers, signals and finished actions in: resolves in the host's next turn. */
export function pause(): Promise<void> {
  const { setImmediate } = globalThis; // Node's; browsers have none, and their timers wait for milliseconds
  return new Promise((resolve) =>
    setImmediate === undefined ? setTimeout(resolve, 0) : setImmediate(resolve),
  );
}
