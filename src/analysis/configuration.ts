import { type Lifeline, lookup, type Nanos, type Vars } from "../base/index.ts";
import type { Event } from "../causality/index.ts";
import {
  type ActionRequest,
  type Input,
  initialState,
  type LifelineState,
  type Outcome,
  ready,
  step,
  type Turn,
  type Workflow,
} from "../runtime/index.ts";

/** The outcome of the n-th occurrence (from 1) of an action on a lifeline; it may depend on its arguments. */
export type Outcomes = (lifeline: Lifeline, request: ActionRequest, occurrence: number) => Outcome;

/** Where a run stands between two turns, and one schedule that leads there. */
export interface Configuration {
  /** Equal for equal configurations, however they were reached. */
  readonly key: string;
  readonly states: ReadonlyMap<Lifeline, LifelineState>;
  readonly failed: boolean;
  readonly past: Past | null;
  /** The local history of each lifeline as interned numbers: equal numbers mean equal causal pasts. */
  readonly histories: ReadonlyMap<Lifeline, readonly number[]>;
  /** How often each action has been answered. */
  readonly occurrences: { readonly [action: string]: number };
  readonly interned: Map<string, number>;
}

interface Past {
  readonly event: Event;
  readonly before: Past | null;
}

/** The events that led to a configuration, in the order in which they happened. */
export function historyOf(configuration: Configuration): readonly Event[] {
  const events: Event[] = [];
  for (let past = configuration.past; past !== null; past = past.before) events.push(past.event);
  return events.reverse();
}

/** The configuration before the first event: every lifeline has started. */
export function begin(workflow: Workflow, inputs: { readonly [lifeline: Lifeline]: Vars }): Configuration {
  const empty: Configuration = {
    key: "",
    states: new Map(
      [...workflow.reactors].map(([lifeline, reactor]) => [lifeline, initialState(reactor, "run")]),
    ),
    failed: false,
    past: null,
    histories: new Map(workflow.lifelines.map((lifeline) => [lifeline, []])),
    occurrences: {},
    interned: new Map(),
  };
  return workflow.lifelines.reduce(
    (here, lifeline) =>
      take(workflow, here, lifeline, { ...frame, kind: "start", inputs: lookup(inputs, lifeline) ?? {} }),
    empty,
  );
}

/** Every configuration that one more turn can lead to. */
export function successors(
  workflow: Workflow,
  here: Configuration,
  outcomes: Outcomes,
): readonly Configuration[] {
  const next: Configuration[] = [];
  for (const [lifeline, reactor] of workflow.reactors) {
    const state = here.states.get(lifeline);
    if (state === undefined) continue;
    for (const thread of ready(reactor, state)) {
      next.push(take(workflow, here, lifeline, { ...frame, kind: "go", thread }));
    }
    for (const request of state.open) {
      const action = `${lifeline}.${request.action}`;
      const occurrence = (lookup(here.occurrences, action) ?? 0) + 1;
      const outcome = outcomes(lifeline, request, occurrence);
      const input: Input = { ...frame, kind: "outcome", key: request.key, outcome };
      const counted = { ...here, occurrences: { ...here.occurrences, [action]: occurrence } };
      next.push(take(workflow, counted, lifeline, input));
    }
  }
  return next;
}

// Time stands still, so that configurations differ by what happened alone.
const frame = { id: "", now: "0" as Nanos, random: new Uint8Array(32) } as const; // a decimal string by inspection

/** One turn, with its messages in their receivers' inboxes. */
function take(workflow: Workflow, here: Configuration, lifeline: Lifeline, input: Input): Configuration {
  const states = new Map(here.states);
  const turn = turnOf(workflow, states, lifeline, input);
  if (turn === undefined) return here;
  for (const message of turn.messages)
    turnOf(workflow, states, message.to, { ...frame, kind: "message", message });
  const histories = new Map(here.histories);
  let past = here.past;
  for (const { event } of turn.events) {
    past = { event, before: past };
    histories.set(lifeline, [...(histories.get(lifeline) ?? []), intern(here.interned, histories, event)]);
  }
  const failed = turn.state.status.kind === "failed";
  const key = keyOf(workflow, states, histories, failed);
  return { ...here, key, states, histories, past, failed };
}

function turnOf(
  workflow: Workflow,
  states: Map<Lifeline, LifelineState>,
  lifeline: Lifeline,
  input: Input,
): Turn | undefined {
  const reactor = workflow.reactors.get(lifeline);
  const state = states.get(lifeline);
  if (reactor === undefined || state === undefined) return undefined;
  const turn = step(reactor, state, input);
  states.set(lifeline, turn.state);
  return turn;
}

/** A number for an event with its whole causal past: its content, the event before it, and the send that it takes. */
function intern(
  interned: Map<string, number>,
  histories: ReadonlyMap<Lifeline, readonly number[]>,
  event: Event,
): number {
  const before = histories.get(event.on)?.at(-1) ?? -1;
  const hash = event.kind === "recv" ? event.msg.lastIndexOf("#") : -1;
  const sent =
    event.kind === "recv"
      ? histories.get(event.msg.slice(0, hash))?.[Number(event.msg.slice(hash + 1)) - 1]
      : -1;
  const text = `${before} ${sent} ${JSON.stringify(event)}`;
  const known = interned.get(text);
  if (known !== undefined) return known;
  interned.set(text, interned.size);
  return interned.size - 1;
}

function keyOf(
  workflow: Workflow,
  states: ReadonlyMap<Lifeline, LifelineState>,
  histories: ReadonlyMap<Lifeline, readonly number[]>,
  failed: boolean,
): string {
  const parts = workflow.lifelines.map((lifeline) => {
    const { threads = [], open = [] } = states.get(lifeline) ?? {};
    // Which place of the list a thread has says nothing, and where an open action read its arguments does.
    const places = threads.flatMap((thread) => {
      if (thread === null || thread.kind === "forked") return [];
      if (thread.kind === "at") return [`${thread.label}`];
      return [`${thread.label}@${open.find(({ key }) => key === thread.key)?.reads}`];
    });
    return `${histories.get(lifeline)?.at(-1) ?? -1}:${places.sort().join()}`;
  });
  return `${parts.join(" ")} ${failed}`;
}
