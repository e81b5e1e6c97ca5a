import type { Msc } from "../causality/index.ts";
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
  const guards = msc.lifelines.flatMap((owner) => formulas.map((formula) => ({ owner, formula })));
  const monitors = msc.lifelines.map((lifeline) =>
    make(planMonitor(msc.lifelines, guards, lifeline), predicates),
  );
  const states = monitors.map((monitor) => monitor.initial);
  const first = monitors[0];
  const ids = first === undefined ? [] : formulas.map((formula) => guardId(first.plan, formula));
  const wires = new Map<string, Wire>();
  return msc.events.map((event, index) => {
    const on = msc.on[index] ?? 0;
    const monitor = monitors[on];
    const before = states[on];
    if (monitor === undefined || before === undefined) return [];
    const after = advance(monitor, before, event, msc.stores[index] ?? {}, wires);
    states[on] = after;
    return ids.map((id) => monitor.holds(after, id));
  });
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
