export type { RunOptions, RunResult } from "./options.ts";
export { run } from "./run.ts";
