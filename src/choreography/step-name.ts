import { assertNever, type StepId } from "../base/index.ts";
import type { Node } from "./ir.ts";

/** The characters that build a step's name; inside a lifeline's, action's or variable's they are percent codes. */
const structural = /[%/>(),.:~!]/g;

function encode(name: string): string {
  return name.replace(structural, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** What siblings of one block must have in common to be told apart by an ordinal alone. */
export interface StepSignature {
  readonly kind: string;
  readonly lifelines: readonly string[];
  readonly action?: string;
  /** Payload keys, arguments, or assigned variables; in any order. */
  readonly keys?: readonly string[];
  readonly unset?: readonly string[];
}

/** Writes a signature, such as `message:Orchestrator>TestRunner(candidate,status)` or `act:TestRunner.quick(candidate)`. */
export function printSignature(signature: StepSignature): string {
  const { kind, lifelines, action, keys, unset = [] } = signature;
  const who = lifelines.map(encode).join(">");
  const what = action === undefined ? "" : `.${encode(action)}`;
  const names = [...(keys ?? []).map(encode), ...unset.map((name) => `!${encode(name)}`)].sort();
  return `${kind}:${who}${what}${keys === undefined ? "" : `(${names.join(",")})`}`;
}

/** The signature of a recorded step. */
export function signatureOf(node: Node): StepSignature {
  const { kind } = node;
  switch (node.kind) {
    case "message":
      return { kind, lifelines: [node.from, node.to], keys: Object.keys(node.payload) };
    case "act":
      return { kind, lifelines: [node.on], action: node.action, keys: Object.keys(node.args) };
    case "assign":
      return { kind, lifelines: [node.on], keys: Object.keys(node.set), unset: node.unset };
    case "branch":
    case "loop":
      return { kind, lifelines: [node.owner] };
    case "parallel":
      return { kind, lifelines: [] };
    case "coregion":
      return { kind, lifelines: [...node.from.map(({ from }) => from), node.to] };
    case "scope":
      return { kind, lifelines: [], action: node.name };
    case "sub":
      return { kind, lifelines: Object.values(node.rename), action: node.name };
    default:
      return assertNever(node);
  }
}

/** The author's label of a step, or null where its id was made from its path (`path` ends in `/` or is empty). */
export function labelOf(node: Node, path: string): StepId | null {
  const made = `${path}${printSignature(signatureOf(node))}`;
  const rest = node.step.startsWith(made) ? node.step.slice(made.length) : null;
  return rest !== null && /^(~\d+)?$/.test(rest) ? null : node.step;
}
