import { type Lifeline, LightconeError, type Vars } from "../base/index.ts";
import type { Event } from "../causality/index.ts";
import type { Workflow } from "../runtime/index.ts";
import { historyOf, type Outcomes, System } from "./configuration.ts";
import { type ExploredEnd, endKey, isDeadlock, separateEnds, wholeEnd } from "./ends.ts";
import { search } from "./search.ts";

/** What an exploration needs besides the workflow. */
export interface ExploreOptions {
  /** The stores before the first event. */
  readonly inputs?: { readonly [lifeline: Lifeline]: Vars };
  readonly outcomes: Outcomes;
  /** The most configurations to visit; a million unless said otherwise. */
  readonly limit?: number;
  /**
   * Leave out schedules that lead to the same charts: the ends of runs that are done are the same. A lifeline that fails
   * then stops alone, and the end is that of its causal past. False unless said otherwise.
   */
  readonly reduce?: boolean;
}

/** What all schedules of a workflow come to. */
export interface Exploration {
  /** By chart, results and failure as one text. */
  readonly ends: ReadonlyMap<string, ExploredEnd>;
  /** Distinct configurations visited: causally closed cuts with what stands open there. */
  readonly configurations: number;
  /** Moves that were possible in them and not taken, since they lead to no other chart: 0 without reduction. */
  readonly spared: number;
  /** A schedule to each configuration in which nothing could move although some lifeline had not ended. */
  readonly deadlocks: readonly (readonly Event[])[];
}

/**
 * Runs every schedule of a workflow, for given outcomes of its actions.
 *
 * @throws LightconeError `run/too-many-schedules` when the limit is reached before all are visited.
 */
export function explore(workflow: Workflow, options: ExploreOptions): Exploration {
  const { outcomes, inputs = {}, limit = 1_000_000, reduce = false } = options;
  const ends = new Map<string, ExploredEnd>();
  const deadlocks: (readonly Event[])[] = [];
  const system = new System(workflow, outcomes);
  const { configurations, spared, complete } = search(system, system.begin(inputs), {
    reduce,
    limit,
    onEnd: (here) => {
      if (isDeadlock(here)) deadlocks.push(historyOf(here));
      else
        for (const end of reduce ? separateEnds(system, here, inputs) : [wholeEnd(system, here, inputs)])
          ends.set(endKey(end), end);
    },
  });
  if (complete) return { ends, configurations, spared, deadlocks };
  const what = `There are more than ${limit} configurations`;
  throw new LightconeError({ code: "run/too-many-schedules", what, details: { limit } });
}
