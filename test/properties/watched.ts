import type { MonitorMaker } from "../../src/analysis/index.ts";
import type { Json } from "../../src/base/index.ts";
import type { Monitor, MonitorPlan, MonitorState, Wire } from "../../src/monitor/index.ts";

/** The layout of an encoded state of the baseline monitor: a count and a row a lifeline. */
export interface StoredState {
  readonly counts: readonly number[];
  readonly rows: readonly (null | {
    /** A `1` or `0` for each formula of the plan. */
    readonly truth: string;
    /** By position in the plan's variables; missing: unset. */
    readonly values: { readonly [position: string]: Json };
  })[];
}

/** The state of the event's own monitor right after each event, as it would be stored. */
export interface Log {
  readonly states: StoredState[];
  plan?: MonitorPlan;
}

/** Monitors that write their states to a log: a replay makes one event after another. */
export function watched(make: MonitorMaker, log: Log): MonitorMaker {
  return (plan, predicates) => {
    const monitor = make(plan, predicates);
    log.plan = plan;
    const note = (state: MonitorState): MonitorState => {
      log.states.push(monitor.encode(state) as unknown as StoredState); // the baseline's own layout
      return state;
    };
    return changed(monitor, note, (wire) => wire);
  };
}

/**
 * Monitors of processes that end and start again: at some events, as the coins fall, the state or the wire becomes JSON
 * text, and a monitor made anew from a copy of the plan reads it back.
 */
export function restarted(make: MonitorMaker, coins: readonly boolean[]): MonitorMaker {
  let tossed = 0;
  const toss = (): boolean => coins[tossed++ % coins.length] === true;
  return (plan, predicates) => {
    const before = make(plan, predicates);
    const after = make(structuredClone(plan), predicates);
    const stored = (value: MonitorState | Wire): Json => JSON.parse(JSON.stringify(before.encode(value)));
    return changed(
      before,
      (state) => (toss() ? after.decodeState(stored(state)) : state),
      (wire) => (toss() ? after.decodeWire(stored(wire)) : wire),
    );
  };
}

function changed(
  monitor: Monitor,
  state: (made: MonitorState) => MonitorState,
  wire: (made: Wire) => Wire,
): Monitor {
  return {
    ...monitor,
    local: (before, event) => state(monitor.local(before, event)),
    send: (before, event, to) => {
      const sent = monitor.send(before, event, to);
      return { state: state(sent.state), wire: wire(sent.wire) };
    },
    receive: (before, event, message) => state(monitor.receive(before, event, message)),
  };
}
