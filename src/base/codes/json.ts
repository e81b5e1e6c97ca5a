/** Codes about JSON values. */
export const jsonCodes = {
  "json/not-json": {
    summary:
      "A value is not JSON: a non-finite number, a lone surrogate, a function, a class instance, or too deep.",
    remedy: "Pass plain data: null, booleans, finite numbers, strings, arrays and plain objects.",
  },
} as const;

/** Codes that say that Lightcone itself is wrong. */
export const internalCodes = {
  "internal/unreachable": {
    summary: "Lightcone met a state that its own types exclude.",
    remedy: "Report it with the input that led here; nothing that you did should make this happen.",
  },
} as const;
