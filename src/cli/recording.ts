import { resolve } from "node:path";
import type { Lifeline, Vars } from "../base/index.ts";
import { printFormula } from "../cpl/index.ts";
import { writeMscRecording } from "../formats/index.ts";
import { openLineFile } from "../host/index.ts";
import type { RunEvent, Workflow } from "../runtime/index.ts";

/** A recording that is written while its run goes on. */
export interface Recording {
  readonly add: (event: RunEvent) => void;
  readonly close: () => void;
}

/** Opens a recording (design, 6.1) of a run: header first, then a line an event as it happens. */
export function openRecording(
  path: string,
  workflow: Workflow,
  stores: { readonly [lifeline: Lifeline]: Vars },
  cwd: string,
): Recording {
  const file = openLineFile(resolve(cwd, path));
  const guards = [...workflow.reactors.values()].flatMap(({ program }) =>
    Object.entries(program.guards).map(([step, guard]) => [step, printFormula(guard)] as const),
  );
  const header = {
    lifelines: workflow.lifelines,
    guards: Object.fromEntries(guards),
    meta: { choreography: workflow.definition.ir.name },
    stores,
  };
  for (const line of writeMscRecording({ ...header, events: [] })) file.write(line);
  return {
    add: ({ event }) => {
      const [, line] = writeMscRecording({ ...header, events: [event] });
      if (line !== undefined) file.write(line);
    },
    close: file.close,
  };
}
