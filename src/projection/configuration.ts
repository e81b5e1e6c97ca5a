import type { Lifeline, StepId } from "../base/index.ts";
import { type Actor, effectOf, type FailureReason, type Outcomes } from "./effects.ts";
import type { History, Past } from "./history.ts";
import { type Deed, type Move, movesOf, type Rules } from "./moves.ts";
import type { Residual } from "./residual.ts";

/** Where a run of the whole choreography stands. */
export interface Configuration {
  /** The last event of each lifeline, in declaration order. */
  readonly last: readonly (Past | null)[];
  /** The actions that are started and not done. */
  readonly open: readonly string[];
  readonly residual: Residual;
}

/** Why and where a run fails. The failing lifeline does nothing more. */
export interface CentralFailure {
  readonly reason: FailureReason;
  readonly lifeline: Lifeline;
  readonly step: StepId;
}

/** A configuration after a move, with the failure where the move failed. */
export interface Result {
  readonly configuration: Configuration;
  readonly failure: CentralFailure | null;
}

/**
 * Two configurations with the same events and the same open actions are the same: the events say which decisions were
 * made and which steps were done, so that the residual program follows from them.
 */
export function keyOf({ last, open }: Configuration): string {
  return `${last.map((past) => past?.id ?? "").join(",")};${open.join()}`;
}

/** What every possible move leads to. */
export function resultsOf(
  history: History,
  outcomes: Outcomes,
  configuration: Configuration,
  rules: Rules,
): readonly Result[] {
  return history.lifelines.flatMap((lifeline, index) => {
    const previous = configuration.last[index] ?? null;
    const actor: Actor = { history, outcomes, lifeline, previous };
    return movesOf(configuration.residual, lifeline, rules).map((move) =>
      perform(actor, index, configuration, move),
    );
  });
}

function perform(actor: Actor, index: number, { last, open, residual }: Configuration, move: Move): Result {
  const { deed } = move;
  const { lifeline, previous } = actor;
  const effect = effectOf(actor, deed);
  const failed = effect.failed;
  return {
    configuration: {
      last: last.with(index, effect.events.at(-1) ?? previous),
      open: openAfter(open, `${index}`, deed),
      residual: failed === null ? move.next(effect) : residual,
    },
    failure: failed === null ? null : { reason: failed, lifeline, step: deed.at.step },
  };
}

function openAfter(open: readonly string[], lifeline: string, deed: Deed): readonly string[] {
  // In sequence a lifeline has at most one action open, so that its name says which.
  if (deed.kind === "start") return [...open, lifeline].sort();
  return deed.kind === "act" ? open.filter((name) => name !== lifeline) : open;
}
