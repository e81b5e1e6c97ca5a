export { baselineMonitor } from "./baseline.ts";
export { guardId, planMonitor } from "./plan.ts";
export type { FormulaId, Guard, Monitor, MonitorPlan, MonitorState, Observation, Wire } from "./types.ts";
