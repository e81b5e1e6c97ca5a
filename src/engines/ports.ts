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

/** The longest time that a host's timer takes, some 24 days; a longer one would fire at once. */
const LONGEST = 2 ** 31 - 1;

/** The host's timers, one after the other where one is too short. */
export const systemTimers: Timers = {
  after: (milliseconds, then) => {
    let left = milliseconds;
    let timer: ReturnType<typeof setTimeout>;
    const next = (): void => {
      const part = Math.min(left, LONGEST);
      left -= part;
      timer = setTimeout(left > 0 ? next : then, part);
    };
    next();
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
