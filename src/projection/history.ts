import { type Lifeline, LightconeError, lookup, type Vars } from "../base/index.ts";
import { applyEvent, buildMsc, type Event, type Msc } from "../causality/index.ts";

/** An event with everything before it: equal pasts are one object, so that a configuration's key is a few numbers. */
export interface Past {
  /** Greater than those of the events in its past. */
  readonly id: number;
  readonly event: Event;
  readonly previous: Past | null;
  /** The send, for a receive. */
  readonly source: Past | null;
  readonly position: number;
  readonly store: Vars;
}

/** The events of all explored runs, shared. */
export interface History {
  readonly lifelines: readonly Lifeline[];
  readonly initial: { readonly [lifeline: Lifeline]: Vars };
  readonly known: Map<string, Past>;
}

/** The event after `previous`; the same object as before where the same thing has happened before. */
export function record(
  history: History,
  previous: Past | null,
  event: Event,
  source: Past | null = null,
): Past {
  const key = `${previous?.id ?? ""}/${source?.id ?? ""}/${JSON.stringify(event)}`;
  const old = history.known.get(key);
  if (old !== undefined) return old;
  const past: Past = {
    id: history.known.size,
    event,
    previous,
    source,
    position: (previous?.position ?? 0) + 1,
    store: applyEvent(storeAfter(history, event.on, previous), event),
  };
  history.known.set(key, past);
  return past;
}

/** A lifeline's store after an event, or before its first. */
export function storeAfter(history: History, lifeline: Lifeline, last: Past | null): Vars {
  return last?.store ?? lookup(history.initial, lifeline) ?? {};
}

/** The chart of the causal past of some events; `extra` comes last. */
export function chartOf(history: History, last: readonly (Past | null)[], extra: readonly Event[] = []): Msc {
  const events = pastOf(last).map((past) => past.event);
  const { lifelines, initial } = history;
  const built = buildMsc({ lifelines, initial, events: [...events, ...extra] });
  if (built.ok) return built.msc;
  throw new LightconeError({
    code: "internal/unreachable",
    what: `the central interpreter made no chart: ${built.problems.map(({ message }) => message).join("; ")}`,
  });
}

/** All events before and at the given ones, in an order that extends the causal one. */
function pastOf(last: readonly (Past | null)[]): readonly Past[] {
  const seen = new Set<Past>();
  const pending = last.filter((past) => past !== null);
  for (let past = pending.pop(); past !== undefined; past = pending.pop()) {
    if (seen.has(past)) continue;
    seen.add(past);
    if (past.previous !== null) pending.push(past.previous);
    if (past.source !== null) pending.push(past.source);
  }
  return [...seen].sort((a, b) => a.id - b.id);
}
