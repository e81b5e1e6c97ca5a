import { assertNever } from "../base/index.ts";
import { compareValues } from "./compare-values.ts";
import type { Formula } from "./formula.ts";
import { childrenOf, mapFormula } from "./tree.ts";

/**
 * A formula with the same value at every event of every chart, with constants folded, repetitions dropped and nested
 * looks at one lifeline joined. Comparisons stay as they are: with unset terms `!(a < b)` is not `a >= b`, and `x == x`
 * is not true. The same object when nothing changed.
 */
export function simplify(formula: Formula): Formula {
  const alike = new Likeness();
  return mapFormula(formula, (node) => {
    const simpler = simplifyNode(node, alike);
    alike.idOf(simpler);
    return simpler;
  });
}

/** Numbers formulas so that those of equal structure get equal numbers; children must be numbered before parents. */
class Likeness {
  readonly #ids = new WeakMap<Formula, number>();
  readonly #byKey = new Map<string, number>();

  idOf(formula: Formula): number {
    const found = this.#ids.get(formula);
    if (found !== undefined) return found;
    const children = childrenOf(formula).map((child) => this.idOf(child));
    const key = JSON.stringify([
      children,
      { ...formula, body: 0, ...(children.length === 2 ? { left: 0, right: 0 } : {}) },
    ]);
    const id = this.#byKey.get(key) ?? this.#byKey.size;
    this.#byKey.set(key, id);
    this.#ids.set(formula, id);
    return id;
  }

  same(a: Formula, b: Formula): boolean {
    return this.idOf(a) === this.idOf(b);
  }

  opposite(a: Formula, b: Formula): boolean {
    return (a.kind === "not" && this.same(a.body, b)) || (b.kind === "not" && this.same(b.body, a));
  }
}

/** One node whose children are simple. */
function simplifyNode(node: Formula, alike: Likeness): Formula {
  switch (node.kind) {
    case "bool":
    case "predicate":
    case "seen":
      return node;
    case "compare":
      return node.left.kind === "const" && node.right.kind === "const"
        ? bool(compareValues(node.op, node.left.value, node.right.value))
        : node;
    case "not":
      if (node.body.kind === "bool") return bool(!node.body.value);
      return node.body.kind === "not" ? node.body.body : node;
    case "prev":
      return isBool(node.body, false) ? node.body : node; // `Y true` is false at a first event
    case "and":
    case "or":
      return simplifyJunction(node, alike);
    case "since":
      // φ S true is true now, φ S false holds nowhere, and false S ψ asks for ψ now, as φ S φ does for φ.
      if (node.right.kind === "bool" || isBool(node.left, false)) return node.right;
      return alike.same(node.left, node.right) ? node.right : node;
    case "at":
      return simplifyAt(node);
    case "once":
      return simplifyOnce(node);
    default:
      return assertNever(node);
  }
}

function simplifyJunction(node: Extract<Formula, { readonly kind: "and" | "or" }>, alike: Likeness): Formula {
  const neutral = node.kind === "and";
  for (const [side, other] of [
    [node.left, node.right],
    [node.right, node.left],
  ] as const) {
    if (side.kind === "bool") return side.value === neutral ? other : side;
  }
  if (alike.same(node.left, node.right)) return node.left;
  return alike.opposite(node.left, node.right) ? bool(!neutral) : node;
}

/** At B's latest event, B's latest event is that event itself. */
function simplifyAt(node: Extract<Formula, { readonly kind: "at" }>): Formula {
  const { lifeline, body } = node;
  if (body.kind === "bool") return body.value ? { kind: "seen", lifeline } : body;
  return looksAt(body, lifeline) ? body : node;
}

/** What once held at a B-event held at one in the past of whoever sees an event that saw it. */
function simplifyOnce(node: Extract<Formula, { readonly kind: "once" }>): Formula {
  const { lifeline, body } = node;
  if (body.kind === "bool") {
    return body.value && lifeline !== null ? { kind: "seen", lifeline } : body;
  }
  const within = body.kind === "at" || body.kind === "once" || body.kind === "seen";
  if (!within || (lifeline !== null && lifeline !== body.lifeline)) return node;
  return body.kind === "at" ? { kind: "once", lifeline: body.lifeline, body: body.body } : body;
}

function looksAt(body: Formula, lifeline: string): boolean {
  return (body.kind === "at" || body.kind === "once" || body.kind === "seen") && body.lifeline === lifeline;
}

function isBool(formula: Formula, value: boolean): boolean {
  return formula.kind === "bool" && formula.value === value;
}

function bool(value: boolean): Formula {
  return { kind: "bool", value };
}
