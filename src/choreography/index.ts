export type {
  ActionContext,
  ActionImplementation,
  ActionSchemas,
  Definition,
  Implementation,
  LifelineSchemas,
  Provider,
  Workspace,
} from "./definition.ts";
export type {
  ActMode,
  Assign,
  Binding,
  Block,
  Choreography,
  LifelineDecl,
  Node,
  Source,
  SourceMap,
} from "./ir.ts";
