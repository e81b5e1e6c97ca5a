import { define, type Json, type Lifeline, lookup } from "../base/index.ts";
import type { Event } from "../causality/index.ts";
import type { Configuration, System } from "./configuration.ts";
import { type Occurrence, pastOf, readableOrder } from "./occurrence.ts";

/** A run as a schedule, with what its actions came to. */
export interface ScheduledRun {
  /** In an order in which they can happen; a recording of them is a schedule for `run`. */
  readonly events: readonly Event[];
  /** The outcomes by `Lifeline.action` in the order in which the actions start, to the end of a run that goes on from here. */
  readonly script: { readonly [action: string]: readonly Json[] };
}

/** One thing that is wrong, with a run that shows it. */
export interface Violation extends ScheduledRun {
  /**
   * `deadlock`: nothing can move. `difference`: the programs do what the choreography does not. `missing`: the choreography does
   * what no schedule of the programs does; its run cannot be replayed. `decision`, `monitor`: another value than the reference
   * semantics has. `never`, `always`: a demand is broken at the last event. `results`: two schedules have different results.
   */
  readonly kind:
    | "deadlock"
    | "difference"
    | "missing"
    | "decision"
    | "monitor"
    | "never"
    | "always"
    | "results";
  readonly what: string;
  /** Of `results`: the other run. */
  readonly other?: ScheduledRun;
}

/** The causal past of an event, in a run that went on to `end`. */
export function runUpTo(system: System, at: Occurrence, end: Configuration): ScheduledRun {
  return { events: readableOrder(pastOf([at])), script: scriptOf(system, end) };
}

/** A whole run. */
export function wholeRun(system: System, end: Configuration): ScheduledRun {
  return { events: readableOrder(pastOf(end.map(({ last }) => last))), script: scriptOf(system, end) };
}

/** What the actions of a run came to, in the order in which they started. */
function scriptOf(system: System, end: Configuration): ScheduledRun["script"] {
  const script: { [action: string]: Json[] } = {};
  for (const { last } of end) {
    const acts = actsBefore(last).sort((a, b) => readsOf(a) - readsOf(b)); // stable: of one start, by their ends
    for (const act of acts) {
      const name = `${act.event.on}.${act.event.type}`;
      const outcome = system.outcomeOf(act);
      const value = outcome?.kind === "ok" ? (outcome.value ?? null) : null;
      const values = lookup(script, name);
      if (values === undefined) define(script, name, [value]);
      else values.push(value);
    }
  }
  return script;
}

function actsBefore(last: Occurrence | null): Occurrence[] {
  const acts: Occurrence[] = [];
  for (let one = last; one !== null; one = one.previous)
    if (one.event.kind === "act" && one.event.reads !== undefined) acts.push(one);
  return acts.reverse();
}

function readsOf({ event }: Occurrence): number {
  return event.kind === "act" ? (event.reads ?? 0) : 0;
}

/** What each action's call came to in a run, by `Lifeline.action#n`: runs that differ in none of them had the same outcomes. */
export function callsOf(system: System, end: Configuration): ReadonlyMap<string, string> {
  const calls = new Map<string, string>();
  for (const { last } of end) {
    const counts = new Map<string, number>();
    for (const act of actsBefore(last)) {
      const name: Lifeline = `${act.event.on}.${act.event.type}`;
      const n = (counts.get(name) ?? 0) + 1;
      counts.set(name, n);
      calls.set(`${name}#${n}`, JSON.stringify(system.outcomeOf(act) ?? null));
    }
  }
  return calls;
}
