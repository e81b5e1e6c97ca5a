import { assertNever, type Lifeline } from "../base/index.ts";
import { childrenOf, type Formula, type Term } from "../cpl/index.ts";

/** A lifeline that a formula asks for, and the lifeline at whose event it does so. */
export interface Asked {
  readonly by: Lifeline;
  readonly of: Lifeline;
}

/**
 * Which lifelines must be visible where, for a formula evaluated at a lifeline to say something about them. `P φ` asks for
 * none by name, and at no particular place.
 */
export function* askedIn(formula: Formula, owner: Lifeline): Generator<Asked> {
  const pending: Standing[] = [{ node: formula, by: owner }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    yield* asksOf(next);
    const by = standpoint(next);
    for (const child of childrenOf(next.node).toReversed()) pending.push({ node: child, by });
  }
}

/** A subformula and the lifeline at whose event it is evaluated; null: any. */
interface Standing {
  readonly node: Formula;
  readonly by: Lifeline | null;
}

function standpoint({ node, by }: Standing): Lifeline | null {
  return node.kind === "at" || node.kind === "once" ? node.lifeline : by;
}

function* asksOf({ node, by }: Standing): Generator<Asked> {
  switch (node.kind) {
    case "bool":
    case "not":
    case "prev":
    case "and":
    case "or":
    case "since":
      return;
    case "compare":
      yield* askedInTerms([node.left, node.right], by);
      return;
    case "predicate":
      yield* askedInTerms(node.args, by);
      return;
    case "at":
    case "seen":
      yield* asks(by, node.lifeline);
      return;
    case "once":
      if (node.lifeline !== null) yield* asks(by, node.lifeline);
      return;
    default:
      return assertNever(node);
  }
}

function* askedInTerms(terms: readonly Term[], by: Lifeline | null): Generator<Asked> {
  for (const term of terms) if (term.kind === "remote") yield* asks(by, term.lifeline);
}

/** A lifeline always sees itself. */
function* asks(by: Lifeline | null, of: Lifeline): Generator<Asked> {
  if (by !== null && by !== of) yield { by, of };
}
