import { assertNever, define, type Json, type Lifeline, lookup, type Vars } from "../base/index.ts";
import type { Event } from "../causality/index.ts";
import type { Assign, Binding } from "../choreography/index.ts";
import { type History, type Past, record, storeAfter } from "./history.ts";
import type { Deed, Done } from "./moves.ts";
import type { Started } from "./residual.ts";

/** What came of an action, as the runtime has it. */
export type CentralOutcome = { readonly kind: "ok"; readonly value?: Json } | { readonly kind: "failed" };

/** An action's outcome as a function of the lifeline, the action, how often it was started there (from 1), and its arguments. */
export type Outcomes = (lifeline: Lifeline, action: string, occurrence: number, args: Vars) => CentralOutcome;

/** Why a run fails. */
export type FailureReason = "loop-bound" | "unset-variable" | "action";

/** Who does something, and after what. */
export interface Actor {
  readonly history: History;
  readonly outcomes: Outcomes;
  readonly lifeline: Lifeline;
  readonly previous: Past | null;
}

/** What a deed leaves behind; where it fails, why. */
export interface Effect extends Done {
  readonly failed: FailureReason | null;
}

/** Does a deed: its events, as the runtime makes them. */
export function effectOf(actor: Actor, deed: Deed): Effect {
  const { lifeline: on, previous } = actor;
  const at = deed.at;
  switch (deed.kind) {
    case "send": {
      const payload = valuesOf(actor, deed.payload);
      if (payload === null) return failing("unset-variable");
      const content = isEmpty(payload) ? {} : { payload };
      return done(actor, { on, kind: "send", msg: nextName(actor), to: deed.to, ...content, ...at });
    }
    case "recv": {
      const set = (deed.sent.event.payload ?? {}) as Vars; // a data message: `valuesOf` made it
      const msg = nameOf(deed.sent);
      return done(actor, { on, kind: "recv", msg, ...change(set), ...at }, deed.sent);
    }
    case "hear": {
      const content = { control: true, payload: deed.value } as const;
      return done(actor, { on, kind: "recv", msg: nameOf(deed.sent), ...content, ...at }, deed.sent);
    }
    case "assign": {
      const set = valuesOf(actor, deed.node.set);
      if (set === null) return failing("unset-variable");
      return done(actor, { on, kind: "act", ...change(set, deed.node.unset), ...at });
    }
    case "start": {
      const args = valuesOf(actor, deed.node.args);
      if (args === null) return failing("unset-variable");
      return { events: [], started: { reads: previous?.position ?? 0, args }, failed: null };
    }
    case "act":
      return act(actor, deed, deed.started);
    case "choose":
      return choose(actor, deed);
    default:
      return assertNever(deed);
  }
}

function act(actor: Actor, { at, node }: Extract<Deed, { kind: "act" }>, { reads, args }: Started): Effect {
  const { lifeline: on, outcomes, previous } = actor;
  const outcome = outcomes(on, node.action, timesDone(previous, node.action) + 1, args);
  if (outcome.kind === "failed") return failing("action");
  const { set, unset } = bind(node.out, outcome.value);
  return done(actor, { on, kind: "act", type: node.action, ...change(set, unset), reads, ...at });
}

/** The choice and its control messages are one step, with no other event of the owner between. */
function choose(actor: Actor, deed: Extract<Deed, { kind: "choose" }>): Effect {
  const { history, lifeline: on } = actor;
  const { at, value } = deed;
  const choice = record(history, actor.previous, { on, kind: "choice", guard: at.step, value, ...at });
  if (deed.exceeds) return { events: [choice], started: null, failed: "loop-bound" };
  const events = [choice];
  for (const to of deed.tell) {
    const previous = events.at(-1) ?? choice;
    const msg = nextName({ ...actor, previous });
    events.push(
      record(history, previous, { on, kind: "send", msg, to, payload: value, control: true, ...at }),
    );
  }
  return { events, started: null, failed: null };
}

function done({ history, previous }: Actor, event: Event, source: Past | null = null): Effect {
  return { events: [record(history, previous, event, source)], started: null, failed: null };
}

function failing(failed: FailureReason): Effect {
  return { events: [], started: null, failed };
}

function timesDone(last: Past | null, action: string): number {
  let times = 0;
  for (let past = last; past !== null; past = past.previous) {
    if (past.event.kind === "act" && past.event.type === action) times += 1;
  }
  return times;
}

/** The values of an assignment's sources; null where one reads an unset variable. */
function valuesOf({ history, lifeline, previous }: Actor, assign: Assign): Vars | null {
  const store = storeAfter(history, lifeline, previous);
  const values: { [name: string]: Json } = {};
  for (const [target, source] of Object.entries(assign)) {
    const value = source.kind === "const" ? source.value : lookup(store, source.name);
    if (value === undefined) return null;
    define(values, target, value);
  }
  return values;
}

/** What an action's result sets; what it leaves out is unset, since the old value belongs to an older result. */
function bind(
  out: Binding,
  value: Json | undefined,
): { readonly set: Vars; readonly unset: readonly string[] } {
  if (out.kind === "none") return { set: {}, unset: [] };
  if (out.kind === "value") {
    if (value === undefined) return { set: {}, unset: [out.variable] };
    return { set: Object.fromEntries([[out.variable, value]]), unset: [] };
  }
  const fields =
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? new Map(Object.entries(value))
      : new Map<string, Json>();
  const bound = Object.entries(out.fields).map(([variable, field]) => [variable, fields.get(field)] as const);
  const set = Object.fromEntries(bound.flatMap(([name, item]) => (item === undefined ? [] : [[name, item]])));
  return { set, unset: bound.filter(([, item]) => item === undefined).map(([name]) => name) };
}

/** What changes in a store, without empty parts. */
function change(
  set: Vars,
  unset: readonly string[] = [],
): { readonly set?: Vars; readonly unset?: readonly string[] } {
  return { ...(isEmpty(set) ? {} : { set }), ...(unset.length === 0 ? {} : { unset }) };
}

function isEmpty(values: Vars): boolean {
  return Object.keys(values).length === 0;
}

function nextName({ lifeline, previous }: Pick<Actor, "lifeline" | "previous">): string {
  return `${lifeline}#${(previous?.position ?? 0) + 1}`;
}

function nameOf(past: Past): string {
  return `${past.event.on}#${past.position}`;
}
