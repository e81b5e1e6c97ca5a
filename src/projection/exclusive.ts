import { type Lifeline, lookup } from "../base/index.ts";
import type { Choreography } from "../choreography/index.ts";

/** Whether an action of a choreography is declared to overlap no other one of its lifeline. */
export function exclusiveIn(ir: Choreography): (lifeline: Lifeline, action: string) => boolean {
  const declared = new Map(ir.lifelines.map(({ name, actions }) => [name, actions]));
  return (lifeline, action) => lookup(declared.get(lifeline) ?? {}, action)?.exclusive ?? false;
}
