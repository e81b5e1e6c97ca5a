import {
  canonicalJson,
  define,
  type ErrorCode,
  type Lifeline,
  type StepId,
  type Vars,
} from "../base/index.ts";
import { type Event, latestVisible, type Msc, mscKey } from "../causality/index.ts";
import type { CentralRun } from "../projection/index.ts";
import { type Configuration, hasFailed, historyOf, type System } from "./configuration.ts";
import { chartOf, pastOf } from "./occurrence.ts";

type Stores = { readonly [lifeline: Lifeline]: Vars };

/** Where a run failed. */
export interface EndFailure {
  readonly lifeline: Lifeline;
  readonly step: StepId | null;
  readonly code: ErrorCode;
}

/** One distinct end of a workflow. */
export interface ExploredEnd {
  /** Null: the run is done. */
  readonly failure: EndFailure | null;
  /**
   * The chart, up to isomorphism (`mscKey`): of the whole run; with reduction, of a run that failed, that of the causal past
   * of the failure.
   */
  readonly chart: string;
  /** Empty when the run failed. */
  readonly results: Stores;
  /** One schedule that leads there. */
  readonly events: readonly Event[];
}

/** Whether a configuration from which nothing leads on is a deadlock: no lifeline has failed, and not all have ended. */
export function isDeadlock(here: Configuration): boolean {
  return !hasFailed(here) && here.some(({ state }) => state.status.kind !== "done");
}

/** The end of a run that went as far as it could, and stopped as a whole when a lifeline failed. */
export function wholeEnd(system: System, here: Configuration, initial: Stores): ExploredEnd {
  const events = historyOf(here);
  const [failure = null] = failuresOf(here).map(({ failure: found }) => found);
  const chart = mscKey(chartOf(system.lifelines, initial, events));
  return { failure, chart, results: failure === null ? resultsOf(here) : {}, events };
}

/** The ends of a run in which a lifeline that fails stops alone: one for each that failed, or that of all being done. */
export function separateEnds(system: System, here: Configuration, initial: Stores): readonly ExploredEnd[] {
  const failures = failuresOf(here);
  if (failures.length === 0) return [wholeEnd(system, here, initial)];
  return failures.map(({ failure, last }) => {
    const events = pastOf([last]).map(({ event }) => event);
    return { failure, chart: mscKey(chartOf(system.lifelines, initial, events)), results: {}, events };
  });
}

/** The lifelines that failed, with their last events. */
export function failuresOf(
  here: Configuration,
): readonly { readonly failure: EndFailure; readonly last: Configuration[number]["last"] }[] {
  return here.flatMap(({ state: { lifeline, status }, last }) => {
    if (status.kind !== "failed") return [];
    const { code, place } = status.error;
    return [{ failure: { lifeline, step: place.step ?? null, code }, last }];
  });
}

/** The results of all lifelines. */
export function resultsOf(here: Configuration): Stores {
  const results: { [lifeline: Lifeline]: Vars } = {};
  for (const { state } of here)
    if (state.status.kind === "done") define(results, state.lifeline, state.status.result);
  return results;
}

/** Two ends have the same key iff charts, results and failing step are the same. */
export function endKey({ chart, results, failure }: Omit<ExploredEnd, "events">): string {
  return canonicalJson([chart, results, failure === null ? null : [failure.lifeline, failure.step]]);
}

/** The key of an oracle's run, of a failed one by the causal past of the failure: comparable with {@link separateEnds}. */
export function centralKey({ msc, results, failed }: CentralRun): string {
  if (failed === null) return canonicalJson([mscKey(msc), results, null]);
  const last = msc.events.findLastIndex(({ on }) => on === failed.lifeline);
  return canonicalJson([mscKey(pastChart(msc, last)), {}, [failed.lifeline, failed.step]]);
}

function pastChart(msc: Msc, last: number): Msc {
  if (last < 0) return chartOf(msc.lifelines, msc.initial, []);
  const inPast = msc.events.filter((_, e) => {
    const lifeline = msc.on[e] ?? -1;
    return (msc.position[latestVisible(msc, last, lifeline)] ?? 0) >= (msc.position[e] ?? 0);
  });
  return chartOf(msc.lifelines, msc.initial, inPast);
}
