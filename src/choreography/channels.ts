import type { StepId } from "../base/index.ts";

/** The channel of everything outside parallel arms. */
export const mainChannel = "";

/**
 * The private channel of one arm (from 0) of a parallel step: a step's id names its place in the program, so that channels
 * are static and carry no rounds (design, section 4, "Channels").
 */
export function armChannel(step: StepId, arm: number): string {
  return `${step}/arm${arm + 1}`;
}
