import type { Lifeline, StepId } from "../base/index.ts";
import type { Move, ScheduledEvent } from "../runtime/index.ts";
import type { World } from "./world.ts";

/**
 * When a recorded schedule starts actions: each at the event after which the recording has it started, since its arguments
 * were read there. One that the recording does not have starts when its lifeline has no more events in it. Where the
 * recording does not say, an action starts as early as it can: a start is no event.
 */
export class ScheduledStarts {
  readonly #world: World;
  readonly #acts = new Map<string, { readonly reads: number; readonly place: number }>();
  readonly #events = new Map<Lifeline, number>();
  /** Lifelines with an action of which the recording does not say where it started. */
  readonly #early = new Set<Lifeline>();

  constructor(world: World, order: readonly ScheduledEvent[]) {
    this.#world = world;
    for (const [place, { on, kind, step, round, reads }] of order.entries()) {
      this.#events.set(on, (this.#events.get(on) ?? 0) + 1);
      if (kind !== "act") continue;
      if (step === undefined) this.#early.add(on);
      else if (reads !== undefined) this.#acts.set(keyOf(on, step, round ?? []), { reads, place });
    }
  }

  /** The next start that is due, if any; of several the one whose end comes first, so that answers have an order. */
  next(): Move | undefined {
    let first: Move | undefined;
    let firstPlace = Number.POSITIVE_INFINITY;
    for (const lifeline of this.#world.lifelines) {
      for (const thread of this.#world.ready(lifeline)) {
        if (!this.#world.startsAction(lifeline, thread)) continue;
        const place = this.#due(lifeline, thread);
        if (place === null || (first !== undefined && place >= firstPlace)) continue;
        first = { kind: "go", lifeline, thread };
        firstPlace = place;
      }
    }
    return first;
  }

  /** The place of the action's end in the schedule, or null while its start is not due. */
  #due(lifeline: Lifeline, thread: number): number | null {
    const { step, round } = this.#world.standing(lifeline, thread);
    const act = step === undefined ? undefined : this.#acts.get(keyOf(lifeline, step, round));
    const count = this.#world.count(lifeline);
    if (act !== undefined) return count >= act.reads ? act.place : null;
    const over = count >= (this.#events.get(lifeline) ?? 0);
    return over || this.#early.has(lifeline) ? Number.POSITIVE_INFINITY : null;
  }
}

function keyOf(on: Lifeline, step: StepId, round: readonly number[]): string {
  return JSON.stringify([on, step, round]);
}
