import { type EventIndex, latestVisible, type Msc } from "../../src/causality/index.ts";
import { metaFields } from "../../src/cpl/formula.ts";
import type { Formula, Term } from "../../src/cpl/index.ts";
import { childrenOf } from "../../src/cpl/tree.ts";
import type { Case, Values } from "./cases.ts";

/** What the cases of a property were about, so that a generator that has become too tame fails the test. */
export class Coverage {
  charts = 0;
  /** (chart, formula, event). */
  cases = 0;
  trues = 0;
  depth = 0;
  readonly operators = new Set<string>();
  readonly metadata = new Set<string>();
  /** Formulas with a `since`; with `@` in `@` in `@` of three lifelines; with `Y @`; with a remote term. */
  readonly formulas = { since: 0, nested: 0, prevAt: 0, remote: 0 };
  /** Receives that take an earlier message than one taken before; that bring news of one lifeline and stale of another. */
  readonly receives = { overtaken: 0, mixed: 0 };
  /** Sends that no receive takes. */
  inTransit = 0;
  /** Events that unset a variable; that set several; charts with a filled store before the first event. */
  readonly stores = { unset: 0, several: 0, initial: 0 };

  add({ msc, formulas }: Case, values: Values): void {
    this.charts += 1;
    for (const row of values) {
      this.cases += row.length;
      this.trues += row.filter(Boolean).length;
    }
    for (const formula of formulas) this.#addFormula(formula);
    this.#addMessages(msc);
    if (Object.values(msc.initial).some((store) => Object.keys(store).length > 0)) this.stores.initial += 1;
    for (const event of msc.events) {
      if ("unset" in event && event.unset !== undefined) this.stores.unset += 1;
      if ("set" in event && Object.keys(event.set ?? {}).length > 1) this.stores.several += 1;
    }
  }

  #addFormula(formula: Formula): void {
    const nodes = subformulas(formula);
    for (const node of nodes) {
      this.operators.add(node.kind);
      for (const name of metadataIn(node)) this.metadata.add(name);
    }
    this.depth = Math.max(this.depth, depthOf(formula));
    const has = (test: (node: Formula) => boolean): number => (nodes.some(test) ? 1 : 0);
    this.formulas.since += has((node) => node.kind === "since");
    this.formulas.nested += has(looksThrice);
    this.formulas.prevAt += has((node) => node.kind === "prev" && node.body.kind === "at");
    this.formulas.remote += has((node) => termsOf(node).some((term) => term.kind === "remote"));
  }

  #addMessages(msc: Msc): void {
    const taken = new Set(msc.source);
    msc.events.forEach((event, e) => {
      if (event.kind === "send" && !taken.has(e)) this.inTransit += 1;
      const source = msc.source[e] ?? -1;
      if (source === -1) return;
      const earlier = msc.source.slice(0, e);
      const overtaken = earlier.some(
        (s, r) => s > source && msc.on[r] === msc.on[e] && msc.on[s] === msc.on[source],
      );
      if (overtaken) this.receives.overtaken += 1;
      if (isMixed(msc, e, source)) this.receives.mixed += 1;
    });
  }
}

/** Whether a message is ahead of its receiver on one other lifeline and behind on another. */
function isMixed(msc: Msc, receive: EventIndex, send: EventIndex): boolean {
  const before = msc.previous[receive] ?? -1;
  if (before === -1) return false;
  const ahead = msc.lifelines.map((_, b) =>
    b === msc.on[receive] ? 0 : latestVisible(msc, send, b) - latestVisible(msc, before, b),
  );
  return ahead.some((by) => by > 0) && ahead.some((by) => by < 0);
}

function looksThrice(node: Formula): boolean {
  if (node.kind !== "at" || node.body.kind !== "at" || node.body.body.kind !== "at") return false;
  return new Set([node.lifeline, node.body.lifeline, node.body.body.lifeline]).size === 3;
}

function subformulas(formula: Formula): readonly Formula[] {
  return [formula, ...childrenOf(formula).flatMap(subformulas)];
}

function depthOf(formula: Formula): number {
  return Math.max(-1, ...childrenOf(formula).map(depthOf)) + 1;
}

function termsOf(node: Formula): readonly Term[] {
  if (node.kind === "compare") return [node.left, node.right];
  return node.kind === "predicate" ? node.args : [];
}

function metadataIn(node: Formula): readonly string[] {
  const names = termsOf(node).flatMap((term) => (term.kind === "const" ? [] : [term.name]));
  return metaFields.filter((field) => names.includes(field));
}
