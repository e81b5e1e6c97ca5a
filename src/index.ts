export {
  type Diagnostic,
  type ErrorCode,
  type Json,
  type Lifeline,
  LightconeError,
  type Vars,
} from "./base/index.ts";
export {
  type ActionContext,
  type Choreography,
  choreography,
  type Definition,
  type Implementation,
  implement,
  type LifelineHandle,
  lifeline,
  type Provider,
  provide,
  type Statements,
  script,
  secret,
  type Workspace,
} from "./choreography/index.ts";
export {
  aboutOf,
  type Formula,
  type Predicate,
  parseFormula,
  predicate,
  printFormula,
} from "./cpl/index.ts";
export type { RunOptions, RunResult } from "./engines/index.ts";
export { run } from "./run.ts";
export type { ActionRequest, RunEvent, Schedule } from "./runtime/index.ts";
