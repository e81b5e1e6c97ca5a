import { assertNever, type Lifeline } from "../base/index.ts";
import type { Formula, Term } from "../cpl/index.ts";

/** A lifeline that a formula asks for, and the lifeline at whose event it does so. */
export interface Asked {
  readonly by: Lifeline;
  readonly of: Lifeline;
}

/**
 * Which lifelines must be visible where, for a formula evaluated at a lifeline to say something about them. `P φ` asks for
 * none by name, and at no particular place.
 */
export function* askedIn(formula: Formula, by: Lifeline | null): Generator<Asked> {
  switch (formula.kind) {
    case "bool":
      return;
    case "compare":
      yield* askedInTerms([formula.left, formula.right], by);
      return;
    case "predicate":
      yield* askedInTerms(formula.args, by);
      return;
    case "not":
    case "prev":
      yield* askedIn(formula.body, by);
      return;
    case "and":
    case "or":
    case "since":
      yield* askedIn(formula.left, by);
      yield* askedIn(formula.right, by);
      return;
    case "at":
      yield* asks(by, formula.lifeline);
      yield* askedIn(formula.body, formula.lifeline);
      return;
    case "once":
      if (formula.lifeline !== null) yield* asks(by, formula.lifeline);
      yield* askedIn(formula.body, formula.lifeline);
      return;
    case "seen":
      yield* asks(by, formula.lifeline);
      return;
    default:
      return assertNever(formula);
  }
}

function* askedInTerms(terms: readonly Term[], by: Lifeline | null): Generator<Asked> {
  for (const term of terms) if (term.kind === "remote") yield* asks(by, term.lifeline);
}

/** A lifeline always sees itself. */
function* asks(by: Lifeline | null, of: Lifeline): Generator<Asked> {
  if (by !== null && by !== of) yield { by, of };
}
