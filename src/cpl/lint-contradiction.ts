import { compareCodePoints, type Json, jsonEquals } from "../base/index.ts";
import type { CompareOp, Formula, Term } from "./formula.ts";
import { printFormula, printTerm } from "./print.ts";
import { walk } from "./tree.ts";

/** Two parts of one junction that decide it by themselves. */
export interface Clash {
  readonly kind: "and" | "or";
  readonly parts: readonly [Formula, Formula];
}

/**
 * Conjunctions of which two parts can never hold together, and disjunctions of which one part or the other always holds.
 * Only what is certain: comparisons are false where a side is unset, so that `x == 1 | x != 1` is no tautology.
 */
export function clashes(formula: Formula): readonly Clash[] {
  const found: Clash[] = [];
  const inner = new Set<Formula>();
  walk(formula, (node) => {
    if ((node.kind !== "and" && node.kind !== "or") || inner.has(node)) return;
    const parts = partsOf(node, node.kind, inner);
    const clash = firstClash(parts, node.kind);
    if (clash !== null) found.push({ kind: node.kind, parts: clash });
  });
  return found;
}

/** The operands of a chain; the chain's own inner nodes are noted, so that they are not looked at again. */
function partsOf(chain: Formula, kind: "and" | "or", inner: Set<Formula>): readonly Formula[] {
  const parts: Formula[] = [];
  const stack: Formula[] = [chain];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind !== kind) parts.push(node);
    else {
      if (node !== chain) inner.add(node);
      stack.push(node.right, node.left);
    }
  }
  return parts;
}

function firstClash(parts: readonly Formula[], kind: "and" | "or"): readonly [Formula, Formula] | null {
  const byText = new Map(parts.map((part) => [printFormula(part), part]));
  for (const part of parts) {
    const opposite = part.kind === "not" ? byText.get(printFormula(part.body)) : undefined;
    if (opposite !== undefined) return [opposite, part];
  }
  return kind === "and" ? excludedPair(parts) : null;
}

/** What a comparison with a constant says of a term. */
interface Bound {
  readonly part: Formula;
  readonly op: CompareOp;
  readonly value: Json;
}

function excludedPair(parts: readonly Formula[]): readonly [Formula, Formula] | null {
  const bounds = new Map<string, Bound[]>();
  for (const part of parts) {
    const bound = boundOf(part);
    if (bound === null) continue;
    const known = bounds.get(bound.term) ?? [];
    const other = known.find((one) => excludes(one, bound));
    if (other !== undefined) return [other.part, part];
    bounds.set(bound.term, [...known, bound]);
  }
  return null;
}

const mirrored: { readonly [O in CompareOp]: CompareOp } = {
  "==": "==",
  "!=": "!=",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

function boundOf(part: Formula): (Bound & { readonly term: string }) | null {
  if (part.kind !== "compare") return null;
  const { left, right, op } = part;
  if (right.kind === "const" && left.kind !== "const")
    return { part, op, value: right.value, term: nameOf(left) };
  if (left.kind === "const" && right.kind !== "const") {
    return { part, op: mirrored[op], value: left.value, term: nameOf(right) };
  }
  return null;
}

function nameOf(term: Term): string {
  return printTerm(term);
}

/** Whether no value satisfies both. */
function excludes(a: Bound, b: Bound): boolean {
  if (a.op === "==") return !satisfies(a.value, b);
  if (b.op === "==") return !satisfies(b.value, a);
  const [below, above] = isBelow(a.op) ? [a, b] : [b, a];
  if (!isBelow(below.op) || !isAbove(above.op)) return false;
  const order = compare(below.value, above.value);
  if (order === null) return true; // a number and a text: no value is comparable with both
  return order < 0 || (order === 0 && (below.op === "<" || above.op === ">"));
}

function isBelow(op: CompareOp): boolean {
  return op === "<" || op === "<=";
}

function isAbove(op: CompareOp): boolean {
  return op === ">" || op === ">=";
}

function satisfies(value: Json, { op, value: bound }: Bound): boolean {
  if (op === "==" || op === "!=") return jsonEquals(value, bound) === (op === "==");
  const order = compare(value, bound);
  if (order === null) return false;
  if (order === 0) return op === "<=" || op === ">=";
  return order < 0 ? isBelow(op) : isAbove(op);
}

/** The order of two numbers or two texts; null for anything else, which `<` and its kin never hold for. */
function compare(a: Json, b: Json): number | null {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return typeof a === "string" && typeof b === "string" ? compareCodePoints(a, b) : null;
}

/** What a clash says, for people. */
export function describeClash({ kind, parts }: Clash): string {
  const [one, other] = parts.map((part) => `\`${printFormula(part)}\``);
  return kind === "and"
    ? `${one} and ${other} can never hold together: this part is always false`
    : `${one} or ${other} always holds: this part is always true`;
}
