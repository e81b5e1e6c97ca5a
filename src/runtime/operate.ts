import {
  assertNever,
  canonicalJson,
  count,
  define,
  type Json,
  lookup,
  type StepId,
  type Vars,
} from "../base/index.ts";
import type { Binding } from "../choreography/index.ts";
import type { Op } from "../projection/index.ts";
import {
  type ActChange,
  type Draft,
  emitAct,
  emitChoice,
  emitReceive,
  emitSend,
  fail,
  moveThread,
  type Position,
} from "./draft.ts";
import { nextMessage, resolve } from "./reactor.ts";
import type { Message } from "./types.ts";

type OpOf<K extends Op["kind"]> = Extract<Op, { readonly kind: K }>;

/** Where a thread stands. */
interface Standing {
  readonly thread: number;
  readonly round: readonly number[];
}

/** Performs one ready operation: at most one choice with its control sends, else one event (an action's start has none). */
export function operate(draft: Draft, op: Op, at: Standing): void {
  switch (op.kind) {
    case "send":
      return send(draft, op, at);
    case "recv":
      return receive(draft, op, at);
    case "assign":
      return assign(draft, op, at);
    case "act":
      return startAction(draft, op, at);
    case "choose":
      return choose(draft, op, at);
    case "follow":
      return follow(draft, op, at);
    case "fork":
    case "join":
    case "end":
      return; // no thread stands there: arriving is all that they are
    default:
      return assertNever(op);
  }
}

/**
 * Puts a thread at a label. A fork begins its arms at once, the last arm at a join lets the forked thread go on, and the
 * end finishes the lifeline: none of them is an event, so that none waits for a turn.
 */
export function arrive(draft: Draft, at: Standing, label: number): void {
  const { state, reactor } = draft;
  const op = reactor.program.ops[label];
  const parent = state.threads[at.thread]?.parent ?? -1;
  if (op?.kind === "fork") {
    moveThread(draft, at.thread, { kind: "forked", label, round: at.round, parent, arms: op.arms.length });
    for (const arm of op.arms) begin(draft, at, arm);
  } else if (op?.kind === "join") join(draft, at.thread, parent);
  else if (op?.kind === "end") finish(draft, at.thread);
  else moveThread(draft, at.thread, { kind: "at", label, round: at.round, parent });
}

/** Begins an arm in the first free place: their number is that of the arms that run at once, in loops too. */
function begin(draft: Draft, fork: Standing, label: number): void {
  const { threads } = draft.state;
  const free = threads.indexOf(null);
  const thread = free < 0 ? threads.length : free;
  moveThread(draft, thread, { kind: "at", label, round: fork.round, parent: fork.thread });
  arrive(draft, { thread, round: fork.round }, label);
}

function join(draft: Draft, thread: number, parent: number): void {
  moveThread(draft, thread, null);
  const forked = draft.state.threads[parent];
  if (forked?.kind !== "forked") return;
  if (forked.arms > 1) return moveThread(draft, parent, { ...forked, arms: forked.arms - 1 });
  const fork = draft.reactor.program.ops[forked.label];
  if (fork?.kind === "fork") arrive(draft, { thread: parent, round: forked.round }, fork.next);
}

function finish(draft: Draft, thread: number): void {
  const { state, reactor } = draft;
  moveThread(draft, thread, null);
  const result: { [name: string]: Json } = {};
  for (const name of reactor.program.results) {
    const value = lookup(state.store, name);
    if (value !== undefined) define(result, name, value);
  }
  state.status = { kind: "done", result };
}

/** The `act` event of an action whose outcome has come, and on to the next operation. */
export function finishAction(
  draft: Draft,
  op: OpOf<"act">,
  at: Standing,
  value: Json | undefined,
  reads: number,
): void {
  const { set, unset } = bind(op.out, value);
  emitAct(draft, position(op.step, at.round), { set, unset, type: op.action, reads });
  arrive(draft, at, op.next);
}

function send(draft: Draft, op: OpOf<"send">, at: Standing): void {
  const payload = resolve(op.payload, draft.state.store);
  if (!payload.ok) return failUnset(draft, op.step, at, payload.unset);
  emitSend(draft, position(op.step, at.round), op.to, op.channel, { kind: "data", payload: payload.values });
  arrive(draft, at, op.next);
}

function receive(draft: Draft, op: OpOf<"recv">, at: Standing): void {
  const { route, message } = expected(draft, at);
  if (message === undefined) return;
  const set: { [name: string]: Json } = {};
  for (const name of op.set) {
    const value = lookup(message.payload, name);
    if (value !== undefined) define(set, name, value);
  }
  emitReceive(draft, position(op.step, at.round), route, message, set);
  arrive(draft, at, op.next);
}

function assign(draft: Draft, op: OpOf<"assign">, at: Standing): void {
  const set = resolve(op.set, draft.state.store);
  if (!set.ok) return failUnset(draft, op.step, at, set.unset);
  const change: ActChange = { set: set.values, unset: op.unset };
  emitAct(draft, position(op.step, at.round), change);
  arrive(draft, at, op.next);
}

function startAction(draft: Draft, op: OpOf<"act">, at: Standing): void {
  const { state } = draft;
  const args = resolve(op.args, state.store);
  if (!args.ok) return failUnset(draft, op.step, at, args.unset);
  const key = canonicalJson([state.run, state.lifeline, op.step, at.round]);
  const request = {
    key,
    step: op.step,
    round: at.round,
    action: op.action,
    args: args.values,
    mode: op.mode,
    reads: state.count,
  };
  draft.actions.push(request);
  state.open = [...state.open, request];
  const { label = 0, parent = -1 } = state.threads[at.thread] ?? {};
  moveThread(draft, at.thread, { kind: "acting", label, round: at.round, parent, key });
}

function choose(draft: Draft, op: OpOf<"choose">, at: Standing): void {
  const round = op.loop === null ? at.round : enter(at.round, op.loop.depth);
  const here = position(op.step, round);
  const value = emitChoice(draft, here, op.guard);
  const bound = op.loop?.bound ?? null;
  if (value && bound !== null && (round.at(-1) ?? 0) > bound) {
    const what = `The loop's guard still holds after ${count(bound, "round")}, which is its bound`;
    return fail(draft, "run/loop-bound", what, here, { bound });
  }
  for (const to of value ? op.tell.whenTrue : op.tell.whenFalse) {
    emitSend(draft, here, to, op.channel, { kind: "control", decision: value });
  }
  decide(draft, op, { thread: at.thread, round }, value);
}

function follow(draft: Draft, op: OpOf<"follow">, at: Standing): void {
  const { route, message } = expected(draft, at);
  if (message === undefined) return;
  const round = op.loop === null ? at.round : enter(at.round, op.loop.depth);
  emitReceive(draft, position(op.step, round), route, message, {});
  decide(draft, op, { thread: at.thread, round }, message.control === true);
}

/** After a decision: a loop's counters stay for its rounds and fall away for its exit part. */
function decide(draft: Draft, op: OpOf<"choose"> | OpOf<"follow">, at: Standing, value: boolean): void {
  const round = op.loop !== null && !value ? at.round.slice(0, op.loop.depth) : at.round;
  arrive(draft, { thread: at.thread, round }, value ? op.whenTrue : op.next);
}

/** The counters with which a loop's next round is decided: round 1 from outside, one more from the body's end. */
function enter(round: readonly number[], depth: number): readonly number[] {
  return [...round.slice(0, depth), (round[depth] ?? 0) + 1];
}

/** The message for which a thread waits. */
function expected(
  { reactor, state }: Draft,
  at: Standing,
): { readonly route: number; readonly message: Message | undefined } {
  const route = reactor.routes.awaited[state.threads[at.thread]?.label ?? 0] ?? -1;
  return { route, message: nextMessage(state, route) };
}

function failUnset(draft: Draft, step: StepId, at: Standing, name: string): void {
  fail(
    draft,
    "run/unset-variable",
    `The variable ${name} is read while it is unset`,
    position(step, at.round),
    { name },
  );
}

function bind(
  out: Binding,
  value: Json | undefined,
): { readonly set: Vars; readonly unset: readonly string[] } {
  switch (out.kind) {
    case "none":
      return { set: {}, unset: [] };
    case "value": {
      // A result that is left out unsets: the old value would belong to an older one.
      if (value === undefined) return { set: {}, unset: [out.variable] };
      const set: { [name: string]: Json } = {};
      define(set, out.variable, value);
      return { set, unset: [] };
    }
    case "fields": {
      const set: { [name: string]: Json } = {};
      const unset: string[] = [];
      const fields =
        typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Vars) : {}; // narrowed by hand
      for (const variable of Object.keys(out.fields)) {
        const field = lookup(out.fields, variable);
        const item = field === undefined ? undefined : lookup(fields, field);
        if (item === undefined) unset.push(variable);
        else define(set, variable, item);
      }
      return { set, unset };
    }
    default:
      return assertNever(out);
  }
}

function position(step: StepId, round: readonly number[]): Position {
  return { step, round };
}
