import type { Lifeline, Vars } from "../base/index.ts";
import type { Event, EventIndex } from "./event.ts";

/**
 * A message sequence chart (Bollig, Causal Past Logic, section 3) as index arrays. Made by `buildMsc`, which checks it; every
 * array but `lifelines` and `latest` has one entry an event, and events stand in a linear extension of the causal order.
 */
export interface Msc {
  readonly lifelines: readonly Lifeline[];
  /** Stores before the first event. */
  readonly initial: { readonly [lifeline: Lifeline]: Vars };
  readonly events: readonly Event[];
  /** Index of the event's lifeline in {@link lifelines}. */
  readonly on: readonly number[];
  /** The event's place on its lifeline, from 1. */
  readonly position: readonly number[];
  /** The previous event on the same lifeline, or -1. */
  readonly previous: readonly EventIndex[];
  /** The send that a receive takes, or -1. */
  readonly source: readonly EventIndex[];
  /** The valuation of each event: its lifeline's store after it. Unchanged stores are shared. */
  readonly stores: readonly Vars[];
  /** `latest[e * lifelines.length + b]`: the latest event of lifeline b in the causal past of e (e included), or -1. */
  readonly latest: readonly EventIndex[];
  /** Whether the order comes from messages or from clocks that the recording states. */
  readonly causality: "messages" | "clocks";
}

/**
 * A causally closed set of events, given by its latest event on each lifeline (-1: none), seen from the event `at`.
 * `why` and `late` are questions about cuts.
 */
export interface Cut {
  readonly at: EventIndex;
  readonly latest: readonly EventIndex[];
}
