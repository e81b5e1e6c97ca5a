import { type Diagnostic, diagnostic, type Lifeline, lookup, nearest } from "../base/index.ts";
import type { Formula } from "./formula.ts";
import { clashes, describeClash } from "./lint-contradiction.ts";
import { unguardedNegations } from "./lint-negation.ts";
import { holdsIfSet, selfComparisons } from "./lint-self.ts";
import { verdictsWithoutSubject } from "./lint-verdict.ts";
import { printFormula, printName } from "./print.ts";
import { simplify } from "./simplify.ts";
import { lifelinesOf, type VariableUse, variablesOf } from "./tree.ts";

/** What a formula is checked against; what is left out is not checked. */
export interface LintOptions {
  readonly lifelines?: readonly Lifeline[];
  /** The variables of every lifeline together, or of each. */
  readonly variables?: readonly string[] | { readonly [lifeline: Lifeline]: readonly string[] };
  /** The lifeline that asks the formula. */
  readonly owner?: Lifeline;
}

/**
 * What is suspicious about a formula: unknown lifelines (errors) and variables, verdicts without their subject, negations
 * that are true of what was never seen, comparisons with oneself, and constant formulas (warnings). See design, section 4.
 */
export function lintFormula(formula: Formula, options: LintOptions = {}): readonly Diagnostic[] {
  const owner = options.owner ?? null;
  return [
    ...unknownLifelines(formula, options),
    ...unknownVariables(formula, options),
    ...constant(formula),
    ...selfComparisons(formula, owner).map((comparison) =>
      diagnostic({
        code: "formula/self-comparison",
        severity: "warning",
        message: `\`${printFormula(comparison)}\` compares something with itself: it holds ${
          holdsIfSet(comparison.op) ? "wherever that has a value" : "nowhere"
        }`,
      }),
    ),
    ...contradictions(formula),
    ...[...verdictsWithoutSubject(formula, owner)].map(([lifeline, name]) =>
      diagnostic({
        code: "formula/verdict-without-subject",
        severity: "warning",
        message: `the formula asks for ${show(name)} of ${show(lifeline)} and never for what that is about`,
      }),
    ),
    ...[...unguardedNegations(formula, owner)].map((lifeline) =>
      diagnostic({
        code: "formula/unguarded-negation",
        severity: "warning",
        message: `a negation is true where ${show(lifeline)} was never seen`,
        remedy: `Add \`seen(${printName(lifeline)})\` if that is not meant.`,
      }),
    ),
  ];
}

function unknownLifelines(formula: Formula, { lifelines }: LintOptions): readonly Diagnostic[] {
  if (lifelines === undefined) return [];
  return lifelinesOf(formula)
    .filter((name) => !lifelines.includes(name))
    .map((name) =>
      diagnostic({
        code: "formula/unknown-lifeline",
        message: `there is no lifeline ${show(name)}`,
        suggestion: nearest(name, lifelines),
      }),
    );
}

function unknownVariables(formula: Formula, options: LintOptions): readonly Diagnostic[] {
  return variablesOf(formula).flatMap((use) => {
    const known = knownVariables(use, options);
    if (known === undefined || known.includes(use.name)) return [];
    const whose = use.lifeline ?? (use.anywhere ? "any lifeline" : (options.owner ?? "any lifeline"));
    return diagnostic({
      code: "formula/unknown-variable",
      severity: "warning",
      message: `${show(use.name)} is no variable of ${whose}: comparisons with it are false`,
      suggestion: nearest(use.name, known),
    });
  });
}

/** The variables that a use may mean; undefined where they are not known. */
function knownVariables(use: VariableUse, { variables, owner }: LintOptions): readonly string[] | undefined {
  if (variables === undefined || isList(variables)) return variables;
  const lifeline = use.anywhere ? undefined : (use.lifeline ?? owner);
  return lifeline === undefined ? Object.values(variables).flat() : lookup(variables, lifeline);
}

function isList(variables: NonNullable<LintOptions["variables"]>): variables is readonly string[] {
  return Array.isArray(variables);
}

function constant(formula: Formula): readonly Diagnostic[] {
  const simple = simplify(formula);
  if (simple.kind !== "bool" || formula.kind === "bool") return [];
  return [
    diagnostic({
      code: "formula/constant",
      severity: "warning",
      message: `the formula is ${simple.value} at every event`,
      remedy: `Write \`${simple.value}\`, or correct the part that decides it.`,
    }),
  ];
}

/** Of a formula that is constant as a whole, that is said already. */
function contradictions(formula: Formula): readonly Diagnostic[] {
  if (simplify(formula).kind === "bool") return [];
  return clashes(formula).map((clash) =>
    diagnostic({ code: "formula/contradiction", severity: "warning", message: describeClash(clash) }),
  );
}

function show(name: string): string {
  return JSON.stringify(name);
}
