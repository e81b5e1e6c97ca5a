import type { Choreography } from "../../src/choreography/index.ts";
import { type CentralRuns, centralRuns } from "../../src/projection/index.ts";
import { inputs, outcomeOf } from "./random-ir.ts";
import { type Past, type System, TooLarge, type Walk, walk } from "./walk.ts";

/** What the central interpreter and the projected programs make of one choreography. */
export interface Compared {
  readonly central: CentralRuns;
  readonly projected: Walk;
}

/** Both, over all schedules; null where there are too many configurations. */
export function compare(
  ir: Choreography,
  system: System,
  limit: number,
  see?: (past: Past) => void,
): Compared | null {
  const central = centralRuns(ir, {
    inputs: system.inputs,
    outcomes: (_lifeline, action, occurrence, args) => {
      const value = system.outcome(action, occurrence, args);
      return value === "fails" ? { kind: "failed" } : { kind: "ok", value };
    },
    limit,
  });
  if (!central.complete) return null;
  try {
    return { central, projected: walk(system, limit, see) };
  } catch (error) {
    if (error instanceof TooLarge) return null;
    throw error;
  }
}

/** The first thing in which the two differ, or in which the projected programs break their promise; null: nothing. */
export function differenceOf({ central, projected }: Compared): string | null {
  const { deadlocks, untaken, misjudged, ends } = projected;
  if (central.deadlocks > 0) return "the interpreter has a deadlock";
  if (deadlocks[0] !== undefined) return `deadlock: ${deadlocks[0]}`;
  if (untaken[0] !== undefined) return `untaken: ${untaken[0]}`;
  if (misjudged[0] !== undefined) return `misjudged: ${misjudged[0]}`;
  if (ends.size === 0) return "no end";
  if ([...ends.keys()].some((key) => !central.runs.has(key))) return "an end that the interpreter has not";
  if ([...central.runs.keys()].some((key) => !ends.has(key))) return "an end of the interpreter alone";
  for (const [key, { failed }] of ends)
    if (failed?.reason !== central.runs.get(key)?.failed?.reason) return "another reason of failure";
  return null;
}

/** The inputs and outcomes of random choreographies. */
export const random = { inputs, outcome: outcomeOf };
