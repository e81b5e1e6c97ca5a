import {
  baselineMonitor,
  type Monitor,
  type MonitorState,
  type Observation,
  planMonitor,
  type Wire,
} from "lightcone/monitor";
import { nanoseconds, paperProtocol, steadyState, table, time } from "./measure.ts";
import { type Workload, workloads } from "./workloads.ts";

/** Names and figures for the JSON file. */
export type Figures = { [name: string]: number };

/** Time and bytes of the monitor for each row of the paper's Table 1, beside the floor of an empty call. */
export function benchMonitor(figures: Figures): string {
  const floor = nanoseconds(steadyState, (n) => n);
  figures["floor.call_ns"] = floor;
  const rows = [["ℓ, n, k", "", "local", "send", "receive", "bytes", "receive/floor"]];
  for (const workload of workloads) {
    const { paper } = workload;
    const stage = stageOf(workload);
    rows.push([
      workload.title,
      "paper says",
      ...[paper.local, paper.send, paper.receive].map((ms) => time(ms * 1e6)),
      String(paper.kilobytes * 1000),
      "",
    ]);
    for (const [label, protocol] of [
      ["paper's protocol", paperProtocol],
      ["steady state", steadyState],
    ] as const) {
      const ns = {
        local: nanoseconds(protocol, () => stage.monitor.local(stage.state, stage.act)),
        send: nanoseconds(protocol, () => stage.monitor.send(stage.state, stage.sent, stage.peer)),
        receive: nanoseconds(protocol, () => stage.monitor.receive(stage.state, stage.taken, stage.wire)),
      };
      const key = `monitor.${workload.name}.${protocol === paperProtocol ? "paper" : "steady"}`;
      for (const [operation, value] of Object.entries(ns)) figures[`${key}.${operation}_ns`] = value;
      rows.push([
        "",
        label,
        time(ns.local),
        time(ns.send),
        time(ns.receive),
        String(stage.bytes),
        (ns.receive / floor).toFixed(0),
      ]);
    }
    figures[`monitor.${workload.name}.bytes`] = stage.bytes;
  }
  return `Monitor, a lifeline's own event (baseline; an empty call takes ${time(floor)})\n${table(rows)}`;
}

interface Stage {
  readonly monitor: Monitor;
  readonly state: MonitorState;
  readonly peer: string;
  readonly act: Observation;
  readonly sent: Observation;
  readonly taken: Observation;
  /** Carries a later row of every other lifeline. */
  readonly wire: Wire;
  readonly bytes: number;
}

/** The last lifeline with a value stored for every formula and variable of every lifeline, and a message with newer ones. */
function stageOf({ lifelines, guard, store }: Workload): Stage {
  const guards = lifelines.map((owner) => ({ owner, formula: guard }));
  const monitors = lifelines.map((lifeline) => baselineMonitor(planMonitor(lifelines, guards, lifeline)));
  const measured = lifelines.length - 1;
  const observe = (kind: Observation["kind"]): Observation => ({ store, kind, message: "m" });
  const states = monitors.map((monitor) => monitor.initial);
  const at = <T>(list: readonly T[], index: number): T => list[index] as T; // within bounds by construction
  /** Every lifeline tells the next one what it knows, the last but one tells the measured one. */
  const chain = (): Wire => {
    let wire: Wire | undefined;
    for (let i = 0; i < measured; i++) {
      const monitor = at(monitors, i);
      if (wire !== undefined) states[i] = monitor.receive(at(states, i), observe("recv"), wire);
      const sent = monitor.send(at(states, i), observe("send"), at(lifelines, i + 1));
      states[i] = sent.state;
      wire = sent.wire;
    }
    return wire as Wire; // at least two lifelines
  };
  const monitor = at(monitors, measured);
  const state = monitor.local(monitor.receive(monitor.initial, observe("recv"), chain()), observe("act"));
  const wire = chain();
  const bytes = Buffer.byteLength(
    JSON.stringify(monitor.encode(monitor.send(state, observe("send"), at(lifelines, 0)).wire)),
  );
  return {
    monitor,
    state,
    peer: at(lifelines, 0),
    act: observe("act"),
    sent: observe("send"),
    taken: observe("recv"),
    wire,
    bytes,
  };
}
