import type { Digest, ErrorCode, Json, Lifeline, Nanos, Place, StepId, Vars } from "../base/index.ts";
import type { Event, Stamp } from "../causality/index.ts";
import type { ActMode } from "../choreography/index.ts";
import type { MonitorState, Wire } from "../monitor/index.ts";
import type { Label } from "../projection/index.ts";

/** What one lifeline sends another; `id` is its send event's name, `LIFELINE#K`. */
export interface Message {
  readonly id: string;
  readonly run: string;
  readonly from: Lifeline;
  readonly to: Lifeline;
  readonly channel: string;
  /** Counts from 1 per (sender, receiver, channel): transports may reorder and repeat. */
  readonly seq: number;
  readonly payload: Vars;
  /** The decision that a control message tells. */
  readonly control?: boolean;
  readonly monitor: Wire;
  readonly stamp: Stamp;
  /** The sender's head at the send; only when the run is recorded with commitments. */
  readonly head?: Digest;
}

/** An action to perform; performed at least once, its first committed outcome counts. */
export interface ActionRequest {
  /** (run, lifeline, step, rounds of all enclosing loops) as canonical JSON. */
  readonly key: string;
  readonly step: StepId;
  readonly round: readonly number[];
  readonly action: string;
  readonly args: Vars;
  readonly mode: ActMode;
  /** Position of the local event at whose store the arguments were read; 0: before the first. */
  readonly reads: number;
}

/** An error as data: no stack. */
export interface ErrorData {
  readonly code: ErrorCode;
  readonly message: string;
  readonly place: Place;
  readonly remedy: string;
  readonly details: Json;
}

/** What came of an action: its result (absent where it has none or left it out), checked against its signature, or why it failed. */
export type Outcome =
  | { readonly kind: "ok"; readonly value?: Json }
  | { readonly kind: "failed"; readonly error: ErrorData };

/**
 * What a lifeline reacts to. Every input carries the time at which it was taken in and, where the run is recorded with
 * commitments, 32 random bytes (else none): `step` reads nothing else.
 */
export type Input = { readonly id: string; readonly now: Nanos; readonly random: Uint8Array } & (
  | { readonly kind: "start"; readonly inputs: Vars }
  /** Run one ready local operation: what a schedule, the explorer and a fair engine choose. */
  | { readonly kind: "go"; readonly thread: number }
  /** Takes a message into the inbox; `go` performs the receive. */
  | { readonly kind: "message"; readonly message: Message }
  | { readonly kind: "outcome"; readonly key: string; readonly outcome: Outcome }
  | {
      readonly kind: "answer";
      readonly key: string;
      readonly by: string;
      readonly shown: Digest;
      readonly value: Vars;
    }
  | { readonly kind: "timer"; readonly key: string }
  | { readonly kind: "cancel"; readonly reason: string }
);

interface ThreadBase {
  readonly label: Label;
  readonly round: readonly number[];
  /** The thread that waits at the fork of which this one is an arm; -1: none. */
  readonly parent: number;
}

/** One thread of a lifeline: where it stands, with the rounds of the enclosing loops. Its id is its place in the list. */
export type Thread =
  | (ThreadBase & { readonly kind: "at" })
  | (ThreadBase & { readonly kind: "acting"; readonly key: string })
  /** At a fork, until so many arms have joined. */
  | (ThreadBase & { readonly kind: "forked"; readonly arms: number });

/** Where a lifeline stands as a whole. */
export type Status =
  | { readonly kind: "created" }
  | { readonly kind: "running" }
  | { readonly kind: "done"; readonly result: Vars }
  | { readonly kind: "failed"; readonly error: ErrorData }
  | { readonly kind: "cancelled"; readonly reason: string };

/** Messages of one route, that is of one (sender, channel), that the program has not taken yet, by sequence number. */
export interface Inbox {
  /** The sequence number that the program takes next. */
  readonly next: number;
  readonly held: readonly Message[];
}

/** Everything that a lifeline is between two turns: JSON data. */
export interface LifelineState {
  readonly run: string;
  readonly lifeline: Lifeline;
  readonly choreography: Digest;
  /** Turns so far: the fence against a second owner. */
  readonly version: number;
  /** Events so far. */
  readonly count: number;
  readonly store: Vars;
  /** Null: ended; its place is taken by the next arm that begins. */
  readonly threads: readonly (Thread | null)[];
  /** Messages sent so far, by outgoing route: routes are numbered in the order of the local program. */
  readonly sent: readonly number[];
  /** By incoming route. */
  readonly inbox: readonly Inbox[];
  /** Actions not yet answered, oldest first. */
  readonly open: readonly ActionRequest[];
  readonly monitor: MonitorState;
  readonly stamp: Stamp;
  readonly status: Status;
}

/** An event of a run with its place in time: what charts, recordings and records read. */
export interface RunEvent {
  readonly event: Event & { readonly step: StepId; readonly round: readonly number[] };
  /** Its place on its lifeline, from 1. */
  readonly position: number;
  readonly stamp: Stamp;
}

/** Something worth recording that is no event. */
export interface Note {
  readonly kind: "duplicate" | "unexpected" | "late-outcome" | "late-answer" | "late-evidence";
  readonly about: string;
}

/** The effect of one input on one lifeline; all of it commits together or not at all. */
export interface Turn {
  /** The id of the input consumed. */
  readonly consumed: string;
  /** The version of the state that this turn is built on. */
  readonly replaces: number;
  readonly state: LifelineState;
  readonly events: readonly RunEvent[];
  readonly messages: readonly Message[];
  readonly actions: readonly ActionRequest[];
  /** Keys of actions no longer wanted. */
  readonly withdrawn: readonly string[];
  readonly notes: readonly Note[];
  readonly result?: Vars;
}

/** The one write of an engine: the turn as a whole, or nothing when another owner was faster. */
export interface EnginePort {
  readonly commit: (turn: Turn) => Promise<"committed" | "fenced">;
}
