import type { MonitorMaker } from "../../src/analysis/index.ts";
import { define, type Json, type Lifeline, lookup, type Nanos, type Vars } from "../../src/base/index.ts";
import { buildMsc, type Event, type Msc } from "../../src/causality/index.ts";
import type { Choreography } from "../../src/choreography/index.ts";
import { satisfies } from "../../src/cpl/index.ts";
import { baselineMonitor } from "../../src/monitor/index.ts";
import { type CentralRun, type LocalProgram, projectAll, runKey } from "../../src/projection/index.ts";
import {
  type ActionRequest,
  type Input,
  initialState,
  type LifelineState,
  type Outcome,
  ready,
  step,
  type Turn,
} from "../../src/runtime/index.ts";
import { makeReactor, type Reactor } from "../../src/runtime/reactor.ts";

/**
 * An explorer of its own, apart from that of the library: a configuration is the states of all lifelines, whole, as JSON.
 */

/** What the n-th run (from 1) of an action on a lifeline comes to. */
export type OutcomeOf = (action: string, occurrence: number, args: Vars) => Json | "fails";

/** Local programs with their monitors, and what they start from. */
export interface System {
  readonly reactors: readonly Reactor[];
  readonly inputs: { readonly [lifeline: Lifeline]: Vars };
  readonly outcome: OutcomeOf;
}

export function systemOf(
  programs: readonly LocalProgram[],
  inputs: System["inputs"],
  outcome: OutcomeOf,
  monitor: MonitorMaker = baselineMonitor,
): System {
  const reactors = programs.map((program) => makeReactor(program, monitor(program.plan, {})));
  return { reactors, inputs, outcome };
}

export function projectedSystem(ir: Choreography, inputs: System["inputs"], outcome: OutcomeOf): System {
  return systemOf(projectAll(ir), inputs, outcome);
}

/** An event and the ones before it, the latest first. */
export interface Past {
  readonly event: Event;
  readonly before: Past | null;
}

export function historyOf(past: Past | null): readonly Event[] {
  const events: Event[] = [];
  for (let at = past; at !== null; at = at.before) events.push(at.event);
  return events.reverse();
}

export interface Walk {
  /** By the key of the run. */
  readonly ends: ReadonlyMap<string, CentralRun>;
  readonly configurations: number;
  /** What stood still although it had not ended. */
  readonly deadlocks: readonly string[];
  /** Messages that nobody took in a run that was done. */
  readonly untaken: readonly string[];
  /** Choices whose value the reference semantics denies, over the chart so far. */
  readonly misjudged: readonly string[];
}

/** A search that was given up. */
export class TooLarge extends Error {}

/**
 * Visits every configuration of a system. `see` is told of each event on one way to each configuration.
 *
 * @throws TooLarge beyond the limit.
 */
export function walk(system: System, limit: number, see: (past: Past) => void = () => {}): Walk {
  return new Walker(system, limit, see).walk();
}

/** What has happened to a lifeline, and the state that it is in; one object for each: its turns are worked out once. */
interface Local extends Story {
  readonly state: LifelineState;
  readonly id: number;
  readonly turns: Map<string, { readonly turn: Turn; readonly next: Local }>;
}

interface Story {
  /** A number for each event with its whole causal past. */
  readonly events: readonly number[];
  /** The numbers of the sends whose messages have come. */
  readonly sends: { readonly [message: string]: number };
  /** How often each action was answered. */
  readonly answers: { readonly [action: string]: number };
}

interface Place {
  readonly locals: readonly Local[];
  readonly past: Past | null;
  readonly failed: boolean;
}

/** An input without what all inputs have. */
type Told = Input extends infer I ? (I extends Input ? Omit<I, "id" | "now" | "random"> : never) : never;

const untold: Story = { events: [], sends: {}, answers: {} };
const frame = { id: "", now: "0" as Nanos, random: new Uint8Array() } as const;
const failure: Outcome = {
  kind: "failed",
  error: { code: "action/failed", message: "", place: {}, remedy: "", details: null },
};

class Walker {
  readonly #system: System;
  readonly #limit: number;
  readonly #see: (past: Past) => void;
  readonly #locals = new Map<string, Local>();
  readonly #events = new Map<string, number>();
  readonly #ends = new Map<string, CentralRun>();
  readonly #deadlocks: string[] = [];
  readonly #untaken: string[] = [];
  readonly #misjudged: string[] = [];
  readonly #judged = new Set<number>();

  constructor(system: System, limit: number, see: (past: Past) => void) {
    this.#system = system;
    this.#limit = limit;
    this.#see = see;
  }

  walk(): Walk {
    const { reactors, inputs } = this.#system;
    const locals = reactors.map((reactor) => this.#local(initialState(reactor, "run"), untold));
    const first = reactors.reduce<Place>(
      (here, { program: { lifeline } }, i) =>
        this.#take(here, i, "start", { kind: "start", inputs: lookup(inputs, lifeline) ?? {} }),
      { locals, past: null, failed: false },
    );
    const seen = new Set([keyOf(first)]);
    const stack = [first];
    for (let here = stack.pop(); here !== undefined; here = stack.pop()) {
      const next = here.failed ? [] : this.#next(here);
      for (const place of next) {
        if (seen.has(keyOf(place))) continue;
        seen.add(keyOf(place));
        stack.push(place);
        this.#look(here, place);
      }
      if (seen.size > this.#limit) throw new TooLarge(`more than ${this.#limit} configurations`);
      if (next.length === 0) this.#end(here);
    }
    return {
      ends: this.#ends,
      configurations: seen.size,
      deadlocks: this.#deadlocks,
      untaken: this.#untaken,
      misjudged: this.#misjudged,
    };
  }

  #local(state: LifelineState, { events, sends, answers }: Story): Local {
    const text = JSON.stringify([state, events.at(-1), Object.entries(sends).sort(), answers]);
    const known = this.#locals.get(text) ?? {
      ...{ state, events, sends, answers },
      id: this.#locals.size,
      turns: new Map(),
    };
    this.#locals.set(text, known);
    return known;
  }

  #next(here: Place): readonly Place[] {
    return this.#system.reactors.flatMap((reactor, i) => {
      const { state } = here.locals[i]!;
      return [
        ...ready(reactor, state).map((thread) => this.#take(here, i, `go ${thread}`, { kind: "go", thread })),
        ...state.open.map((request) => this.#answer(here, i, request)),
      ];
    });
  }

  #answer(here: Place, at: number, { key, action, args }: ActionRequest): Place {
    const { answers } = here.locals[at]!;
    const occurrence = (answers[action] ?? 0) + 1;
    const value = this.#system.outcome(action, occurrence, args);
    const outcome: Outcome = value === "fails" ? failure : { kind: "ok", value };
    const more = { answers: { ...answers, [action]: occurrence } };
    return this.#take(here, at, `answer ${key}`, { kind: "outcome", key, outcome }, more);
  }

  #take(here: Place, at: number, name: string, told: Told, more: Partial<Story> = {}): Place {
    const locals = [...here.locals];
    const turn = this.#turn(locals, at, name, told, more);
    const { events } = locals[at]!;
    for (const message of turn.messages) {
      const to = locals.findIndex(({ state }) => state.lifeline === message.to);
      if (to < 0) throw new TypeError(`a message to ${message.to}`);
      const sent = events[Number(message.id.split("#")[1]) - 1] ?? -1;
      const sends = { ...locals[to]!.sends, [message.id]: sent };
      this.#turn(locals, to, `message ${sent}`, { kind: "message", message }, { sends });
    }
    const past = turn.events.reduce<Past | null>((before, { event }) => ({ event, before }), here.past);
    return { locals, past, failed: turn.state.status.kind === "failed" };
  }

  /** A turn of one of the lifelines, in its place. */
  #turn(locals: Local[], at: number, name: string, told: Told, more: Partial<Story>): Turn {
    const local = locals[at]!;
    let known = local.turns.get(name);
    if (known === undefined) {
      const turn = step(this.#system.reactors[at]!, local.state, { ...told, ...frame });
      const events = [...local.events];
      for (const { event } of turn.events) events.push(this.#number(events.at(-1), event, local));
      const story = { events, sends: local.sends, answers: local.answers, ...more };
      known = { turn, next: this.#local(turn.state, story) };
      local.turns.set(name, known);
    }
    locals[at] = known.next;
    return known.turn;
  }

  #number(before: number | undefined, event: Event, { sends }: Local): number {
    const text = JSON.stringify([before, event.kind === "recv" ? sends[event.msg] : null, event]);
    const known = this.#events.get(text) ?? this.#events.size;
    this.#events.set(text, known);
    return known;
  }

  #look(before: Place, after: Place): void {
    for (let past = after.past; past !== null && past !== before.past; past = past.before) {
      this.#see(past);
      if (past.event.kind === "choice") this.#judge(past, before, after);
    }
  }

  /** The guard's value by the reference semantics, over the chart of everything that has happened so far. */
  #judge(past: Past, before: Place, after: Place): void {
    const { event } = past;
    const at = after.locals.findIndex(({ state }) => state.lifeline === event.on);
    const number = after.locals[at]!.events[before.locals[at]!.events.length];
    // A choice with the same past is the same choice.
    if (event.kind !== "choice" || number === undefined || this.#judged.has(number)) return;
    this.#judged.add(number);
    const msc = this.#chart(past);
    const guard = lookup(this.#system.reactors[at]!.program.guards, event.guard);
    if (guard !== undefined && satisfies(msc, msc.events.length - 1, guard) === event.value) return;
    this.#misjudged.push(`${event.guard} was ${event.value}`);
  }

  #chart(past: Past | null): Msc {
    const lifelines = this.#system.reactors.map(({ program }) => program.lifeline);
    const built = buildMsc({ lifelines, initial: this.#system.inputs, events: historyOf(past) });
    if (!built.ok) throw new TypeError(built.problems[0]?.message);
    return built.msc;
  }

  #end(here: Place): void {
    const states = here.locals.map(({ state }) => state);
    const standing = states.filter(({ status }) => status.kind !== "done");
    if (standing.length > 0 && !here.failed) {
      this.#deadlocks.push(standing.map((s) => `${s.lifeline} at ${JSON.stringify(s.threads)}`).join());
      return;
    }
    const results: { [lifeline: Lifeline]: Vars } = {};
    let failed: CentralRun["failed"] = null;
    for (const { lifeline, status, inbox } of states) {
      if (status.kind === "failed")
        failed = { reason: reasonOf(status.error.code), lifeline, step: status.error.place.step! };
      else if (status.kind === "done" && !here.failed) {
        define(results, lifeline, status.result);
        this.#untaken.push(...inbox.flatMap(({ held }) => held.map(({ id }) => `${id} at ${lifeline}`)));
      }
    }
    const run: CentralRun = { msc: this.#chart(here.past), results, failed };
    this.#ends.set(runKey(run), run);
  }
}

function reasonOf(code: string): NonNullable<CentralRun["failed"]>["reason"] {
  if (code === "run/loop-bound") return "loop-bound";
  if (code === "run/unset-variable") return "unset-variable";
  if (code === "action/failed") return "action";
  throw new TypeError(code);
}

function keyOf({ locals }: Place): string {
  return locals.map(({ id }) => id).join();
}
