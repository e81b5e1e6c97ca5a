/** Codes of explorations. */
export const exploreCodes = {
  "explore/outcomes": {
    summary: "An exploration needs the outcomes of an action whose results its schema does not list.",
    remedy:
      "Answer it with --script FILE (in lightcone/testing with `outcomes`), or declare its result as a boolean or an enum: then every value is tried.",
  },
  "explore/demand": {
    summary: "What must never or always hold is no formula, or is about a lifeline that there is not.",
    remedy: "Write a formula, or `Lifeline: formula` for the events of one lifeline.",
  },
  "explore/violated": {
    summary: "Some schedule breaks what an exploration demands.",
    remedy: "Follow the schedule in the chart; `lightcone explore MODULE --record FILE` makes it replayable.",
  },
} as const;
