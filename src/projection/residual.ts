import { assertNever, type Lifeline, type Vars } from "../base/index.ts";
import { type Block, type Node, nodesOf } from "../choreography/index.ts";
import type { Past } from "./history.ts";

type NodeOf<K extends Node["kind"]> = Extract<Node, { readonly kind: K }>;

/** An action between its start and its `act`. */
export interface Started {
  readonly reads: number;
  readonly args: Vars;
}

/** What is left of a step, inside the rounds of its loops. A step of which nothing is left is gone. */
export type Rest = { readonly round: readonly number[] } & (
  | { readonly kind: "message"; readonly node: NodeOf<"message">; readonly sent: Past | null }
  | { readonly kind: "act"; readonly node: NodeOf<"act">; readonly started: Started | null }
  | { readonly kind: "assign"; readonly node: NodeOf<"assign"> }
  /** Arms of which at least one is not done; the messages of a co-region are arms of one message each. */
  | {
      readonly kind: "parallel";
      readonly node: NodeOf<"parallel" | "coregion">;
      readonly arms: readonly Residual[];
    }
  /** Not decided yet; lifelines that are not told may already have done something in both arms. */
  | {
      readonly kind: "branch";
      readonly node: NodeOf<"branch">;
      readonly whenTrue: Residual;
      readonly whenFalse: Residual;
    }
  /** After so many rounds. */
  | { readonly kind: "loop"; readonly node: NodeOf<"loop">; readonly rounds: number }
  /** A control message on its way to one recipient. */
  | {
      readonly kind: "told";
      readonly node: NodeOf<"branch" | "loop">;
      readonly to: Lifeline;
      readonly sent: Past;
      readonly value: boolean;
    }
);

/** The rest of a block, in weak sequence. */
export type Residual = readonly Rest[];

/** A block of which nothing is done. */
export function untouched(block: Block, round: readonly number[]): Residual {
  return block.flatMap((node) => restOf(node, round));
}

function restOf(node: Node, round: readonly number[]): Residual {
  switch (node.kind) {
    case "message":
      return [{ kind: "message", node, round, sent: null }];
    case "act":
      return [{ kind: "act", node, round, started: null }];
    case "assign":
      return [{ kind: "assign", node, round }];
    case "branch": {
      const whenTrue = untouched(node.then, round);
      return [{ kind: "branch", node, round, whenTrue, whenFalse: untouched(node.else, round) }];
    }
    case "loop":
      return [{ kind: "loop", node, round, rounds: 0 }];
    case "scope":
    case "sub":
      return untouched(node.body, round);
    case "parallel":
      return parallelOf(
        node,
        round,
        node.arms.map((arm) => untouched(arm, round)),
      );
    case "coregion":
      return parallelOf(
        node,
        round,
        node.from.map(({ from, payload }) => {
          const { step, to, channel } = node;
          return untouched([{ kind: "message", step, from, to, channel, payload }], round);
        }),
      );
    default:
      return assertNever(node);
  }
}

/** What is left of concurrent arms. */
export function parallelOf(
  node: NodeOf<"parallel" | "coregion">,
  round: readonly number[],
  arms: readonly Residual[],
): Residual {
  return arms.every((arm) => arm.length === 0) ? [] : [{ kind: "parallel", node, round, arms }];
}

/** Whether a lifeline still has something to do in a rest: it must do that before anything behind it. */
export function remains(rest: Rest, lifeline: Lifeline): boolean {
  switch (rest.kind) {
    case "message":
      return rest.node.to === lifeline || (rest.node.from === lifeline && rest.sent === null);
    case "act":
    case "assign":
      return rest.node.on === lifeline;
    case "parallel":
      return rest.arms.some((arm) => arm.some((part) => remains(part, lifeline)));
    case "branch":
      return (
        rest.node.owner === lifeline ||
        rest.whenTrue.some((part) => remains(part, lifeline)) ||
        rest.whenFalse.some((part) => remains(part, lifeline))
      );
    case "loop":
      return takesPart(rest.node, lifeline);
    case "told":
      return rest.to === lifeline;
    default:
      return assertNever(rest);
  }
}

const participants = new WeakMap<NodeOf<"loop">, ReadonlySet<Lifeline>>();

function takesPart(loop: NodeOf<"loop">, lifeline: Lifeline): boolean {
  const known = participants.get(loop) ?? participantsOf(loop);
  participants.set(loop, known);
  return known.has(lifeline);
}

function participantsOf(loop: NodeOf<"loop">): ReadonlySet<Lifeline> {
  const names = new Set<Lifeline>();
  for (const node of nodesOf([loop])) {
    if (node.kind === "message") names.add(node.from).add(node.to);
    if (node.kind === "coregion") for (const { from } of node.from) names.add(from).add(node.to);
    if (node.kind === "act" || node.kind === "assign") names.add(node.on);
    if (node.kind === "branch" || node.kind === "loop") names.add(node.owner);
  }
  return names;
}
