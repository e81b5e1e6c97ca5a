import type { Digest, Lifeline, StepId } from "../base/index.ts";
import type { ActMode, Assign, Binding } from "../choreography/index.ts";
import type { Formula } from "../cpl/index.ts";
import type { FormulaId, MonitorPlan } from "../monitor/index.ts";

/** A position in {@link LocalProgram.ops}. */
export type Label = number;

interface OpBase {
  readonly step: StepId;
  /** What follows; for `choose` and `follow`, what follows a false decision. */
  readonly next: Label;
}

/**
 * Present on the decisions of a loop: they manage the round counters. Arriving with `depth` counters begins round 1;
 * arriving with `depth + 1` ends a round.
 */
export interface LoopHead {
  /** The number of loops around this one. */
  readonly depth: number;
  readonly bound: number | null;
}

/** One operation of a local program; flat, so that a position is a number and the rounds of the enclosing loops. */
export type Op =
  | (OpBase & {
      readonly kind: "send";
      readonly to: Lifeline;
      readonly channel: string;
      readonly payload: Assign;
    })
  | (OpBase & {
      readonly kind: "recv";
      readonly from: Lifeline;
      readonly channel: string;
      readonly set: readonly string[];
    })
  | (OpBase & {
      readonly kind: "act";
      readonly action: string;
      readonly args: Assign;
      readonly out: Binding;
      readonly mode: ActMode;
      /** Starts only while no other action of the lifeline is open, and keeps others from starting. */
      readonly exclusive: boolean;
    })
  | (OpBase & { readonly kind: "assign"; readonly set: Assign; readonly unset: readonly string[] })
  /** The owner's decision: one `choice`, then one control send a recipient, all in one local operation. */
  | (OpBase & {
      readonly kind: "choose";
      readonly guard: FormulaId;
      readonly whenTrue: Label;
      readonly loop: LoopHead | null;
      readonly channel: string;
      /** Told of a true and of a false decision, in declaration order. */
      readonly tell: { readonly whenTrue: readonly Lifeline[]; readonly whenFalse: readonly Lifeline[] };
    })
  /** Another lifeline takes the owner's decision. */
  | (OpBase & {
      readonly kind: "follow";
      readonly owner: Lifeline;
      readonly channel: string;
      readonly whenTrue: Label;
      readonly loop: LoopHead | null;
    })
  /** Concurrent arms, each a thread; `next` follows when all have come to their `join`. No event. */
  | (OpBase & { readonly kind: "fork"; readonly arms: readonly Label[] })
  | { readonly kind: "join" }
  | { readonly kind: "end" };

/** One lifeline's part of a choreography. Position 0 is the start. */
export interface LocalProgram {
  readonly lifeline: Lifeline;
  readonly choreography: Digest;
  readonly ops: readonly Op[];
  readonly plan: MonitorPlan;
  /** The guards as the author wrote them, by the step of their decision. */
  readonly guards: { readonly [step: string]: Formula };
  /** The variables whose values are this lifeline's part of the result. */
  readonly results: readonly string[];
  /** The variables whose values stand in events as salted digests alone. */
  readonly secrets: readonly string[];
}
