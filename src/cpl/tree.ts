import { assertNever, type Lifeline } from "../base/index.ts";
import type { Formula, Term } from "./formula.ts";

/** The direct subformulas, left to right. */
export function childrenOf(formula: Formula): readonly Formula[] {
  switch (formula.kind) {
    case "bool":
    case "compare":
    case "predicate":
    case "seen":
      return [];
    case "not":
    case "prev":
    case "at":
    case "once":
      return [formula.body];
    case "and":
    case "or":
    case "since":
      return [formula.left, formula.right];
    default:
      return assertNever(formula);
  }
}

/** The terms of an atom, left to right; none of any other formula. */
export function termsOf(formula: Formula): readonly Term[] {
  if (formula.kind === "compare") return [formula.left, formula.right];
  return formula.kind === "predicate" ? formula.args : [];
}

/** Formula with the results of its subformulas so far. */
interface Frame<R> {
  readonly formula: Formula;
  readonly children: readonly Formula[];
  readonly results: R[];
}

/**
 * Computes bottom-up, children before parents. Each node object is visited once, and no call nests: chains may be longer
 * than the stack is deep.
 */
export function foldFormula<R>(formula: Formula, fn: (node: Formula, results: readonly R[]) => R): R {
  const known = new Map<Formula, { readonly result: R }>();
  const root: R[] = [];
  const stack: Frame<R>[] = [];
  const visit = (node: Formula, into: R[]): void => {
    const found = known.get(node);
    if (found === undefined) stack.push({ formula: node, children: childrenOf(node), results: [] });
    else into.push(found.result);
  };
  visit(formula, root);
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const next = top.children[top.results.length];
    if (next !== undefined) {
      visit(next, top.results);
      continue;
    }
    const result = fn(top.formula, top.results);
    known.set(top.formula, { result });
    stack.pop();
    (stack.at(-1)?.results ?? root).push(result);
  }
  return root[0] as R; // the last frame to be popped is the formula's own
}

/** Rewrites bottom-up: `fn` sees each node with its children rewritten. The same object when nothing changed. */
export function mapFormula(formula: Formula, fn: (node: Formula) => Formula): Formula {
  return foldFormula<Formula>(formula, (node, children) => fn(withChildren(node, children)));
}

function withChildren(formula: Formula, children: readonly Formula[]): Formula {
  const [first, second] = children;
  switch (formula.kind) {
    case "bool":
    case "compare":
    case "predicate":
    case "seen":
      return formula;
    case "not":
    case "prev":
    case "at":
    case "once":
      return first === undefined || first === formula.body ? formula : { ...formula, body: first };
    case "and":
    case "or":
    case "since":
      if (first === undefined || second === undefined) return formula;
      return first === formula.left && second === formula.right
        ? formula
        : { ...formula, left: first, right: second };
    default:
      return assertNever(formula);
  }
}

/** Every lifeline that a formula names, each once, in the order of the text. */
export function lifelinesOf(formula: Formula): readonly Lifeline[] {
  const names = new Set<Lifeline>();
  walk(formula, (node) => {
    if ((node.kind === "at" || node.kind === "once" || node.kind === "seen") && node.lifeline !== null) {
      names.add(node.lifeline);
    }
    for (const term of termsOf(node)) if (term.kind === "remote") names.add(term.lifeline);
  });
  return [...names];
}

/** A variable (no metadata) that a formula reads, and whose it is. */
export interface VariableUse {
  readonly name: string;
  /** The lifeline whose store is read; null: that of the formula's owner, or, if `anywhere`, of any lifeline. */
  readonly lifeline: Lifeline | null;
  /** Read inside `P φ`, which looks at all lifelines. */
  readonly anywhere: boolean;
}

/** Every variable that a formula reads, each once a lifeline, in the order of the text. */
export function variablesOf(formula: Formula): readonly VariableUse[] {
  const uses = new Map<string, VariableUse>();
  walk(formula, (node, place) => {
    for (const term of termsOf(node)) {
      if (term.kind === "const" || term.name.startsWith("$")) continue;
      const use =
        term.kind === "remote"
          ? { name: term.name, lifeline: term.lifeline, anywhere: false }
          : { name: term.name, ...place };
      uses.set(JSON.stringify(use), use);
    }
  });
  return [...uses.values()];
}

/** On which lifeline a subformula is evaluated. */
export type Standpoint = Pick<VariableUse, "lifeline" | "anywhere">;

/** Visits every subformula, parents first, left before right, once from each standpoint. */
export function walk(formula: Formula, visit: (node: Formula, place: Standpoint) => void): void {
  const owner: Standpoint = { lifeline: null, anywhere: false };
  const seen = new Map<Formula, Set<string>>();
  const stack: { readonly node: Formula; readonly place: Standpoint }[] = [{ node: formula, place: owner }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, place } = top;
    const places = seen.get(node) ?? new Set();
    const key = JSON.stringify(place);
    if (places.has(key)) continue;
    seen.set(node, places.add(key));
    visit(node, place);
    const inside = standpointInside(node, place);
    for (const child of childrenOf(node).toReversed()) stack.push({ node: child, place: inside });
  }
}

function standpointInside(node: Formula, place: Standpoint): Standpoint {
  if (node.kind === "at") return { lifeline: node.lifeline, anywhere: false };
  if (node.kind === "once") return { lifeline: node.lifeline, anywhere: node.lifeline === null };
  return place;
}
