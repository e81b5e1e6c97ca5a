import { canonicalJson, type Lifeline, type Vars } from "../base/index.ts";
import type { CentralRun } from "../projection/index.ts";
import type { Configuration, System } from "./configuration.ts";
import { callsOf, type Violation, wholeRun } from "./counterexample.ts";
import { type EndFailure, endKey, failuresOf, resultsOf, separateEnds } from "./ends.ts";

interface Ended {
  readonly system: System;
  readonly end: Configuration;
}

interface Results extends Ended {
  readonly results: string;
  readonly calls: ReadonlyMap<string, string>;
}

/** Different results with different outcomes that are compared with each other at most. */
const MOST_RESULTS = 1000;

/** The distinct ends of explored runs. */
export class Ends {
  readonly #initial: { readonly [lifeline: Lifeline]: Vars };
  readonly #ends = new Map<string, Ended>();
  readonly #failed = new Map<string, EndFailure & { readonly message: string; charts: number }>();
  readonly #results = new Map<string, Results>();
  #done = 0;
  #settled = false;
  #different: readonly [Results, Results] | null = null;

  constructor(initial: { readonly [lifeline: Lifeline]: Vars }) {
    this.#initial = initial;
  }

  /** Distinct charts of runs that are done. */
  get done(): number {
    return this.#done;
  }

  /** Where runs failed. */
  get failures(): readonly (EndFailure & { readonly message: string; readonly charts: number })[] {
    return [...this.#failed.values()];
  }

  /** Takes the end of a run in which a lifeline that failed stopped alone. */
  add(system: System, end: Configuration): void {
    const failures = failuresOf(end);
    for (const [i, key] of this.#keysOf(system, end).entries()) {
      if (this.#ends.has(key)) continue;
      this.#ends.set(key, { system, end });
      const failed = failures[i];
      if (failed === undefined) this.#done += 1;
      else this.#count(failed.failure, end);
    }
    this.#compareResults(system, end);
  }

  /**
   * From now on ends are known by their charts, which cost more than the numbers of their last events, but are the same in
   * every system, and for the oracle.
   */
  settle(): void {
    if (this.#settled) return;
    this.#settled = true;
    const before = [...this.#ends.values()];
    this.#ends.clear();
    for (const ended of before)
      for (const key of this.#keysOf(ended.system, ended.end)) this.#ends.set(key, ended);
  }

  #keysOf(system: System, end: Configuration): readonly string[] {
    if (this.#settled) return separateEnds(system, end, this.#initial).map(endKey);
    const failures = failuresOf(end);
    if (failures.length > 0)
      return failures.map(({ failure, last }) => `${failure.lifeline} ${failure.step} ${last?.id}`);
    return [end.map(({ last }) => last?.id ?? -1).join()];
  }

  #count(failure: EndFailure, end: Configuration): void {
    const key = canonicalJson([failure.lifeline, failure.step, failure.code]);
    const known = this.#failed.get(key);
    if (known !== undefined) {
      known.charts += 1;
      return;
    }
    const status = end.find(({ state }) => state.lifeline === failure.lifeline)?.state.status;
    const message = status?.kind === "failed" ? status.error.message : "";
    this.#failed.set(key, { ...failure, message, charts: 1 });
  }

  #compareResults(system: System, end: Configuration): void {
    if (this.#different !== null || this.#results.size >= MOST_RESULTS) return;
    const results = resultsText(end);
    const calls = callsOf(system, end);
    const key = canonicalJson([results, Object.fromEntries(calls)]);
    if (this.#results.has(key)) return;
    const one: Results = { system, end, results, calls };
    for (const other of this.#results.values())
      if (other.results !== results && compatible(other.calls, calls)) this.#different = [other, one];
    this.#results.set(key, one);
  }

  /** Two runs with the same outcomes and other results, if there are any. */
  differentResults(): readonly Violation[] {
    if (this.#different === null) return [];
    const [first, second] = this.#different;
    const what = `The schedule alone decides the results: ${first.results} or ${second.results}`;
    const other = wholeRun(second.system, second.end);
    return [{ kind: "results", what, ...wholeRun(first.system, first.end), other }];
  }

  /** The first end that the oracle does not have, and, where all were explored, the first that only it has. */
  compare(runs: ReadonlyMap<string, CentralRun>, complete: boolean): readonly Violation[] {
    this.settle();
    const violations: Violation[] = [];
    const extra = [...this.#ends].find(([key]) => !runs.has(key))?.[1];
    if (extra !== undefined) {
      const what = "The local programs end in a way in which the choreography cannot";
      violations.push({ kind: "difference", what, ...wholeRun(extra.system, extra.end) });
    }
    const absent = complete ? [...runs].find(([key]) => !this.#ends.has(key))?.[1] : undefined;
    if (absent !== undefined) {
      const what = "The choreography can end in a way in which no schedule of the local programs does";
      violations.push({ kind: "missing", what, events: absent.msc.events, script: {} });
    }
    return violations;
  }
}

/** The results, or where the run failed. */
function resultsText(end: Configuration): string {
  const failed = end.flatMap(({ state: { lifeline, status } }) =>
    status.kind === "failed" ? [`${lifeline} fails at ${status.error.place.step}`] : [],
  );
  return failed.length > 0 ? failed.join(", ") : canonicalJson(resultsOf(end));
}

/** Whether no action that both runs call came to different things. */
function compatible(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return [...one].every(([call, outcome]) => (other.get(call) ?? outcome) === outcome);
}
