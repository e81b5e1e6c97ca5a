import type { Guard, Held, Participant, Ref } from "../cpl/index.ts";
import type { ValueOf } from "./action-types.ts";
import type { CallOptions } from "./call.ts";
import type { Definition } from "./definition.ts";
import type { ActionCall, NameOf, VariablesOf } from "./lifeline.ts";
import type { StatementOptions } from "./recorder.ts";

/** Values for variables of `Y`, held by `X` or constant. */
type ValuesFor<Y extends Participant, X extends Participant> = {
  readonly [K in keyof VariablesOf<Y> & string]?:
    | Held<NameOf<X>, ValueOf<VariablesOf<Y>[K]>>
    | ValueOf<VariablesOf<Y>[K]>;
};

type IsUnion<T, U = T> = T extends unknown ? ([U] extends [T] ? false : true) : never;

/** Rejects a receiver that is surely the sender; where a name is not known exactly, `checkChoreography` tells. */
type NotTo<A extends string, B extends string> = string extends A
  ? unknown
  : [A, B, IsUnion<A>] extends [B, A, false]
    ? { readonly "a lifeline cannot send to itself": A }
    : unknown;

/** Rejects a match on text that may be anything. */
type Listed<T extends string> = string extends T
  ? { readonly "match needs a variable with listed values": T }
  : unknown;

/** The two arms of a decision; one left out does nothing. */
interface Arms {
  readonly then?: () => void;
  readonly else?: () => void;
}

/** A loop's body, and what follows the last, false decision at the lifelines in it. */
interface LoopParts {
  readonly body: () => void;
  readonly exit?: () => void;
}

/** A loop's options; `bound` is the most rounds that may run. */
interface LoopOptions extends StatementOptions {
  readonly bound?: number;
}

/**
 * The statements of a choreography. Each records one step (`match`: one decision a value but the last) and returns
 * nothing, so that loops and functions of the host language are fragments. Guards may be formula text.
 */
export interface Statements {
  /** A message: keys are the receiver's variables, values the sender's variables or constants. Without: a causal signal. */
  readonly send: <X extends Participant, Y extends Participant>(
    from: X,
    to: Y & NotTo<NameOf<X>, NameOf<Y>>,
    payload?: ValuesFor<Y, X>,
    options?: StatementOptions,
  ) => void;
  /** An action, and where its result goes: one variable, fields to variables in one event, or nowhere when it has none. */
  readonly act: {
    <L extends string>(call: ActionCall<L, { readonly nothing: true }>, options?: StatementOptions): void;
    <L extends string, T>(
      variable: Ref<L, T>,
      call: ActionCall<NoInfer<L>, { readonly value: NoInfer<T> }>,
      options?: StatementOptions,
    ): void;
    <L extends string, F>(
      fields: { readonly [K in keyof NoInfer<F>]?: Ref<NoInfer<L>, NoInfer<F>[K]> },
      call: ActionCall<L, { readonly fields: F }>,
      options?: StatementOptions,
    ): void;
  };
  /** Sets variables of one lifeline in one event. */
  readonly set: <X extends Participant>(on: X, values: ValuesFor<X, X>, options?: StatementOptions) => void;
  /** Unsets variables of one lifeline in one event. */
  readonly unset: <X extends Participant>(
    on: X,
    names: readonly (keyof VariablesOf<X> & string)[],
    options?: StatementOptions,
  ) => void;
  /** A decision of its owner. */
  readonly branch: <X extends Participant>(
    owner: X,
    guard: Guard<X> | string,
    arms: Arms,
    options?: StatementOptions,
  ) => void;
  /** Rounds for as long as the owner's guard holds, decided before each. */
  readonly loop: <X extends Participant>(
    owner: X,
    guard: Guard<X> | string,
    parts: LoopParts,
    options?: LoopOptions,
  ) => void;
  /**
   * Arms that run concurrently, each on channels of its own: a long action in one never holds up another, and what follows
   * at a lifeline waits for its parts in all of them.
   */
  readonly parallel: (arms: readonly (() => void)[], options?: StatementOptions) => void;
  /** One message of each of several senders, taken in any order. */
  readonly coregion: <Y extends Participant, const M extends readonly Participant[]>(
    to: Y,
    messages: {
      readonly [I in keyof M]: readonly [
        from: M[I] & NotTo<NameOf<M[I]>, NameOf<Y>>,
        payload?: ValuesFor<Y, M[I]>,
      ];
    },
    options?: StatementOptions,
  ) => void;
  /**
   * Another choreography, inlined: its lifelines are played by lifelines of this one that have the same variables and
   * actions. Its inputs are set before it where they are given, its results taken after it.
   */
  readonly call: (inner: Definition, options?: CallOptions) => void;
  /** A part with a name, which keeps the steps' ids apart from those around it. */
  readonly scope: (name: string, body: () => void, options?: StatementOptions) => void;
  /** Decisions of the variable's lifeline, one a value in the order given; the last arm is taken without asking. */
  readonly match: <L extends string, T extends string>(
    variable: Ref<L, T> & Listed<T>,
    arms: { readonly [K in NoInfer<T>]: () => void },
    options?: StatementOptions,
  ) => void;
}
