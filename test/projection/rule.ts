import { canonicalJson, type Json, type Lifeline, type StepId } from "../../src/base/index.ts";
import type { Assign, Block, Choreography, Node } from "../../src/choreography/index.ts";
import type { Recipients } from "../../src/projection/index.ts";

/**
 * The rule of projection (design, section 4) written a second time, as plainly as can be: a lifeline's part of a block
 * is a list of texts that hold every field that counts.
 */

export type Table = Map<StepId, Recipients>;

/** Whether the step ids of sends, receives, acts and silent choices count: they need not. */
export interface RuleOptions {
  readonly stepsCount: boolean;
}

/** Whom each decision is told to. */
export function recipientsByRule(ir: Choreography, options: RuleOptions = { stepsCount: false }): Table {
  const table: Table = new Map();
  const rule = new Rule(
    ir.lifelines.map(({ name }) => name),
    table,
    options,
  );
  for (const lifeline of rule.lifelines) rule.part(ir.body, lifeline);
  return table;
}

type NodeOf<K extends Node["kind"]> = Extract<Node, { readonly kind: K }>;

class Rule {
  readonly lifelines: readonly Lifeline[];
  readonly #table: Table;
  readonly #options: RuleOptions;

  constructor(lifelines: readonly Lifeline[], table: Table, options: RuleOptions) {
    this.lifelines = lifelines;
    this.#table = table;
    this.#options = options;
  }

  part(block: Block, on: Lifeline): readonly string[] {
    return block.flatMap((node) => this.#parts(node, on));
  }

  #parts(node: Node, on: Lifeline): readonly string[] {
    switch (node.kind) {
      case "message":
        if (node.from === on)
          return [this.#text(node.step, "send", node.to, node.channel, values(node.payload))];
        if (node.to === on)
          return [this.#text(node.step, "recv", node.from, node.channel, Object.keys(node.payload).sort())];
        return [];
      case "act":
        if (node.on !== on) return [];
        return [this.#text(node.step, "act", node.action, values(node.args), { ...node.out }, node.mode)];
      case "assign":
        return node.on === on ? [this.#text(node.step, "assign", values(node.set), [...node.unset])] : [];
      case "branch":
        return this.#branch(node, on);
      case "loop":
        return this.#loop(node, on);
      case "scope":
      case "sub":
        return this.part(node.body, on);
      default:
        throw new TypeError(node.kind);
    }
  }

  #branch(node: NodeOf<"branch">, on: Lifeline): readonly string[] {
    const { step, owner, guard } = node;
    const told = this.lifelines.filter(
      (l) => l !== owner && this.part(node.then, l).join("\n") !== this.part(node.else, l).join("\n"),
    );
    this.#table.set(step, { whenTrue: told, whenFalse: told });
    const arms = [this.part(node.then, on), this.part(node.else, on)];
    if (on === owner)
      return [
        this.#text(
          told.length > 0 ? null : step,
          "branch",
          told.length > 0 && step,
          told,
          { ...guard },
          arms,
        ),
      ];
    return told.includes(on) ? [this.#text(null, "follow", step, owner, arms)] : (arms[0] ?? []);
  }

  #loop(node: NodeOf<"loop">, on: Lifeline): readonly string[] {
    const { step, owner, guard, bound } = node;
    const others = this.lifelines.filter((l) => l !== owner);
    const inBody = others.filter((l) => this.part(node.body, l).length > 0);
    const inLoop = others.filter((l) => inBody.includes(l) || this.part(node.exit, l).length > 0);
    this.#table.set(step, { whenTrue: inBody, whenFalse: inLoop });
    const parts = [this.part(node.body, on), this.part(node.exit, on)];
    const silent = inLoop.length === 0;
    if (on === owner)
      return [
        this.#text(silent ? step : null, "loop", silent || step, inBody, inLoop, { ...guard }, bound, parts),
      ];
    if (inBody.includes(on)) return [this.#text(null, "rounds", step, owner, bound, parts)];
    return inLoop.includes(on) ? [this.#text(null, "leave", step, owner, parts)] : [];
  }

  #text(step: StepId | null, ...fields: readonly unknown[]): string {
    // Made of strings, numbers, booleans, null and arrays and objects of them.
    return canonicalJson([this.#options.stepsCount ? step : null, ...fields] as Json);
  }
}

function values(assign: Assign): Json {
  return Object.entries(assign)
    .map(([target, source]) => [target, source.kind === "var" ? [source.name] : { is: source.value }])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)) as Json;
}
