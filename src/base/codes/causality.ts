/** Codes about vector clocks, orders and message sequence charts. */
export const causalityCodes = {
  "clock/arithmetic": {
    summary: "A vector clock was used with `+`, `<` or another arithmetic operator.",
    remedy: "Use join(), tick() and compare().",
  },
  "clock/invalid": {
    summary: "A vector clock has a count that is not a whole number from 0 to 2^53 - 1, or is not an object.",
    remedy: "Give an object from lifeline to count; leave out what was never seen.",
  },
} as const;
