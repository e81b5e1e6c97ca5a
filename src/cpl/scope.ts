import { define, type Json, LightconeError, type Place, toJson } from "../base/index.ts";
import { checkFormula } from "./check-formula.ts";
import type { CompareOp, Formula, Term } from "./formula.ts";
import {
  type FormulaHandle,
  formulaHandle,
  formulaIn,
  type NameOf,
  type Participant,
  participantKey,
  refHandle,
  type TermHandle,
  termHandle,
  termIn,
  type ValueOf,
  type VariableSchemas,
  type VariablesOf,
  variableIn,
} from "./handle.ts";
import type { About, Predicate } from "./predicate.ts";
import { printFormula } from "./print.ts";

/** Compares a term with another, or with a constant of the first one's type. */
type Compare<L extends string, Bound = unknown> = <T extends Bound>(
  left: TermHandle<L, T>,
  right: TermHandle<L, NoInfer<T>> | NoInfer<T>,
) => FormulaHandle<L>;

/** A variable's term a name, readable at lifeline `L`. */
type Terms<L extends string, V extends VariableSchemas> = {
  readonly [K in keyof V & string]: TermHandle<L, ValueOf<V[K]>>;
};

/**
 * What a guard is written with at lifeline `L`, whose variables are `V`. Lifeline parameters are contravariant, so that
 * reading another lifeline's variable without `at`, or `since` of the wrong lifeline, does not compile. Meaning: design, section 4.
 */
interface Scope<L extends string, V extends VariableSchemas> {
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

/**
 * Runs a guard callback and gives the formula that it returns.
 *
 * Of `make() || other()` the second is never called: that loss no builder can see.
 *
 * @throws LightconeError `choreography/unused-formula` when a formula was made and did not become part of the result
 * (`f && g`, `if (f)`), `choreography/not-a-formula`, `choreography/not-a-value`, `choreography/foreign-variable`, or
 * what `checkFormula` finds.
 */
export function buildGuard<X extends Participant>(owner: X, guard: Guard<X>, place: Place = {}): Formula {
  const building: Building = { open: new Set(), place };
  const formula = callIn(owner, guard, building);
  const [unused] = building.open;
  if (unused !== undefined) {
    const what = `a guard of ${owner[participantKey].name} made \`${printFormula(unused)}\`, which is no part of its result`;
    throw new LightconeError({ code: "choreography/unused-formula", what, place });
  }
  const diagnostics = checkFormula(formula).map((found) => ({ ...found, place }));
  const [first] = diagnostics;
  if (first === undefined) return formula;
  throw new LightconeError({ code: first.code, what: first.message, place, diagnostics });
}

/** What one guard callback has made and not yet used. */
interface Building {
  readonly open: Set<Formula>;
  readonly place: Place;
}

function callIn<X extends Participant>(lifeline: X, guard: Guard<X>, building: Building): Formula {
  const scope = scopeAt(lifeline, building);
  // The scope is made from the lifeline itself; that its keys are those of X is beyond the compiler.
  return use(guard(scope as ScopeOf<X>), building);
}

function use(value: unknown, building: Building): Formula {
  const formula = formulaIn(value);
  if (formula === undefined) {
    throw new LightconeError({
      code: "choreography/not-a-formula",
      what: `a formula was expected, but a value of type ${typeof value} was given`,
      place: building.place,
    });
  }
  building.open.delete(formula);
  return formula;
}

function scopeAt(lifeline: Participant, building: Building): Scope<string, VariableSchemas> {
  const self = lifeline[participantKey].name;
  const made = (formula: Formula): FormulaHandle<string> => {
    building.open.add(formula);
    return formulaHandle(formula);
  };
  const compare =
    (op: CompareOp): Compare<string> =>
    (left, right) =>
      made({
        kind: "compare",
        op,
        left: term(left, self, building.place),
        right: term(right, self, building.place),
      });
  const chain = (kind: "and" | "or", formulas: readonly FormulaHandle<string>[]): FormulaHandle<string> => {
    const [first, ...rest] = formulas.map((formula) => use(formula, building));
    if (first === undefined) return made({ kind: "bool", value: kind === "and" });
    return made(rest.reduce((left, right) => ({ kind, left, right }), first));
  };
  const test = (name: string, args: readonly unknown[]): FormulaHandle<string> =>
    made({ kind: "predicate", name, args: args.map((arg) => term(arg, self, building.place)) });
  const { at, once } = overloads(made, building);
  return {
    here: terms(lifeline, (name) => refHandle(self, name)),
    at,
    seen: (other) => made({ kind: "seen", lifeline: other[participantKey].name }),
    eq: compare("=="),
    ne: compare("!="),
    lt: compare("<"),
    le: compare("<="),
    gt: compare(">"),
    ge: compare(">="),
    and: (...formulas) => chain("and", formulas),
    or: (...formulas) => chain("or", formulas),
    not: (formula) => made({ kind: "not", body: use(formula, building) }),
    since: (hold, start) => made({ kind: "since", left: use(hold, building), right: use(start, building) }),
    holds: ({ name }, ...args) => test(name, args),
    covers: (verdict, subject, value) =>
      value === undefined ? test("isAbout", [verdict, subject]) : test("covers", [verdict, subject, value]),
    prev: (formula) => made({ kind: "prev", body: use(formula, building) }),
    once,
  };
}

/** The two operators that take a lifeline, alone or with a formula about it. */
function overloads(
  made: (formula: Formula) => FormulaHandle<string>,
  building: Building,
): Pick<Scope<string, VariableSchemas>, "at" | "once"> {
  const there = (kind: "at" | "once", lifeline: Participant, formula: Guard<Participant>) =>
    made({ kind, lifeline: lifeline[participantKey].name, body: callIn(lifeline, formula, building) });
  function at<X extends Participant>(lifeline: X): Terms<string, VariablesOf<X>>;
  function at<X extends Participant>(lifeline: X, formula: Guard<X>): FormulaHandle<string>;
  function at(lifeline: Participant, formula?: Guard<Participant>): unknown {
    const on = lifeline[participantKey].name;
    if (formula !== undefined) return there("at", lifeline, formula);
    return terms(lifeline, (name) => termHandle({ kind: "remote", lifeline: on, name }));
  }
  function once(formula: FormulaHandle<string>): FormulaHandle<string>;
  function once<X extends Participant>(lifeline: X, formula: Guard<X>): FormulaHandle<string>;
  function once(subject: Participant | FormulaHandle<string>, formula?: Guard<Participant>): unknown {
    if (formula !== undefined && isParticipant(subject)) return there("once", subject, formula);
    return made({ kind: "once", lifeline: null, body: use(subject, building) });
  }
  return { at, once };
}

function isParticipant(value: object): value is Participant {
  return Object.hasOwn(value, participantKey);
}

function terms(
  lifeline: Participant,
  make: (name: string) => TermHandle<string, unknown>,
): Terms<string, VariableSchemas> {
  const result: { [name: string]: TermHandle<string, unknown> } = {};
  for (const name of Object.keys(lifeline[participantKey].variables)) define(result, name, make(name));
  return Object.freeze(result);
}

function term(value: unknown, self: string, place: Place): Term {
  const held = variableIn(value);
  if (held !== undefined && held.on !== self) {
    throw new LightconeError({
      code: "choreography/foreign-variable",
      what: `${held.on}.${held.name} was read at ${self} as if it were its own`,
      place,
      remedy: `Read it as at(${held.on}).${held.name}: its value at the latest visible event of ${held.on}.`,
    });
  }
  const known = termIn(value);
  if (known !== undefined) return known;
  const constant = toJson(value);
  if (constant.ok) return { kind: "const", value: constant.value };
  throw new LightconeError({
    code: "choreography/not-a-value",
    what: `a variable or a constant was expected in a comparison at ${self}: ${constant.why}`,
    place,
  });
}
