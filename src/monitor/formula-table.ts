import { canonicalJson, type Json, type Lifeline } from "../base/index.ts";
import type { Formula, Term } from "../cpl/index.ts";
import type { FormulaId, MonitorPlan } from "./types.ts";

/**
 * sub(Φ) as a hash-consed table: structurally equal formulas share one id, and children stand before their parents.
 * Derived operators are unfolded first (Bollig, section 5): `P φ` to a disjunction over all lifelines, `P[B] φ` to
 * `@B(true S φ)`, `seen(B)` to `@B(true)`.
 */
export class FormulaTable {
  readonly formulas: Formula[] = [];
  readonly #ids = new Map<string, FormulaId>();
  /** By node, so that what is added again is not walked again. */
  readonly #nodes = new Map<Formula, FormulaId>();
  readonly #lifelines: readonly Lifeline[];

  /** The table of a plan's formulas, each at its place in the plan. */
  static of({ lifelines, formulas }: Pick<MonitorPlan, "lifelines" | "formulas">): FormulaTable {
    const table = new FormulaTable(lifelines);
    for (const formula of formulas) table.add(formula);
    return table;
  }

  constructor(lifelines: readonly Lifeline[]) {
    this.#lifelines = lifelines;
  }

  /** What tells the formulas apart, by id; children are named by their ids, so that the texts stay short. */
  get keys(): readonly string[] {
    return [...this.#ids.keys()];
  }

  /** Adds a formula and all its subformulas; the id of the formula itself. */
  add(formula: Formula): FormulaId {
    // The left operands of a chain can be more than the stack is deep: each is added before the one that holds it.
    const chain: Formula[] = [];
    for (let node = formula; !this.#nodes.has(node); node = node.left) {
      chain.push(node);
      if (node.kind !== "and" && node.kind !== "or" && node.kind !== "since") break;
    }
    for (const node of chain.reverse()) this.#addOne(node);
    return this.#addOne(formula);
  }

  #addOne(formula: Formula): FormulaId {
    const known = this.#nodes.get(formula);
    if (known !== undefined) return known;
    const node = unfold(formula, this.#lifelines);
    const key = keyOf(node, (child) => this.add(child));
    const id = this.#ids.get(key) ?? this.formulas.push(node) - 1;
    this.#ids.set(key, id);
    this.#nodes.set(formula, id);
    return id;
  }
}

const yes: Formula = { kind: "bool", value: true };

function unfold(formula: Formula, lifelines: readonly Lifeline[]): Formula {
  if (formula.kind === "seen") return { kind: "at", lifeline: formula.lifeline, body: yes };
  if (formula.kind !== "once") return formula;
  const { lifeline, body } = formula;
  const past: Formula = { kind: "since", left: yes, right: body };
  const visible = (lifeline === null ? lifelines : [lifeline]).map(
    (b): Formula => ({ kind: "at", lifeline: b, body: past }),
  );
  return visible.reduce((left, right) => ({ kind: "or", left, right }));
}

function keyOf(formula: Formula, idOf: (child: Formula) => FormulaId): string {
  switch (formula.kind) {
    case "bool":
      return String(formula.value);
    case "compare":
      return `${termKey(formula.left)} ${formula.op} ${termKey(formula.right)}`;
    case "predicate":
      return `${canonicalJson(formula.name)}(${formula.args.map(termKey).join()})`;
    case "not":
    case "prev":
      return `${formula.kind} ${idOf(formula.body)}`;
    case "and":
    case "or":
    case "since":
      return `${formula.kind} ${idOf(formula.left)} ${idOf(formula.right)}`;
    case "at":
    case "once":
      return `${formula.kind} ${canonicalJson(formula.lifeline)} ${idOf(formula.body)}`;
    case "seen":
      return `seen ${canonicalJson(formula.lifeline)}`;
  }
}

function termKey(term: Term): string {
  const fields: Json = { ...term };
  return canonicalJson(fields);
}
