import type { EventIndex } from "./event.ts";
import type { Msc } from "./msc.ts";
import { latestVisible } from "./order.ts";

/**
 * The linear extensions of a chart's causal order, at most `limit` of them, lifelines tried in their listed order. There
 * can be exponentially many; each is a new array.
 */
export function* linearExtensions(
  msc: Msc,
  limit: number = Number.POSITIVE_INFINITY,
): Generator<readonly EventIndex[]> {
  const chains: EventIndex[][] = msc.lifelines.map(() => []);
  msc.on.forEach((l, e) => {
    chains[l]?.push(e);
  });
  const taken = msc.lifelines.map(() => 0);
  const order: EventIndex[] = [];
  let found = 0;
  let from = 0; // the lifelines before this one were tried at this place
  while (found < limit) {
    const next = order.length === msc.events.length ? undefined : nextReady(msc, chains, taken, from);
    if (next !== undefined) {
      order.push(next);
      bump(taken, msc.on[next], 1);
      from = 0;
      continue;
    }
    if (order.length === msc.events.length) {
      found += 1;
      yield [...order];
    }
    const last = order.pop();
    if (last === undefined) return;
    bump(taken, msc.on[last], -1);
    from = (msc.on[last] ?? 0) + 1;
  }
}

/** Whether an order holds every event once, each after its causal past. */
export function isLinearExtension(msc: Msc, order: readonly EventIndex[]): boolean {
  const taken = msc.lifelines.map(() => 0);
  return (
    order.length === msc.events.length &&
    order.every((event) => {
      const fits = isReady(msc, taken, event);
      bump(taken, msc.on[event], 1);
      return fits;
    })
  );
}

function nextReady(
  msc: Msc,
  chains: readonly (readonly EventIndex[])[],
  taken: readonly number[],
  from: number,
): EventIndex | undefined {
  return chains
    .slice(from)
    .map((chain, l) => chain[taken[from + l] ?? 0])
    .find((event) => event !== undefined && isReady(msc, taken, event));
}

function isReady(msc: Msc, taken: readonly number[], event: EventIndex): boolean {
  const own = msc.on[event];
  if (own === undefined) return false; // there is no such event
  return taken.every((count, b) =>
    b === own
      ? msc.position[event] === count + 1
      : (msc.position[latestVisible(msc, event, b)] ?? 0) <= count,
  );
}

function bump(counts: number[], at: number | undefined, by: number): void {
  if (at !== undefined) counts[at] = (counts[at] ?? 0) + by;
}
