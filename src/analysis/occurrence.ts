import { type Lifeline, LightconeError, type Vars } from "../base/index.ts";
import { buildMsc, type Event, type Msc } from "../causality/index.ts";

/** An event with its whole causal past. Equal pasts are one object, whichever schedule led to it. */
export interface Occurrence {
  /** Greater than those of the events in its past. */
  readonly id: number;
  readonly event: Event;
  /** Index of its lifeline. */
  readonly lifeline: number;
  /** Its place on its lifeline, from 1. */
  readonly position: number;
  readonly previous: Occurrence | null;
  /** The send, for a receive. */
  readonly source: Occurrence | null;
}

/** The events of all explored schedules, each kept once. */
export class Occurrences {
  readonly #known = new Map<string, Occurrence>();

  /** How many there are. */
  get size(): number {
    return this.#known.size;
  }

  /** The event after `previous`: the same object as before where the same has happened before. */
  after(lifeline: number, previous: Occurrence | null, event: Event, source: Occurrence | null): Occurrence {
    const key = `${lifeline} ${previous?.id ?? ""} ${source?.id ?? ""} ${JSON.stringify(event)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const position = (previous?.position ?? 0) + 1;
    const made: Occurrence = { id: this.#known.size, event, lifeline, position, previous, source };
    this.#known.set(key, made);
    return made;
  }
}

/** All events before and at the given ones, in an order that extends the causal one. */
export function pastOf(last: readonly (Occurrence | null)[]): readonly Occurrence[] {
  const seen = new Set<Occurrence>();
  const pending = last.filter((one) => one !== null);
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (seen.has(one)) continue;
    seen.add(one);
    if (one.previous !== null) pending.push(one.previous);
    if (one.source !== null) pending.push(one.source);
  }
  return [...seen].sort((a, b) => a.id - b.id);
}

/**
 * The same events in an order that reads well: a receive follows its send where it can, and a lifeline goes on as long as
 * it need not wait.
 */
export function readableOrder(past: readonly Occurrence[]): readonly Event[] {
  const left = new Set(past);
  const ordered: Occurrence[] = [];
  const ready = (one: Occurrence): boolean =>
    (one.previous === null || !left.has(one.previous)) && (one.source === null || !left.has(one.source));
  for (let last: Occurrence | undefined; left.size > 0; ) {
    const able = [...left].filter(ready);
    const next =
      able.find((one) => one.source !== null && one.source === last) ??
      able.find((one) => one.lifeline === last?.lifeline) ??
      able[0];
    if (next === undefined) break; // a causal order has a first event
    left.delete(next);
    ordered.push(next);
    last = next;
  }
  return ordered.map(({ event }) => event);
}

/** The chart of events that stand in an order which extends the causal one. */
export function chartOf(
  lifelines: readonly Lifeline[],
  initial: { readonly [lifeline: Lifeline]: Vars },
  events: readonly Event[],
): Msc {
  const built = buildMsc({ lifelines, initial, events });
  if (built.ok) return built.msc;
  const problem = built.problems[0]?.message;
  throw new LightconeError({ code: "internal/unreachable", what: `A run made no chart: ${problem}` });
}
