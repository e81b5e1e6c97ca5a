import { type Json, jsonEquals, lookup, type Vars } from "../base/index.ts";

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
export interface About<S, V> {
  readonly about: S;
  readonly value: V;
}

/** Puts a value together with its subject, for a variable that a guard asks with `covers`. */
export function aboutOf<S, V>(subject: S, value: V): About<S, V> {
  return { about: subject, value };
}

/** The predicates that need not be declared: `isAbout(verdict, subject)` and `covers(verdict, subject, value)`. */
export const builtins: { readonly [name: string]: Predicate } = {
  isAbout: predicate("isAbout", "1", (verdict: Json, subject: Json) => says(verdict, "about", subject)),
  covers: predicate(
    "covers",
    "1",
    (verdict: Json, subject: Json, value: Json) =>
      says(verdict, "about", subject) && says(verdict, "value", value),
  ),
};

function says(verdict: Json, key: keyof About<Json, Json>, expected: Json): boolean {
  if (typeof verdict !== "object" || verdict === null || Array.isArray(verdict)) return false;
  const found = lookup(verdict as Vars, key); // narrowed by hand
  return found !== undefined && jsonEquals(found, expected);
}
