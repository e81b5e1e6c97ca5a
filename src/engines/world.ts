import type { Lifeline, StepId } from "../base/index.ts";
import {
  firstReady,
  type LifelineState,
  type Move,
  type Reactor,
  ready,
  type ScheduledEvent,
} from "../runtime/index.ts";
import { isNextOf, isRound } from "./next-event.ts";

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
  /** The step at which a thread stands, with its rounds. */
  readonly standing: (
    lifeline: Lifeline,
    thread: number,
  ) => { readonly step: StepId | undefined; readonly round: readonly number[] };
  /** Keys of a lifeline's actions that are under way or answered. */
  readonly open: (lifeline: Lifeline) => readonly string[];
  /** Whether the lifeline's program has the event's step. */
  readonly knows: (event: ScheduledEvent) => boolean;
  /** The ready threads whose next event has the step, the round and the sender of this one. */
  readonly threadsAt: (event: ScheduledEvent) => readonly number[];
  /** The open action of the event's step and round. */
  readonly openAt: (event: ScheduledEvent) => string | undefined;
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
    standing: (lifeline, id) => {
      const host = hosted.get(lifeline);
      const thread = host?.state.threads[id];
      const op = host?.reactor.program.ops[thread?.label ?? -1];
      return { step: op !== undefined && "step" in op ? op.step : undefined, round: thread?.round ?? [] };
    },
    open: (lifeline) => (hosted.get(lifeline)?.state.open ?? []).map((request) => request.key),
    knows: ({ on, step }) =>
      hosted.get(on)?.reactor.program.ops.some((op) => "step" in op && op.step === step) ?? false,
    threadsAt: (event) => {
      const host = hosted.get(event.on);
      if (host === undefined) return [];
      const { reactor, state } = host;
      return ready(reactor, state).filter((id) => isNextOf(reactor.program, state.threads[id], event));
    },
    openAt: ({ on, step, round }) =>
      hosted.get(on)?.state.open.find((request) => request.step === step && isRound(request.round, round))
        ?.key,
    count: (lifeline) => hosted.get(lifeline)?.state.count ?? 0,
  };
}
