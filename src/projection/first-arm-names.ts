import { assertNever, type Lifeline, type StepId } from "../base/index.ts";
import type { Block, Node } from "../choreography/index.ts";
import type { Recipients } from "./local-tree.ts";

/** The step by which a lifeline's part of a step is named in its events. */
export type Names = (lifeline: Lifeline, step: StepId) => StepId;

/**
 * A lifeline that is not told of a branch does the same in both arms; the first arm's step ids name what it does,
 * whichever arm is taken.
 */
export function firstArmNames(
  body: Block,
  lifelines: readonly Lifeline[],
  recipients: ReadonlyMap<StepId, Recipients>,
): Names {
  const renamed = new Map(
    lifelines.map((lifeline) => {
      const names = new Map<StepId, StepId>();
      stepsAt(body, { lifeline, recipients, names });
      return [lifeline, names] as const;
    }),
  );
  return (lifeline, step) => renamed.get(lifeline)?.get(step) ?? step;
}

interface Walk {
  readonly lifeline: Lifeline;
  readonly recipients: ReadonlyMap<StepId, Recipients>;
  readonly names: Map<StepId, StepId>;
}

/** The steps of a lifeline in its local order, one of each pair of arms that it does not tell apart. */
function stepsAt(block: Block, walk: Walk): readonly StepId[] {
  return block.flatMap((node) => stepsOf(node, walk));
}

function stepsOf(node: Node, walk: Walk): readonly StepId[] {
  const { lifeline, names } = walk;
  switch (node.kind) {
    case "message":
      return node.from === lifeline || node.to === lifeline ? [node.step] : [];
    case "act":
    case "assign":
      return node.on === lifeline ? [node.step] : [];
    case "branch": {
      const first = stepsAt(node.then, walk);
      const second = stepsAt(node.else, walk);
      if (knows(node, walk)) return [node.step, ...first, ...second];
      second.forEach((step, i) => {
        rename(names, step, first[i] ?? step);
      });
      return first;
    }
    case "loop":
      return knows(node, walk) ? [node.step, ...stepsAt(node.body, walk), ...stepsAt(node.exit, walk)] : [];
    case "scope":
    case "sub":
      return stepsAt(node.body, walk);
    case "parallel":
      return node.arms.flatMap((arm) => stepsAt(arm, walk));
    case "coregion":
      return node.to === lifeline || node.from.some(({ from }) => from === lifeline) ? [node.step] : [];
    default:
      return assertNever(node);
  }
}

function knows(node: Extract<Node, { readonly owner: Lifeline }>, { lifeline, recipients }: Walk): boolean {
  return node.owner === lifeline || (recipients.get(node.step)?.whenFalse.includes(lifeline) ?? false);
}

/** Renames a step, and those that were renamed to it inside its arm. */
function rename(names: Map<StepId, StepId>, step: StepId, name: StepId): void {
  for (const [inner, old] of names) if (old === step) names.set(inner, name);
  names.set(step, name);
}
