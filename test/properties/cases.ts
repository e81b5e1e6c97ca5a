import fc from "fast-check";
import { type MonitorMaker, replay } from "../../src/analysis/index.ts";
import { define, type Lifeline } from "../../src/base/index.ts";
import { type EventIndex, eventName, type Msc } from "../../src/causality/index.ts";
import { type Formula, mapFormula, printFormula, referenceOf, type Term } from "../../src/cpl/index.ts";
import { writeMscRecording } from "../../src/formats/index.ts";
import { arbitraryFormula, arbitraryMsc, sampleNames, samplePredicates } from "../../src/testing/index.ts";

/** A chart, and the formulas that are asked at each of its events. */
export interface Case {
  readonly msc: Msc;
  readonly formulas: readonly Formula[];
}

/** The value of each formula (by its place) at each event of a chart. */
export type Values = readonly (readonly boolean[])[];

/** Where a monitor and the reference semantics first disagree. */
interface Difference {
  readonly event: EventIndex;
  readonly formula: number;
  readonly text: string;
}

/** Few, so that formulas ask for what the charts change. */
const variables: readonly string[] = ["x", "y"];

/** Charts of up to 60 events with five formulas each: small ones, whose value often changes, and ones of depth 5 and more. */
export function arbitraryCase(): fc.Arbitrary<Case> {
  const formulas = fc.tuple(
    arbitraryLively(),
    arbitraryLively(),
    arbitraryFormula({ variables, depth: 2 }),
    arbitraryFormula({ variables, depth: 3 }),
    fc.oneof(arbitraryFormula({ variables, depth: 4 }), arbitraryFormula({ variables, depth: 5 })),
  );
  return fc.tuple(arbitraryMsc({ variables, maxEvents: 60 }), formulas).map(([msc, drawn]) => {
    const asked = drawn.map((formula) => among(msc.lifelines, formula));
    return { msc, formulas: asked, [fc.toStringMethod]: () => linesOf({ msc, formulas: asked }).join("\n") };
  });
}

/** Small formulas over atoms that are true about as often as false: whether a variable is set, what kind an event is. */
function arbitraryLively(): fc.Arbitrary<Formula> {
  const lifeline = fc.constantFrom(...sampleNames.lifelines);
  const name = fc.constantFrom(...variables);
  const term: fc.Arbitrary<Term> = fc.oneof(
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("remote" as const), lifeline, name }) },
    fc.record({ kind: fc.constant("var" as const), name }),
  );
  const atom: fc.Arbitrary<Formula> = fc.oneof(
    term.map((t) => ({ kind: "compare" as const, op: "==" as const, left: t, right: t })),
    fc.constantFrom("act", "send", "recv").map((kind) => ({
      kind: "compare" as const,
      op: "==" as const,
      left: { kind: "var" as const, name: "$kind" },
      right: { kind: "const" as const, value: kind },
    })),
  );
  const since = fc.record({ kind: fc.constant("since" as const), left: atom, right: atom });
  const at = (body: fc.Arbitrary<Formula>): fc.Arbitrary<Formula> =>
    fc.record({ kind: fc.constant("at" as const), lifeline, body });
  return fc.oneof(
    { weight: 2, arbitrary: atom },
    { weight: 2, arbitrary: since },
    at(fc.oneof(atom, since)),
    at(at(fc.oneof(atom, since))),
  );
}

/** The formula about these lifelines only: one that names others is false for a dull reason. */
export function among(lifelines: readonly Lifeline[], formula: Formula): Formula {
  const names: readonly string[] = sampleNames.lifelines;
  const known = (name: Lifeline): Lifeline => lifelines[names.indexOf(name) % lifelines.length] ?? name;
  const term = (t: Term): Term => (t.kind === "remote" ? { ...t, lifeline: known(t.lifeline) } : t);
  return mapFormula(formula, (node) => {
    if (node.kind === "compare") return { ...node, left: term(node.left), right: term(node.right) };
    if (node.kind === "predicate") return { ...node, args: node.args.map(term) };
    if (node.kind === "once" && node.lifeline === null) return node;
    return "lifeline" in node && node.lifeline !== null ? { ...node, lifeline: known(node.lifeline) } : node;
  });
}

/** The case as the lines of a recording, its formulas as guards. */
export function linesOf({ msc, formulas }: Case): readonly string[] {
  const guards: { [name: string]: string } = {};
  formulas.forEach((formula, i) => {
    define(guards, `formula ${i}`, printFormula(formula));
  });
  const { lifelines, initial, events } = msc;
  return [...writeMscRecording({ lifelines, stores: initial, guards, events })];
}

/** What the reference semantics says of each formula at each event. */
function expectedValues({ msc, formulas }: Case): Values {
  const holds = referenceOf(msc, { predicates: samplePredicates });
  return msc.events.map((_, event) => formulas.map((formula) => holds(event, formula)));
}

/** The first event at which monitors, one a lifeline, answer otherwise than the reference semantics; null: they agree. */
export function firstDifference(
  { msc, formulas }: Case,
  make: MonitorMaker,
  expected: Values = expectedValues({ msc, formulas }),
): Difference | null {
  const found = replay(msc, formulas, samplePredicates, make);
  for (const event of msc.events.keys()) {
    for (const [formula, asked] of formulas.entries()) {
      const wanted = expected[event]?.[formula];
      if (found[event]?.[formula] === wanted) continue;
      const text = `at ${eventName(msc, event)}, ${printFormula(asked)} is ${wanted}; the monitor says ${found[event]?.[formula]}`;
      return { event, formula, text };
    }
  }
  return null;
}

/**
 * The property that a monitor is right: it agrees with the reference semantics on every event of every case.
 *
 * @param see Is told of each case and its values, for counting.
 */
export function agreement(
  make: MonitorMaker,
  see: (tried: Case, values: Values) => void = () => {},
): fc.IProperty<[Case]> {
  return fc.property(arbitraryCase(), (tried) => {
    const expected = expectedValues(tried);
    see(tried, expected);
    const difference = firstDifference(tried, make, expected);
    if (difference !== null) throw new TypeError(difference.text);
  });
}
