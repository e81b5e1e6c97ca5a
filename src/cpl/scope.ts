import {
  callPlace,
  define,
  LightconeError,
  namedMembers,
  type Place,
  placeOfCall,
  toJson,
  withArticle,
} from "../base/index.ts";
import { checkFormula } from "./check-formula.ts";
import type { CompareOp, Formula, Term } from "./formula.ts";
import {
  type FormulaHandle,
  formulaHandle,
  formulaIn,
  type Participant,
  participantKey,
  refHandle,
  type TermHandle,
  termHandle,
  termIn,
  type VariableSchemas,
  type VariablesOf,
  variableIn,
} from "./handle.ts";
import { printFormula } from "./print.ts";
import type { Compare, Guard, Scope, ScopeOf, Terms } from "./scope-types.ts";

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
  const building: Building = { open: new Map(), place };
  const formula = callIn(owner, guard, building);
  for (const [unused, made] of building.open) {
    const what = `a guard of ${owner[participantKey].name} made \`${printFormula(unused)}\`, which is no part of its result`;
    throw new LightconeError({ code: "choreography/unused-formula", what, place: known(made(), place) });
  }
  const diagnostics = checkFormula(formula).map((found) => ({ ...found, place }));
  const [first] = diagnostics;
  if (first === undefined) return formula;
  throw new LightconeError({ code: first.code, what: first.message, place, diagnostics });
}

type Callee = (...args: never[]) => unknown;

/** What one guard callback has made and not yet used, with where it was made. */
interface Building {
  readonly open: Map<Formula, () => Place>;
  /** Of the statement. */
  readonly place: Place;
}

/** The place of the call where the host tells one, else that of the statement. */
function known(call: Place, statement: Place): Place {
  return call.line === undefined ? statement : call;
}

function callIn<X extends Participant>(lifeline: X, guard: Guard<X>, building: Building): Formula {
  const scope = namedMembers(scopeAt(lifeline, building), (name) => ({
    code: "choreography/misuse",
    what: `a guard's scope has no ${name}`,
  }));
  // The scope is made from the lifeline itself; that its keys are those of X is beyond the compiler.
  return use(guard(scope as ScopeOf<X>), building);
}

/** The formula in what was given to `callee`, or returned by the callback. */
function use(value: unknown, building: Building, callee?: Callee): Formula {
  const formula = formulaIn(value);
  if (formula === undefined) {
    throw new LightconeError({
      code: "choreography/not-a-formula",
      what: `a formula was expected, but ${withArticle(value === null ? "null" : typeof value)} was given`,
      place: callee === undefined ? building.place : known(placeOfCall(callee), building.place),
    });
  }
  building.open.delete(formula);
  return formula;
}

/** Notes a formula that `callee` makes. */
function make(formula: Formula, building: Building, callee: Callee): FormulaHandle<string> {
  building.open.set(formula, callPlace(callee));
  return formulaHandle(formula);
}

function scopeAt(lifeline: Participant, building: Building): Scope<string, VariableSchemas> {
  const self = lifeline[participantKey].name;
  const compare = (op: CompareOp): Compare<string> => {
    const build: Compare<string> = (left, right) => {
      const place = (): Place => known(placeOfCall(build), building.place);
      return make(
        { kind: "compare", op, left: term(left, self, place), right: term(right, self, place) },
        building,
        build,
      );
    };
    return build;
  };
  return {
    here: terms(lifeline, (name) => refHandle(self, name)),
    ...overloads(building),
    ...connectives(building),
    ...predicates(self, building),
    eq: compare("=="),
    ne: compare("!="),
    lt: compare("<"),
    le: compare("<="),
    gt: compare(">"),
    ge: compare(">="),
  };
}

type Handle = FormulaHandle<string>;

function connectives(
  building: Building,
): Pick<Scope<string, VariableSchemas>, "seen" | "and" | "or" | "not" | "since" | "prev"> {
  const chain = (kind: "and" | "or") => {
    const build = (...formulas: readonly Handle[]): Handle => {
      const [first, ...rest] = formulas.map((formula) => use(formula, building, build));
      if (first === undefined) return make({ kind: "bool", value: kind === "and" }, building, build);
      return make(
        rest.reduce((left, right) => ({ kind, left, right }), first),
        building,
        build,
      );
    };
    return build;
  };
  const seen = (other: Participant): Handle =>
    make({ kind: "seen", lifeline: nameIn(other, "seen", seen, building) }, building, seen);
  const not = (formula: Handle): Handle =>
    make({ kind: "not", body: use(formula, building, not) }, building, not);
  const prev = (formula: Handle): Handle =>
    make({ kind: "prev", body: use(formula, building, prev) }, building, prev);
  const since = (hold: Handle, start: Handle): Handle => {
    const [left, right] = [use(hold, building, since), use(start, building, since)];
    return make({ kind: "since", left, right }, building, since);
  };
  return { seen, and: chain("and"), or: chain("or"), not, prev, since };
}

function predicates(
  self: string,
  building: Building,
): Pick<Scope<string, VariableSchemas>, "holds" | "covers"> {
  const test = (name: string, given: readonly unknown[], callee: Callee): Handle => {
    const place = (): Place => known(placeOfCall(callee), building.place);
    const args = given.map((value) => term(value, self, place));
    return make({ kind: "predicate", name, args }, building, callee);
  };
  const holds: Scope<string, VariableSchemas>["holds"] = ({ name }, ...args) => test(name, args, holds);
  const covers: Scope<string, VariableSchemas>["covers"] = (verdict, subject, value) =>
    value === undefined
      ? test("isAbout", [verdict, subject], covers)
      : test("covers", [verdict, subject, value], covers);
  return { holds, covers };
}

/** The two operators that take a lifeline, alone or with a formula about it. */
function overloads(building: Building): Pick<Scope<string, VariableSchemas>, "at" | "once"> {
  const there = (kind: "at" | "once", lifeline: Participant, formula: Guard<Participant>, callee: Callee) =>
    make(
      {
        kind,
        lifeline: nameIn(lifeline, kind, callee, building),
        body: callIn(lifeline, formula, building),
      },
      building,
      callee,
    );
  function at<X extends Participant>(lifeline: X): Terms<string, VariablesOf<X>>;
  function at<X extends Participant>(lifeline: X, formula: Guard<X>): Handle;
  function at(lifeline: Participant, formula?: Guard<Participant>): unknown {
    const on = nameIn(lifeline, "at", at, building);
    if (formula !== undefined) return there("at", lifeline, formula, at);
    return terms(lifeline, (name) => termHandle({ kind: "remote", lifeline: on, name }));
  }
  function once(formula: Handle): Handle;
  function once<X extends Participant>(lifeline: X, formula: Guard<X>): Handle;
  function once(subject: Participant | Handle, formula?: Guard<Participant>): unknown {
    if (formula !== undefined) return there("once", subject as Participant, formula, once); // nameIn checks it
    return make({ kind: "once", lifeline: null, body: use(subject, building, once) }, building, once);
  }
  return { at, once };
}

function nameIn(value: unknown, what: string, callee: Callee, building: Building): string {
  if (isParticipant(value)) return value[participantKey].name;
  throw new LightconeError({
    code: "choreography/misuse",
    what: `${what}(…) in a guard was given ${withArticle(value === null ? "null" : typeof value)} instead of a lifeline`,
    place: known(placeOfCall(callee), building.place),
    remedy: "Give the handle that lifeline(…) made; look for a misspelt import.",
  });
}

function isParticipant(value: unknown): value is Participant {
  return typeof value === "object" && value !== null && Object.hasOwn(value, participantKey);
}

function terms(
  lifeline: Participant,
  make: (name: string) => TermHandle<string, unknown>,
): Terms<string, VariableSchemas> {
  const { name: on, variables } = lifeline[participantKey];
  const result: { [name: string]: TermHandle<string, unknown> } = {};
  for (const name of Object.keys(variables)) define(result, name, make(name));
  return namedMembers(Object.freeze(result), (name) => ({
    code: "choreography/unknown-variable",
    what: `a guard reads ${on}.${name}, which ${on} does not declare`,
  }));
}

function term(value: unknown, self: string, place: () => Place): Term {
  const held = variableIn(value);
  if (held !== undefined && held.on !== self) {
    throw new LightconeError({
      code: "choreography/foreign-variable",
      what: `${held.on}.${held.name} was read at ${self} as if it were its own`,
      place: place(),
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
    place: place(),
  });
}
