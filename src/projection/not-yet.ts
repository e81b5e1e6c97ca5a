import {
  assertNever,
  type Diagnostic,
  diagnostic,
  LightconeError,
  type Place,
  type StepId,
} from "../base/index.ts";
import { type Block, type Node, nodesOf } from "../choreography/index.ts";

/** A statement that cannot be projected yet, and what to write meanwhile. */
interface NotYet {
  readonly what: string;
  readonly remedy: string;
  readonly step: StepId;
}

/** Why a node itself (its parts aside) cannot be projected yet; null where it can. */
function notYet(node: Node): NotYet | null {
  const { step } = node;
  switch (node.kind) {
    case "scope":
      if (node.recheck === undefined) return null;
      return {
        what: `The recheck of the scope ${node.name} cannot be projected yet`,
        remedy: "Leave the recheck out and put a branch after the scope that asks for the late evidence.",
        step,
      };
    case "message":
    case "act":
      if (node.within === undefined) return null;
      return {
        what: "A wait with a limit (within) cannot be projected yet",
        remedy: "Leave the limit out, or give the action's implementation a timeout.",
        step,
      };
    case "assign":
    case "parallel":
    case "coregion":
    case "branch":
    case "loop":
    case "sub":
      return null;
    default:
      return assertNever(node);
  }
}

/** Every statement of a block that cannot be projected yet, as a finding; `place` finds it in the source. */
export function checkAble(body: Block, place: (step: StepId) => Place): readonly Diagnostic[] {
  return nodesOf(body)
    .map(notYet)
    .filter((reason) => reason !== null)
    .map(({ step, what: message, remedy }) =>
      diagnostic({ code: "projection/not-yet", message, remedy, place: place(step) }),
    );
}

/** @throws LightconeError `projection/not-yet` with all findings of {@link checkAble}. */
export function refuseNotYet(body: Block): void {
  const diagnostics = checkAble(body, (step) => ({ step }));
  const [first] = diagnostics;
  if (first === undefined) return;
  const { code, message: what, place, remedy } = first;
  throw new LightconeError({ code, what, place, remedy, diagnostics });
}
