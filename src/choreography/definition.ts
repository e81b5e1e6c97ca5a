import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Lifeline, Signal, StepId, Vars } from "../base/index.ts";
import type { Predicates } from "../cpl/index.ts";
import type { ActionDecl, Choreography, SourceMap } from "./ir.ts";

/** Live validators behind the JSON Schemas of the IR. */
export interface LifelineSchemas {
  readonly variables: { readonly [name: string]: StandardSchemaV1 };
  readonly actions: { readonly [name: string]: ActionSchemas };
}

/** An action's validators: of its arguments, and of its result as a whole or field by field. */
export interface ActionSchemas {
  /** The same as JSON Schemas, as the IR has it. */
  readonly signature: ActionDecl;
  readonly args: { readonly [name: string]: StandardSchemaV1 };
  readonly out: StandardSchemaV1 | { readonly [field: string]: StandardSchemaV1 } | null;
}

/** What `choreography(…)` returns: the IR, and beside it what is no part of its identity. */
export interface Definition {
  readonly kind: "choreography";
  readonly ir: Choreography;
  readonly sources: SourceMap;
  readonly schemas: { readonly [lifeline: Lifeline]: LifelineSchemas };
  /** The warnings that the author means, by step: beside the IR, as they change nothing that runs. */
  readonly allowed?: { readonly [step: string]: readonly string[] };
  /** The functions behind the IR's named predicates. */
  readonly predicates: Predicates;
}

/** What an action's implementation is told beside its arguments. */
export interface ActionContext {
  /** Aborted when the run fails or is cancelled, or when the action's time is up. */
  readonly signal: Signal;
  /** Names this attempt at this action of this run: opaque text to pass on as an idempotency key. */
  readonly key: string;
  /** Counts from 1. */
  readonly attempt: number;
  readonly lifeline: Lifeline;
  readonly action: string;
  readonly step: StepId;
  /** What the action takes and gives, as JSON Schemas where its schemas' vendors give them. */
  readonly signature: ActionDecl;
  /** Why a result would not be accepted, or null; for actions that can try again by themselves. */
  readonly check: (result: unknown) => Promise<string | null>;
}

/** How one action is done; time in milliseconds, retries after the first attempt. */
export interface ActionImplementation {
  readonly run: (args: Vars, context: ActionContext) => unknown;
  readonly timeout: number | null;
  readonly retries: number;
  /** The result when no attempt gave one; what it returns fits the signature, or the action fails all the same. Null: none. */
  readonly fallback: ((args: Vars, why: string) => unknown) | null;
}

/** The implementations of one lifeline's actions, made by `implement` or `script`. */
export interface Implementation {
  readonly kind: "implementation";
  readonly lifeline: Lifeline;
  readonly actions: { readonly [action: string]: ActionImplementation };
}

/** What a module hands to the command line when its implementations need a place to work in. */
export interface Provider {
  readonly kind: "provider";
  readonly provide: (workspace: Workspace) => Promise<readonly Implementation[]> | readonly Implementation[];
}

/** What a {@link Provider} may use. */
export interface Workspace {
  /** Runs `clean` when the run has ended, however it ended. */
  readonly onEnd: (clean: () => void | Promise<void>) => void;
  /** The model that `--model` names, for `namedModel` of `lightcone/models`; undefined without. */
  readonly model: string | undefined;
  /** Says something to the person who watches, outside the chart. */
  readonly say: (text: string) => void;
}
