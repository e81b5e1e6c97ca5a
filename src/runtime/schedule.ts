import type { Lifeline, Random, StepId } from "../base/index.ts";
import type { EventKind } from "../causality/index.ts";

/**
 * In which order a run's events happen. `live`: as they come. `seeded`: a function of the seed and the actions' outcomes
 * alone, however long they take. `recorded`: the line order of a recording.
 */
export type Schedule =
  | { readonly kind: "live" }
  | { readonly kind: "seeded"; readonly random: Random }
  | { readonly kind: "recorded"; readonly order: readonly ScheduledEvent[] };

/**
 * One event that a recorded schedule asks for; `line` is where the recording has it. The other fields say which of a
 * lifeline's parallel arms it belongs to; without a `step` the first one that can move does.
 */
export interface ScheduledEvent {
  readonly on: Lifeline;
  readonly kind: EventKind;
  readonly line: number;
  readonly step?: StepId;
  readonly round?: readonly number[];
  /** Of a receive: the sender; the messages of a co-region share their step. */
  readonly from?: Lifeline;
  /** Of an action's end: the position of the local event after which it started. */
  readonly reads?: number;
}

/** What can happen next: a local operation, or an open action's outcome. */
export type Move =
  | {
      readonly kind: "go";
      readonly lifeline: Lifeline;
      readonly thread: number;
      /** The kind of event that a recorded schedule asks for, and its line. */
      readonly expects?: ScheduledEvent;
    }
  | { readonly kind: "outcome"; readonly lifeline: Lifeline; readonly key: string };
