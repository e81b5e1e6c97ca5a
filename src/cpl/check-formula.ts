import {
  type Diagnostic,
  diagnostic,
  type ErrorCode,
  hasLoneSurrogate,
  LightconeError,
  toJson,
} from "../base/index.ts";
import type { Formula, Term } from "./formula.ts";
import { printedBytes } from "./print.ts";
import { MAX_BYTES, MAX_DEPTH, metaList } from "./syntax.ts";
import { isMetaField } from "./term-value.ts";
import { foldFormula, termsOf, walk } from "./tree.ts";

/**
 * What keeps plain data from being a formula that can be written as text: names, constants, depth above 256 (a
 * left-associative chain of one operator counts once), text above 64 KiB. Empty when it is fine.
 */
export function checkFormula(formula: Formula): readonly Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  const report = (code: ErrorCode, message: string): void => {
    found.set(`${code} ${message}`, diagnostic({ code, message }));
  };
  const depth = depthOf(formula);
  if (depth > MAX_DEPTH)
    report("formula/too-deep", `the formula is ${depth} nodes deep; ${MAX_DEPTH} is the most`);
  walk(formula, (node) => {
    checkName(node, report);
    for (const term of termsOf(node)) checkTerm(term, report);
  });
  // The length of a text that cannot be printed is unknown.
  const bytes = found.size === 0 ? printedBytes(formula) : 0;
  if (bytes > MAX_BYTES) {
    report("formula/too-large", `the formula's text has ${bytes} bytes; ${MAX_BYTES} is the most`);
  }
  return [...found.values()];
}

/** The formula itself, checked. @throws LightconeError with the first problem's code and all of {@link checkFormula}'s. */
export function makeFormula(formula: Formula): Formula {
  const diagnostics = checkFormula(formula);
  const first = diagnostics[0];
  if (first !== undefined) throw new LightconeError({ code: first.code, what: first.message, diagnostics });
  return formula;
}

type Report = (code: ErrorCode, message: string) => void;

function depthOf(formula: Formula): number {
  return foldFormula<number>(formula, (node, [first = 0, second = 0]) => {
    const binary = node.kind === "and" || node.kind === "or" || node.kind === "since";
    const chained = binary && node.left.kind === node.kind;
    return Math.max(chained ? first : first + 1, second + 1);
  });
}

function checkName(node: Formula, report: Report): void {
  if (node.kind === "predicate") {
    checkText("predicate", node.name, report);
    if (node.name.startsWith("$")) report("formula/name", `the predicate ${show(node.name)} begins with $`);
  } else if ((node.kind === "at" || node.kind === "once" || node.kind === "seen") && node.lifeline !== null) {
    checkText("lifeline", node.lifeline, report);
  }
}

function checkTerm(term: Term, report: Report): void {
  if (term.kind === "const") {
    const json = toJson(term.value);
    if (!json.ok) report("formula/value", `a constant is no JSON value: ${json.why}`);
    return;
  }
  if (term.kind === "remote") checkText("lifeline", term.lifeline, report);
  checkText("variable", term.name, report);
  if (term.name.startsWith("$") && !isMetaField(term.name)) {
    report("formula/name", `the variable ${show(term.name)} begins with $ and is none of ${metaList}`);
  }
}

function checkText(what: string, name: string, report: Report): void {
  if (name === "") report("formula/name", `the name of a ${what} is empty`);
  else if (hasLoneSurrogate(name)) report("formula/name", `the ${what} ${show(name)} has a lone surrogate`);
}

function show(name: string): string {
  return JSON.stringify(name);
}
