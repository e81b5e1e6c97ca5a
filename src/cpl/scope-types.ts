import type { Json } from "../base/index.ts";
import type {
  FormulaHandle,
  NameOf,
  Participant,
  TermHandle,
  ValueOf,
  VariableSchemas,
  VariablesOf,
} from "./handle.ts";
import type { About, Predicate } from "./predicate.ts";

/** Compares a term with another, or with a constant of the first one's type. */
export type Compare<L extends string, Bound = unknown> = <T extends Bound>(
  left: TermHandle<L, T>,
  right: TermHandle<L, NoInfer<T>> | NoInfer<T>,
) => FormulaHandle<L>;

/** A variable's term a name, readable at lifeline `L`. */
export type Terms<L extends string, V extends VariableSchemas> = {
  readonly [K in keyof V & string]: TermHandle<L, ValueOf<V[K]>>;
};

/**
 * What a guard is written with at lifeline `L`, whose variables are `V`. Lifeline parameters are contravariant, so that
 * reading another lifeline's variable without `at`, or `since` of the wrong lifeline, does not compile. Meaning: design, section 4.
 */
export interface Scope<L extends string, V extends VariableSchemas> {
  /** The lifeline's own variables, now. */
  readonly here: Terms<L, V>;
  /** `@B.x` and `@B(φ)`: a variable, or a formula, at the latest event of another lifeline in the causal past. */
  readonly at: {
    <X extends Participant>(lifeline: X): Terms<string, VariablesOf<X>>;
    <X extends Participant>(lifeline: X, formula: Guard<X>): FormulaHandle<string>;
  };
  /** `seen(B)`: some event of the lifeline lies in the causal past. */
  readonly seen: (lifeline: Participant) => FormulaHandle<string>;
  readonly eq: Compare<L>;
  /** False, like every comparison, where one of the two is unset or unseen. */
  readonly ne: Compare<L>;
  readonly lt: Compare<L, number | string>;
  readonly le: Compare<L, number | string>;
  readonly gt: Compare<L, number | string>;
  readonly ge: Compare<L, number | string>;
  /** All of them; true without any. */
  readonly and: (...formulas: readonly FormulaHandle<L>[]) => FormulaHandle<L>;
  /** One of them; false without any. */
  readonly or: (...formulas: readonly FormulaHandle<L>[]) => FormulaHandle<L>;
  readonly not: (formula: FormulaHandle<L>) => FormulaHandle<L>;
  /** `φ S ψ`: on this lifeline ψ held at some event, now included, and φ at every later one. */
  readonly since: (hold: FormulaHandle<L>, start: FormulaHandle<L>) => FormulaHandle<L>;
  /** A named predicate of terms or constants; false where a term is unset or unseen. */
  readonly holds: <A extends readonly Json[]>(
    predicate: Predicate<A>,
    ...args: { readonly [I in keyof A]: TermHandle<L, NoInfer<A[I]>> | NoInfer<A[I]> }
  ) => FormulaHandle<L>;
  /** The verdict (`aboutOf(subject, value)`) is about this very subject and, where a value is given, says it. */
  readonly covers: <S, V>(
    verdict: TermHandle<L, About<S, V>>,
    subject: TermHandle<L, NoInfer<S>> | NoInfer<S>,
    value?: NoInfer<V>,
  ) => FormulaHandle<L>;
  /** `Y φ`: this lifeline has a previous event, and φ held there. */
  readonly prev: (formula: FormulaHandle<L>) => FormulaHandle<L>;
  /** `P φ`: φ held at some event of the causal past, of whatever lifeline; `P[B] φ`: at some event of B. */
  readonly once: {
    (formula: FormulaHandle<L>): FormulaHandle<L>;
    <X extends Participant>(lifeline: X, formula: Guard<X>): FormulaHandle<string>;
  };
}

/** The {@link Scope} at the events of a lifeline. */
export type ScopeOf<X extends Participant> = Scope<NameOf<X>, VariablesOf<X>>;

/** A formula at the events of a lifeline, written in its scope. */
export type Guard<X extends Participant> = (scope: ScopeOf<X>) => FormulaHandle<NameOf<X>>;
