import type { Predicates } from "../cpl/index.ts";
import { type Table, tableCodec } from "./codec.ts";
import { compile } from "./evaluate.ts";
import type { Monitor, MonitorPlan, MonitorState, Observation, Wire } from "./types.ts";

/**
 * The online monitor as Bollig, section 5, writes it (Algorithms 1 and 2): the whole table of sub(Φ) for every lifeline,
 * evaluated at every event. Right before fast; faster monitors are compared with it.
 *
 * @param predicates The functions behind the named predicates of the plan's guards.
 * @throws LightconeError `monitor/unknown-predicate` when one is missing; while running, `monitor/predicate-failed`.
 */
export function baselineMonitor(plan: MonitorPlan, predicates: Predicates = {}): Monitor {
  const own = plan.lifelines.indexOf(plan.lifeline);
  const evaluate = compile(plan, predicates);
  const codec = tableCodec(plan);
  const unasked = plan.formulas.length === 0;

  const advance = (merged: Table, event: Observation): Table => {
    if (unasked) return merged; // no guard anywhere: nothing to know, nothing to carry
    const row = evaluate(event, merged, merged.rows[own] ?? null);
    return {
      counts: merged.counts.with(own, (merged.counts[own] ?? 0) + 1),
      rows: merged.rows.with(own, row),
    };
  };

  const empty: Table = { counts: plan.lifelines.map(() => 0), rows: plan.lifelines.map(() => null) };
  return {
    plan,
    initial: asState(empty),
    local: (state, event) => asState(advance(tableOf(state), event)),
    send: (state, event, to) => {
      const next = advance(tableOf(state), event);
      return { state: asState(next), wire: asWire(without(next, plan.lifelines.indexOf(to))) };
    },
    receive: (state, event, wire) => asState(advance(merge(tableOf(state), tableOf(wire), own), event)),
    holds: (state, formula) => tableOf(state).rows[own]?.truth[formula] === true,
    encode: (value) => codec.encode(tableOf(value)),
    decodeState: (value) => asState(codec.decode(value)),
    decodeWire: (value) => asWire(codec.decode(value)),
  };
}

/** Takes each row of which the message knows a later event: never the whole message, never field by field. */
function merge(mine: Table, theirs: Table, own: number): Table {
  const ahead = theirs.counts.map((count, b) => b !== own && count > (mine.counts[b] ?? 0));
  if (!ahead.includes(true)) return mine;
  return {
    counts: mine.counts.map((count, b) => (ahead[b] ? (theirs.counts[b] ?? 0) : count)),
    rows: mine.rows.map((row, b) => (ahead[b] ? (theirs.rows[b] ?? null) : row)),
  };
}

/** A message never carries its receiver's own row. */
function without(table: Table, receiver: number): Table {
  if (receiver < 0 || table.rows[receiver] === null) return table;
  return { counts: table.counts.with(receiver, 0), rows: table.rows.with(receiver, null) };
}

// The interface keeps states and wires opaque; only tables made above ever stand behind them.
const asState = (table: Table): MonitorState => table as unknown as MonitorState;
const asWire = (table: Table): Wire => table as unknown as Wire;
const tableOf = (value: MonitorState | Wire): Table => value as unknown as Table;
