import { LightconeError } from "../base/index.ts";
import type { Move, ScheduledEvent } from "../runtime/index.ts";
import { liveScheduler } from "./live-scheduler.ts";
import { startOf } from "./start-actions.ts";
import type { Scheduler, World } from "./world.ts";

/**
 * Follows the line order of a recording: each event waits for its turn. Actions start as early as they can, since a
 * start is no event; after the last line, events happen as they come.
 *
 * @throws LightconeError `run/schedule`, from `next`, when the recording asks for an event that cannot happen there.
 */
export function recordedScheduler(world: World, order: readonly ScheduledEvent[]): Scheduler {
  const afterwards = liveScheduler(world);
  const asked = new Map<string, number>();
  let position = 0;
  const nextEvent = (): Move | null => {
    for (let event = order[position]; event !== undefined; event = order[position]) {
      const place = (asked.get(event.on) ?? 0) + 1;
      if (world.count(event.on) < place) return moveTo(world, event);
      asked.set(event.on, place);
      position += 1;
    }
    return null;
  };
  return {
    touched: afterwards.touched,
    next: () => startOf(world) ?? nextEvent() ?? afterwards.next(),
  };
}

/** The move that makes the scheduled event happen. */
function moveTo(world: World, event: ScheduledEvent): Move {
  const { on: lifeline, kind } = event;
  const key = world.lifelines.includes(lifeline) ? world.open(lifeline)[0] : undefined;
  if (key !== undefined && kind === "act") return { kind: "outcome", lifeline, key };
  const thread = world.lifelines.includes(lifeline) ? world.ready(lifeline)[0] : undefined;
  if (thread === undefined || key !== undefined)
    throw notPossible(event, `${lifeline} cannot do a ${kind} there`);
  return { kind: "go", lifeline, thread, expects: event };
}

/** The error of a schedule that does not fit the run. */
export function notPossible(event: { readonly line: number }, what: string): LightconeError {
  return new LightconeError({
    code: "run/schedule",
    what: `The schedule does not fit: ${what}`,
    place: { line: event.line },
  });
}
