import type { Lifeline } from "../base/index.ts";
import type { Move } from "../runtime/index.ts";
import type { Scheduler, World } from "./world.ts";

/** Lets events happen as they come: answers in the order of their arrival, lifelines in turn, one operation each. */
export function liveScheduler(world: World): Scheduler {
  const waiting: Lifeline[] = [...world.lifelines];
  const queued = new Set<Lifeline>(waiting);
  const touched = (lifeline: Lifeline): void => {
    if (queued.has(lifeline)) return;
    queued.add(lifeline);
    waiting.push(lifeline);
  };
  const nextNow = (): Move | undefined => {
    const answered = world.answered();
    if (answered !== undefined) return answered;
    for (let lifeline = waiting.shift(); lifeline !== undefined; lifeline = waiting.shift()) {
      queued.delete(lifeline);
      const thread = world.firstReady(lifeline);
      if (thread < 0) continue;
      return { kind: "go", lifeline, thread };
    }
    return undefined;
  };
  const nextLater = async (): Promise<Move | null> => {
    await world.changed();
    return nextNow() ?? null;
  };
  return {
    touched,
    next: () => {
      const now = nextNow();
      if (now !== undefined) return now;
      return world.lifelines.some((lifeline) => world.open(lifeline).length > 0) ? nextLater() : null;
    },
  };
}
