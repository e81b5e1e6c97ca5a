import type { Json } from "../../src/base/index.ts";
import type { Msc } from "../../src/causality/index.ts";
import {
  type Formula,
  type Predicates,
  parseFormula,
  printFormula,
  referenceOf,
  type Term,
} from "../../src/cpl/index.ts";

type ParseOptions = Parameters<typeof parseFormula>[1];

/** The formula of a text; an error that says what is wrong with it. */
export function formulaOf(text: string): Formula {
  const parsed = parseFormula(text);
  if (parsed.ok) return parsed.formula;
  throw new Error(`${text}: ${parsed.diagnostics.map(({ message }) => message).join("; ")}`);
}

/** The canonical text of a text. */
export function canonicalText(text: string): string {
  return printFormula(formulaOf(text));
}

/** `line:column code` of each problem of a text; none when it is a formula. */
export function problemsOf(text: string, options: ParseOptions = {}): readonly string[] {
  const parsed = parseFormula(text, options);
  if (parsed.ok) return [];
  return parsed.diagnostics.map(({ place, code }) => `${place.line}:${place.column} ${code}`);
}

/** The atom `NAME()`. */
export function atom(name: string): Formula {
  return { kind: "predicate", name, args: [] };
}

/** A constant. */
export function constant(value: Json): Term {
  return { kind: "const", value };
}

/** A variable. */
export function variable(name: string): Term {
  return { kind: "var", name };
}

/** `left == right`. */
export function equal(left: Term, right: Term): Formula {
  return { kind: "compare", op: "==", left, right };
}

/** Where a formula holds: a `1` or a `-` for each event of a chart, in the order of its events. */
export function truthRow(msc: Msc, text: string, predicates: Predicates = {}): string {
  const holds = referenceOf(msc, { predicates });
  const formula = formulaOf(text);
  return msc.events.map((_, e) => (holds(e, formula) ? "1" : "-")).join("");
}
