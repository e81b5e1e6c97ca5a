import { define, type Json, lookup, type Vars } from "../base/index.ts";
import { zeroStamp } from "../causality/index.ts";
import type { Assign } from "../choreography/index.ts";
import type { Monitor } from "../monitor/index.ts";
import type { Label, LocalProgram } from "../projection/index.ts";
import { type Routes, routesOf } from "./routes.ts";
import type { Inbox, LifelineState, Message } from "./types.ts";

/** What drives one lifeline: its local program, its monitor, and its routes, which follow from the program. */
export interface Reactor {
  readonly program: LocalProgram;
  readonly monitor: Monitor;
  readonly routes: Routes;
}

/** Makes what drives a lifeline. */
export function makeReactor(program: LocalProgram, monitor: Monitor): Reactor {
  return { program, monitor, routes: routesOf(program) };
}

const emptyInbox: Inbox = { next: 1, held: [] };

/** The state of a lifeline before its `start`. */
export function initialState(reactor: Reactor, run: string): LifelineState {
  const { program, monitor, routes } = reactor;
  return {
    run,
    lifeline: program.lifeline,
    choreography: program.choreography,
    version: 0,
    count: 0,
    store: {},
    threads: [],
    sent: Array.from(routes.outgoing, () => 0),
    inbox: Array.from(routes.incoming, () => emptyInbox),
    open: [],
    monitor: monitor.initial,
    stamp: zeroStamp,
    status: { kind: "created" },
  };
}

/** The message that the program can take next on an incoming route, if it is here. */
export function nextMessage(state: LifelineState, route: number): Message | undefined {
  const inbox = state.inbox[route];
  const first = inbox?.held[0];
  return first !== undefined && first.seq === inbox?.next ? first : undefined;
}

/** The threads of a lifeline that can move now: a `go` of any of them is one local operation. */
export function ready(reactor: Reactor, state: LifelineState): readonly number[] {
  return state.threads.flatMap((_, id) => (canMove(reactor, state, id) ? [id] : []));
}

/** The first thread that can move, or -1: what {@link ready} begins with, without making a list. */
export function firstReady(reactor: Reactor, state: LifelineState): number {
  for (let id = 0; id < state.threads.length; id++) if (canMove(reactor, state, id)) return id;
  return -1;
}

function canMove(reactor: Reactor, state: LifelineState, id: number): boolean {
  const thread = state.threads[id];
  if (state.status.kind !== "running" || thread?.kind !== "at") return false;
  const route = reactor.routes.awaited[thread.label];
  if (route === undefined || route < 0)
    return state.open.length === 0 || mayOverlap(reactor, state, thread.label);
  return nextMessage(state, route) !== undefined;
}

/** Whether what stands at a label may happen while actions are open: an exclusive action overlaps no other one. */
function mayOverlap({ program: { ops } }: Reactor, state: LifelineState, label: Label): boolean {
  const op = ops[label];
  if (op?.kind !== "act") return true;
  const others = state.threads.filter((thread) => thread?.kind === "acting");
  return !others.some((other) => {
    const acting = ops[other?.label ?? -1];
    return op.exclusive || (acting?.kind === "act" && acting.exclusive);
  });
}

/** Reads the sources of an assignment; the name of the first variable that is unset, where one is. */
export function resolve(
  assign: Assign,
  store: Vars,
): { readonly ok: true; readonly values: Vars } | { readonly ok: false; readonly unset: string } {
  const values: { [name: string]: Json } = {};
  for (const target of Object.keys(assign)) {
    const source = assign[target];
    if (source === undefined) continue;
    const value = source.kind === "const" ? source.value : lookup(store, source.name);
    if (value === undefined) return { ok: false, unset: source.kind === "var" ? source.name : target };
    define(values, target, value);
  }
  return { ok: true, values };
}
