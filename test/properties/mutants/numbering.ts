import type { Lifeline } from "../../../src/base/index.ts";
import type { Formula } from "../../../src/cpl/index.ts";
import { childrenOf } from "../../../src/cpl/tree.ts";

/** A subformula and the numbers of its own subformulas, left to right. */
export interface Numbered {
  readonly formula: Formula;
  readonly parts: readonly number[];
}

const yes: Formula = { kind: "bool", value: true };

/** Numbers formulas with all their subformulas, children first, equal ones alike; `P` and `seen` as what they stand for. */
export class Numbering {
  readonly nodes: Numbered[] = [];
  readonly #lifelines: readonly Lifeline[];
  readonly #known = new Map<string, number>();
  readonly #asked = new Map<Formula, number>();

  constructor(lifelines: readonly Lifeline[]) {
    this.#lifelines = lifelines;
  }

  numberOf(asked: Formula): number {
    const before = this.#asked.get(asked);
    if (before !== undefined) return before;
    const formula = this.#spellOut(asked);
    const parts = childrenOf(formula).map((part) => this.numberOf(part));
    const lifeline = formula.kind === "at" ? formula.lifeline : "";
    const key = JSON.stringify(parts.length === 0 ? formula : [formula.kind, lifeline, ...parts]);
    const number = this.#known.get(key) ?? this.nodes.push({ formula, parts }) - 1;
    this.#known.set(key, number);
    this.#asked.set(asked, number);
    return number;
  }

  #spellOut(formula: Formula): Formula {
    if (formula.kind === "seen") return { kind: "at", lifeline: formula.lifeline, body: yes };
    if (formula.kind !== "once") return formula;
    const body: Formula = { kind: "since", left: yes, right: formula.body };
    const asked = formula.lifeline === null ? this.#lifelines : [formula.lifeline];
    return asked
      .map((lifeline): Formula => ({ kind: "at", lifeline, body }))
      .reduce((left, right) => ({ kind: "or", left, right }));
  }
}
