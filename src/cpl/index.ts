export { checkFormula } from "./check-formula.ts";
export type {
  CompareOp,
  Formula,
  Predicates,
  Term,
} from "./formula.ts";
export { type Held, type Participant, participantKey, type Ref, refHandle, variableIn } from "./handle.ts";
export { lintFormula } from "./lint.ts";
export { parseFormula } from "./parse.ts";
export { aboutOf, builtins, type Predicate, predicate } from "./predicate.ts";
export { printFormula } from "./print.ts";
export { referenceOf, satisfies } from "./satisfies.ts";
export { buildGuard } from "./scope.ts";
export type { Guard } from "./scope-types.ts";
export { simplify } from "./simplify.ts";
export { termValue } from "./term-value.ts";
export { childrenOf, foldFormula, lifelinesOf, mapFormula, variablesOf, walk } from "./tree.ts";
