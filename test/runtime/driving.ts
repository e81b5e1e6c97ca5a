import { type Lifeline, lookup, type Nanos } from "../../src/base/index.ts";
import type { Event, Stamp } from "../../src/causality/index.ts";
import type { Choreography } from "../../src/choreography/index.ts";
import { baselineMonitor } from "../../src/monitor/index.ts";
import { projectAll } from "../../src/projection/index.ts";
import {
  type Input,
  initialState,
  type LifelineState,
  type Message,
  type Outcome,
  ready,
  step,
  type Turn,
} from "../../src/runtime/index.ts";
import { makeReactor, type Reactor } from "../../src/runtime/reactor.ts";
import { inputs, outcomeOf } from "../analysis/random-ir.ts";

/** Runs of random choreographies in which chance chooses everything that a world may do to lifelines. */

/** What a run of the world may do besides the moves of the program. */
export interface World {
  /** Numbers that choose; used again from the start when they run out. */
  readonly choices: readonly number[];
  /** Clocks of the lifelines; used again from the start when they run out. */
  readonly times: readonly number[];
  /** Messages come in any order, again and again; moves are asked for that are not ready. */
  readonly unruly: boolean;
  /** What becomes of a state or of a message between two turns. */
  readonly store?: (reactor: Reactor, state: LifelineState) => LifelineState;
  readonly carry?: (reactor: Reactor, message: Message) => Message;
}

export interface Taken {
  readonly lifeline: Lifeline;
  readonly before: LifelineState;
  readonly input: Input;
  readonly turn: Turn;
}

type Told = Input extends infer I ? (I extends Input ? Omit<I, "id" | "now" | "random"> : never) : never;

/** Freezes what a pure function must not write to. */
export function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value) && !ArrayBuffer.isView(value)) {
    Object.freeze(value);
    for (const item of Object.values(value)) freeze(item);
  }
  return value;
}

/** One run from its start until nothing can move; everything that goes into `step` is frozen. */
export class Run {
  readonly reactors: ReadonlyMap<Lifeline, Reactor>;
  readonly states = new Map<Lifeline, LifelineState>();
  readonly taken: Taken[] = [];
  readonly #world: World;
  readonly #mail: Message[] = [];
  readonly #delivered: Message[] = [];
  readonly #answered = new Map<string, number>();
  #chosen = 0;

  constructor(ir: Choreography, world: World) {
    this.#world = world;
    this.reactors = new Map(
      projectAll(ir).map((program) => [
        program.lifeline,
        makeReactor(program, baselineMonitor(program.plan)),
      ]),
    );
    for (const [lifeline, reactor] of this.reactors) this.states.set(lifeline, initialState(reactor, "run"));
  }

  /** All events, in an order in which they may have happened. */
  get events(): readonly Event[] {
    return this.taken.flatMap(({ turn }) => turn.events.map(({ event }) => event));
  }

  /** What chance chose among so many. */
  #choose(among: number): number {
    const { choices } = this.#world;
    const chosen = choices[this.#chosen++ % choices.length] ?? 0;
    // Runs go on after the numbers repeat: the place moves the choice on.
    return (chosen + Math.floor(this.#chosen / choices.length)) % among;
  }

  toTheEnd(limit = 2_000): this {
    for (const lifeline of this.reactors.keys())
      this.take(lifeline, { kind: "start", inputs: lookup(inputs, lifeline) ?? {} });
    for (let i = 0; i < limit; i++) {
      const moves = this.#moves();
      if (moves.length === 0) return this;
      moves[this.#choose(moves.length)]?.();
      if (this.#world.unruly) this.#disturb();
    }
    throw new TypeError("a run without end");
  }

  #moves(): readonly (() => void)[] {
    const failed = [...this.states.values()].some(({ status }) => status.kind === "failed");
    if (failed) return [];
    const moves = [...this.states].flatMap(([lifeline, state]) => [
      ...ready(this.reactors.get(lifeline)!, state).map(
        (thread) => () => this.take(lifeline, { kind: "go", thread }),
      ),
      ...state.open.map(({ key, action, args }) => () => {
        const occurrence = (this.#answered.get(`${lifeline}.${action}`) ?? 0) + 1;
        this.#answered.set(`${lifeline}.${action}`, occurrence);
        const value = outcomeOf(action, occurrence, args);
        const error = { code: "action/failed", message: "", place: {}, remedy: "", details: null } as const;
        const outcome: Outcome = value === "fails" ? { kind: "failed", error } : { kind: "ok", value };
        this.take(lifeline, { kind: "outcome", key, outcome });
      }),
    ]);
    return [...moves, ...this.#mail.map((_, i) => () => this.#deliver(this.#world.unruly ? i : 0))];
  }

  #deliver(place: number): void {
    for (const message of this.#mail.splice(place, 1)) {
      this.#delivered.push(message);
      this.take(message.to, { kind: "message", message });
    }
  }

  /** What must have no effect: a message again, a move that is not ready, an outcome that nobody asked for. */
  #disturb(): void {
    const names = [...this.states.keys()];
    const lifeline = names[this.#choose(names.length)]!;
    const state = this.states.get(lifeline)!;
    switch (this.#choose(8)) {
      case 0:
      case 1: {
        const message = this.#delivered[this.#choose(Math.max(1, this.#delivered.length))];
        if (message !== undefined) this.take(message.to, { kind: "message", message });
        break;
      }
      case 2:
        if (ready(this.reactors.get(lifeline)!, state).length === 0)
          this.take(lifeline, { kind: "go", thread: this.#choose(3) });
        break;
      case 3:
        this.take(lifeline, { kind: "outcome", key: "nobody's", outcome: { kind: "ok", value: 1 } });
        break;
      case 4:
        this.take(lifeline, { kind: "timer", key: "nobody's" });
        break;
      case 5:
        this.take(lifeline, { kind: "start", inputs: { x: 9 } });
        break;
    }
  }

  take(lifeline: Lifeline, told: Told): Turn {
    const { times, store, carry } = this.#world;
    const reactor = this.reactors.get(lifeline)!;
    const old = this.states.get(lifeline)!;
    const before = freeze(store === undefined ? old : store(reactor, old));
    const now = String(times[this.taken.length % times.length] ?? 0) as Nanos;
    const input: Input = freeze({ ...told, id: `input ${this.taken.length}`, now, random: new Uint8Array() });
    const turn = step(reactor, before, input);
    this.states.set(lifeline, turn.state);
    for (const message of turn.messages) {
      const to = this.reactors.get(message.to)!;
      this.#mail.push(carry === undefined ? message : carry(to, message));
    }
    this.taken.push({ lifeline, before, input, turn });
    return turn;
  }

  /** Who failed; null: nobody. */
  get failure(): LifelineState | null {
    return [...this.states.values()].find(({ status }) => status.kind === "failed") ?? null;
  }
}

/** The state without what depends on how often and when it was called. */
export function settled(
  reactor: Reactor,
  { version: _, stamp: __, monitor, ...state }: LifelineState,
): unknown {
  return JSON.parse(JSON.stringify({ ...state, monitor: reactor.monitor.encode(monitor) }));
}

/** A state as an engine would keep it: text in which nothing but JSON is left. */
export function save({ monitor }: Reactor, state: LifelineState): string {
  const inbox = state.inbox.map(({ next, held }) => ({
    next,
    held: held.map((message) => ({ ...message, monitor: monitor.encode(message.monitor) })),
  }));
  return JSON.stringify({ ...state, monitor: monitor.encode(state.monitor), inbox });
}

/** The state that such a text means. */
export function restore({ monitor }: Reactor, text: string): LifelineState {
  const state = JSON.parse(text);
  return {
    ...state,
    monitor: monitor.decodeState(state.monitor),
    inbox: state.inbox.map(({ next, held }: { next: number; held: readonly Message[] }) => ({
      next,
      held: held.map((message) => ({ ...message, monitor: monitor.decodeWire(message.monitor as never) })),
    })),
  };
}

/** Where an event stands in time. */
export type Stamped = ReadonlyMap<string, Stamp>;

/** The stamps of all events of a run, by `LIFELINE#K`. */
export function stampsOf(run: Run): Stamped {
  return new Map(
    run.taken.flatMap(({ lifeline, turn }) =>
      turn.events.map(({ position, stamp }) => [`${lifeline}#${position}`, stamp]),
    ),
  );
}
