import type { StandardSchemaV1 } from "@standard-schema/spec";
import {
  define,
  type ErrorCode,
  errorCodes,
  type Json,
  type Lifeline,
  LightconeError,
  type Place,
  thrownMessage,
  toJson,
} from "../base/index.ts";
import type { ActionContext, ActionImplementation, Definition } from "../choreography/index.ts";
import type { Ending } from "./ending.ts";
import type { ActionRequest, Outcome } from "./types.ts";

/** An action's validators, as a definition has them. */
export type ActionSchemas = Definition["schemas"][string]["actions"][string];

/** Where a time limit comes from: calls `then` after so many milliseconds, unless the returned function is called first. */
export interface Timers {
  readonly after: (milliseconds: number, then: () => void) => () => void;
}

/** What performing one action needs. */
export interface Performance {
  readonly lifeline: Lifeline;
  readonly request: ActionRequest;
  readonly implementation: ActionImplementation;
  readonly schemas: ActionSchemas;
  readonly timers: Timers;
  readonly ending: Ending;
  /** Told of what an attempt threw: an outcome is data, in which a thrown value and its stack have no place. */
  readonly onThrow?: (thrown: unknown) => void;
}

type Attempt =
  | { readonly ok: true; readonly value: Json | undefined }
  /** A mistake in the program, or the end of the run, is nothing that a fallback may hide. */
  | { readonly ok: false; readonly code: ErrorCode; readonly why: string; readonly mendable: boolean };

const tooLate: Attempt = {
  ok: false,
  code: "run/cancelled",
  why: "the run ended before it",
  mendable: false,
};

/**
 * Performs an action: attempts it until one gives a result that fits its signature, or the retries are used up. Never
 * rejects; a failure is an outcome.
 */
export async function perform(performance: Performance): Promise<Outcome> {
  const { request, lifeline, implementation, ending } = performance;
  let last = tooLate;
  const attempts = implementation.retries + 1;
  for (let attempt = 1; attempt <= attempts && !ending.ended; attempt++) {
    last = await attemptOnce(performance, attempt);
    if (last.ok) return last.value === undefined ? { kind: "ok" } : { kind: "ok", value: last.value };
  }
  const { fallback } = implementation;
  if (fallback !== null && !last.ok && last.mendable && !ending.ended) {
    const instead = await fallBack(performance, fallback, last.why);
    if (instead.ok)
      return instead.value === undefined ? { kind: "ok" } : { kind: "ok", value: instead.value };
    last = { ...instead, why: `${last.why}; its fallback did not help: ${instead.why}` };
  }
  const place: Place = { lifeline, step: request.step };
  const tries = attempts > 1 ? ` after ${attempts} attempts` : "";
  const { code, why } = last.ok ? { code: "action/failed" as const, why: "" } : last;
  const message = `The action ${lifeline}.${request.action} failed${tries}: ${why}`;
  return {
    kind: "failed",
    error: { code, message, place, remedy: errorCodes[code].remedy, details: { attempts, key: request.key } },
  };
}

async function attemptOnce(performance: Performance, attempt: number): Promise<Attempt> {
  const { request, implementation, schemas, timers, ending } = performance;
  const own = new AbortController();
  const context = contextOf(performance, attempt, own.signal);
  const limits: (() => void)[] = [];
  const race: Promise<Attempt>[] = [
    invoke(implementation, request, context).then((result) => checkResult(result, schemas.out)),
  ];
  const { timeout } = implementation;
  if (timeout !== null) {
    race.push(
      new Promise((resolve) => {
        limits.push(
          timers.after(timeout, () =>
            resolve({
              ok: false,
              code: "action/timeout",
              why: `it took longer than ${timeout} ms`,
              mendable: true,
            }),
          ),
        );
      }),
    );
  }
  race.push(
    new Promise((resolve) => {
      limits.push(ending.onEnd(() => resolve(tooLate)));
      limits.push(ending.onEnd(() => own.abort()));
    }),
  );
  try {
    const first = await Promise.race(race);
    if (!first.ok) own.abort();
    return first;
  } catch (cause) {
    performance.onThrow?.(cause);
    return thrownBy(cause);
  } finally {
    for (const lift of limits) lift();
  }
}

function contextOf(
  { request, lifeline, schemas }: Performance,
  attempt: number,
  signal: ActionContext["signal"],
): ActionContext {
  return {
    signal,
    key: `${request.key}:${attempt}`,
    attempt,
    lifeline,
    action: request.action,
    step: request.step,
    signature: schemas.signature,
    check: async (result) => {
      const checked = await checkResult(result, schemas.out);
      return checked.ok ? null : checked.why;
    },
  };
}

/** The result of an action of which no attempt gave one. */
async function fallBack(
  { request, schemas, onThrow }: Performance,
  fallback: NonNullable<ActionImplementation["fallback"]>,
  why: string,
): Promise<Attempt> {
  try {
    return await checkResult(await fallback(request.args, why), schemas.out);
  } catch (cause) {
    onThrow?.(cause);
    return thrownBy(cause);
  }
}

function thrownBy(cause: unknown): Attempt {
  const code = codeOf(cause);
  return {
    ok: false,
    code,
    why: thrownMessage(cause),
    mendable: !final.includes(code) && !isMistake(cause),
  };
}

/** What the host throws of a wrong program. `fetch` throws a TypeError as well, with what went wrong on the way as its cause. */
function isMistake(thrown: unknown): boolean {
  if (thrown instanceof ReferenceError || thrown instanceof SyntaxError) return true;
  return thrown instanceof TypeError && thrown.cause === undefined;
}

/** What says by its own code why an action failed; whatever else is thrown is a failure of the action. */
function codeOf(thrown: unknown): ErrorCode {
  return (
    [...known, ...final].find((code) => thrown instanceof LightconeError && thrown.code === code) ??
    "action/failed"
  );
}

const known = [
  "model/malformed",
  "model/unavailable",
  "model/refused",
] as const satisfies readonly ErrorCode[];
/** What is wrong with the program, or with how it was started. */
const final: readonly ErrorCode[] = ["choreography/script-exhausted", "cli/script", "model/not-installed"];

/** Calls the implementation so that a synchronous throw is a rejection too. */
async function invoke(
  implementation: ActionImplementation,
  request: ActionRequest,
  context: ActionContext,
): Promise<unknown> {
  return implementation.run(request.args, context);
}

/** Checks a result against the action's signature; what comes out is JSON. */
async function checkResult(result: unknown, out: ActionSchemas["out"]): Promise<Attempt> {
  if (out === null) return { ok: true, value: undefined };
  if (isSchema(out)) return validate(out, result, "its result");
  if (typeof result !== "object" || result === null) return invalid("its result is not an object");
  const values: { [field: string]: Json } = {};
  const problems: string[] = [];
  const given = new Map<string, unknown>(Object.entries(result));
  for (const [field, schema] of Object.entries(out)) {
    const checked = await validate(schema, given.get(field), `its field ${field}`);
    if (!checked.ok) problems.push(checked.why);
    else if (checked.value !== undefined) define(values, field, checked.value);
  }
  return problems.length > 0 ? invalid(problems.join("; ")) : { ok: true, value: values };
}

/** Whether a signature's result is one schema rather than a record of them. */
function isSchema(
  out: StandardSchemaV1 | { readonly [field: string]: StandardSchemaV1 },
): out is StandardSchemaV1 {
  return Object.hasOwn(out, "~standard") || "~standard" in out;
}

/** Validates a value by a Standard Schema and makes sure that its output is JSON, or undefined: left out. */
export async function validate(schema: StandardSchemaV1, value: unknown, name: string): Promise<Attempt> {
  const result = await schema["~standard"].validate(value);
  if (result.issues !== undefined) {
    return invalid(
      `${name}: ${result.issues.map((issue) => `${issuePath(issue)}${issue.message}`).join("; ")}`,
    );
  }
  if (result.value === undefined) return { ok: true, value: undefined };
  const json = toJson(result.value);
  return json.ok ? { ok: true, value: json.value } : invalid(`${name} is no JSON: ${json.why}`);
}

function issuePath(issue: StandardSchemaV1.Issue): string {
  const keys = (issue.path ?? []).map((segment) => (typeof segment === "object" ? segment.key : segment));
  return keys.length === 0 ? "" : `${keys.map(String).join(".")}: `;
}

function invalid(why: string): Attempt {
  return { ok: false, code: "action/invalid-result", why, mendable: true };
}
