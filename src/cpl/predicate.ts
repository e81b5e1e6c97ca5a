import { type Json, jsonEquals } from "../base/index.ts";

/**
 * A named test that guards may use: pure, total, and versioned, since its name and version are part of a choreography's
 * identity and its code is not. It is never called with an undefined term.
 */
export interface Predicate<A extends readonly Json[] = readonly Json[]> {
  readonly kind: "predicate";
  readonly name: string;
  readonly version: string;
  readonly arity: number;
  // A method, so that a predicate of any arguments is a predicate.
  test(...args: A): boolean;
}

/** Makes a predicate; its function's parameters are its arguments. */
export function predicate<A extends readonly Json[]>(
  name: string,
  version: string,
  test: (...args: A) => boolean,
): Predicate<A> {
  return Object.freeze({ kind: "predicate", name, version, arity: test.length, test });
}

/** A value that carries what it is about: the remedy against verdicts that outlive their subject. */
export interface About<S extends Json = Json, V extends Json = Json> {
  readonly about: S;
  readonly value: V;
  readonly [key: string]: Json;
}

/** Puts a value together with its subject, for a variable that {@link covers} is asked about. */
export function aboutOf<S extends Json, V extends Json>(subject: S, value: V): About<S, V> {
  return { about: subject, value };
}

/** `covers(verdict, subject, value)`: the verdict is about this very subject, and says this. */
export const covers: Predicate<readonly [verdict: Json, subject: Json, value: Json]> = predicate(
  "covers",
  "1",
  (verdict: Json, subject: Json, value: Json) =>
    isRecord(verdict) &&
    jsonEquals(verdict["about"] ?? null, subject) &&
    jsonEquals(verdict["value"] ?? null, value),
);

function isRecord(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
