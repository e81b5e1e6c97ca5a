export {
  type CentralOptions,
  type CentralRun,
  type CentralRuns,
  centralRuns,
  runKey,
} from "./central-runs.ts";
export { checkProjection } from "./check-projection.ts";
export type { CentralFailure } from "./configuration.ts";
export type { CentralOutcome, Outcomes } from "./effects.ts";
export type { Label, LocalProgram, LoopHead, Op } from "./local-program.ts";
export type { Recipients } from "./local-tree.ts";
export { printProgram } from "./print-program.ts";
export { project, projectAll, recipients } from "./project.ts";
