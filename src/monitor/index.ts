export type { FormulaId, Guard, Monitor, MonitorPlan, MonitorState, Observation, Wire } from "./types.ts";
