/** The seventeen mistakes of design section 4, in its order. */
export const mistakes = [
  "strict self-@",
  "Y true at the first event",
  "strict S",
  "undefined != v true",
  "undefined == undefined true",
  "self @A.x reading the old value",
  "not evaluating when the store did not change",
  "@B(!φ) as !@B(φ)",
  "aliased snapshots",
  "@B(@A φ) at the current A-event",
  "last arrival winning over latest event",
  "@B(@C φ) from one's own view of C",
  "Y @B φ recomputed",
  "taking a whole message because its sender is ahead on some lifeline",
  "merging fields so that deleted ones stay",
  "S with the old left operand",
  "strings by code unit",
] as const;

/** One of {@link mistakes}. */
export type Mistake = (typeof mistakes)[number];
