export { checkingSchedules, checkSchedules } from "./check-schedules.ts";
export type { Outcomes } from "./configuration.ts";
export type { ScheduledRun, Violation } from "./counterexample.ts";
export { type Demand, parseDemand } from "./demand.ts";
export type { ExploredEnd } from "./ends.ts";
export { type Exploration, type ExploreOptions, explore } from "./explore.ts";
export { lateEvidence } from "./late.ts";
export {
  type ActionCall,
  type ListedAction,
  listedActions,
  outcomesOf,
  type PossibleOutcomes,
} from "./possible-outcomes.ts";
export { type MonitorMaker, type Replayed, replay, replayer } from "./replay.ts";
export type { CheckSchedulesOptions, ScheduleReport } from "./schedule-report.ts";
export { type Explanation, type Reason, why } from "./why.ts";
