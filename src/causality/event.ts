import type { Json, Lifeline, Nanos, StepId, Vars } from "../base/index.ts";

/** What every event may carry. */
interface EventBase {
  readonly on: Lifeline;
  /** A name beside `LIFELINE#K`. */
  readonly id?: string;
  readonly time?: Nanos;
  readonly type?: string;
  /** The event's vector clock, where the recording states it. */
  readonly clock?: { readonly [lifeline: Lifeline]: number };
  readonly payload?: Json;
  /** Where in the choreography; absent in recordings of other tools. */
  readonly step?: StepId;
  /** The rounds of the enclosing loops, outermost first, counted from 1. */
  readonly round?: readonly number[];
  /** Keys of the recording that Lightcone does not know, kept as they were. */
  readonly extra?: Vars;
}

/** A local action; it may set and unset several variables at once. */
interface ActEvent extends EventBase {
  readonly kind: "act";
  readonly set?: Vars;
  readonly unset?: readonly string[];
  /** Position (from 1) of the local event at whose store the action's inputs were read; 0: before the first. */
  readonly reads?: number;
}

/** A message leaves. `to` is null for a broadcast and `msg` empty for an unnamed one; only charts with clocks have either. */
export interface SendEvent extends EventBase {
  readonly kind: "send";
  readonly msg: string;
  readonly to: Lifeline | null;
  /** A control message: it tells its receiver a decision. */
  readonly control?: true;
}

/** A message is taken; it may set and unset several variables at once. `msg` as in {@link SendEvent}. */
export interface RecvEvent extends EventBase {
  readonly kind: "recv";
  readonly msg: string;
  readonly set?: Vars;
  readonly unset?: readonly string[];
  readonly control?: true;
}

/** A decision: the guard's value on the causal past of this event. */
interface ChoiceEvent extends EventBase {
  readonly kind: "choice";
  readonly guard: string;
  readonly value: boolean;
}

/** One observable step of a lifeline (Bollig, Causal Past Logic, section 3). */
export type Event = ActEvent | SendEvent | RecvEvent | ChoiceEvent;

/** The four kinds of {@link Event}. */
export type EventKind = Event["kind"];

/** The place of an event in {@link Msc.events}; -1 stands for "none". */
export type EventIndex = number;
