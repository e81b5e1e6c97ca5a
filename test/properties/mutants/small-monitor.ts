import type { MonitorMaker } from "../../../src/analysis/index.ts";
import type { Json, Lifeline, Vars } from "../../../src/base/index.ts";
import type { MonitorPlan, MonitorState, Observation, Wire } from "../../../src/monitor/index.ts";
import { Evaluation, fieldsOf, type Row } from "./evaluation.ts";
import type { Mistake } from "./mistakes.ts";
import { Numbering } from "./numbering.ts";

/** What a lifeline knows: per lifeline how many events it has heard of, and what the latest of them recorded. */
interface Mind {
  readonly counts: Map<Lifeline, number>;
  readonly rows: Map<Lifeline, Row>;
  /** The own store after the latest event. */
  store: Vars | null;
}

/**
 * A monitor written for the tests alone, as plainly as can be: whole stores travel, every formula is evaluated
 * everywhere. It makes the given mistake, or none.
 */
export function smallMonitor(mistake: Mistake | null): MonitorMaker {
  return (plan, predicates) => {
    const self = plan.lifeline;
    const numbering = new Numbering(plan.lifelines);
    const numbers = plan.formulas.map((formula) => numbering.numberOf(formula));

    const advance = (mind: Mind, event: Observation): Mind => {
      const old = mind.rows.get(self);
      const idle = event.kind !== "recv" && event.store === mind.store;
      mind.counts.set(self, countOf(mind, self) + 1);
      mind.store = event.store;
      if (mistake === "not evaluating when the store did not change" && idle) return mind;
      const fields = fieldsOf(event, self);
      const context = { self, mistake, predicates, rows: mind.rows, old, fields };
      const truth = new Evaluation(numbering.nodes, context).values();
      mind.rows.set(self, { truth, fields });
      return mind;
    };
    const copy = (mind: Mind): Mind => {
      if (mistake === "aliased snapshots") return mind;
      return { counts: new Map(mind.counts), rows: new Map(mind.rows), store: mind.store };
    };

    return {
      plan,
      initial: asState({ counts: new Map(), rows: new Map(), store: null }),
      local: (state, event) => asState(advance(copy(mindOf(state)), event)),
      send: (state, event) => {
        const next = advance(copy(mindOf(state)), event);
        return { state: asState(next), wire: asWire(next) };
      },
      receive: (state, event, wire) => {
        const mind = copy(mindOf(state));
        merge(mind, mindOf(wire), self, mistake);
        return asState(advance(mind, event));
      },
      holds: (state, formula) => mindOf(state).rows.get(self)?.truth[numbers[formula] ?? -1] === true,
      ...notForStorage(plan),
    };
  };
}

function countOf(mind: Mind, lifeline: Lifeline): number {
  return mind.counts.get(lifeline) ?? 0;
}

/** Takes from a message what it knows of a later event. */
function merge(mind: Mind, message: Mind, self: Lifeline, mistake: Mistake | null): void {
  const newer = (lifeline: Lifeline): boolean => countOf(message, lifeline) > countOf(mind, lifeline);
  const others = [...message.rows].filter(([lifeline]) => lifeline !== self);
  const some = others.some(([lifeline]) => newer(lifeline));
  for (const [lifeline, row] of others) {
    const take =
      newer(lifeline) ||
      mistake === "last arrival winning over latest event" ||
      (mistake === "taking a whole message because its sender is ahead on some lifeline" && some);
    if (!take) continue;
    const kept =
      mistake === "merging fields so that deleted ones stay" ? (mind.rows.get(lifeline)?.fields ?? []) : [];
    mind.rows.set(lifeline, { truth: row.truth, fields: new Map([...kept, ...row.fields]) });
  }
  for (const [lifeline] of others) {
    mind.counts.set(lifeline, Math.max(countOf(mind, lifeline), countOf(message, lifeline)));
  }
}

/** The rest of the interface: no test stores a state of this monitor. */
function notForStorage(plan: MonitorPlan): {
  encode: () => Json;
  decodeState: () => MonitorState;
  decodeWire: () => Wire;
} {
  const refuse = (): never => {
    throw new TypeError(`The small monitor of ${plan.lifeline} is never stored`);
  };
  return { encode: refuse, decodeState: refuse, decodeWire: refuse };
}

// The interface keeps states and wires opaque; only minds made above ever stand behind them.
const asState = (mind: Mind): MonitorState => mind as unknown as MonitorState;
const asWire = (mind: Mind): Wire => mind as unknown as Wire;
const mindOf = (value: MonitorState | Wire): Mind => value as unknown as Mind;
