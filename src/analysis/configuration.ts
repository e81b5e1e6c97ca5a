import {
  define,
  errorCodes,
  type Lifeline,
  LightconeError,
  lookup,
  type Nanos,
  type Vars,
} from "../base/index.ts";
import type { Event } from "../causality/index.ts";
import {
  type ActionRequest,
  type Input,
  initialState,
  type LifelineState,
  type Message,
  type Outcome,
  type Reactor,
  ready,
  step,
  type Turn,
  type Workflow,
} from "../runtime/index.ts";
import { type LocalMove, localMoves, waitsOf } from "./local-moves.ts";
import { type Occurrence, Occurrences, pastOf } from "./occurrence.ts";

/**
 * The outcome of the n-th occurrence (from 1) of an action on a lifeline, or all that it may come to; it may depend on its
 * arguments.
 */
export type Outcomes = (
  lifeline: Lifeline,
  request: ActionRequest,
  occurrence: number,
) => Outcome | readonly Outcome[];

/** Where one lifeline stands. Equal standings are one object, so that each of its turns is worked out once. */
export interface Local {
  readonly id: number;
  /** Index of the lifeline. */
  readonly lifeline: number;
  readonly state: LifelineState;
  readonly last: Occurrence | null;
  readonly moves: readonly LocalMove[];
  /** Indices of the lifelines for whose messages some thread waits. */
  readonly waits: readonly number[];
  /** How often each action was answered. */
  readonly answers: { readonly [action: string]: number };
  /** By sender: the id of its last send that has come, or -1. */
  readonly arrived: readonly number[];
}

/** Where a run stands between two turns: its lifelines in declaration order. */
export type Configuration = readonly Local[];

/** Equal for equal configurations, however they were reached. */
export function keyOf(here: Configuration): string {
  let key = "";
  for (const { id } of here) key += `${id},`;
  return key;
}

/** The events that led to a configuration, in an order in which they can happen. */
export function historyOf(here: Configuration): readonly Event[] {
  return pastOf(here.map(({ last }) => last)).map(({ event }) => event);
}

/** Whether some lifeline has failed. */
export function hasFailed(here: Configuration): boolean {
  return here.some(({ state }) => state.status.kind === "failed");
}

interface Sent {
  readonly to: number;
  readonly message: Message;
  readonly by: Occurrence;
}

interface Turned {
  readonly next: Local;
  readonly sent: readonly Sent[];
}

/** Above the number of events that fit into memory, and small enough that two numbers fit into one. */
const PAIR = 2 ** 26;

// Time stands still, so that configurations differ by what happened alone.
const frame = { id: "", now: "0" as Nanos, random: new Uint8Array(32) } as const; // a decimal string by inspection

/** A workflow under exploration: everything that was ever worked out about it. */
export class System {
  readonly lifelines: readonly Lifeline[];
  readonly occurrences: Occurrences = new Occurrences();
  readonly #reactors: readonly Reactor[];
  readonly #index: ReadonlyMap<Lifeline, number>;
  readonly #outcomes: Outcomes;
  readonly #locals = new Map<string, Local>();
  readonly #turns = new Map<LocalMove, Turned>();
  /** By the receiver's standing and the send. */
  readonly #deliveries = new Map<number, Local>();
  readonly #sends = new WeakMap<Message, Occurrence>();
  readonly #ended = new Map<Occurrence, Outcome>();

  constructor(workflow: Workflow, outcomes: Outcomes) {
    this.lifelines = workflow.lifelines;
    this.#reactors = [...workflow.reactors.values()];
    this.#index = new Map(workflow.lifelines.map((name, i) => [name, i]));
    this.#outcomes = outcomes;
  }

  /** How many standings and events are remembered. */
  get size(): number {
    return this.#locals.size + this.occurrences.size;
  }

  /** The configuration before the first event: every lifeline has started. */
  begin(inputs: { readonly [lifeline: Lifeline]: Vars }): Configuration {
    const arrived = this.lifelines.map(() => -1);
    return this.#reactors.map((reactor, lifeline) => {
      const start: Input = {
        ...frame,
        kind: "start",
        inputs: lookup(inputs, reactor.program.lifeline) ?? {},
      };
      const { state } = step(reactor, initialState(reactor, "run"), start);
      return this.#local({ lifeline, state, last: null, answers: {}, arrived });
    });
  }

  /** The configuration after one move of one lifeline, with its messages in their receivers' inboxes. */
  take(here: Configuration, lifeline: number, move: LocalMove): Configuration {
    const local = here[lifeline];
    if (local === undefined) return here;
    const turned = this.#turns.get(move) ?? this.#turn(local, move);
    const next = [...here];
    next[lifeline] = turned.next;
    for (const sent of turned.sent) {
      const receiver = next[sent.to];
      if (receiver !== undefined) next[sent.to] = this.#deliver(receiver, sent);
    }
    return next;
  }

  /** What an action came to, by its event. */
  outcomeOf(act: Occurrence): Outcome | undefined {
    return this.#ended.get(act);
  }

  #turn(local: Local, move: LocalMove): Turned {
    const { lifeline, arrived } = local;
    const reactor = this.#reactors[lifeline];
    if (reactor === undefined) return { next: local, sent: [] };
    const turn = attempt(reactor, local.state, inputOf(move));
    let { last, answers } = local;
    const made = turn.events.map(({ event }) => {
      last = this.occurrences.after(lifeline, last, event, this.#sourceOf(local.state, event));
      return last;
    });
    if (move.kind === "outcome") {
      const { action } = move.request;
      answers = answeredOnce(answers, action);
      if (made.length > 0 && last !== null) this.#ended.set(last, move.outcome);
    }
    const sent = turn.messages.flatMap((message): Sent[] => {
      const by = made.find(({ event }) => event.kind === "send" && event.msg === message.id);
      const to = this.#index.get(message.to);
      if (by === undefined || to === undefined) return [];
      this.#sends.set(message, by);
      return [{ to, message, by }];
    });
    const turned = { next: this.#local({ lifeline, state: turn.state, last, answers, arrived }), sent };
    this.#turns.set(move, turned);
    return turned;
  }

  #deliver(local: Local, { message, by }: Sent): Local {
    const key = local.id * PAIR + by.id;
    const known = this.#deliveries.get(key);
    if (known !== undefined) return known;
    const reactor = this.#reactors[local.lifeline];
    if (reactor === undefined) return local;
    const { state } = step(reactor, local.state, messageInput(message));
    const arrived = local.arrived.with(by.lifeline, by.id);
    const { lifeline, last, answers } = local;
    const next = this.#local({ lifeline, state, last, answers, arrived });
    this.#deliveries.set(key, next);
    return next;
  }

  #sourceOf(state: LifelineState, event: Event): Occurrence | null {
    if (event.kind !== "recv") return null;
    for (const { held } of state.inbox) {
      const [first] = held;
      if (first?.id === event.msg) return this.#sends.get(first) ?? null;
    }
    return null;
  }

  #local(standing: Pick<Local, "lifeline" | "state" | "last" | "answers" | "arrived">): Local {
    const { lifeline, state, last, arrived, answers } = standing;
    const key = `${lifeline} ${last?.id ?? -1} ${arrived.join()} ${placesOf(state)}`;
    const known = this.#locals.get(key);
    if (known !== undefined) return known;
    const reactor = this.#reactors[lifeline];
    const on = state.lifeline;
    const answer = (request: ActionRequest): readonly Outcome[] => {
      const found = this.#outcomes(on, request, (lookup(answers, request.action) ?? 0) + 1);
      return isList(found) ? found : [found];
    };
    const able = reactor === undefined ? [] : ready(reactor, state);
    const moves = localMoves(state, able, answer);
    const waits = reactor === undefined ? [] : waitsOf(reactor, state, able, this.#index);
    const id = this.#locals.size;
    const local: Local = { id, lifeline, state, last, answers, arrived, moves, waits };
    this.#locals.set(key, local);
    return local;
  }
}

/** What a lifeline's events do not say: where its threads stand, and at which event an open action read its arguments. */
function placesOf({ threads, open, status }: LifelineState): string {
  // Which place of the list a thread has says nothing.
  const places = threads.flatMap((thread) => {
    if (thread === null || thread.kind === "forked") return [];
    if (thread.kind === "at") return [`${thread.label}`];
    return [`${thread.label}@${open.find(({ key }) => key === thread.key)?.reads}`];
  });
  const failed = status.kind === "failed" ? ` ${status.error.code} ${status.error.place.step}` : "";
  return `${places.sort().join()}${failed}`;
}

// Written out: spreading the common part costs a microsecond each.
function inputOf(move: LocalMove): Input {
  const { id, now, random } = frame;
  if (move.kind === "go") return { kind: "go", thread: move.thread, id, now, random };
  return { kind: "outcome", key: move.request.key, outcome: move.outcome, id, now, random };
}

function messageInput(message: Message): Input {
  const { id, now, random } = frame;
  return { kind: "message", message, id, now, random };
}

/** A turn; what it throws (a predicate that fails) fails the lifeline, as an engine has it. */
function attempt(reactor: Reactor, state: LifelineState, input: Input): Turn {
  try {
    return step(reactor, state, input);
  } catch (error) {
    if (!(error instanceof LightconeError)) throw error;
    const { code, what: message, place, details } = error;
    const status = {
      kind: "failed",
      error: { code, message, place, remedy: errorCodes[code].remedy, details },
    } as const;
    const failed: LifelineState = { ...state, version: state.version + 1, open: [], status };
    const nothing = { events: [], messages: [], actions: [], withdrawn: [], notes: [] };
    return { consumed: input.id, replaces: state.version, state: failed, ...nothing };
  }
}

function answeredOnce(answers: Local["answers"], action: string): Local["answers"] {
  const more: { [action: string]: number } = { ...answers };
  define(more, action, (lookup(answers, action) ?? 0) + 1);
  return more;
}

function isList(found: Outcome | readonly Outcome[]): found is readonly Outcome[] {
  return Array.isArray(found);
}
