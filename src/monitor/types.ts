import type { Json, Lifeline, Vars } from "../base/index.ts";
import type { EventKind } from "../causality/index.ts";
import type { Formula } from "../cpl/index.ts";

/** A formula and the lifeline that asks it: `φ@A`. */
export interface Guard {
  readonly owner: Lifeline;
  readonly formula: Formula;
}

/** Index of a formula in {@link MonitorPlan.formulas}. */
export type FormulaId = number;

/**
 * What one lifeline's monitor must do, made from the choreography alone, so that every process derives the same one:
 * all keys of states and messages are positions in it.
 */
export interface MonitorPlan {
  readonly lifeline: Lifeline;
  readonly lifelines: readonly Lifeline[];
  /** sub(Φ) over all guards: hash-consed, children first, `once` and `seen` unfolded to primitive syntax. */
  readonly formulas: readonly Formula[];
  /** vars(Φ): the variables (and metadata fields) that some cross-lifeline term reads, sorted; only these travel. */
  readonly variables: readonly string[];
  /** The formulas whose value at this lifeline some guard can ask for; named predicates are called for these only. */
  readonly need: readonly FormulaId[];
}

/** What a monitor is told of a new event: the lifeline's store after it and the event's metadata. */
export interface Observation {
  readonly store: Vars;
  readonly kind: EventKind;
  readonly type?: string;
  readonly message?: string;
}

/** The state of one lifeline's monitor: JSON data, opaque to everything but the monitor that made it. */
export type MonitorState = { readonly [opaqueState]: true };
declare const opaqueState: unique symbol;

/** What a monitor attaches to a message: JSON data, immutable, opaque to everything but monitors of the same plan. */
export type Wire = { readonly [opaqueWire]: true };
declare const opaqueWire: unique symbol;

/**
 * An online monitor of one lifeline (Bollig, section 5): pure functions over its state. Each call is one event.
 * Implementations differ in speed, never in an answer.
 */
export interface Monitor {
  readonly plan: MonitorPlan;
  /** The state before the first event. */
  readonly initial: MonitorState;
  /** An `act` or a `choice`. */
  readonly local: (state: MonitorState, event: Observation) => MonitorState;
  /** A `send`; the wire is the snapshot right after it. */
  readonly send: (
    state: MonitorState,
    event: Observation,
    to: Lifeline,
  ) => { readonly state: MonitorState; readonly wire: Wire };
  /** A `recv` of a message that carried `wire`. */
  readonly receive: (state: MonitorState, event: Observation, wire: Wire) => MonitorState;
  /** The value of a formula at the latest event; false before the first. The formula must be needed here. */
  readonly holds: (state: MonitorState, formula: FormulaId) => boolean;
  /** A state or a wire as JSON for storage and transport. */
  readonly encode: (value: MonitorState | Wire) => Json;
  /** Checks and restores an encoded state. @throws LightconeError `monitor/foreign` when it is not of this plan. */
  readonly decodeState: (value: Json) => MonitorState;
  /** Checks and restores an encoded wire. @throws LightconeError `monitor/foreign` when it is not of this plan. */
  readonly decodeWire: (value: Json) => Wire;
}
