import type { Lifeline, Random } from "../base/index.ts";
import type { EventKind } from "../causality/index.ts";

/**
 * In which order a run's events happen. `live`: as they come. `seeded`: a function of the seed and the actions' outcomes
 * alone, however long they take. `recorded`: the line order of a recording.
 */
export type Schedule =
  | { readonly kind: "live" }
  | { readonly kind: "seeded"; readonly random: Random }
  | { readonly kind: "recorded"; readonly order: readonly ScheduledEvent[] };

/** One event that a recorded schedule asks for; `line` is where the recording has it. */
export interface ScheduledEvent {
  readonly on: Lifeline;
  readonly kind: EventKind;
  readonly line: number;
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
