import type { Clock, Lifeline, LightconeError, Signal, Vars } from "../base/index.ts";
import type { ActionRequest, Implementation, RunEvent, Schedule, Timers } from "../runtime/index.ts";

/** How a choreography is run. */
export interface RunOptions {
  /** Made by `implement` and `script`; of several for one action the last counts. */
  readonly implementations?: readonly Implementation[];
  /** A value for each declared input, by lifeline and variable. */
  readonly inputs?: { readonly [lifeline: Lifeline]: { readonly [variable: string]: unknown } };
  /** A seed, or a whole {@link Schedule}; without it events happen as they come. */
  readonly schedule?: number | Schedule;
  /** Cancels the run when aborted. */
  readonly signal?: Signal;
  /** The run's name; a random one without it. */
  readonly run?: string;
  /** Told of every event, in an order that is a linear extension of the causal order. */
  readonly onEvent?: (event: RunEvent) => void;
  /** Told when an action begins. */
  readonly onAction?: (lifeline: Lifeline, request: ActionRequest) => void;
  readonly clock?: Clock;
  readonly timers?: Timers;
}

/** How a run ended. `results` holds each lifeline's located results; empty unless the run is done. */
export type RunResult = {
  readonly run: string;
  readonly results: { readonly [lifeline: Lifeline]: Vars };
} & (
  | { readonly status: "done" }
  | { readonly status: "failed"; readonly error: LightconeError }
  | { readonly status: "cancelled"; readonly reason: string }
);
