import { assertNever, type Lifeline, type StepId } from "../base/index.ts";
import { type Block, type Node, nodesOf } from "../choreography/index.ts";
import type { Names } from "./first-arm-names.ts";
import type { Recipients } from "./local-tree.ts";

type Decision = Extract<Node, { readonly kind: "branch" | "loop" }>;

/** An action in an arm of a decision that it can run ahead of. */
export interface Hasty {
  readonly action: Extract<Node, { readonly kind: "act" }>;
  readonly decision: Extract<Node, { readonly kind: "branch" }>;
}

/**
 * The actions in arms that do not wait for their decision: their lifeline is not told of it, and nothing that it takes in
 * the arm comes after it. Each once, with the outermost such decision, and by its step in the first arm.
 */
export function hastyActions(
  body: Block,
  names: Names,
  recipients: ReadonlyMap<StepId, Recipients>,
): readonly Hasty[] {
  const found = new Map<StepId, Hasty>();
  for (const decision of nodesOf(body)) {
    if (decision.kind !== "branch") continue;
    const after = new Set([decision.owner, ...(recipients.get(decision.step)?.whenTrue ?? [])]);
    follow(decision.then, after, recipients, (action) => {
      const name = names(action.on, action.step);
      if (!found.has(name)) found.set(name, { action, decision });
    });
  }
  return [...found.values()];
}

/** Goes through an arm with the lifelines that are certainly after the decision; returns those at its end. */
function follow(
  block: Block,
  start: ReadonlySet<Lifeline>,
  recipients: ReadonlyMap<StepId, Recipients>,
  early: (action: Hasty["action"]) => void,
): ReadonlySet<Lifeline> {
  let after = start;
  for (const node of block) after = followNode(node, after, recipients, early);
  return after;
}

function followNode(
  node: Node,
  after: ReadonlySet<Lifeline>,
  recipients: ReadonlyMap<StepId, Recipients>,
  early: (action: Hasty["action"]) => void,
): ReadonlySet<Lifeline> {
  const into = (block: Block, start: ReadonlySet<Lifeline>) => follow(block, start, recipients, early);
  const told = (decision: Decision, when: keyof Recipients): ReadonlySet<Lifeline> => {
    const names = recipients.get(decision.step)?.[when] ?? [];
    return after.has(decision.owner) ? new Set([...after, ...names]) : after;
  };
  switch (node.kind) {
    case "message":
      return after.has(node.from) ? new Set([...after, node.to]) : after;
    case "act":
      if (!after.has(node.on)) early(node);
      return after;
    case "assign":
      return after;
    case "branch": {
      const start = told(node, "whenTrue");
      const first = into(node.then, start);
      const other = into(node.else, start);
      return new Set([...first].filter((lifeline) => other.has(lifeline)));
    }
    case "loop":
      into(node.body, told(node, "whenTrue"));
      return into(node.exit, told(node, "whenFalse"));
    case "scope":
    case "sub":
      return into(node.body, after);
    case "parallel":
      // An arm is sure only of its own order; what follows comes after all of them.
      return new Set(node.arms.flatMap((arm) => [...into(arm, after)]));
    case "coregion":
      return node.from.some(({ from }) => after.has(from)) ? new Set([...after, node.to]) : after;
    default:
      return assertNever(node);
  }
}
