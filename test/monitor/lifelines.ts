import type { Json, Vars } from "../../src/base/index.ts";
import { type Formula, parseFormula } from "../../src/cpl/index.ts";
import {
  baselineMonitor,
  guardId,
  type Monitor,
  type MonitorState,
  planMonitor,
  type Wire,
} from "../../src/monitor/index.ts";

/** Parses a formula that a test knows to be right. */
export function formula(text: string): Formula {
  const parsed = parseFormula(text);
  if (!parsed.ok) throw new TypeError(parsed.diagnostics[0]?.message);
  return parsed.formula;
}

/** One lifeline with its monitor and store, driven event by event. */
export class Driven {
  readonly monitor: Monitor;
  state: MonitorState;
  store: Vars = {};

  constructor(monitor: Monitor) {
    this.monitor = monitor;
    this.state = monitor.initial;
  }

  act(set: Vars = {}, unset: readonly string[] = []): this {
    const kept = Object.entries(this.store).filter(([name]) => !unset.includes(name));
    this.store = { ...Object.fromEntries(kept), ...set };
    this.state = this.monitor.local(this.state, { store: this.store, kind: "act" });
    return this;
  }

  choose(): this {
    this.state = this.monitor.local(this.state, { store: this.store, kind: "choice" });
    return this;
  }

  send(to: string): Wire {
    const { state, wire } = this.monitor.send(
      this.state,
      { store: this.store, kind: "send", message: "m" },
      to,
    );
    this.state = state;
    return wire;
  }

  receive(wire: Wire, set: Vars = {}): this {
    this.store = { ...this.store, ...set };
    this.state = this.monitor.receive(this.state, { store: this.store, kind: "recv", message: "m" }, wire);
    return this;
  }

  /** The value of a formula at the latest event. */
  says(text: string): boolean {
    return this.monitor.holds(this.state, guardId(this.monitor.plan, formula(text)));
  }

  /** What a state or wire is as JSON. */
  json(value: MonitorState | Wire = this.state): {
    counts: number[];
    rows: (null | { truth: string; values: Json })[];
  } {
    return this.monitor.encode(value) as never; // the baseline's own layout, which these tests know
  }
}

/** Driven lifelines that all ask all the formulas. */
export function drive<const L extends string>(
  names: readonly L[],
  formulas: readonly string[],
  predicates = {},
): { readonly [K in L]: Driven } {
  const guards = names.flatMap((owner) => formulas.map((text) => ({ owner, formula: formula(text) })));
  const made = names.map(
    (name) => [name, new Driven(baselineMonitor(planMonitor(names, guards, name), predicates))] as const,
  );
  return Object.fromEntries(made) as { readonly [K in L]: Driven }; // one entry a name, by construction
}
