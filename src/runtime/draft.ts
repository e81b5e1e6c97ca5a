import {
  define,
  type ErrorCode,
  errorCodes,
  type Json,
  type Place,
  type StepId,
  type Vars,
} from "../base/index.ts";
import { nextStamp, receiveStamp, type Stamp } from "../causality/index.ts";
import type { Observation } from "../monitor/index.ts";
import type { Reactor } from "./reactor.ts";
import { redact } from "./redact.ts";
import { routeName } from "./routes.ts";
import type { ActionRequest, Input, LifelineState, Message, Note, RunEvent, Thread, Turn } from "./types.ts";

type Writable<T> = { -readonly [K in keyof T]: T[K] };

// In this file objects are written out rather than spread into larger ones: `{ ...a, b }` takes V8 a microsecond.

/** A turn in the making: the only place where a state is written, and never one that somebody else holds. */
export interface Draft {
  readonly reactor: Reactor;
  readonly input: Input;
  readonly state: Writable<LifelineState>;
  readonly events: RunEvent[];
  readonly messages: Message[];
  readonly actions: ActionRequest[];
  readonly notes: Note[];
  withdrawn: readonly string[];
}

const none: readonly string[] = [];

/** Begins a turn on a state. */
export function draftOf(reactor: Reactor, state: LifelineState, input: Input): Draft {
  return {
    reactor,
    input,
    state: { ...state },
    events: [],
    messages: [],
    actions: [],
    notes: [],
    withdrawn: none,
  };
}

/** Ends a turn. */
export function turnOf(draft: Draft): Turn {
  const { input, state, events, messages, actions, notes, withdrawn } = draft;
  const replaces = state.version;
  state.version = replaces + 1;
  const turn: Turn = { consumed: input.id, replaces, state, events, messages, actions, withdrawn, notes };
  return state.status.kind === "done" ? { ...turn, result: state.status.result } : turn;
}

/** Where an event belongs in the program. */
export interface Position {
  readonly step: StepId;
  readonly round: readonly number[];
}

/** What an `act` changes; `type` is the action's name, `reads` the event at whose store its arguments were read. */
export interface ActChange {
  readonly set: Vars;
  readonly unset: readonly string[];
  readonly type?: string;
  readonly reads?: number;
}

/** An `act`: its store changes, then the monitor sees it. */
export function emitAct(draft: Draft, at: Position, change: ActChange): void {
  const { state, reactor } = draft;
  const { set, unset, type, reads } = change;
  state.store = changed(state.store, set, unset);
  const observation: Observation =
    type === undefined ? { store: state.store, kind: "act" } : { store: state.store, kind: "act", type };
  state.monitor = reactor.monitor.local(state.monitor, observation);
  const stamp = nextStamp(state.stamp, draft.input.now);
  const { step, round } = at;
  const event: Writable<Extract<RunEvent["event"], { kind: "act" }>> = {
    on: state.lifeline,
    kind: "act",
    time: stamp.time,
    step,
    round,
  };
  if (type !== undefined) event.type = type;
  if (!isEmpty(set))
    event.set = redact(set, reactor.program.secrets, draft.input.random, draft.events.length);
  if (unset.length > 0) event.unset = unset;
  if (reads !== undefined) event.reads = reads;
  push(draft, event, stamp);
}

/** A `choice`; the guard is evaluated at this very event. Returns its value. */
export function emitChoice(draft: Draft, at: Position, guard: number): boolean {
  const { state, reactor } = draft;
  const { step, round } = at;
  state.monitor = reactor.monitor.local(state.monitor, { store: state.store, kind: "choice" });
  const value = reactor.monitor.holds(state.monitor, guard);
  const stamp = nextStamp(state.stamp, draft.input.now);
  push(
    draft,
    { on: state.lifeline, kind: "choice", guard: step, value, time: stamp.time, step, round },
    stamp,
  );
  return value;
}

/** What leaves with a `send`: a payload, or a decision (a control message). */
export type Content =
  | { readonly kind: "data"; readonly payload: Vars }
  | { readonly kind: "control"; readonly decision: boolean };

/** A `send` and the message that it emits. */
export function emitSend(draft: Draft, at: Position, to: string, channel: string, content: Content): void {
  const { state, reactor } = draft;
  const { step, round } = at;
  const on = state.lifeline;
  const msg = `${on}#${state.count + 1}`;
  const sent = reactor.monitor.send(state.monitor, { store: state.store, kind: "send", message: msg }, to);
  state.monitor = sent.state;
  const route = reactor.routes.outgoing.get(routeName(to, channel)) ?? 0; // every recipient of the program has one
  const seq = (state.sent[route] ?? 0) + 1;
  state.sent = state.sent.with(route, seq);
  const stamp = nextStamp(state.stamp, draft.input.now);
  const { time } = stamp;
  const { run } = state;
  const monitor = sent.wire;
  if (content.kind === "control") {
    const payload = content.decision;
    push(draft, { on, kind: "send", msg, to, payload, control: true, time, step, round }, stamp);
    draft.messages.push({
      id: msg,
      run,
      from: on,
      to,
      channel,
      seq,
      payload: {},
      control: payload,
      monitor,
      stamp,
    });
  } else {
    const { payload } = content;
    if (isEmpty(payload)) push(draft, { on, kind: "send", msg, to, time, step, round }, stamp);
    else push(draft, { on, kind: "send", msg, to, payload, time, step, round }, stamp);
    draft.messages.push({ id: msg, run, from: on, to, channel, seq, payload, monitor, stamp });
  }
}

/** A `recv`: the message leaves its route, the store changes, clock and views merge. */
export function emitReceive(draft: Draft, at: Position, route: number, message: Message, set: Vars): void {
  const { state, reactor } = draft;
  const { step, round } = at;
  const inbox = state.inbox[route];
  if (inbox !== undefined)
    state.inbox = state.inbox.with(route, { next: inbox.next + 1, held: inbox.held.slice(1) });
  state.store = changed(state.store, set, none);
  const observation: Observation = { store: state.store, kind: "recv", message: message.id };
  state.monitor = reactor.monitor.receive(state.monitor, observation, message.monitor);
  const stamp = receiveStamp(state.stamp, message.stamp, draft.input.now);
  const { time } = stamp;
  const on = state.lifeline;
  const msg = message.id;
  const decision = message.control;
  if (decision !== undefined)
    push(draft, { on, kind: "recv", msg, control: true, payload: decision, time, step, round }, stamp);
  else if (isEmpty(set)) push(draft, { on, kind: "recv", msg, time, step, round }, stamp);
  else {
    const shown = redact(set, reactor.program.secrets, draft.input.random, draft.events.length);
    push(draft, { on, kind: "recv", msg, set: shown, time, step, round }, stamp);
  }
}

/** Puts a thread somewhere, or ends it (null). */
export function moveThread(draft: Draft, id: number, thread: Thread | null): void {
  const { state } = draft;
  state.threads = id < state.threads.length ? state.threads.with(id, thread) : [...state.threads, thread];
}

/** The lifeline fails: open actions are withdrawn and nothing moves any more. */
export function fail(
  draft: Draft,
  code: ErrorCode,
  message: string,
  at: Position,
  details: Json = null,
): void {
  const place: Place = { lifeline: draft.state.lifeline, step: at.step };
  draft.state.status = {
    kind: "failed",
    error: { code, message, place, remedy: errorCodes[code].remedy, details },
  };
  withdrawAll(draft);
}

/** No open action is wanted any more. */
export function withdrawAll(draft: Draft): void {
  draft.withdrawn = draft.state.open.map((request) => request.key);
  draft.state.open = [];
}

function push(draft: Draft, event: RunEvent["event"], stamp: Stamp): void {
  const { state } = draft;
  state.count += 1;
  state.stamp = stamp;
  draft.events.push({ event, position: state.count, stamp });
}

function changed(store: Vars, set: Vars, unset: readonly string[]): Vars {
  if (unset.length === 0 && isEmpty(set)) return store;
  const next: { [name: string]: Json } = { ...store };
  for (const name of unset) delete next[name];
  for (const name of Object.keys(set)) define(next, name, set[name] ?? null);
  return next;
}

function isEmpty(record: Vars): boolean {
  for (const _ in record) return false;
  return true;
}
