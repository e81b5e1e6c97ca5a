export { checkFormula, makeFormula } from "./check-formula.ts";
export { compareValues } from "./compare-values.ts";
export {
  type CompareOp,
  type Formula,
  metaFields,
  type Predicates,
  type Term,
} from "./formula.ts";
export { type Held, type Participant, participantKey, type Ref, refHandle, variableIn } from "./handle.ts";
export { lintFormula } from "./lint.ts";
export { parseFormula } from "./parse.ts";
export { printFormula } from "./print.ts";
export { referenceOf, satisfies } from "./satisfies.ts";
export { buildGuard, type Guard, type ScopeOf } from "./scope.ts";
export { simplify } from "./simplify.ts";
export { termValue } from "./term-value.ts";
export { childrenOf, foldFormula, lifelinesOf, mapFormula, variablesOf, walk } from "./tree.ts";
