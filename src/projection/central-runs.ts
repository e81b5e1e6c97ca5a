import { canonicalJson, define, type Lifeline, lookup, type Vars } from "../base/index.ts";
import { type Msc, mscKey } from "../causality/index.ts";
import type { Choreography } from "../choreography/index.ts";
import type { Predicates } from "../cpl/index.ts";
import { type CentralFailure, type Configuration, keyOf, resultsOf } from "./configuration.ts";
import { rulesOf } from "./decisions.ts";
import type { Outcomes } from "./effects.ts";
import { chartOf, type History } from "./history.ts";
import { untouched } from "./residual.ts";

/** What the runs of a choreography depend on besides the schedule. */
export interface CentralOptions {
  readonly inputs: { readonly [lifeline: Lifeline]: Vars };
  readonly outcomes: Outcomes;
  readonly predicates?: Predicates;
  /** The most configurations to visit; 1 000 000 by default. */
  readonly limit?: number;
}

/** One way in which the choreography can run, schedules that give the same chart counted once. */
export interface CentralRun {
  readonly msc: Msc;
  /** The results of each lifeline; empty when the run fails. */
  readonly results: { readonly [lifeline: Lifeline]: Vars };
  readonly failed: CentralFailure | null;
}

/** All runs of a choreography, by {@link runKey}. */
export interface CentralRuns {
  readonly runs: ReadonlyMap<string, CentralRun>;
  readonly configurations: number;
  /** Configurations that are not finished and cannot move: 0 for a checked choreography. */
  readonly deadlocks: number;
  /** False when the limit ended the search. */
  readonly complete: boolean;
}

/**
 * Runs a choreography centrally, under every schedule (design, section 4, "Oracle"): a second implementation of its
 * meaning, which shares with projection only the table of recipients. Guards have the reference semantics.
 *
 * @throws LightconeError `projection/not-yet`, and what a named predicate fails with.
 */
export function centralRuns(ir: Choreography, options: CentralOptions): CentralRuns {
  const { inputs, outcomes, predicates = {}, limit = 1_000_000 } = options;
  const lifelines = ir.lifelines.map(({ name }) => name);
  const history: History = { lifelines, initial: inputs, known: new Map() };
  const rulesAt = rulesOf(ir, history, predicates);
  const runs = new Map<string, CentralRun>();
  const end = ({ last }: Configuration, failed: CentralFailure | null): void => {
    const run = endedRun(ir, chartOf(history, last), failed);
    runs.set(runKey(run), run);
  };
  const start: Configuration = {
    last: lifelines.map(() => null),
    open: [],
    residual: untouched(ir.body, []),
  };
  const seen = new Set([keyOf(start)]);
  const pending = [start];
  let deadlocks = 0;
  for (let here = pending.pop(); here !== undefined && seen.size <= limit; here = pending.pop()) {
    const results = resultsOf(history, outcomes, here, rulesAt(here.last));
    for (const { configuration, failure } of results) {
      const key = keyOf(configuration);
      if (failure !== null) end(configuration, failure);
      else if (!seen.has(key)) pending.push(configuration);
      if (failure === null) seen.add(key);
    }
    if (results.length > 0) continue;
    if (here.residual.length === 0) end(here, null);
    else deadlocks += 1;
  }
  return { runs, configurations: seen.size, deadlocks, complete: seen.size <= limit };
}

/** Two runs have the same key iff their charts are isomorphic, and results and failing step are the same. */
export function runKey(run: CentralRun): string {
  const { failed, results } = run;
  return canonicalJson([mscKey(run.msc), results, failed === null ? null : [failed.lifeline, failed.step]]);
}

function endedRun(ir: Choreography, msc: Msc, failed: CentralFailure | null): CentralRun {
  const results: { [lifeline: Lifeline]: Vars } = {};
  for (const { name } of failed === null ? ir.lifelines : []) {
    const store = finalStore(msc, name);
    const located = ir.results.filter(({ on }) => on === name).map((result) => result.name);
    define(results, name, Object.fromEntries(Object.entries(store).filter(([key]) => located.includes(key))));
  }
  return { msc, results, failed };
}

function finalStore(msc: Msc, lifeline: Lifeline): Vars {
  const last = msc.events.findLastIndex(({ on }) => on === lifeline);
  return msc.stores[last] ?? lookup(msc.initial, lifeline) ?? {};
}
