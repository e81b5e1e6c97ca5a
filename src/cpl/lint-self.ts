import { jsonEquals, type Lifeline } from "../base/index.ts";
import type { CompareOp, Formula, Term } from "./formula.ts";
import { type Standpoint, walk } from "./tree.ts";

/** A comparison whose two sides are always the same. */
export type SelfComparison = Extract<Formula, { readonly kind: "compare" }>;

/** Comparisons of something with itself, each once; `@B.x` and `x` are the same where the formula is evaluated at B. */
export function selfComparisons(formula: Formula, owner: Lifeline | null): readonly SelfComparison[] {
  const found = new Set<SelfComparison>();
  walk(formula, (node, place) => {
    if (node.kind === "compare" && sameTerm(node.left, node.right, place, owner)) found.add(node);
  });
  return [...found];
}

/** What such a comparison comes to: it holds where its term has a value, or nowhere. */
export function holdsIfSet(op: CompareOp): boolean {
  return op === "==" || op === "<=" || op === ">=";
}

function sameTerm(a: Term, b: Term, place: Standpoint, owner: Lifeline | null): boolean {
  if (a.kind === "const" || b.kind === "const") {
    return a.kind === "const" && b.kind === "const" && jsonEquals(a.value, b.value);
  }
  const here = place.lifeline ?? (place.anywhere ? null : owner);
  const whose = (term: Exclude<Term, { readonly kind: "const" }>): Lifeline | null =>
    term.kind === "remote" && term.lifeline !== here ? term.lifeline : null;
  return a.name === b.name && whose(a) === whose(b);
}
