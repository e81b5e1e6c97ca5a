import { define, type Lifeline, LightconeError, lookup, nearest, type StepId } from "../base/index.ts";
import { type Choreography, channels, hashChoreography, nodesOf } from "../choreography/index.ts";
import type { Formula } from "../cpl/index.ts";
import { type FormulaId, type Guard, guardId, planMonitor } from "../monitor/index.ts";
import { exclusiveIn } from "./exclusive.ts";
import { flatten, guardsIn } from "./flatten.ts";
import type { LocalProgram } from "./local-program.ts";
import type { Recipients } from "./local-tree.ts";
import { refuseNotYet } from "./not-yet.ts";
import { type Parts, projectBlock } from "./project-node.ts";

/**
 * The local program of one lifeline: a function of the choreography alone, so that every process derives the same one.
 *
 * @throws LightconeError `projection/unknown-lifeline`, `projection/not-yet`.
 */
export function project(ir: Choreography, lifeline: Lifeline): LocalProgram {
  const names = ir.lifelines.map(({ name }) => name);
  if (!names.includes(lifeline)) {
    throw new LightconeError({
      code: "projection/unknown-lifeline",
      what: `The choreography ${ir.name} has no lifeline ${JSON.stringify(lifeline)}`,
      suggestion: nearest(lifeline, names),
    });
  }
  return assemble(projectTrees(ir))(lifeline);
}

/**
 * The local programs of all lifelines, in declaration order; the work that they share is done once.
 *
 * @throws LightconeError `projection/not-yet`.
 */
export function projectAll(ir: Choreography): readonly LocalProgram[] {
  return ir.lifelines.map(({ name }) => name).map(assemble(projectTrees(ir)));
}

/**
 * Whom each decision of a choreography is told to, by the step of the decision.
 *
 * @throws LightconeError `projection/not-yet`.
 */
export function recipients(ir: Choreography): ReadonlyMap<StepId, Recipients> {
  return projectTrees(ir).recipients;
}

interface Projected {
  readonly ir: Choreography;
  readonly parts: Parts;
  readonly recipients: ReadonlyMap<StepId, Recipients>;
}

function projectTrees(ir: Choreography): Projected {
  refuseNotYet(ir.body);
  const lifelines = ir.lifelines.map(({ name }) => name);
  const table = new Map<StepId, Recipients>();
  const parts = projectBlock(ir.body, {
    lifelines,
    channel: channels.main,
    depth: 0,
    exclusive: exclusiveIn(ir),
    recipients: table,
  });
  return { ir, parts, recipients: table };
}

function assemble({ ir, parts }: Projected): (lifeline: Lifeline) => LocalProgram {
  const lifelines = ir.lifelines.map(({ name }) => name);
  const choreography = hashChoreography(ir);
  const allGuards = guardsOf(ir);
  return (lifeline) => {
    const plan = planMonitor(lifelines, allGuards, lifeline);
    const ids = new Map<Formula, FormulaId>();
    const guardOf = (guard: Formula): FormulaId => {
      const id = ids.get(guard) ?? guardId(plan, guard);
      ids.set(guard, id);
      return id;
    };
    const block = parts.get(lifeline) ?? [];
    const guards: { [step: string]: Formula } = {};
    for (const [step, guard] of guardsIn(block)) define(guards, step, guard);
    const results = ir.results.filter(({ on }) => on === lifeline).map(({ name }) => name);
    const declared = ir.lifelines.find(({ name }) => name === lifeline)?.variables ?? {};
    const secrets = Object.keys(declared).filter((name) => lookup(declared, name)?.secret === true);
    return { lifeline, choreography, ops: flatten(block, guardOf), plan, guards, results, secrets };
  };
}

function guardsOf(ir: Choreography): readonly Guard[] {
  const guards: Guard[] = [];
  for (const node of nodesOf(ir.body)) {
    if (node.kind === "branch" || node.kind === "loop")
      guards.push({ owner: node.owner, formula: node.guard });
  }
  return guards;
}
