import type { Lifeline } from "../base/index.ts";
import type { Move } from "../runtime/index.ts";

/** What a scheduler sees of a run. */
export interface World {
  /** In declaration order. */
  readonly lifelines: readonly Lifeline[];
  /** Threads of a lifeline that can `go` now. */
  readonly ready: (lifeline: Lifeline) => readonly number[];
  /** The first of them, or -1. */
  readonly firstReady: (lifeline: Lifeline) => number;
  /** Whether the lifeline's next `go` starts an action, which is no event. */
  readonly startsAction: (lifeline: Lifeline, thread: number) => boolean;
  /** Keys of a lifeline's actions that are under way or answered. */
  readonly open: (lifeline: Lifeline) => readonly string[];
  /** Events of a lifeline so far. */
  readonly count: (lifeline: Lifeline) => number;
  /** The answered action that has waited longest, as a move. */
  readonly answered: () => Move | undefined;
  /** Resolves when an action is answered or the run ends. */
  readonly changed: () => Promise<void>;
}

/** Chooses what happens next; null when nothing can. */
export interface Scheduler {
  readonly next: () => Move | null | Promise<Move | null>;
  /** A lifeline may have become able to move. */
  readonly touched: (lifeline: Lifeline) => void;
}
