import { resolve } from "node:path";
import type { Lifeline, Vars } from "../base/index.ts";
import type { Event } from "../causality/index.ts";
import { printFormula } from "../cpl/index.ts";
import { writeMscRecording } from "../formats/index.ts";
import { openLineFile } from "../host/index.ts";
import type { RunEvent, Workflow } from "../runtime/index.ts";

/** A recording that is written while its run goes on. */
export interface Recording {
  readonly add: (event: RunEvent) => void;
  /** Gives the recording its name: the run has ended. */
  readonly close: () => void;
  /** Leaves everything as it was: there was no run. */
  readonly discard: () => void;
}

/** Opens a recording (design, 6.1) of a run: header first, then a line an event as it happens. */
export function openRecording(
  path: string,
  workflow: Workflow,
  stores: { readonly [lifeline: Lifeline]: Vars },
  cwd: string,
): Recording {
  const file = openLineFile(resolve(cwd, path), path);
  const guards = [...workflow.reactors.values()].flatMap(({ program }) =>
    Object.entries(program.guards).map(([step, guard]) => [step, printFormula(guard)] as const),
  );
  const header = {
    lifelines: workflow.lifelines,
    guards: Object.fromEntries(guards),
    meta: { choreography: workflow.definition.ir.name },
    stores,
  };
  const waiting: Event[] = [];
  const lines = writeMscRecording({ ...header, events: taken(waiting) });
  const writeNext = (): void => {
    const next = lines.next();
    if (next.done !== true) file.write(next.value);
  };
  writeNext(); // the header
  return {
    add: ({ event }) => {
      waiting.push(event);
      writeNext();
    },
    close: file.close,
    discard: file.discard,
  };
}

/** The events of a list that grows: whoever asks for the next one has put it there. */
function* taken(waiting: Event[]): Generator<Event> {
  for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) yield event;
}
