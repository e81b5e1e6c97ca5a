import { LightconeError } from "../base/index.ts";
import type { Move, ScheduledEvent } from "../runtime/index.ts";
import { liveScheduler } from "./live-scheduler.ts";
import { ScheduledStarts } from "./scheduled-starts.ts";
import type { Scheduler, World } from "./world.ts";

/**
 * Follows the line order of a recording: each event waits for its turn, and each action starts where the recording has it
 * started (`ScheduledStarts`). After the last line, events happen as they come.
 *
 * @throws LightconeError `run/schedule`, from `next`, when the recording asks for an event that cannot happen there.
 */
export function recordedScheduler(world: World, recorded: readonly ScheduledEvent[]): Scheduler {
  const order = recorded.map((event) => known(world, event));
  const afterwards = liveScheduler(world);
  const starts = new ScheduledStarts(world, order);
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
    next: () => starts.next() ?? nextEvent() ?? afterwards.next(),
  };
}

/** A step that the program does not have says nothing: the choreography may have been changed since. */
function known(world: World, event: ScheduledEvent): ScheduledEvent {
  const { on, kind, line, step } = event;
  return step !== undefined && world.lifelines.includes(on) && world.knows(event)
    ? event
    : { on, kind, line };
}

/** The move that makes the scheduled event happen. */
function moveTo(world: World, event: ScheduledEvent): Move {
  const { on: lifeline, kind, step } = event;
  const here = world.lifelines.includes(lifeline);
  const open = here ? world.open(lifeline) : [];
  const key = step === undefined ? open[0] : world.openAt(event);
  if (key !== undefined && kind === "act") return { kind: "outcome", lifeline, key };
  const [thread] = !here ? [] : step === undefined ? world.ready(lifeline) : world.threadsAt(event);
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
