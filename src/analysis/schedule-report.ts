import type { Lifeline, Vars } from "../base/index.ts";
import type { Violation } from "./counterexample.ts";
import type { Demand } from "./demand.ts";
import type { EndFailure } from "./ends.ts";
import type { PossibleOutcomes } from "./possible-outcomes.ts";

/** What is explored, how far, and what is demanded. */
export interface CheckSchedulesOptions {
  /** The stores before the first event. */
  readonly inputs?: { readonly [lifeline: Lifeline]: Vars };
  readonly outcomes: PossibleOutcomes;
  readonly demands?: readonly Demand[];
  /** Demand that runs with the same outcomes of their actions have the same results. */
  readonly deterministic?: boolean;
  /** Run so many random schedules, and not every one. */
  readonly runs?: number;
  /** Of random schedules; 0 unless said otherwise. */
  readonly seed?: number;
  /** The most configurations that are remembered; a million unless said otherwise. Beyond it, schedules are random. */
  readonly limit?: number;
  /** Random schedules after the limit was reached; 1000 unless said otherwise. */
  readonly beyond?: number;
  /** Leave out schedules that lead to the same charts; true unless said otherwise. */
  readonly reduce?: boolean;
  /** The most configurations of the oracle; 0: no comparison; 100 000 unless said otherwise. */
  readonly oracle?: number;
  /** Count configurations without reduction too, up to so many; 0 unless said otherwise. */
  readonly countAll?: number;
}

/** What an exploration came to. Plain data. */
export interface ScheduleReport {
  /** Whether every schedule was covered: there was no limit in the way, and no demand for random ones. */
  readonly complete: boolean;
  /** Distinct configurations visited by the search. */
  readonly configurations: number;
  /** Turns of random schedules, each of which leads to a configuration that may have been visited before. */
  readonly turns: number;
  /** Random schedules. */
  readonly runs: number;
  /** Moves that the search took, and those that were possible and spared by reduction. */
  readonly moves: { readonly taken: number; readonly spared: number };
  /** Configurations without reduction; null: not counted, or not to the end. */
  readonly unreduced: number | null;
  /** Distinct ends of runs that are done. */
  readonly ends: number;
  /** Where runs failed, each with the number of distinct charts. */
  readonly failures: readonly (EndFailure & { readonly message: string; readonly charts: number })[];
  /** Events looked at, each with its causal past counted once, and choices among them. */
  readonly events: number;
  readonly decisions: number;
  /** Null: the oracle has the same runs (of random schedules: has them all); else why nothing was compared. */
  readonly notCompared: string | null;
  readonly violations: readonly Violation[];
}
