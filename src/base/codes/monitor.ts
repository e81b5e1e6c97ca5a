/** Codes of the online monitor. */
export const monitorCodes = {
  "monitor/foreign": {
    summary: "Monitor data of another choreography, of another version, or damaged.",
    remedy: "Resume a run with the choreography that began it.",
  },
  "monitor/unknown-predicate": {
    summary: "A guard uses a named predicate that has no implementation.",
    remedy: "Give the predicate's function where the run or check is started.",
  },
  "monitor/predicate-failed": {
    summary: "A named predicate threw, or answered no boolean, while a guard was evaluated.",
    remedy: "Make the predicate total: return true or false for every value.",
  },
} as const;
