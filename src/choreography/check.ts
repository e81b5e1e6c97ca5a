import { type Diagnostic, diagnostic, lookup, type Place, toJson } from "../base/index.ts";
import { blocksOf, nodesOf } from "./blocks.ts";
import { checkAssignment } from "./check-assignment.ts";
import { checkComparisons } from "./check-comparisons.ts";
import { checkDecisions } from "./check-decisions.ts";
import { checkGuards } from "./check-guards.ts";
import { checkLoops } from "./check-loops.ts";
import { checkNames } from "./check-names.ts";
import { checkParallel } from "./check-parallel.ts";
import { checkSteps } from "./check-steps.ts";
import { checkTypes } from "./check-types.ts";
import { depthOf } from "./effects.ts";
import { MAX_LEVELS } from "./identity.ts";
import type { Choreography, SourceMap } from "./ir.ts";
import type { Report } from "./report.ts";

/** Deepest nesting of blocks. */
const MAX_BLOCKS = 100;

/**
 * Everything that is wrong with a choreography as far as its global program tells, at once: names, arguments, types,
 * variables read before they are written, guards that cannot be evaluated, loops that cannot be left. Each with its step
 * and the author's source place. What depends on projection is `checkProjection`'s.
 */
export function checkChoreography(ir: Choreography, sources: SourceMap = {}): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const report: Report = ({ lifeline, ...finding }, at) => {
    const known: Place = at === undefined ? {} : { ...lookup(sources, at.step), step: at.step };
    found.push(diagnostic({ ...finding, place: lifeline === undefined ? known : { ...known, lifeline } }));
  };
  const depth = depthOf(ir.body, (node) => blocksOf(node).map(({ block }) => block));
  if (depth > MAX_BLOCKS) {
    report({
      code: "choreography/too-deep",
      message: `steps nest ${depth} blocks deep; ${MAX_BLOCKS} is the most`,
    });
    return found;
  }
  const json = toJson(ir, MAX_LEVELS);
  if (!json.ok) report({ code: "choreography/foreign", message: `the choreography is no JSON: ${json.why}` });
  const nodes = nodesOf(ir.body);
  checkNames(ir, nodes, report);
  checkSteps(ir, nodes, report);
  checkTypes(ir, nodes, report);
  checkGuards(ir, nodes, report);
  checkComparisons(ir, nodes, report);
  checkLoops(nodes, report);
  checkDecisions(ir, nodes, report);
  checkParallel(ir, nodes, report);
  checkAssignment(ir, report);
  return found;
}
