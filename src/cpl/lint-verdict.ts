import type { Lifeline } from "../base/index.ts";
import type { Formula, Term } from "./formula.ts";
import { type Standpoint, termsOf, walk } from "./tree.ts";

/**
 * Verdicts that stand without their subject (design, section 4, trap 1): lifelines of which the formula compares a
 * variable with a constant, while it relates none of their variables to a variable elsewhere. With the variable that
 * it asks for. `owner` is never among them.
 */
export function verdictsWithoutSubject(
  formula: Formula,
  owner: Lifeline | null,
): ReadonlyMap<Lifeline, string> {
  const verdicts = new Map<Lifeline, string>();
  const related = new Set<Lifeline>();
  walk(formula, (node, place) => {
    const variables = termsOf(node).flatMap((term) => variableOf(term, place, owner));
    const lifelines = new Set(variables.map(({ lifeline }) => lifeline));
    if (lifelines.size > 1) for (const lifeline of lifelines) if (lifeline !== null) related.add(lifeline);
    const [only, ...more] = variables;
    const asks = node.kind === "compare" && (node.op === "==" || node.op === "!=") && more.length === 0;
    if (asks && only !== undefined && only.lifeline !== null && only.lifeline !== owner) {
      if (!verdicts.has(only.lifeline)) verdicts.set(only.lifeline, only.name);
    }
  });
  return new Map([...verdicts].filter(([lifeline]) => !related.has(lifeline)));
}

/** Whose variable a term reads (null: the owner's, who is unknown, or anybody's); nothing for constants and metadata. */
function variableOf(
  term: Term,
  place: Standpoint,
  owner: Lifeline | null,
): readonly { readonly lifeline: Lifeline | null; readonly name: string }[] {
  if (term.kind === "const" || term.name.startsWith("$")) return [];
  const { name } = term;
  if (term.kind === "remote") return [{ lifeline: term.lifeline, name }];
  return [{ lifeline: place.lifeline ?? (place.anywhere ? null : owner), name }];
}
