import type { Lifeline } from "../base/index.ts";
import type { Event, Msc } from "../causality/index.ts";
import type { Formula, Predicates } from "../cpl/index.ts";
import {
  baselineMonitor,
  guardId,
  type Monitor,
  type MonitorState,
  type Observation,
  planMonitor,
  type Wire,
} from "../monitor/index.ts";

/** Makes a lifeline's monitor for the given formulas. */
export type MonitorMaker = (plan: ReturnType<typeof planMonitor>, predicates: Predicates) => Monitor;

/**
 * Runs online monitors over a recorded chart, one a lifeline, as if it happened now.
 *
 * @param msc A chart whose order comes from messages.
 * @returns The value of each formula (by its place) at each event of the chart.
 */
export function replay(
  msc: Msc,
  formulas: readonly Formula[],
  predicates: Predicates = {},
  make: MonitorMaker = baselineMonitor,
): readonly (readonly boolean[])[] {
  const { start, next } = replayer(msc.lifelines, formulas, predicates, make);
  let here = start;
  return msc.events.map((event, index) => {
    here = next(here, event, msc.stores[index] ?? {});
    return here.values;
  });
}

/** Monitors in the middle of a chart, and the value of each formula at the event that came last. */
export interface Replayed {
  readonly states: ReadonlyMap<Lifeline, MonitorState>;
  readonly wires: ReadonlyMap<string, Wire>;
  readonly values: readonly boolean[];
}

/** Online monitors for charts of some lifelines, event by event: what is shared by several charts is done once. */
export interface Replayer {
  readonly start: Replayed;
  /** One event more; `store` is the event's valuation. */
  readonly next: (before: Replayed, event: Event, store: Observation["store"]) => Replayed;
}

/** Makes the monitors of {@link replay}. */
export function replayer(
  lifelines: readonly Lifeline[],
  formulas: readonly Formula[],
  predicates: Predicates = {},
  make: MonitorMaker = baselineMonitor,
): Replayer {
  const guards = lifelines.flatMap((owner) => formulas.map((formula) => ({ owner, formula })));
  const monitors = new Map(
    lifelines.map((on) => [on, make(planMonitor(lifelines, guards, on), predicates)] as const),
  );
  const [first] = monitors.values();
  const ids = first === undefined ? [] : formulas.map((formula) => guardId(first.plan, formula));
  const states = new Map(Array.from(monitors, ([on, { initial }]) => [on, initial] as const));
  return {
    start: { states, wires: new Map(), values: [] },
    next: (before, event, store) => {
      const monitor = monitors.get(event.on);
      const state = before.states.get(event.on);
      if (monitor === undefined || state === undefined) return { ...before, values: [] };
      const wires = new Map(before.wires);
      const after = advance(monitor, state, event, store, wires);
      return {
        states: new Map(before.states).set(event.on, after),
        wires,
        values: ids.map((id) => monitor.holds(after, id)),
      };
    },
  };
}

function advance(
  monitor: Monitor,
  state: MonitorState,
  event: Msc["events"][number],
  store: Observation["store"],
  wires: Map<string, Wire>,
): MonitorState {
  const type = event.type === undefined ? {} : { type: event.type };
  if (event.kind === "act" || event.kind === "choice")
    return monitor.local(state, { store, kind: event.kind, ...type });
  const observation: Observation = { store, kind: event.kind, message: event.msg, ...type };
  if (event.kind === "send") {
    const sent = monitor.send(state, observation, event.to ?? "");
    wires.set(event.msg, sent.wire);
    return sent.state;
  }
  const wire = wires.get(event.msg);
  return wire === undefined ? monitor.local(state, observation) : monitor.receive(state, observation, wire);
}
