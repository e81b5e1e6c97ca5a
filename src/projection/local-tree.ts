import { assertNever, type Json, jsonEquals, type Lifeline, type StepId } from "../base/index.ts";
import type { ActMode, Assign, Binding } from "../choreography/index.ts";
import type { Formula } from "../cpl/index.ts";

/** Whom a decision is told to, in declaration order; the two differ only for loops. */
export interface Recipients {
  readonly whenTrue: readonly Lifeline[];
  readonly whenFalse: readonly Lifeline[];
}

/** What one lifeline does at one step, before it is flattened: arms stay nested, so that they can be compared. */
export type LocalNode =
  | {
      readonly kind: "send";
      readonly step: StepId;
      readonly to: Lifeline;
      readonly channel: string;
      readonly payload: Assign;
    }
  | {
      readonly kind: "recv";
      readonly step: StepId;
      readonly from: Lifeline;
      readonly channel: string;
      /** Sorted: the keys of a payload have no order of their own. */
      readonly set: readonly string[];
    }
  | {
      readonly kind: "act";
      readonly step: StepId;
      readonly action: string;
      readonly args: Assign;
      readonly out: Binding;
      readonly mode: ActMode;
      /** Never overlaps another action of the lifeline. */
      readonly exclusive: boolean;
    }
  | {
      readonly kind: "assign";
      readonly step: StepId;
      readonly set: Assign;
      readonly unset: readonly string[];
    }
  /** Two or more arms that run concurrently, none of them empty; what follows waits for all. */
  | { readonly kind: "fork"; readonly step: StepId; readonly arms: readonly LocalBlock[] }
  | (Decision & { readonly kind: "choose"; readonly guard: Formula; readonly tell: Recipients })
  | (Decision & { readonly kind: "follow"; readonly owner: Lifeline })
  /** The last decision of a loop, always false, at a lifeline that stands in the exit part alone. */
  | {
      readonly kind: "leave";
      readonly step: StepId;
      readonly owner: Lifeline;
      readonly channel: string;
      readonly exit: LocalBlock;
    };

interface Decision {
  readonly step: StepId;
  readonly channel: string;
  /** Of a loop: its body runs back to the decision, and a false one leads to its exit part. */
  readonly loop: { readonly depth: number; readonly bound: number | null } | null;
  readonly whenTrue: LocalBlock;
  readonly whenFalse: LocalBlock;
}

/** What one lifeline does in a block. */
export type LocalBlock = readonly LocalNode[];

/**
 * Whether two arms are the same for a lifeline (design, section 4, "Projection"): every field counts, except the step
 * ids of sends, receives, acts, forks and choices that nobody is told of.
 */
export function sameBlock(a: LocalBlock, b: LocalBlock): boolean {
  return a.length === b.length && jsonEquals(a.map(comparable), b.map(comparable));
}

/** The fields that count. */
function comparable(node: LocalNode): Json {
  switch (node.kind) {
    case "send":
    case "recv":
    case "act":
    case "assign": {
      const { step: _differs, ...fields } = node;
      return fields;
    }
    case "fork":
      return { kind: node.kind, arms: node.arms.map((arm) => arm.map(comparable)) };
    case "choose": {
      const { whenTrue, whenFalse } = node.tell;
      const silent = whenTrue.length === 0 && whenFalse.length === 0;
      return {
        ...decision(node),
        step: silent ? null : node.step,
        guard: node.guard,
        tell: [whenTrue, whenFalse],
      };
    }
    case "follow":
      return { ...decision(node), step: node.step, owner: node.owner };
    case "leave":
      return { ...node, exit: node.exit.map(comparable) };
    default:
      return assertNever(node);
  }
}

function decision(node: Extract<LocalNode, Decision>): { readonly [field: string]: Json } {
  return {
    kind: node.kind,
    channel: node.channel,
    loop: node.loop === null ? null : [node.loop.depth, node.loop.bound],
    whenTrue: node.whenTrue.map(comparable),
    whenFalse: node.whenFalse.map(comparable),
  };
}
