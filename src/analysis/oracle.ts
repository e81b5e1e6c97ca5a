import { canonicalJson, count, type Lifeline, LightconeError, type Vars } from "../base/index.ts";
import { type CentralOutcome, type CentralRun, centralRuns } from "../projection/index.ts";
import type { Outcome, Workflow } from "../runtime/index.ts";
import { centralKey } from "./ends.ts";
import type { PossibleOutcomes } from "./possible-outcomes.ts";

/** The oracle's runs by `centralKey`, or why there are none to compare with. */
export type OracleRuns =
  | { readonly known: true; readonly runs: ReadonlyMap<string, CentralRun> }
  | { readonly known: false; readonly why: string };

/** What the oracle is asked about. */
export interface OracleOptions {
  readonly inputs: { readonly [lifeline: Lifeline]: Vars };
  readonly outcomes: PossibleOutcomes;
  /** The most configurations that it may visit. */
  readonly limit: number;
}

/** One call of an action that may come to several things, and which of them is tried now. */
interface Choice {
  readonly call: string;
  readonly size: number;
  at: number;
}

/**
 * The runs of a choreography by the central interpreter, for every way in which its actions may come out: it takes outcomes
 * as a function of the call, so that each function is tried, calls being found on the way.
 */
export function oracleRuns({ definition }: Workflow, options: OracleOptions): OracleRuns {
  const { ir, predicates } = definition;
  const { inputs, outcomes, limit } = options;
  const runs = new Map<string, CentralRun>();
  const choices: Choice[] = [];
  let left = limit;
  try {
    do {
      const outcome = choosing(choices, outcomes);
      const found = centralRuns(ir, { inputs, predicates, limit: left, outcomes: outcome });
      if (!found.complete)
        return { known: false, why: `the oracle has more than ${count(limit, "configuration")}` };
      left = Math.max(0, left - found.configurations);
      for (const run of found.runs.values()) runs.set(centralKey(run), run);
    } while (nextChoice(choices));
  } catch (error) {
    if (error instanceof LightconeError) return { known: false, why: `the oracle fails: ${error.what}` };
    throw error;
  }
  return { known: true, runs };
}

function choosing(
  choices: Choice[],
  outcomes: PossibleOutcomes,
): (lifeline: Lifeline, action: string, occurrence: number, args: Vars) => CentralOutcome {
  const asked = new Map(choices.map((choice) => [choice.call, choice]));
  return (lifeline, action, occurrence, args) => {
    const list = outcomes({ lifeline, action, args, occurrence });
    if (list.length === 1) return centralOutcome(list[0]);
    const call = canonicalJson([lifeline, action, occurrence, args]);
    const known = asked.get(call);
    const choice = known ?? { call, size: list.length, at: 0 };
    if (known === undefined) {
      asked.set(call, choice);
      choices.push(choice);
    }
    return centralOutcome(list[choice.at]);
  };
}

/** The next way in which calls may come out; false when all were tried. */
function nextChoice(choices: Choice[]): boolean {
  for (let last = choices.at(-1); last !== undefined; last = choices.at(-1)) {
    if (last.at + 1 < last.size) {
      last.at += 1;
      return true;
    }
    choices.pop();
  }
  return false;
}

function centralOutcome(outcome: Outcome | undefined): CentralOutcome {
  if (outcome?.kind !== "ok") return { kind: "failed" };
  return outcome.value === undefined ? { kind: "ok" } : { kind: "ok", value: outcome.value };
}
