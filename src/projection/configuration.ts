import type { Lifeline, StepId } from "../base/index.ts";
import { type Actor, effectOf, type FailureReason, type Outcomes } from "./effects.ts";
import type { History, Past } from "./history.ts";
import { type Deed, type Move, movesOf, type Rules } from "./moves.ts";
import type { Residual } from "./residual.ts";

/** An action that is started and not done. */
interface Open {
  readonly key: string;
  readonly lifeline: number;
  /** Part of what is open: in parallel arms it does not follow from the events. */
  readonly reads: number;
  readonly exclusive: boolean;
}

/** Where a run of the whole choreography stands. */
export interface Configuration {
  /** The last event of each lifeline, in declaration order. */
  readonly last: readonly (Past | null)[];
  /** The actions that are started and not done. */
  readonly open: readonly Open[];
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
  const started = open.map(({ key, reads }) => `${key}@${reads}`).sort();
  return `${last.map((past) => past?.id ?? "").join(",")};${started.join()}`;
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
    return movesOf(configuration.residual, lifeline, rules)
      .filter(({ deed }) => deed.kind !== "start" || mayStart(configuration.open, index, deed.node, rules))
      .map((move) => perform(actor, { index, configuration, move, rules }));
  });
}

/** An exclusive action overlaps no other one of its lifeline. */
function mayStart(
  open: readonly Open[],
  index: number,
  { on, action }: { readonly on: Lifeline; readonly action: string },
  rules: Rules,
): boolean {
  const exclusive = rules.exclusive(on, action);
  return !open.some((other) => other.lifeline === index && (exclusive || other.exclusive));
}

interface Performance {
  readonly index: number;
  readonly configuration: Configuration;
  readonly move: Move;
  readonly rules: Rules;
}

function perform(actor: Actor, { index, configuration, move, rules }: Performance): Result {
  const { last, open, residual } = configuration;
  const { deed } = move;
  const { lifeline, previous } = actor;
  const effect = effectOf(actor, deed);
  const failed = effect.failed;
  return {
    configuration: {
      last: last.with(index, effect.events.at(-1) ?? previous),
      open: openAfter(open, index, deed, rules, previous?.position ?? 0),
      residual: failed === null ? move.next(effect) : residual,
    },
    failure: failed === null ? null : { reason: failed, lifeline, step: deed.at.step },
  };
}

function openAfter(
  open: readonly Open[],
  lifeline: number,
  deed: Deed,
  rules: Rules,
  reads: number,
): readonly Open[] {
  if (deed.kind !== "start" && deed.kind !== "act") return open;
  const key = `${lifeline} ${deed.at.step} ${deed.at.round.join(".")}`;
  if (deed.kind === "act") return open.filter((other) => other.key !== key);
  return [...open, { key, lifeline, reads, exclusive: rules.exclusive(deed.node.on, deed.node.action) }];
}
