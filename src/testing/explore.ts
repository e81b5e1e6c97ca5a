import {
  type ActionCall,
  checkSchedules,
  listedActions,
  outcomesOf,
  type PossibleOutcomes,
  parseDemand,
  type ScheduleReport,
} from "../analysis/index.ts";
import { errorCodes, type Json, type Lifeline, LightconeError, toJson } from "../base/index.ts";
import { checkInputs, compileWorkflow, type Definition, type Outcome } from "../runtime/index.ts";

/** How {@link explore} goes about a choreography, and what it demands of every schedule. */
export interface ExplorationOptions {
  /** A value for each declared input, by lifeline and variable. */
  readonly inputs?: { readonly [lifeline: Lifeline]: { readonly [variable: string]: unknown } };
  /**
   * What a call of an action comes to, or a list of all that it may come to; made by {@link succeeds} and {@link fails}.
   * Undefined, or no function at all: every value that the action's schema lists.
   */
  readonly outcomes?: (call: ActionCall) => Outcome | readonly Outcome[] | undefined;
  /** Formulas that hold at no event; `Lifeline: formula` is about the events of one lifeline. */
  readonly never?: string | readonly string[];
  /** Formulas that hold at every event. */
  readonly always?: string | readonly string[];
  /** Demand that runs with the same outcomes have the same results. */
  readonly deterministic?: boolean;
  /** So many random schedules instead of all. */
  readonly runs?: number;
  /** Of random schedules. */
  readonly seed?: number;
  /** The most configurations that are remembered; beyond, schedules are random. */
  readonly limit?: number;
  /** The most configurations of the oracle; 0: no comparison. */
  readonly oracle?: number;
}

/**
 * Explores the schedules of a choreography, and the outcomes of its actions: each one, up to a limit, and random ones beyond.
 * Looks for deadlocks, for differences from the choreography's meaning, for decisions that the reference semantics denies, and
 * for broken demands.
 *
 * @example
 * ```ts
 * test("nothing is merged that failed", async () => {
 *   const explored = await explore(review, {
 *     outcomes: ({ action }) => (action === "test" ? [succeeds("passed"), succeeds("failed")] : undefined),
 *     never: 'Committer: $type == "merge" & @Tester.status == "failed"',
 *   });
 *   expectHolds(explored);
 * });
 * ```
 * @throws LightconeError `explore/outcomes`, `explore/demand`, and what `run` throws before a run begins.
 */
export async function explore(
  definition: Definition,
  options: ExplorationOptions = {},
): Promise<ScheduleReport> {
  const workflow = compileWorkflow(definition);
  const inputs = Object.fromEntries(await checkInputs(definition, options.inputs ?? {}));
  const { deterministic, runs, seed, limit, oracle } = options;
  const read = (kind: "never" | "always", texts: string | readonly string[] = []) =>
    (typeof texts === "string" ? [texts] : texts).map((text) =>
      parseDemand(kind, text, workflow.lifelines, definition.predicates),
    );
  return checkSchedules(workflow, {
    inputs,
    outcomes: outcomesFor(definition, options.outcomes),
    demands: [...read("never", options.never), ...read("always", options.always)],
    ...(deterministic === undefined ? {} : { deterministic }),
    ...(runs === undefined ? {} : { runs }),
    ...(seed === undefined ? {} : { seed }),
    ...(limit === undefined ? {} : { limit }),
    ...(oracle === undefined ? {} : { oracle }),
  });
}

/** An action's outcome: its result, which is taken as it is. Without a value: the action has none. */
export function succeeds(value?: unknown): Outcome {
  if (value === undefined) return { kind: "ok" };
  const json = toJson(value);
  if (json.ok) return { kind: "ok", value: json.value };
  throw new LightconeError({ code: "json/not-json", what: `An outcome is no JSON: ${json.why}` });
}

/** An action's outcome: it fails. */
export function fails(message = "it fails"): Outcome {
  const code = "action/failed";
  const details: Json = null;
  return { kind: "failed", error: { code, message, place: {}, remedy: errorCodes[code].remedy, details } };
}

function outcomesFor(definition: Definition, given: ExplorationOptions["outcomes"]): PossibleOutcomes {
  const listed = new Map(
    listedActions(definition.ir).map((one) => [`${one.lifeline}#${one.action}`, outcomesOf(one)]),
  );
  return (call) => {
    const answer = given?.(call);
    const possible = answer === undefined ? [] : isList(answer) ? answer : [answer];
    const all = answer === undefined ? (listed.get(`${call.lifeline}#${call.action}`) ?? []) : possible;
    if (all.length > 0) return all;
    const what = `Nobody says what ${call.lifeline}.${call.action} comes to, and its schema lists no values`;
    throw new LightconeError({ code: "explore/outcomes", what, place: { lifeline: call.lifeline } });
  };
}

function isList(answer: Outcome | readonly Outcome[]): answer is readonly Outcome[] {
  return Array.isArray(answer);
}
