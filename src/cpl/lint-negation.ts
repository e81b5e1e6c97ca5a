import { assertNever, type Lifeline } from "../base/index.ts";
import type { Formula } from "./formula.ts";
import { termsOf } from "./tree.ts";

/**
 * Lifelines that a formula asks about under a negation without having asked whether they were seen: it is true where
 * they were not (design, section 4, trap 2). `owner` is never among them.
 */
export function unguardedNegations(formula: Formula, owner: Lifeline | null): ReadonlySet<Lifeline> {
  const found = new Set<Lifeline>();
  visit(formula, { positive: true, here: owner, seen: new Set() }, found);
  return found;
}

interface Context {
  /** Whether an even number of negations stands above. */
  readonly positive: boolean;
  /** The lifeline of the event where the formula is evaluated, where it is known. */
  readonly here: Lifeline | null;
  /** Lifelines that were seen wherever this part decides the value. */
  readonly seen: ReadonlySet<Lifeline>;
}

const nothing: ReadonlySet<Lifeline> = new Set();

function visit(formula: Formula, context: Context, found: Set<Lifeline>): void {
  const ask = (lifeline: Lifeline): void => {
    if (!context.positive && lifeline !== context.here && !context.seen.has(lifeline)) found.add(lifeline);
  };
  switch (formula.kind) {
    case "bool":
    case "seen":
      return;
    case "compare":
    case "predicate":
      for (const term of termsOf(formula)) if (term.kind === "remote") ask(term.lifeline);
      return;
    case "not":
      visit(formula.body, { ...context, positive: !context.positive }, found);
      return;
    case "prev":
      visit(formula.body, { ...context, seen: nothing }, found); // less was seen then
      return;
    case "at":
    case "once": {
      const { lifeline } = formula;
      if (lifeline !== null) ask(lifeline);
      const seen = lifeline === null ? nothing : new Set([lifeline]);
      visit(formula.body, { ...context, here: lifeline, seen }, found);
      return;
    }
    case "since":
      for (const part of operandsOf(formula)) visit(part, { ...context, seen: nothing }, found);
      return;
    case "and":
    case "or":
      visitJunction(formula, context, found);
      return;
    default:
      assertNever(formula);
  }
}

/** Where all operands must hold (none, under a negation of `|`), each may rely on what any of them implies. */
function visitJunction(
  formula: Extract<Formula, { readonly kind: "and" | "or" }>,
  context: Context,
  found: Set<Lifeline>,
): void {
  const together = (formula.kind === "and") === context.positive;
  const implied = together ? impliesSeen(formula, context.positive) : nothing;
  const seen = new Set([...context.seen, ...implied]);
  for (const part of operandsOf(formula)) visit(part, { ...context, seen }, found);
}

/** Lifelines that were certainly seen where the formula is true (or, `positive` being false, where it is false). */
function impliesSeen(formula: Formula, positive: boolean): ReadonlySet<Lifeline> {
  switch (formula.kind) {
    case "bool":
      return nothing;
    case "not":
      return impliesSeen(formula.body, !positive);
    case "and":
    case "or": {
      const sets = operandsOf(formula).map((part) => impliesSeen(part, positive));
      const [first = nothing, ...rest] = sets;
      if ((formula.kind === "and") === positive) return new Set(sets.flatMap((set) => [...set]));
      return new Set([...first].filter((lifeline) => rest.every((set) => set.has(lifeline))));
    }
    case "compare":
    case "predicate":
      return new Set(
        positive ? termsOf(formula).flatMap((t) => (t.kind === "remote" ? [t.lifeline] : [])) : [],
      );
    case "prev":
      return positive ? impliesSeen(formula.body, true) : nothing;
    case "since":
      return positive ? impliesSeen(formula.right, true) : nothing;
    case "seen":
      return new Set(positive ? [formula.lifeline] : []);
    case "at":
    case "once": {
      if (!positive) return nothing;
      const own = formula.lifeline === null ? [] : [formula.lifeline];
      return new Set([...own, ...impliesSeen(formula.body, true)]);
    }
    default:
      return assertNever(formula);
  }
}

/** The operands of a left-associative chain, left to right. */
function operandsOf(
  formula: Extract<Formula, { readonly kind: "and" | "or" | "since" }>,
): readonly Formula[] {
  const operands: Formula[] = [];
  let node: Formula = formula;
  while (node.kind === formula.kind) {
    operands.push(node.right);
    node = node.left;
  }
  return [...operands, node].reverse();
}
