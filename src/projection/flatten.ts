import { assertNever, type StepId } from "../base/index.ts";
import type { Formula } from "../cpl/index.ts";
import type { FormulaId } from "../monitor/index.ts";
import type { Label, LoopHead, Op } from "./local-program.ts";
import type { LocalBlock, LocalNode } from "./local-tree.ts";

/** Flattens a lifeline's tree: arms stand right behind their decision, the one `end` stands last. */
export function flatten(block: LocalBlock, guardOf: (guard: Formula) => FormulaId): readonly Op[] {
  const ops: Op[] = [];
  const end = sizeOf(block);
  place(block, end, ops, guardOf);
  ops.push({ kind: "end" });
  return ops;
}

/** The number of operations of a block: labels are known before anything is placed. */
function sizeOf(block: LocalBlock): number {
  return block.reduce((size, node) => size + sizeOfNode(node), 0);
}

function sizeOfNode(node: LocalNode): number {
  switch (node.kind) {
    case "send":
    case "recv":
    case "act":
    case "assign":
      return 1;
    case "fork":
      return 2 + node.arms.reduce((size, arm) => size + sizeOf(arm), 0);
    case "choose":
    case "follow":
      return 1 + sizeOf(node.whenTrue) + sizeOf(node.whenFalse);
    case "leave":
      return 1 + sizeOf(node.exit);
    default:
      return assertNever(node);
  }
}

/** Places a block at the end of `ops`; after it comes the label `after`. */
function place(block: LocalBlock, after: Label, ops: Op[], guardOf: (guard: Formula) => FormulaId): void {
  block.forEach((node, i) => {
    const next = i === block.length - 1 ? after : ops.length + sizeOfNode(node);
    placeNode(node, next, ops, guardOf);
  });
}

function placeNode(node: LocalNode, next: Label, ops: Op[], guardOf: (guard: Formula) => FormulaId): void {
  switch (node.kind) {
    case "send":
    case "recv":
    case "act":
    case "assign":
      ops.push({ ...node, next });
      return;
    case "fork": {
      const { step, arms } = node;
      const head = ops.length;
      const join = head + sizeOfNode(node) - 1;
      const labels: Label[] = [];
      ops.push({ kind: "fork", step, arms: labels, next });
      for (const arm of arms) {
        labels.push(ops.length);
        place(arm, join, ops, guardOf);
      }
      ops.push({ kind: "join" });
      return;
    }
    case "choose":
    case "follow": {
      const { whenTrue, whenFalse, loop } = node;
      const head = ops.length;
      const afterTrue = loop === null ? next : head;
      const labels = {
        whenTrue: whenTrue.length === 0 ? afterTrue : head + 1,
        next: whenFalse.length === 0 ? next : head + 1 + sizeOf(whenTrue),
      };
      ops.push(decisionOp(node, labels, loop, guardOf));
      place(whenTrue, afterTrue, ops, guardOf);
      place(whenFalse, next, ops, guardOf);
      return;
    }
    case "leave": {
      const { step, owner, channel, exit } = node;
      const label = exit.length === 0 ? next : ops.length + 1;
      // Only a false decision ever comes here; a true one would be no other way.
      ops.push({ kind: "follow", step, owner, channel, loop: null, whenTrue: label, next: label });
      place(exit, next, ops, guardOf);
      return;
    }
    default:
      assertNever(node);
  }
}

function decisionOp(
  node: Extract<LocalNode, { readonly kind: "choose" | "follow" }>,
  labels: { readonly whenTrue: Label; readonly next: Label },
  loop: LoopHead | null,
  guardOf: (guard: Formula) => FormulaId,
): Op {
  const { step, channel } = node;
  if (node.kind === "follow") return { kind: "follow", step, owner: node.owner, channel, loop, ...labels };
  return { kind: "choose", step, guard: guardOf(node.guard), channel, tell: node.tell, loop, ...labels };
}

/** The guards that a lifeline decides, by step, in program order. */
export function* guardsIn(block: LocalBlock): Generator<readonly [StepId, Formula]> {
  for (const node of block) {
    if (node.kind === "choose") yield [node.step, node.guard];
    if (node.kind === "choose" || node.kind === "follow") {
      yield* guardsIn(node.whenTrue);
      yield* guardsIn(node.whenFalse);
    }
    if (node.kind === "fork") for (const arm of node.arms) yield* guardsIn(arm);
    if (node.kind === "leave") yield* guardsIn(node.exit);
  }
}
