import * as fc from "fast-check";
import type { Lifeline } from "../base/index.ts";
import type { CompareOp, Formula, Term } from "../cpl/index.ts";
import { arbitraryValue, beyondUnits, sampleNames } from "./values.ts";

/** What {@link arbitraryFormula} draws from. */
export interface FormulaArbitraryOptions {
  readonly lifelines?: readonly Lifeline[];
  readonly variables?: readonly string[];
  /** Deepest nesting of operators above the atoms; 5 without. */
  readonly depth?: number;
  /** Whether atoms may name the predicates of {@link samplePredicates}; true without. */
  readonly predicates?: boolean;
}

/**
 * Formulas of all operators, biased to what implementations get wrong: `S`, `@` inside `@` inside `@`, `Y` of `@`, and
 * `==` and `!=` over terms that may be unset, texts beyond U+FFFF in order.
 */
export function arbitraryFormula(options: FormulaArbitraryOptions = {}): fc.Arbitrary<Formula> {
  let level = arbitraryAtom(options);
  const lifeline = fc.constantFrom(...(options.lifelines ?? sampleNames.lifelines));
  for (let depth = options.depth ?? 5; depth > 0; depth--) {
    level = fc.oneof(
      { weight: 1, arbitrary: level },
      { weight: 6, arbitrary: arbitraryOperator(level, lifeline) },
    );
  }
  return level;
}

function arbitraryOperator(
  body: fc.Arbitrary<Formula>,
  lifeline: fc.Arbitrary<Lifeline>,
): fc.Arbitrary<Formula> {
  const of = <K extends Formula["kind"]>(kind: K): fc.Arbitrary<K> => fc.constant(kind);
  const at = fc.record({ kind: of("at"), lifeline, body });
  const atOf = (inner: fc.Arbitrary<Formula>): fc.Arbitrary<Formula> =>
    fc.record({ kind: of("at"), lifeline, body: inner });
  return fc.oneof(
    { weight: 2, arbitrary: fc.record({ kind: of("not"), body }) },
    { weight: 2, arbitrary: fc.record({ kind: of("and"), left: body, right: body }) },
    { weight: 2, arbitrary: fc.record({ kind: of("or"), left: body, right: body }) },
    { weight: 2, arbitrary: fc.record({ kind: of("prev"), body }) },
    { weight: 2, arbitrary: fc.record({ kind: of("prev"), body: at }) },
    { weight: 5, arbitrary: fc.record({ kind: of("since"), left: body, right: body }) },
    { weight: 4, arbitrary: at },
    { weight: 2, arbitrary: atOf(atOf(at)) },
    { weight: 1, arbitrary: fc.record({ kind: of("once"), lifeline: fc.option(lifeline), body }) },
    { weight: 1, arbitrary: fc.record({ kind: of("seen"), lifeline }) },
  );
}

function arbitraryAtom(options: FormulaArbitraryOptions): fc.Arbitrary<Formula> {
  const term = arbitraryTerm(options);
  const op = fc.constantFrom<CompareOp>("==", "==", "==", "!=", "!=", "!=", "<", "<=", ">", ">=");
  const compare = fc.record({ kind: fc.constant("compare" as const), op, left: term, right: term });
  const order = fc.record({
    kind: fc.constant("compare" as const),
    op: fc.constantFrom<CompareOp>("<", "<=", ">", ">="),
    left: term,
    right: fc.constantFrom(...beyondUnits).map((value): Term => ({ kind: "const", value })),
  });
  const bool = fc.record({ kind: fc.constant("bool" as const), value: fc.boolean() });
  const predicate = fc.oneof(
    fc.record({ name: fc.constant("even"), args: fc.tuple(term) }),
    fc.record({ name: fc.constant("same"), args: fc.tuple(term, term) }),
  );
  return fc.oneof(
    { weight: 12, arbitrary: compare },
    { weight: 2, arbitrary: order },
    { weight: 1, arbitrary: bool },
    {
      weight: options.predicates === false ? 0 : 2,
      arbitrary: predicate.map((call) => ({ kind: "predicate" as const, ...call })),
    },
  );
}

function arbitraryTerm(options: FormulaArbitraryOptions): fc.Arbitrary<Term> {
  const name = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom<string>(...(options.variables ?? sampleNames.variables)) },
    { weight: 1, arbitrary: fc.constantFrom<string>("$kind", "$type", "$lifeline", "$message") },
  );
  const lifeline = fc.constantFrom(...(options.lifelines ?? sampleNames.lifelines));
  return fc.oneof(
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("const" as const), value: arbitraryValue() }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("var" as const), name }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("remote" as const), lifeline, name }) },
  );
}
