export type { Definition, Implementation } from "../choreography/index.ts";
export { perform, type Timers } from "./actions.ts";
export { checkInputs } from "./check-inputs.ts";
export { Ending } from "./ending.ts";
export { errorOf, stuckError } from "./failure.ts";
export { firstReady, initialState, type Reactor, ready } from "./reactor.ts";
export { shownStores } from "./redact.ts";
export type { Move, Schedule, ScheduledEvent } from "./schedule.ts";
export { step } from "./step.ts";
export type {
  ActionRequest,
  EnginePort,
  Input,
  LifelineState,
  Message,
  Outcome,
  RunEvent,
  Turn,
} from "./types.ts";
export {
  compileWorkflow,
  implementationOf,
  requireImplementations,
  schemasOf,
  type Workflow,
} from "./workflow.ts";
