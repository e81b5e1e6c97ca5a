import { seededRandom } from "../base/index.ts";
import { stuckError, type Workflow } from "../runtime/index.ts";
import { type Configuration, keyOf, type Outcomes, System } from "./configuration.ts";
import { type Violation, wholeRun } from "./counterexample.ts";
import { Ends } from "./distinct-ends.ts";
import { isDeadlock } from "./ends.ts";
import { Findings } from "./findings.ts";
import { Judge } from "./judge.ts";
import { pastOf } from "./occurrence.ts";
import { type OracleRuns, oracleRuns } from "./oracle.ts";
import type { PossibleOutcomes } from "./possible-outcomes.ts";
import type { CheckSchedulesOptions, ScheduleReport } from "./schedule-report.ts";
import { type Searched, searching, walkAtRandom } from "./search.ts";

/** The most turns of a random schedule; loops may have no bound. */
const MOST_TURNS = 10_000;

/**
 * Explores the schedules of a workflow, and the outcomes of its actions where several are possible. Checks, at every event of
 * every schedule, what is demanded, decisions against the reference semantics and monitors against it; that nothing stands
 * still; and that the runs are those of the oracle (design, section 4).
 *
 * Remembers `limit` configurations at most, and for each of them a few events and lifelines' states; after that, or when
 * `runs` are asked for, schedules are drawn at random, and what is remembered of them is thrown away at the same size.
 */
export function checkSchedules(workflow: Workflow, options: CheckSchedulesOptions): ScheduleReport {
  const slices = checkingSchedules(workflow, options);
  let slice = slices.next();
  while (slice.done !== true) slice = slices.next();
  return slice.value;
}

/** {@link checkSchedules} in slices of some hundredths of a second: at each stop the configurations and runs so far. */
export function checkingSchedules(
  workflow: Workflow,
  options: CheckSchedulesOptions,
): Generator<number, ScheduleReport> {
  return new Examination(workflow, options).report();
}

class Examination {
  readonly #workflow: Workflow;
  readonly #options: CheckSchedulesOptions;
  readonly #limit: number;
  readonly #judge: Judge;
  readonly #findings = new Findings();
  readonly #ends: Ends;
  #system: System;
  /** The ends of the present system that were looked at. */
  readonly #seen = new Set<string>();
  #deadlock: { readonly system: System; readonly end: Configuration; readonly size: number } | null = null;

  constructor(workflow: Workflow, options: CheckSchedulesOptions) {
    const { inputs = {}, demands = [], limit = 1_000_000 } = options;
    this.#workflow = workflow;
    this.#options = options;
    this.#limit = limit;
    this.#judge = new Judge(workflow, inputs, demands);
    this.#ends = new Ends(inputs);
    this.#system = this.#newSystem();
  }

  *report(): Generator<number, ScheduleReport> {
    const { runs, beyond = 1000 } = this.#options;
    const searched = runs === undefined ? yield* this.#search() : nothing;
    const unreduced = searched.complete ? yield* this.#countAll() : null;
    const { turns, drawn } = yield* this.#draw(runs ?? (searched.complete ? 0 : beyond));
    const oracle = this.#oracle();
    const { configurations, taken, spared, complete } = searched;
    const differences = oracle.known ? this.#ends.compare(oracle.runs, complete) : [];
    return {
      ...{ complete, configurations, turns, runs: drawn, moves: { taken, spared }, unreduced },
      ends: this.#ends.done,
      failures: this.#ends.failures,
      events: this.#judge.events,
      decisions: this.#judge.decisions,
      notCompared: oracle.known ? null : oracle.why,
      violations: [
        ...this.#deadlocks(),
        ...differences,
        ...this.#findings.violations(),
        ...(this.#options.deterministic === true ? this.#ends.differentResults() : []),
      ],
    };
  }

  #newSystem(): System {
    this.#seen.clear();
    return new System(this.#workflow, withOccurrences(this.#options.outcomes));
  }

  #search(): Generator<number, Searched> {
    const { inputs = {}, reduce = true } = this.#options;
    return searching(this.#system, this.#system.begin(inputs), {
      ...{ reduce, limit: this.#limit },
      onEnd: (here) => this.#end(here),
    });
  }

  *#countAll(): Generator<number, number | null> {
    const { inputs = {}, countAll = 0 } = this.#options;
    if (countAll === 0) return null;
    const all = { reduce: false, limit: countAll, onEnd: () => {} };
    const { configurations, complete } = yield* searching(this.#system, this.#system.begin(inputs), all);
    return complete ? configurations : null;
  }

  /** Random schedules, the same for the same seed. */
  *#draw(runs: number): Generator<number, { readonly turns: number; readonly drawn: number }> {
    const { inputs = {}, seed = 0 } = this.#options;
    const random = seededRandom(seed);
    let turns = 0;
    if (runs > 0) this.#ends.settle();
    for (let run = 0; run < runs; run++) {
      if (run === 0 || this.#system.size > this.#limit) this.#system = this.#newSystem();
      const walked = walkAtRandom(this.#system, this.#system.begin(inputs), random, MOST_TURNS);
      turns += walked.turns;
      this.#end(walked.end);
      if (run % 10 === 9) yield turns;
    }
    return { turns, drawn: runs };
  }

  /** Looks at a configuration at which a schedule ended, or was left. */
  #end(here: Configuration): void {
    const key = keyOf(here);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#findings.add(this.#system, here, this.#judge.look(here));
    if (here.some(({ moves }) => moves.length > 0)) return;
    if (!isDeadlock(here)) return this.#ends.add(this.#system, here);
    const size = pastOf(here.map(({ last }) => last)).length;
    if (size < (this.#deadlock?.size ?? Number.POSITIVE_INFINITY))
      this.#deadlock = { system: this.#system, end: here, size };
  }

  #deadlocks(): readonly Violation[] {
    if (this.#deadlock === null) return [];
    const { system, end } = this.#deadlock;
    const states = end.map(({ state }) => state);
    const { what } = stuckError(states, this.#workflow.reactors);
    return [{ kind: "deadlock", what, ...wholeRun(system, end) }];
  }

  #oracle(): OracleRuns {
    const { inputs = {}, outcomes, oracle = 100_000 } = this.#options;
    if (oracle === 0) return { known: false, why: "it was not asked for" };
    if (this.#deadlock !== null) return { known: false, why: "there is a deadlock" };
    const secret = [...this.#workflow.reactors.values()].some(({ program }) => program.secrets.length > 0);
    if (secret) return { known: false, why: "secret variables stand in events as digests" };
    return oracleRuns(this.#workflow, { inputs, outcomes, limit: oracle });
  }
}

const nothing: Searched = { configurations: 0, taken: 0, spared: 0, complete: false };

function withOccurrences(outcomes: PossibleOutcomes): Outcomes {
  return (lifeline, { action, args }, occurrence) => outcomes({ lifeline, action, args, occurrence });
}
