import type { Lifeline } from "../base/index.ts";
import { firstReady, type LifelineState, type Move, type Reactor, ready } from "../runtime/index.ts";

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

/** A lifeline that lives here; its state is replaced turn by turn. */
export interface Hosted {
  readonly reactor: Reactor;
  state: LifelineState;
}

/** The {@link World} of the lifelines that live here. */
export function worldOf({
  hosted,
  ...rest
}: Pick<World, "lifelines" | "answered" | "changed"> & {
  readonly hosted: ReadonlyMap<Lifeline, Hosted>;
}): World {
  return {
    ...rest,
    ready: (lifeline) => {
      const host = hosted.get(lifeline);
      return host === undefined ? [] : ready(host.reactor, host.state);
    },
    firstReady: (lifeline) => {
      const host = hosted.get(lifeline);
      return host === undefined ? -1 : firstReady(host.reactor, host.state);
    },
    startsAction: (lifeline, thread) => {
      const host = hosted.get(lifeline);
      const label = host?.state.threads[thread]?.label;
      return label !== undefined && host?.reactor.program.ops[label]?.kind === "act";
    },
    open: (lifeline) => (hosted.get(lifeline)?.state.open ?? []).map((request) => request.key),
    count: (lifeline) => hosted.get(lifeline)?.state.count ?? 0,
  };
}
