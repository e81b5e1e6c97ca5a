import type { LifelineState, Reactor, ScheduledEvent } from "../runtime/index.ts";

type Program = Reactor["program"];

/** Whether what a thread does next is the event that a schedule asks for. */
export function isNextOf(
  { ops }: Program,
  thread: LifelineState["threads"][number] | undefined,
  { step, round, from }: ScheduledEvent,
): boolean {
  const op = thread == null ? undefined : ops[thread.label];
  if (thread == null || op === undefined || !("step" in op) || op.step !== step) return false;
  const sender = op.kind === "recv" ? op.from : op.kind === "follow" ? op.owner : undefined;
  if (from !== undefined && sender !== undefined && sender !== from) return false;
  const loop = op.kind === "choose" || op.kind === "follow" ? op.loop : null;
  return isRound(loop === null ? thread.round : inLoop(thread.round, loop.depth), round);
}

/** A loop's own decision carries the round that it decides about. */
function inLoop(round: readonly number[], depth: number): readonly number[] {
  return [...round.slice(0, depth), (round[depth] ?? 0) + 1];
}

/** Whether these are the rounds that a schedule asks for, if it says any. */
export function isRound(round: readonly number[], asked: readonly number[] | undefined): boolean {
  return asked === undefined || (round.length === asked.length && round.every((n, i) => n === asked[i]));
}
