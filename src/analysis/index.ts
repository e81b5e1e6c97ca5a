export type { Outcomes } from "./configuration.ts";
export { type Exploration, type ExploredEnd, type ExploreOptions, explore } from "./explore.ts";
export { lateEvidence } from "./late.ts";
export { type MonitorMaker, type Replayed, replay, replayer } from "./replay.ts";
export { type Explanation, type Reason, why } from "./why.ts";
