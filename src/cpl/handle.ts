import type { StandardSchemaV1 } from "@standard-schema/spec";
import { type Lifeline, LightconeError, refuseMisspelt } from "../base/index.ts";
import type { Formula, Term } from "./formula.ts";

// Keys are registered symbols: two copies of this package may be loaded, and each must know the other's handles.
const termKey: unique symbol = Symbol.for("lightcone.term");
const holderKey: unique symbol = Symbol.for("lightcone.holder");
const formulaKey: unique symbol = Symbol.for("lightcone.formula");
/** The key under which a lifeline handle keeps its name and declarations, away from its variables' names. */
export const participantKey: unique symbol = Symbol.for("lightcone.participant");

// These two exist for the compiler only.
declare const readableAt: unique symbol;
declare const holding: unique symbol;

/** Variable to Standard Schema. */
export type VariableSchemas = { readonly [name: string]: StandardSchemaV1 };

/** The values of a variable with this schema. */
export type ValueOf<S> = S extends StandardSchemaV1 ? StandardSchemaV1.InferOutput<S> : never;

/** A term that can be read at lifeline `L` (contravariant: a `TermHandle<string, T>` can be read anywhere). */
export interface TermHandle<in L extends string, out T> {
  readonly [termKey]: Term;
  readonly [readableAt]?: (lifeline: L) => void;
  readonly [holding]?: T;
}

/** A value that lifeline `L` holds: what it can send, assign, or pass to an action. */
export interface Held<out L extends string, out T> {
  readonly [holderKey]: L;
  readonly [holding]?: T;
}

/** A variable of lifeline `L`. */
export interface Ref<L extends string, out T> extends TermHandle<L, T>, Held<L, T> {}

/** A formula that can be evaluated at the events of lifeline `L` (contravariant). It is no host boolean. */
export interface FormulaHandle<in L extends string> {
  readonly [formulaKey]: Formula;
  readonly [readableAt]?: (lifeline: L) => void;
}

/** What a guard must know of a lifeline: its name and its variables. */
export interface Participant<N extends string = string, V extends VariableSchemas = VariableSchemas> {
  readonly [participantKey]: { readonly name: N; readonly variables: V };
}

/** The name of a lifeline, as a literal type. */
export type NameOf<X extends Participant> = X[typeof participantKey]["name"];

/** The variables' schemas of a lifeline. */
export type VariablesOf<X extends Participant> = X[typeof participantKey]["variables"];

/** `if (f == true)`, `f + ""` and `f < g` convert their operands: none of them builds a formula. */
const unconvertible: object = Object.freeze({
  [Symbol.toPrimitive](): never {
    throw new LightconeError({
      code: "choreography/formula-as-value",
      what: "a formula or one of its terms was used as a value of the host language",
    });
  },
});

function handle(properties: { readonly [key: symbol]: unknown }): object {
  return Object.freeze(Object.assign(Object.create(unconvertible), properties));
}

/** Wraps a term for use in a guard. */
export function termHandle<L extends string, T>(term: Term): TermHandle<L, T> {
  return handle({ [termKey]: term }) as TermHandle<L, T>; // the missing properties exist for the compiler only
}

/** Wraps a variable of a lifeline. */
export function refHandle<L extends string, T>(lifeline: L, name: string): Ref<L, T> {
  const term: Term = { kind: "var", name };
  return handle({ [termKey]: term, [holderKey]: lifeline }) as Ref<L, T>; // as above
}

/** Wraps a formula. */
export function formulaHandle<L extends string>(formula: Formula): FormulaHandle<L> {
  return handle({ [formulaKey]: formula }) as FormulaHandle<L>; // as above
}

function own(value: unknown, key: symbol): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}

/** The term inside a handle; undefined for anything else. */
export function termIn(value: unknown): Term | undefined {
  return own(value, termKey) as Term | undefined; // only this module writes the key
}

/**
 * The variable behind a {@link Ref}, with the lifeline that holds it; undefined for anything else.
 *
 * @throws LightconeError `choreography/unknown-variable` for a member that a lifeline or a scope does not have.
 */
export function variableIn(value: unknown): { readonly on: Lifeline; readonly name: string } | undefined {
  refuseMisspelt(value);
  const term = termIn(value);
  const on = own(value, holderKey);
  return term?.kind === "var" && typeof on === "string" ? { on, name: term.name } : undefined;
}

/** The formula inside a handle; undefined for anything else. @throws LightconeError as {@link variableIn} does. */
export function formulaIn(value: unknown): Formula | undefined {
  refuseMisspelt(value);
  return own(value, formulaKey) as Formula | undefined; // only this module writes the key
}
