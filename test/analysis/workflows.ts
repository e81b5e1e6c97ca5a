import type { Choreography } from "../../src/choreography/index.ts";
import { baselineMonitor } from "../../src/monitor/index.ts";
import { type LocalProgram, projectAll } from "../../src/projection/index.ts";
import type { Workflow } from "../../src/runtime/index.ts";
import { makeReactor } from "../../src/runtime/reactor.ts";

/** Local programs, by default the projected ones, as a workflow; nothing is checked. */
export function workflowOf(ir: Choreography, programs: readonly LocalProgram[] = projectAll(ir)): Workflow {
  const reactors = programs.map((program) => makeReactor(program, baselineMonitor(program.plan, {})));
  return {
    definition: { kind: "choreography", ir, sources: {}, schemas: {}, predicates: {} },
    lifelines: programs.map(({ lifeline }) => lifeline),
    reactors: new Map(reactors.map((reactor) => [reactor.program.lifeline, reactor])),
  };
}
