import { assertNever } from "../base/index.ts";
import { type Formula, printFormula } from "../cpl/index.ts";
import { blocksOf } from "./blocks.ts";
import type { Block, Choreography, Node } from "./ir.ts";
import { showAct, showAssign, showAssignment, showBound, showLocated } from "./print-parts.ts";
import { labelOf } from "./step-name.ts";
import { showName, visible } from "./visible-text.ts";

/**
 * A choreography as indented text for people: one line a step, guards as formula text, an author's label in brackets.
 * Characters that cannot be seen are written as codes.
 */
export function printChoreography(ir: Choreography): string {
  const names = ir.lifelines.map(({ name, external }) => `${showName(name)}${external ? " (external)" : ""}`);
  const head = [
    `choreography ${showName(ir.name)}`,
    `  lifelines ${names.join(", ")}`,
    ...(ir.inputs.length === 0 ? [] : [`  inputs ${showLocated(ir.inputs)}`]),
    ...(ir.results.length === 0 ? [] : [`  results ${showLocated(ir.results)}`]),
    "",
  ];
  return `${[...head, ...printBlock(ir.body, { path: "", call: "" })].join("\n")}\n`;
}

/** Where a block stands: what the ids of its steps begin with, and the labels of the innermost call. */
interface At {
  readonly path: string;
  readonly call: string;
}

function printBlock(block: Block, at: At): readonly string[] {
  return block.length === 0 ? ["nothing"] : block.flatMap((node) => printNode(node, at));
}

function printNode(node: Node, { path, call }: At): readonly string[] {
  const step = labelOf(node, path);
  const label = step?.startsWith(call) === true ? step.slice(call.length) : step;
  const lines = [`${label === null ? "" : `[${visible(label)}] `}${headOf(node)}`];
  for (const { part, block } of blocksOf(node)) {
    const title = titleOf(node, part);
    if (title !== null && block.length === 0) continue; // an arm that does nothing
    if (title !== null) lines.push(title);
    const inside = `${node.step}/${part}/`;
    const inner = printBlock(block, { path: inside, call: node.kind === "sub" ? inside : call });
    lines.push(...inner.map((line) => `  ${line}`));
  }
  return lines;
}

function headOf(node: Node): string {
  switch (node.kind) {
    case "message": {
      const what = showAssign(node.payload);
      return `${showName(node.from)} -> ${showName(node.to)}${channelOf(node.channel)}${what === "" ? "" : `: ${what}`}`;
    }
    case "act":
      return `${showName(node.on)}: ${showAct(node)}`;
    case "assign":
      return `${showName(node.on)}: ${showAssignment(node)}`;
    case "branch":
      return `if ${showGuard(node.owner, node.guard)}`;
    case "loop":
      return `while ${showGuard(node.owner, node.guard)}${showBound(node.bound)}`;
    case "parallel":
      return "parallel";
    case "coregion": {
      const senders = node.from.map(({ from, payload }) => {
        const what = showAssign(payload);
        return `${showName(from)}${what === "" ? "" : ` (${what})`}`;
      });
      return `in any order ${senders.join(", ")} -> ${showName(node.to)}${channelOf(node.channel)}`;
    }
    case "scope":
      return `scope ${showName(node.name)}`;
    case "sub": {
      const renamed = Object.entries(node.rename).map(([a, b]) => `${showName(a)} as ${showName(b)}`);
      return `call ${showName(node.name)} (${node.choreography.slice(0, 12)}) with ${renamed.join(", ")}`;
    }
    default:
      return assertNever(node);
  }
}

function channelOf(channel: string): string {
  return channel === "" ? "" : ` on ${showName(channel)}`;
}

function showGuard(owner: string, guard: Formula): string {
  return `${showName(owner)}: ${visible(printFormula(guard))}`;
}

/** What stands before an inner block; null for the one that follows the head at once. */
function titleOf(node: Node, part: string): string | null {
  switch (node.kind) {
    case "message":
    case "act":
      return `late, after ${visible(node.within?.after ?? "")}`;
    case "branch":
      return part === "then" ? null : "else";
    case "loop":
      return part === "body" ? null : "exit";
    case "parallel":
      return "arm";
    case "scope":
      return part === "body"
        ? null
        : `recheck of ${visible(node.recheck?.decision ?? "")} by ${showName(node.recheck?.owner ?? "")}`;
    case "sub":
    case "assign":
    case "coregion":
      return null;
    default:
      return assertNever(node);
  }
}
