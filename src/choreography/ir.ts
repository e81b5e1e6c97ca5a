import type { Digest, Json, Lifeline, Place, StepId } from "../base/index.ts";
import type { Formula } from "../cpl/index.ts";

/** Where a value comes from: a constant, or a variable of the lifeline that sends, acts or assigns. */
export type Source =
  | { readonly kind: "const"; readonly value: Json }
  | { readonly kind: "var"; readonly name: string };

/** Target name (a receiver's variable, an action's argument) to {@link Source}. */
export type Assign = { readonly [target: string]: Source };

/** Where an action's result goes: the whole value to one variable, or fields of a record to several, in one event. */
export type Binding =
  | { readonly kind: "none" }
  | { readonly kind: "value"; readonly variable: string }
  /** Variable to field of the result. */
  | { readonly kind: "fields"; readonly fields: { readonly [variable: string]: string } };

/** How often an action may run: again after a crash, at most once, or answered from outside. */
export type ActMode = "repeat" | "once" | "task";

/** A wait with a limit; `late` runs when the limit passes first. A decision of the one who waits. */
export interface Timeout {
  readonly after: string;
  readonly late: Block;
}

interface NodeBase {
  readonly step: StepId;
}

/** A message: payload keys are the receiver's variables. Empty: a pure causal signal. */
export interface MessageNode extends NodeBase {
  readonly kind: "message";
  readonly from: Lifeline;
  readonly to: Lifeline;
  readonly channel: string;
  readonly payload: Assign;
  readonly within?: Timeout;
}

/** An action of one lifeline, answered by its implementation. */
export interface ActNode extends NodeBase {
  readonly kind: "act";
  readonly on: Lifeline;
  readonly action: string;
  readonly args: Assign;
  readonly out: Binding;
  readonly mode: ActMode;
  readonly within?: Timeout;
}

/** A local assignment: sets and unsets several variables in one event. */
export interface AssignNode extends NodeBase {
  readonly kind: "assign";
  readonly on: Lifeline;
  readonly set: Assign;
  readonly unset: readonly string[];
}

/** A decision of its owner between two arms. */
export interface BranchNode extends NodeBase {
  readonly kind: "branch";
  readonly owner: Lifeline;
  readonly guard: Formula;
  readonly then: Block;
  readonly else: Block;
}

/** A loop of its owner: one decision before each round; the exit part follows a false one. */
export interface LoopNode extends NodeBase {
  readonly kind: "loop";
  readonly owner: Lifeline;
  readonly guard: Formula;
  readonly body: Block;
  readonly exit: Block;
  /** The most rounds that may run; the run fails when the guard still holds after them. Null: no bound. */
  readonly bound: number | null;
}

/** Arms that run concurrently on private channels. */
export interface ParallelNode extends NodeBase {
  readonly kind: "parallel";
  readonly arms: readonly Block[];
}

/** Messages of different senders, one each, taken in any order. */
export interface CoregionNode extends NodeBase {
  readonly kind: "coregion";
  readonly to: Lifeline;
  readonly channel: string;
  readonly from: readonly { readonly from: Lifeline; readonly payload: Assign }[];
}

/** A named part; `recheck` runs at its end when late evidence arrived for the decision that it names. */
export interface ScopeNode extends NodeBase {
  readonly kind: "scope";
  readonly name: string;
  readonly body: Block;
  readonly recheck?: { readonly decision: StepId; readonly owner: Lifeline; readonly body: Block };
}

/** An inlined sub-choreography, kept in the tree so that printing shows the author's structure. */
interface SubNode extends NodeBase {
  readonly kind: "sub";
  /** The inner choreography's. */
  readonly name: string;
  readonly choreography: Digest;
  readonly rename: { readonly [inner: Lifeline]: Lifeline };
  readonly body: Block;
}

/** A step of the global program. */
export type Node =
  | MessageNode
  | ActNode
  | AssignNode
  | BranchNode
  | LoopNode
  | ParallelNode
  | CoregionNode
  | ScopeNode
  | SubNode;

/** Steps in weak sequence: only local order and messages order their events. */
export type Block = readonly Node[];

/** A variable's schema as JSON Schema, where its vendor gives one. */
export interface VariableDecl {
  readonly schema: Json | null;
  readonly secret: boolean;
}

/**
 * An action's signature as JSON Schemas, where their vendors give them. `optional` says what a result may leave out, which
 * JSON Schema cannot say of a value; it is not there when nothing may be.
 */
export interface ActionDecl {
  /** Never overlaps another action of its lifeline. */
  readonly exclusive?: true;
  readonly args: { readonly [name: string]: Json | null };
  readonly out:
    | { readonly kind: "none" }
    | { readonly kind: "value"; readonly schema: Json | null; readonly optional?: true }
    | {
        readonly kind: "fields";
        readonly fields: { readonly [name: string]: Json | null };
        /** Names of fields, sorted by code unit. */
        readonly optional?: readonly string[];
      };
}

/** A participant's declaration. */
export interface LifelineDecl {
  readonly name: Lifeline;
  readonly external: boolean;
  readonly variables: { readonly [name: string]: VariableDecl };
  readonly actions: { readonly [name: string]: ActionDecl };
}

/** A variable of a lifeline, where an input or result is located. */
export interface Located {
  readonly on: Lifeline;
  readonly name: string;
}

/** The global program: versioned canonical JSON (design, 6.2); its SHA-256 is its identity. */
export interface Choreography {
  readonly format: "lightcone/choreography";
  readonly version: 1;
  readonly name: string;
  /** In order: control messages follow it. */
  readonly lifelines: readonly LifelineDecl[];
  readonly inputs: readonly Located[];
  readonly results: readonly Located[];
  readonly predicates: { readonly [name: string]: { readonly arity: number; readonly version: string } };
  readonly body: Block;
}

/** Where each step stands in the author's source: beside the IR and outside its hash, so that reformatting changes nothing. */
export type SourceMap = { readonly [step: string]: Place };
