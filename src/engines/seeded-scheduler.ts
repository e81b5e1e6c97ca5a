import type { Random } from "../base/index.ts";
import type { Move } from "../runtime/index.ts";
import { startOf } from "./start-actions.ts";
import type { Scheduler, World } from "./world.ts";

/**
 * Chooses evenly among everything that can happen, an unanswered action's outcome included (it is then waited for): the
 * order of events depends on the seed and the outcomes alone, not on how long actions take. Actions start as early as they can.
 */
export function seededScheduler(world: World, random: Random): Scheduler {
  return {
    touched: () => {},
    next: () => {
      const start = startOf(world);
      if (start !== undefined) return start;
      const moves = world.lifelines.flatMap((lifeline): Move[] => [
        ...world.ready(lifeline).map((thread): Move => ({ kind: "go", lifeline, thread })),
        ...world.open(lifeline).map((key): Move => ({ kind: "outcome", lifeline, key })),
      ]);
      return moves[random.below(moves.length)] ?? null;
    },
  };
}
