import { assertNever } from "../base/index.ts";
import type { Block, Node, Timeout } from "./ir.ts";

/** A block inside a node, and the part that it plays there: `then`, `else`, `body`, `exit`, `arm1`, `late`, `recheck`. */
export interface Part {
  readonly part: string;
  readonly block: Block;
}

type Rewrite = (block: Block, part: string) => Block;

/** The one place that knows which blocks a node holds: rewrites each; the same node when none changed. */
function mapParts(node: Node, rewrite: Rewrite): Node {
  switch (node.kind) {
    case "assign":
    case "coregion":
      return node;
    case "message":
    case "act": {
      const within = node.within === undefined ? undefined : mapTimeout(node.within, rewrite);
      return within === undefined || within === node.within ? node : { ...node, within };
    }
    case "branch": {
      const then = rewrite(node.then, "then");
      const otherwise = rewrite(node.else, "else");
      return then === node.then && otherwise === node.else ? node : { ...node, then, else: otherwise };
    }
    case "loop": {
      const body = rewrite(node.body, "body");
      const exit = rewrite(node.exit, "exit");
      return body === node.body && exit === node.exit ? node : { ...node, body, exit };
    }
    case "parallel": {
      const arms = node.arms.map((arm, i) => rewrite(arm, `arm${i + 1}`));
      return arms.every((arm, i) => arm === node.arms[i]) ? node : { ...node, arms };
    }
    case "scope": {
      const body = rewrite(node.body, "body");
      if (node.recheck === undefined) return body === node.body ? node : { ...node, body };
      const inner = rewrite(node.recheck.body, "recheck");
      const recheck = inner === node.recheck.body ? node.recheck : { ...node.recheck, body: inner };
      return body === node.body && recheck === node.recheck ? node : { ...node, body, recheck };
    }
    case "sub": {
      const body = rewrite(node.body, "body");
      return body === node.body ? node : { ...node, body };
    }
    default:
      return assertNever(node);
  }
}

function mapTimeout(within: Timeout, rewrite: Rewrite): Timeout {
  const late = rewrite(within.late, "late");
  return late === within.late ? within : { ...within, late };
}

/** The blocks directly inside a node, in the order of the program. */
export function blocksOf(node: Node): readonly Part[] {
  const parts: Part[] = [];
  mapParts(node, (block, part) => {
    parts.push({ part, block });
    return block;
  });
  return parts;
}

/** Rewrites every node of a block, inner ones first; the same block when nothing changed. */
export function mapBlock(block: Block, rewrite: (node: Node) => Node): Block {
  const nodes = block.map((node) => rewrite(mapParts(node, (inner) => mapBlock(inner, rewrite))));
  return nodes.every((node, i) => node === block[i]) ? block : nodes;
}

/** Every node of a block and of the blocks inside it, outer ones first, in the order of the program. */
export function nodesOf(block: Block): readonly Node[] {
  return block.flatMap((node) => [node, ...blocksOf(node).flatMap((part) => nodesOf(part.block))]);
}
