import {
  type Diagnostic,
  diagnostic,
  type Lifeline,
  lookup,
  type Place,
  type StepId,
} from "../base/index.ts";
import { type Choreography, type Definition, nodesOf } from "../choreography/index.ts";
import { type Asked, askedIn } from "./asked.ts";
import { firstArmNames } from "./first-arm-names.ts";
import type { Recipients } from "./local-tree.ts";
import { checkAble } from "./not-yet.ts";
import { recipients } from "./project.ts";
import { type Known, knownAtDecisions } from "./visibility.ts";
import { hastyActions } from "./waiting.ts";

type Locate = (step: StepId, lifeline?: Lifeline) => Place;
type Table = ReadonlyMap<StepId, Recipients>;

/**
 * The checks that need projection: what a guard asks for must be able to reach its owner, better not by control
 * messages alone, and actions in an arm should wait for its decision. All problems at once.
 */
export function checkProjection(ir: Choreography, sources: Definition["sources"]): readonly Diagnostic[] {
  const place: Locate = (step, lifeline) => ({
    ...lookup(sources, step),
    ...(lifeline === undefined ? {} : { lifeline }),
    step,
  });
  const unable = checkAble(ir.body, place);
  if (unable.length > 0) return unable;
  const table = recipients(ir);
  return [...checkVisibility(ir, table, place), ...checkWaiting(ir, table, place)];
}

function checkVisibility(ir: Choreography, table: Table, place: Locate): readonly Diagnostic[] {
  const declared = new Set(ir.lifelines.map(({ name }) => name));
  const withControl = knownAtDecisions(ir.body, table);
  const withoutControl = knownAtDecisions(ir.body, new Map());
  const found: Diagnostic[] = [];
  for (const node of nodesOf(ir.body)) {
    if (node.kind !== "branch" && node.kind !== "loop") continue;
    const done = new Set<string>();
    for (const asked of askedIn(node.guard, node.owner)) {
      const key = `${asked.by}#${asked.of}`; // no lifeline has a `#`
      // Undeclared lifelines are an error of the choreography already.
      if (done.has(key) || !declared.has(asked.by) || !declared.has(asked.of)) continue;
      done.add(key);
      if (sees(withoutControl.get(node.step), asked)) continue;
      const control = sees(withControl.get(node.step), asked);
      found.push(unseen(asked, node.owner, control, place(node.step, node.owner)));
    }
  }
  return found;
}

function sees(known: Known | undefined, { by, of }: Asked): boolean {
  return known?.get(by)?.has(of) ?? false;
}

function unseen({ by, of }: Asked, owner: Lifeline, byControl: boolean, place: Place): Diagnostic {
  const where = by === owner ? "at this decision" : `where the guard of ${owner} asks ${by} for it`;
  if (byControl) {
    return diagnostic({
      code: "projection/control-only",
      severity: "warning",
      message: `${by} knows of ${of} through control messages alone ${where}`,
      remedy: `Send ${by} a message of ${of}'s own (it may be empty): control messages move when the branches do.`,
      place,
    });
  }
  return diagnostic({
    code: "projection/never-visible",
    message: `${by} cannot know anything of ${of} ${where}`,
    remedy: `Let a message of ${of} reach ${by} before it, directly or through others, or leave the question out.`,
    place,
  });
}

function checkWaiting(ir: Choreography, table: Table, place: Locate): readonly Diagnostic[] {
  const lifelines = ir.lifelines.map(({ name }) => name);
  const names = firstArmNames(ir.body, lifelines, table);
  return hastyActions(ir.body, names, table).map(({ action, decision }) =>
    diagnostic({
      code: "projection/does-not-wait",
      severity: "warning",
      message: `${action.on} does ${action.action} in both arms of ${decision.owner}'s decision, and may do it before the decision is made`,
      remedy: `Move ${action.action} out of the branch, or let a message of ${decision.owner} to ${action.on} come before it in the arms.`,
      place: place(action.step, action.on),
    }),
  );
}
