import type { StepId } from "../base/index.ts";

/**
 * The names of channels: static paths of (region, arm), without rounds (design, section 4, "Channels"). A step's id names
 * its place in the program, so that it names its arms too (from 0).
 */
export const channels: {
  /** Of everything outside parallel arms. */
  readonly main: string;
  /** The private channel of one arm of a parallel step. */
  readonly arm: (step: StepId, arm: number) => string;
} = { main: "", arm: (step, arm) => `${step}/arm${arm + 1}` };
