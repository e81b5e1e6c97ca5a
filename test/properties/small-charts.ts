import { type MonitorMaker, type Replayed, replayer } from "../../src/analysis/index.ts";
import { buildMsc, type Event, type Msc, mscKey } from "../../src/causality/index.ts";
import { type Formula, printFormula, referenceOf, type Term } from "../../src/cpl/index.ts";
import { baselineMonitor } from "../../src/monitor/index.ts";

/**
 * Every small chart and every small formula, so that what the two implementations of the semantics agree on is a finite
 * theorem and no sample: charts of up to three lifelines over one variable `x` of two values (which may be unset), with
 * messages that overtake one another and messages that are never taken; formulas of a bounded number of nodes.
 */

const lifelines = ["A", "B", "C"] as const;

const sets: readonly { readonly set?: { readonly x: number } }[] = [{}, { set: { x: 0 } }, { set: { x: 1 } }];

/** The events that can come next. Choices are left out: to these formulas they are acts that set nothing. */
function nextEvents(events: readonly Event[]): readonly Event[] {
  const n = events.length;
  const taken = new Set(events.flatMap((event) => (event.kind === "recv" ? [event.msg] : [])));
  const inTransit = events.flatMap((event) =>
    event.kind === "send" && !taken.has(event.msg) ? [event] : [],
  );
  return [
    ...lifelines.flatMap((on) => sets.map((change): Event => ({ on, kind: "act", ...change }))),
    ...lifelines.flatMap((on) =>
      lifelines.filter((to) => to !== on).map((to): Event => ({ on, kind: "send", msg: `m${n}`, to })),
    ),
    ...inTransit.flatMap(({ msg, to }) =>
      sets.map((change): Event => ({ on: to ?? "", kind: "recv", msg, ...change })),
    ),
  ];
}

const permutations: readonly (readonly string[])[] = [
  ["A", "B", "C"],
  ["A", "C", "B"],
  ["B", "A", "C"],
  ["B", "C", "A"],
  ["C", "A", "B"],
  ["C", "B", "A"],
];

/** The least key of a chart under all exchanges of lifelines: formulas come with all their renamings. */
function classOf(events: readonly Event[]): string {
  const keys = permutations.map((to) => {
    const name = (on: string): string => to["ABC".indexOf(on)] ?? on;
    const renamed = events.map((event): Event => {
      const on = name(event.on);
      return event.kind === "send" ? { ...event, on, to: name(event.to ?? "") } : { ...event, on };
    });
    return mscKey(chartOf(renamed));
  });
  return keys.sort()[0] ?? "";
}

function chartOf(events: readonly Event[]): Msc {
  const built = buildMsc({ lifelines, events });
  if (built.ok) return built.msc;
  throw new TypeError(built.problems[0]?.message);
}

/** A chart that is another one with an event more. */
export interface SmallChart {
  readonly events: readonly Event[];
  readonly grown: readonly SmallChart[];
}

/** One chart of each class of isomorphic ones with at most so many events, as the tree in which they grow. */
export function smallCharts(size: number): SmallChart {
  const root = { events: [] as readonly Event[], grown: [] as SmallChart[] };
  let level = [root];
  for (let n = 0; n < size; n++) {
    const seen = new Set<string>();
    const next: (typeof root)[] = [];
    for (const parent of level) {
      for (const event of nextEvents(parent.events)) {
        const events = [...parent.events, event];
        const key = classOf(events);
        if (seen.has(key)) continue;
        seen.add(key);
        const chart = { events, grown: [] };
        parent.grown.push(chart);
        next.push(chart);
      }
    }
    level = next;
  }
  return root;
}

/** How many charts there are of each size, from 0. */
export function sizesOf(chart: SmallChart): readonly number[] {
  const below = chart.grown.map(sizesOf);
  const depth = Math.max(0, ...below.map((sizes) => sizes.length));
  return [
    1,
    ...Array.from({ length: depth }, (_, i) => below.reduce((sum, sizes) => sum + (sizes[i] ?? 0), 0)),
  ];
}

const x: Term = { kind: "var", name: "x" };
const one: Term = { kind: "const", value: 1 };

const atoms: readonly Formula[] = [
  { kind: "bool", value: true },
  { kind: "compare", op: "==", left: x, right: { kind: "const", value: 0 } },
  { kind: "compare", op: "==", left: x, right: one },
  { kind: "compare", op: "!=", left: x, right: one },
  ...lifelines.map(
    (lifeline): Formula => ({
      kind: "compare",
      op: "==",
      left: { kind: "remote", lifeline, name: "x" },
      right: one,
    }),
  ),
  // Both sides may be undefined.
  ...lifelines.map(
    (lifeline): Formula => ({
      kind: "compare",
      op: "==",
      left: { kind: "remote", lifeline, name: "x" },
      right: x,
    }),
  ),
  ...lifelines.map((lifeline): Formula => ({ kind: "seen", lifeline })),
];

/** Every formula of up to so many nodes, atoms being one; subformulas are shared objects. */
export function smallFormulas(nodes: number): readonly Formula[] {
  const bySize: (readonly Formula[])[] = [[], atoms];
  for (let size = 2; size <= nodes; size++) {
    const unary = (bySize[size - 1] ?? []).flatMap((body): readonly Formula[] => [
      { kind: "not", body },
      { kind: "prev", body },
      { kind: "once", lifeline: null, body },
      ...lifelines.map((lifeline): Formula => ({ kind: "at", lifeline, body })),
      ...lifelines.map((lifeline): Formula => ({ kind: "once", lifeline, body })),
    ]);
    const binary: Formula[] = [];
    for (let first = 1; first < size - 1; first++) {
      for (const left of bySize[first] ?? []) {
        for (const right of bySize[size - 1 - first] ?? []) {
          binary.push(
            { kind: "and", left, right },
            { kind: "or", left, right },
            { kind: "since", left, right },
          );
        }
      }
    }
    bySize.push([...unary, ...binary]);
  }
  return bySize.flat();
}

/** What an exhaustive comparison came to. */
export interface Exhausted {
  /** (chart, formula) pairs: the formula's value at the chart's last event. */
  readonly cases: number;
  readonly trues: number;
  /** The first chart and formula on which monitor and semantics differ. */
  readonly difference: string | null;
}

/**
 * Compares monitor and reference semantics for all formulas at once, at the last event of every chart; what comes before
 * it is the last event of a smaller chart.
 */
export function exhaust(
  charts: SmallChart,
  formulas: readonly Formula[],
  make: MonitorMaker = baselineMonitor,
  progress: (cases: number) => void = () => {},
): Exhausted {
  const { start, next } = replayer(lifelines, formulas, {}, make);
  let cases = 0;
  let trues = 0;
  const visit = ({ events, grown }: SmallChart, before: Replayed): string | null => {
    const last = events.length - 1;
    const event = events[last];
    let here = before;
    if (event !== undefined) {
      const msc = chartOf(events);
      const holds = referenceOf(msc);
      here = next(before, event, msc.stores[last] ?? {});
      for (const [f, formula] of formulas.entries()) {
        cases += 1;
        const expected = holds(last, formula);
        if (expected) trues += 1;
        if (here.values[f] !== expected)
          return `${printFormula(formula)} is ${expected} at the end of ${JSON.stringify(events)}`;
      }
      progress(cases);
    }
    for (const chart of grown) {
      const difference = visit(chart, here);
      if (difference !== null) return difference;
    }
    return null;
  };
  const difference = visit(charts, start);
  return { cases, trues, difference };
}
