import { canonicalJson, type Lifeline, LightconeError, type StepId, type Vars } from "../base/index.ts";
import { buildMsc, type Event, mscKey } from "../causality/index.ts";
import type { Workflow } from "../runtime/index.ts";
import { begin, type Configuration, historyOf, type Outcomes, successors } from "./configuration.ts";

/** What an exploration needs besides the workflow. */
export interface ExploreOptions {
  /** The stores before the first event. */
  readonly inputs?: { readonly [lifeline: Lifeline]: Vars };
  readonly outcomes: Outcomes;
  /** The most configurations to visit; a million unless said otherwise. */
  readonly limit?: number;
}

/** One distinct end of a workflow. */
export interface ExploredEnd {
  /** Where the run failed; null: it is done. */
  readonly failure: { readonly lifeline: Lifeline; readonly step: StepId | null } | null;
  /** The chart, up to isomorphism (`mscKey`). */
  readonly chart: string;
  readonly results: { readonly [lifeline: Lifeline]: Vars };
  /** One schedule that leads there. */
  readonly events: readonly Event[];
}

/** What all schedules of a workflow come to. */
export interface Exploration {
  /** By chart, results and failure as one text. */
  readonly ends: ReadonlyMap<string, ExploredEnd>;
  /** Distinct configurations visited: causally closed cuts with what stands open there. */
  readonly configurations: number;
  /** A schedule to each configuration in which nothing could move although some lifeline had not ended. */
  readonly deadlocks: readonly (readonly Event[])[];
}

/**
 * Runs every schedule of a workflow, for given outcomes of its actions.
 *
 * @throws LightconeError `run/too-many-schedules` when the limit is reached before all are visited.
 */
export function explore(workflow: Workflow, options: ExploreOptions): Exploration {
  const { outcomes, inputs = {}, limit = 1_000_000 } = options;
  const ends = new Map<string, ExploredEnd>();
  const deadlocks: (readonly Event[])[] = [];
  const first = begin(workflow, inputs);
  const seen = new Set([first.key]);
  const stack = [first];
  for (let here = stack.pop(); here !== undefined; here = stack.pop()) {
    const next = here.failed ? [] : successors(workflow, here, outcomes);
    for (const configuration of next) {
      if (seen.has(configuration.key)) continue;
      seen.add(configuration.key);
      stack.push(configuration);
    }
    if (seen.size > limit) {
      const what = `There are more than ${limit} configurations`;
      throw new LightconeError({ code: "run/too-many-schedules", what, details: { limit } });
    }
    if (next.length > 0) continue;
    const end = endOf(workflow, here, inputs);
    if (end === null) deadlocks.push(historyOf(here));
    else ends.set(keyOf(end), end);
  }
  return { ends, configurations: seen.size, deadlocks };
}

function keyOf({ chart, results, failure }: ExploredEnd): string {
  return canonicalJson([chart, results, failure === null ? null : [failure.lifeline, failure.step]]);
}

/** The end that a configuration without successors is; null for a deadlock. */
function endOf(
  workflow: Workflow,
  here: Configuration,
  initial: { readonly [lifeline: Lifeline]: Vars },
): ExploredEnd | null {
  const events = historyOf(here);
  const results: [Lifeline, Vars][] = [];
  let failure: ExploredEnd["failure"] = null;
  for (const lifeline of workflow.lifelines) {
    const status = here.states.get(lifeline)?.status;
    if (status?.kind === "failed") failure = { lifeline, step: status.error.place.step ?? null };
    else if (status?.kind === "done") results.push([lifeline, status.result]);
    else if (!here.failed) return null;
  }
  const built = buildMsc({ lifelines: workflow.lifelines, initial, events });
  const problem = built.ok ? undefined : built.problems[0]?.message;
  if (!built.ok)
    throw new LightconeError({ code: "internal/unreachable", what: `A run made no chart: ${problem}` });
  return {
    failure,
    chart: mscKey(built.msc),
    results: here.failed ? {} : Object.fromEntries(results),
    events,
  };
}
