import { canonicalJson } from "../base/index.ts";
import type { Event, EventIndex } from "./event.ts";
import type { Msc } from "./msc.ts";
import { clockAt, eventName } from "./order.ts";

/**
 * A text that two charts share iff they are isomorphic: the same lifelines with the same stores at the start and the
 * same events in order, receives taking the sends at the same places. Names of events and messages, times and unknown
 * keys do not count.
 */
export function mscKey(msc: Msc): string {
  const chains = new Map<string, string[]>(msc.lifelines.map((name) => [name, []]));
  msc.events.forEach((event, e) => {
    chains.get(event.on)?.push(contentOf(msc, event, e));
  });
  const stores = Object.fromEntries(Object.entries(msc.initial).filter(([, s]) => Object.keys(s).length > 0));
  return canonicalJson({ causality: msc.causality, events: Object.fromEntries(chains), stores });
}

/** As text, so that contents may nest as deep as canonical JSON goes. */
function contentOf(msc: Msc, event: Event, e: EventIndex): string {
  const { id: _id, time: _time, clock: _clock, extra: _extra, on: _on, ...rest } = event;
  const source = msc.source[e] ?? -1;
  return canonicalJson({
    ...rest,
    ...("msg" in rest ? { msg: source === -1 ? null : eventName(msc, source) } : {}),
    ...("unset" in rest && rest.unset !== undefined ? { unset: [...new Set(rest.unset)].sort() } : {}),
    // With stated clocks the order is not that of the messages.
    ...(msc.causality === "clocks" ? { clock: clockAt(msc, e).toJSON() } : {}),
  });
}
