export { settle } from "./allowances.ts";
export { nodesOf } from "./blocks.ts";
export { channels } from "./channels.ts";
export { checkChoreography } from "./check.ts";
export { choreography } from "./choreography.ts";
export type {
  ActionContext,
  ActionImplementation,
  Definition,
  Implementation,
  Provider,
  Workspace,
} from "./definition.ts";
export { hashChoreography, serializeChoreography } from "./identity.ts";
export { implement, provide, script } from "./implementation.ts";
export type {
  ActMode,
  Assign,
  Binding,
  Block,
  Choreography,
  Node,
  Source,
} from "./ir.ts";
export { type LifelineHandle, lifeline } from "./lifeline.ts";
export { toMermaid } from "./mermaid.ts";
export { parseChoreography } from "./parse.ts";
export { printChoreography } from "./print.ts";
export { secret } from "./secret.ts";
export type { Statements } from "./statements.ts";
