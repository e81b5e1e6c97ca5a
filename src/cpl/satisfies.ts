import { assertNever, type Json } from "../base/index.ts";
import type { Cut, EventIndex, Msc } from "../causality/index.ts";
import { callPredicate } from "./call-predicate.ts";
import { compareValues } from "./compare-values.ts";
import type { Formula, Predicates } from "./formula.ts";
import { lastVisible, termValue } from "./term-value.ts";

/** What a formula is evaluated with besides the chart. */
export interface ReferenceOptions {
  /** Replaces what is visible at the cut's own event `at`; every other event sees its own causal past. */
  readonly cut?: Cut;
  readonly predicates?: Predicates;
}

/**
 * M,e ⊨ φ: the reference semantics (Bollig, section 4; design, section 4).
 *
 * @throws LightconeError `formula/unknown-predicate` or `formula/predicate-failed`.
 */
export function satisfies(
  msc: Msc,
  event: EventIndex,
  formula: Formula,
  options: ReferenceOptions = {},
): boolean {
  return referenceOf(msc, options)(event, formula);
}

/** {@link satisfies} over one chart, with every answer kept: asking at all events costs one pass a subformula. */
export function referenceOf(
  msc: Msc,
  options: ReferenceOptions = {},
): (event: EventIndex, formula: Formula) => boolean {
  const model = new Model(msc, options);
  return (event, formula) => model.holds(event, formula);
}

type Chain = Extract<Formula, { readonly kind: "and" | "or" | "since" }>;

/** One chart with the answers found so far. */
class Model {
  readonly #msc: Msc;
  readonly #options: ReferenceOptions;
  /** Formula to answer an event: 0 not asked yet, 1 false, 2 true. */
  readonly #known = new WeakMap<Formula, Uint8Array>();
  readonly #unfolded = new WeakMap<Formula, Formula>();

  constructor(msc: Msc, options: ReferenceOptions) {
    this.#msc = msc;
    this.#options = options;
  }

  holds(event: EventIndex, formula: Formula): boolean {
    const known = this.#answers(formula);
    if (known[event] === 0) {
      this.#answerSpine(event, formula);
      known[event] = this.#evaluate(event, formula) ? 2 : 1;
    }
    return known[event] === 2;
  }

  #evaluate(event: EventIndex, formula: Formula): boolean {
    switch (formula.kind) {
      case "bool":
        return formula.value;
      case "compare": {
        const { op, left, right } = formula;
        return compareValues(op, this.#value(event, left), this.#value(event, right));
      }
      case "predicate":
        return this.#predicate(event, formula);
      case "not":
        return !this.holds(event, formula.body);
      case "and":
        return this.holds(event, formula.left) && this.holds(event, formula.right);
      case "or":
        return this.holds(event, formula.left) || this.holds(event, formula.right);
      case "prev": {
        const previous = this.#previous(event);
        return previous !== -1 && this.holds(previous, formula.body);
      }
      case "since":
        return this.#since(event, formula);
      case "at": {
        const last = this.#last(event, formula.lifeline);
        return last !== -1 && this.holds(last, formula.body);
      }
      case "once":
      case "seen":
        return this.holds(event, this.#unfold(formula));
      default:
        return assertNever(formula);
    }
  }

  /** ψ at some local event up to here, and φ at every one after it. */
  #since(event: EventIndex, formula: Extract<Formula, { readonly kind: "since" }>): boolean {
    const known = this.#answers(formula);
    for (let at = event; at !== -1; at = this.#previous(at)) {
      const answer = known[at] ?? 0;
      if (answer !== 0) return answer === 2; // φ held at every event after `at`, ψ at none
      if (this.holds(at, formula.right)) return true;
      if (!this.holds(at, formula.left)) return false;
    }
    return false;
  }

  #predicate(event: EventIndex, formula: Extract<Formula, { readonly kind: "predicate" }>): boolean {
    const values = formula.args.map((term) => this.#value(event, term));
    const defined = values.filter((value): value is Json => value !== undefined);
    if (defined.length < values.length) return false;
    return callPredicate(this.#options.predicates ?? {}, formula.name, defined);
  }

  #value(event: EventIndex, term: Parameters<typeof termValue>[2]): Json | undefined {
    return termValue(this.#msc, event, term, this.#options.cut);
  }

  #last(event: EventIndex, lifeline: string): EventIndex {
    return lastVisible(this.#msc, event, lifeline, this.#options.cut);
  }

  #previous(event: EventIndex): EventIndex {
    return this.#msc.previous[event] ?? -1;
  }

  #answers(formula: Formula): Uint8Array {
    const found = this.#known.get(formula);
    if (found !== undefined) return found;
    const made = new Uint8Array(this.#msc.events.length);
    this.#known.set(formula, made);
    return made;
  }

  /** The derived notations as the primitive syntax that defines them. */
  #unfold(formula: Extract<Formula, { readonly kind: "once" | "seen" }>): Formula {
    const found = this.#unfolded.get(formula);
    if (found !== undefined) return found;
    const made = unfold(formula, this.#msc.lifelines);
    this.#unfolded.set(formula, made);
    return made;
  }

  /** A left-associative chain can be longer than the stack is deep: its answers are found from the bottom up. */
  #answerSpine(event: EventIndex, formula: Formula): void {
    const spine: Chain[] = [];
    for (let node = formula; isChain(node) && node.left.kind === node.kind; node = node.left) {
      if (isChain(node.left)) spine.push(node.left);
    }
    const top = spine[0];
    if (top === undefined) return;
    const locals: EventIndex[] = [event];
    if (formula.kind === "since") {
      const known = this.#answers(top);
      let at = this.#previous(event);
      for (; at !== -1 && known[at] === 0; at = this.#previous(at)) locals.push(at);
    }
    for (const node of spine.reverse()) {
      for (const at of locals.toReversed()) this.#answerOne(at, node);
    }
  }

  #answerOne(event: EventIndex, formula: Formula): void {
    const known = this.#answers(formula);
    if (known[event] === 0) known[event] = this.#evaluate(event, formula) ? 2 : 1;
  }
}

function isChain(formula: Formula): formula is Chain {
  return formula.kind === "and" || formula.kind === "or" || formula.kind === "since";
}

/** P[B] φ = @B(true S φ), P φ = ⋁ over all lifelines B of P[B] φ, seen(B) = @B(true) (Bollig, section 4). */
function unfold(
  formula: Extract<Formula, { readonly kind: "once" | "seen" }>,
  lifelines: readonly string[],
): Formula {
  const yes: Formula = { kind: "bool", value: true };
  if (formula.kind === "seen") return { kind: "at", lifeline: formula.lifeline, body: yes };
  const body: Formula = { kind: "since", left: yes, right: formula.body };
  const asked = formula.lifeline === null ? lifelines : [formula.lifeline];
  return asked
    .map((lifeline): Formula => ({ kind: "at", lifeline, body }))
    .reduce((left, right) => ({ kind: "or", left, right }));
}
