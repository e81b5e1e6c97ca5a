import {
  type ListedAction,
  listedActions,
  outcomesOf,
  type PossibleOutcomes,
  type ScheduledRun,
} from "../analysis/index.ts";
import {
  count,
  type Diagnostic,
  diagnostic,
  errorCodes,
  type Json,
  LightconeError,
  lookup,
  type StepId,
} from "../base/index.ts";
import { type Definition, nodesOf } from "../choreography/index.ts";
import { type ActionRequest, Ending, type Outcome, perform, schemasOf } from "../runtime/index.ts";
import { fieldsOf, readJson } from "./inputs.ts";
import { readScript } from "./scripted.ts";

/** Where the outcomes of actions come from in an exploration. */
export interface OutcomeFiles {
  /** As `run --script` has it: a value, or values in order. */
  readonly script?: string;
  /** From the same names to lists of values that are tried at each call. */
  readonly outcomes?: string;
}

/** The outcomes of an exploration. */
export interface ReadOutcomes {
  readonly possible: PossibleOutcomes;
  /** The actions of which several outcomes are tried, each with how many. */
  readonly tried: readonly { readonly action: string; readonly values: number }[];
  /** The script in which the actions of a run came to what they did: it goes on where the run does. */
  readonly scriptFor: (run: ScheduledRun["script"]) => { readonly [action: string]: Json };
}

interface Answers {
  /** `always`: the same every time. `inOrder`: one a call, and no more. `each`: all of them, at every call. */
  readonly kind: "always" | "inOrder" | "each";
  readonly outcomes: readonly Outcome[];
  /** As a script has it. */
  readonly json: Json;
}

/**
 * Reads what the actions of a choreography may come to: from a script, from a file of lists, else from their schemas.
 *
 * @throws LightconeError `explore/outcomes` with every action of which nobody says it, `cli/script`, `cli/file`.
 */
export async function readOutcomes(
  files: OutcomeFiles,
  definition: Definition,
  cwd: string,
): Promise<ReadOutcomes> {
  const script = await answersIn(files.script, definition, cwd);
  const lists = await answersIn(files.outcomes, definition, cwd);
  const known = new Map<string, Answers>();
  const missing: Diagnostic[] = [];
  for (const one of listedActions(definition.ir)) {
    const name = `${one.lifeline}.${one.action}`;
    const scripted = answerTo(script, name, one.action);
    const listed = answerTo(lists, name, one.action);
    if (scripted !== undefined) known.set(name, await scriptedAnswers(definition, one, scripted));
    else if (listed !== undefined) known.set(name, await eachOf(definition, one, listed));
    else if (one.values !== null) known.set(name, fromSchema(one));
    else missing.push(nobodySays(definition, one));
  }
  const [first] = missing;
  if (first !== undefined) {
    const what = missing.length === 1 ? first.message : `Nobody says what ${missing.length} actions come to`;
    throw new LightconeError({ code: "explore/outcomes", what, diagnostics: missing });
  }
  return {
    possible: ({ lifeline, action, occurrence }) =>
      outcomesAt(known.get(`${lifeline}.${action}`), occurrence),
    tried: [...known].flatMap(([action, { kind, outcomes }]) =>
      kind === "each" && outcomes.length > 1 ? [{ action, values: outcomes.length }] : [],
    ),
    scriptFor: (run) =>
      Object.fromEntries(
        [...known].map(([action, answers]) => [action, answersFor(answers, lookup(run, action))]),
      ),
  };
}

/** The answers with which an action comes to what it did in a run. */
function answersFor({ kind, json }: Answers, ran: readonly Json[] = []): Json {
  if (kind === "inOrder" && Array.isArray(json)) return [...ran, ...json.slice(ran.length)];
  return kind === "always" || ran.length === 0 ? json : ran;
}

/** The longer name wins over the shorter; null is an answer. */
function answerTo(
  answers: { readonly [action: string]: Json },
  name: string,
  action: string,
): Json | undefined {
  return Object.hasOwn(answers, name) ? lookup(answers, name) : lookup(answers, action);
}

/** The entries of a file; its names are checked as those of a script are. */
async function answersIn(
  file: string | undefined,
  { ir }: Definition,
  cwd: string,
): Promise<{ readonly [action: string]: Json }> {
  if (file === undefined) return {};
  await readScript(file, ir, cwd);
  return fieldsOf(await readJson(file, cwd)) ?? {};
}

async function scriptedAnswers(definition: Definition, one: ListedAction, json: Json): Promise<Answers> {
  const outcomes = await checked(definition, one, Array.isArray(json) ? json : [json]);
  return { kind: Array.isArray(json) ? "inOrder" : "always", outcomes, json };
}

async function eachOf(definition: Definition, one: ListedAction, json: Json): Promise<Answers> {
  const name = `${one.lifeline}.${one.action}`;
  if (!Array.isArray(json) || json.length === 0)
    throw new LightconeError({
      code: "cli/script",
      what: `The outcomes of ${name} are no list of values to try`,
    });
  return { kind: "each", outcomes: await checked(definition, one, json), json: json[0] ?? null };
}

function fromSchema(one: ListedAction): Answers {
  return { kind: "each", outcomes: outcomesOf(one), json: one.values?.[0] ?? null };
}

function nobodySays({ ir, sources }: Definition, { lifeline, action }: ListedAction): Diagnostic {
  const step = stepOf(ir, lifeline, action);
  const place = step === undefined ? { lifeline } : { ...lookup(sources, step), lifeline, step };
  const message = `Nobody says what ${lifeline}.${action} comes to, and its schema does not list its values`;
  const remedy = `Give --script FILE with {"${lifeline}.${action}": value}, or --outcomes FILE with {"${lifeline}.${action}": [values to try]}.`;
  return diagnostic({ code: "explore/outcomes", message, place, remedy });
}

function stepOf(ir: Definition["ir"], lifeline: string, action: string): StepId | undefined {
  const node = nodesOf(ir.body).find(
    (found) => found.kind === "act" && found.on === lifeline && found.action === action,
  );
  return node?.step;
}

/** Values as the action's signature takes them; one that does not fit is a failure, as it is in a run. */
async function checked(
  definition: Definition,
  { lifeline, action }: ListedAction,
  values: readonly Json[],
): Promise<readonly Outcome[]> {
  const step = stepOf(definition.ir, lifeline, action);
  if (step === undefined) return [];
  const request: ActionRequest = { key: "", step, round: [], action, args: {}, mode: "repeat", reads: 0 };
  const schemas = schemasOf(definition, lifeline, action);
  const timers = { after: () => () => {} };
  return Promise.all(
    values.map((value) => {
      const implementation = { run: () => value, timeout: null, retries: 0, fallback: null };
      return perform({ lifeline, request, implementation, schemas, timers, ending: new Ending() });
    }),
  );
}

function outcomesAt(answers: Answers | undefined, occurrence: number): readonly Outcome[] {
  if (answers === undefined) return [];
  if (answers.kind !== "inOrder") return answers.outcomes;
  const outcome = answers.outcomes[occurrence - 1];
  return [outcome ?? ranOut(answers.outcomes.length, occurrence)];
}

function ranOut(answers: number, asked: number): Outcome {
  const code = "cli/script";
  const message = `The script has ${count(answers, "answer")}, and it was asked ${count(asked, "time")}`;
  return {
    kind: "failed",
    error: { code, message, place: {}, remedy: errorCodes[code].remedy, details: null },
  };
}
