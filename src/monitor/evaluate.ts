import { assertNever, type Json, LightconeError, lookup, thrownMessage, toJson } from "../base/index.ts";
import { builtins, type Formula, type Predicates, type Term } from "../cpl/index.ts";
import type { Row, Table } from "./codec.ts";
import { compareTerms } from "./compare.ts";
import { FormulaTable } from "./formula-table.ts";
import type { FormulaId, MonitorPlan, Observation } from "./types.ts";

/** Evaluates every formula of a plan at a new event of its lifeline; `known` holds the other lifelines' merged rows. */
export type Evaluate = (event: Observation, known: Table, old: Row | null) => Row;

/** One formula: `now` holds the values of its children, `known` and `old` are as in Algorithm 2 of the paper. */
type Rule = (now: readonly boolean[], event: Observation, known: Table, old: Row | null) => boolean;
type Read = (event: Observation, known: Table) => Json | undefined;

/** Compiles Algorithm 2 of Bollig (section 5): one rule a formula, children first. */
export function compile(plan: MonitorPlan, predicates: Predicates): Evaluate {
  const table = FormulaTable.of(plan);
  const needed = new Set(plan.need);
  const rules = plan.formulas.map((formula, id): Rule => {
    // A named predicate may throw: it is never called for the sake of another lifeline's guard.
    if (formula.kind === "predicate" && !needed.has(id)) return () => false;
    return ruleOf(formula, id, { plan, predicates, idOf: (child) => table.add(child) });
  });
  const reads = plan.variables.map((name) => readHere(plan, name));
  return (event, known, old) => {
    const truth: boolean[] = [];
    for (const rule of rules) truth.push(rule(truth, event, known, old));
    return { truth, values: reads.map((read) => snapshot(read(event, known))) };
  };
}

interface Context {
  readonly plan: MonitorPlan;
  readonly predicates: Predicates;
  readonly idOf: (formula: Formula) => FormulaId;
}

function ruleOf(formula: Formula, id: FormulaId, context: Context): Rule {
  const { plan, idOf } = context;
  switch (formula.kind) {
    case "bool":
      return () => formula.value;
    case "compare": {
      const left = reader(plan, formula.left);
      const right = reader(plan, formula.right);
      return (_now, event, known) => compareTerms(formula.op, left(event, known), right(event, known));
    }
    case "predicate":
      return predicateRule(formula.name, formula.args, context);
    case "not": {
      const body = idOf(formula.body);
      return (now) => now[body] === false;
    }
    case "and": {
      const left = idOf(formula.left);
      const right = idOf(formula.right);
      return (now) => now[left] === true && now[right] === true;
    }
    case "or": {
      const left = idOf(formula.left);
      const right = idOf(formula.right);
      return (now) => now[left] === true || now[right] === true;
    }
    case "prev": {
      const body = idOf(formula.body);
      return (_now, _event, _known, old) => old?.truth[body] === true;
    }
    case "since": {
      const left = idOf(formula.left);
      const right = idOf(formula.right);
      return (now, _event, _known, old) =>
        now[right] === true || (now[left] === true && old?.truth[id] === true);
    }
    case "at": {
      const body = idOf(formula.body);
      if (formula.lifeline === plan.lifeline) return (now) => now[body] === true;
      const row = plan.lifelines.indexOf(formula.lifeline);
      return (_now, _event, known) => known.rows[row]?.truth[body] === true;
    }
    case "once":
    case "seen":
      return unfolded(formula.kind);
    default:
      return assertNever(formula);
  }
}

function unfolded(kind: string): never {
  throw new LightconeError({
    code: "internal/unreachable",
    what: `A plan holds '${kind}', which planning unfolds`,
  });
}

function predicateRule(name: string, args: readonly Term[], { plan, predicates }: Context): Rule {
  const test = lookup(predicates, name) ?? lookup(builtins, name)?.test;
  if (test === undefined) {
    const what = `A guard at ${plan.lifeline} uses the predicate ${name}, which has no implementation`;
    throw new LightconeError({ code: "monitor/unknown-predicate", what, place: { lifeline: plan.lifeline } });
  }
  const reads = args.map((term) => reader(plan, term));
  return (_now, event, known) => {
    const values = reads.map((read) => read(event, known)).filter((value) => value !== undefined);
    if (values.length < reads.length) return false;
    try {
      const answer: unknown = test(...values);
      if (typeof answer === "boolean") return answer;
      const what = `The predicate ${name} answered ${typeof answer}, not a boolean, at ${plan.lifeline}`;
      throw new LightconeError({
        code: "monitor/predicate-failed",
        what,
        place: { lifeline: plan.lifeline },
      });
    } catch (cause) {
      if (cause instanceof LightconeError) throw cause;
      const what = `The predicate ${name} threw at ${plan.lifeline}: ${thrownMessage(cause)}`;
      throw new LightconeError({
        code: "monitor/predicate-failed",
        what,
        place: { lifeline: plan.lifeline },
        cause,
      });
    }
  };
}

function reader(plan: MonitorPlan, term: Term): Read {
  switch (term.kind) {
    case "const":
      return () => term.value;
    case "var":
      return readHere(plan, term.name);
    case "remote": {
      if (term.lifeline === plan.lifeline) return readHere(plan, term.name);
      const row = plan.lifelines.indexOf(term.lifeline);
      const column = plan.variables.indexOf(term.name);
      return (_event, known) => known.rows[row]?.values[column];
    }
  }
}

/** A variable of the store, or a field of the event's metadata. */
function readHere(plan: MonitorPlan, name: string): Read {
  switch (name) {
    case "$kind":
      return (event) => event.kind;
    case "$lifeline":
      return () => plan.lifeline;
    case "$type":
      return (event) => event.type;
    case "$message":
      return (event) => event.message;
    default:
      return (event) => lookup(event.store, name);
  }
}

/** Values are taken by value: what a caller does to its store afterwards changes nothing that was observed. */
function snapshot(value: Json | undefined): Json | undefined {
  if (typeof value !== "object" || value === null) return value;
  const copy = toJson(value);
  return copy.ok ? copy.value : undefined;
}
