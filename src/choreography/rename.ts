import { assertNever, type Lifeline, lookup, type StepId } from "../base/index.ts";
import { type Formula, mapFormula, type Term } from "../cpl/index.ts";
import { channels } from "./channels.ts";
import type { Block, Node, Timeout } from "./ir.ts";
import { labelOf, printSignature, signatureOf } from "./step-name.ts";

/** How an inner choreography is put into an outer one. */
export interface Renaming {
  /** Inner lifeline to outer one; those left out keep their names. */
  readonly lifelines: { readonly [inner: Lifeline]: Lifeline };
  /** Begins the id of every step. */
  readonly prefix: string;
  /** Of the region in which the inner choreography stands. */
  readonly channel: string;
  /** Is told every step's old and new id. */
  readonly renamed: (inner: StepId, outer: StepId) => void;
}

/**
 * A choreography's body with other lifelines, and with step ids and channels as if it had been written in its new place.
 * Labels, which are unique in a choreography, get the place before them.
 */
export function renameBlock(block: Block, renaming: Renaming): Block {
  return new Renamer(renaming).block(block, "", renaming.prefix, renaming.channel);
}

class Renamer {
  readonly #renaming: Renaming;
  readonly #steps = new Map<StepId, StepId>();

  constructor(renaming: Renaming) {
    this.#renaming = renaming;
  }

  /** `inner` and `outer` are the paths of the block before and after. */
  block(block: Block, inner: string, outer: string, channel: string): Block {
    return block.map((node) => this.#node(node, inner, outer, channel));
  }

  #node(node: Node, inner: string, outer: string, channel: string): Node {
    const plain = this.#plain(node, channel);
    const step = this.#step(node, plain, inner, outer);
    this.#steps.set(node.step, step);
    this.#renaming.renamed(node.step, step);
    return this.#parts({ ...plain, step }, node.step, channel);
  }

  #step(node: Node, renamed: Node, inner: string, outer: string): StepId {
    const old = `${inner}${printSignature(signatureOf(node))}`;
    const made =
      labelOf(node, inner) === null
        ? `${outer}${printSignature(signatureOf(renamed))}${node.step.slice(old.length)}`
        : `${this.#renaming.prefix}${node.step}`;
    return made as StepId; // the rule of design 6.2, for the new place
  }

  /** The fields of the node itself. */
  #plain(node: Node, channel: string): Node {
    const name = (lifeline: Lifeline): Lifeline => lookup(this.#renaming.lifelines, lifeline) ?? lifeline;
    switch (node.kind) {
      case "message":
        return { ...node, from: name(node.from), to: name(node.to), channel };
      case "act":
      case "assign":
        return { ...node, on: name(node.on) };
      case "branch":
      case "loop":
        return { ...node, owner: name(node.owner), guard: this.#guard(node.guard) };
      case "coregion":
        return {
          ...node,
          to: name(node.to),
          channel,
          from: node.from.map(({ from, payload }) => ({ from: name(from), payload })),
        };
      case "sub": {
        const rename = Object.entries(node.rename).map(([a, b]) => [a, name(b)]);
        return { ...node, rename: Object.fromEntries(rename) };
      }
      case "scope": {
        const { recheck } = node;
        return recheck === undefined
          ? node
          : { ...node, recheck: { ...recheck, owner: name(recheck.owner) } };
      }
      case "parallel":
        return node;
      default:
        return assertNever(node);
    }
  }

  /** The blocks inside, on paths that begin with the step's old and new id. */
  #parts(node: Node, old: StepId, channel: string): Node {
    const part = (block: Block, name: string, on = channel): Block =>
      this.block(block, `${old}/${name}/`, `${node.step}/${name}/`, on);
    const timed = (within: Timeout | undefined): { readonly within?: Timeout } =>
      within === undefined ? {} : { within: { ...within, late: part(within.late, "late") } };
    switch (node.kind) {
      case "message":
      case "act":
        return { ...node, ...timed(node.within) };
      case "assign":
      case "coregion":
        return node;
      case "branch":
        return { ...node, then: part(node.then, "then"), else: part(node.else, "else") };
      case "loop":
        return { ...node, body: part(node.body, "body"), exit: part(node.exit, "exit") };
      case "parallel": {
        const arms = node.arms.map((arm, i) => part(arm, `arm${i + 1}`, channels.arm(node.step, i)));
        return { ...node, arms };
      }
      case "scope": {
        const body = part(node.body, "body");
        if (node.recheck === undefined) return { ...node, body };
        const { decision, owner, body: inner } = node.recheck;
        const recheck = {
          decision: this.#steps.get(decision) ?? decision,
          owner,
          body: part(inner, "recheck"),
        };
        return { ...node, body, recheck };
      }
      case "sub":
        return { ...node, body: part(node.body, "body") };
      default:
        return assertNever(node);
    }
  }

  #guard(guard: Formula): Formula {
    const { lifelines } = this.#renaming;
    const name = (lifeline: Lifeline): Lifeline => lookup(lifelines, lifeline) ?? lifeline;
    const term = (part: Term): Term =>
      part.kind === "remote" ? { ...part, lifeline: name(part.lifeline) } : part;
    return mapFormula(guard, (node): Formula => {
      switch (node.kind) {
        case "at":
        case "seen":
          return { ...node, lifeline: name(node.lifeline) };
        case "once":
          return node.lifeline === null ? node : { ...node, lifeline: name(node.lifeline) };
        case "predicate":
          return { ...node, args: node.args.map(term) };
        case "compare": {
          const about = [node.left, node.right].some(
            (side) => side.kind === "var" && side.name === "$lifeline",
          );
          const side = (part: Term): Term =>
            about && part.kind === "const" && typeof part.value === "string"
              ? { kind: "const", value: name(part.value) }
              : term(part);
          return { ...node, left: side(node.left), right: side(node.right) };
        }
        case "bool":
        case "not":
        case "prev":
        case "and":
        case "or":
        case "since":
          return node;
        default:
          return assertNever(node);
      }
    });
  }
}
