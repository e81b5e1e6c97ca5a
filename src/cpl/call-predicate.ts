import { type Json, LightconeError, lookup, nearest, thrownMessage, withArticle } from "../base/index.ts";
import type { Predicates } from "./formula.ts";
import { builtins } from "./predicate.ts";

/**
 * The answer of a named predicate.
 *
 * @throws LightconeError `formula/unknown-predicate`, or `formula/predicate-failed` when it throws or answers neither
 * true nor false.
 */
export function callPredicate(predicates: Predicates, name: string, args: readonly Json[]): boolean {
  const predicate = lookup(predicates, name) ?? lookup(builtins, name)?.test;
  if (predicate === undefined) {
    throw new LightconeError({
      code: "formula/unknown-predicate",
      what: `the predicate ${JSON.stringify(name)} is not given`,
      suggestion: nearest(name, Object.keys(predicates)),
    });
  }
  const answer: unknown = attempt(name, () => predicate(...args));
  if (typeof answer === "boolean") return answer;
  throw failed(name, `answered ${withArticle(typeof answer)} instead of true or false`);
}

function attempt(name: string, call: () => unknown): unknown {
  try {
    return call();
  } catch (cause) {
    throw failed(name, `threw ${thrownMessage(cause)}`, cause);
  }
}

function failed(name: string, why: string, cause?: unknown): LightconeError {
  return new LightconeError({
    code: "formula/predicate-failed",
    what: `the predicate ${JSON.stringify(name)} ${why}`,
    details: { predicate: name },
    cause,
  });
}
