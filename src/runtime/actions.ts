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
  | { readonly ok: false; readonly code: ErrorCode; readonly why: string };

const tooLate: Attempt = { ok: false, code: "run/cancelled", why: "the run ended before it" };

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
  const { request, lifeline, implementation, schemas, timers, ending } = performance;
  const own = new AbortController();
  const context: ActionContext = {
    signal: own.signal,
    key: `${request.key}:${attempt}`,
    attempt,
    lifeline,
    step: request.step,
  };
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
            resolve({ ok: false, code: "action/timeout", why: `it took longer than ${timeout} ms` }),
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
    return { ok: false, code: codeOf(cause), why: thrownMessage(cause) };
  } finally {
    for (const lift of limits) lift();
  }
}

/** A script that has run out says so by its own code; whatever else is thrown is a failure of the action. */
function codeOf(thrown: unknown): ErrorCode {
  return (
    exhausted.find((code) => thrown instanceof LightconeError && thrown.code === code) ?? "action/failed"
  );
}

const exhausted = ["choreography/script-exhausted", "cli/script"] as const satisfies readonly ErrorCode[];

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
  return { ok: false, code: "action/invalid-result", why };
}
