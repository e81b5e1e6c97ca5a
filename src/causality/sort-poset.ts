import type { Lifeline } from "../base/index.ts";
import type { VectorClock } from "./clock.ts";
import { linearOrder } from "./linear-order.ts";

/** What {@link sortPoset} must know of an item. */
export interface PosetOptions<T> {
  /** The item's clock; null for an item of a time before clocks, which keeps its place by arrival. */
  readonly clock: (item: T) => VectorClock | null;
  /** The lifeline that made the item: the component of its clock that counts the item itself. */
  readonly owner: (item: T) => Lifeline;
  /** The order of arrival where it is not the order of the list; it makes the result the same for every permutation. */
  readonly arrival?: (a: T, b: T) => number;
}

/** The sorted items, or the pairs of one owner's items that its clocks do not order: a corrupt log. */
export type SortedPoset<T> =
  | { readonly ok: true; readonly items: readonly T[] }
  | { readonly ok: false; readonly corrupt: readonly (readonly [T, T])[] };

/** One item of an owner: its place in the order of arrival, its clock and its own count. */
interface Link {
  readonly place: number;
  readonly clock: VectorClock;
  readonly count: number;
}

/**
 * Puts items into a linear extension of their causal order, the earliest arrival first among those that can come next;
 * concurrent items keep their order. An item without clock stays between its neighbours when that is possible.
 * O(n log n) comparisons for a fixed number of lifelines.
 */
export function sortPoset<T>(items: readonly T[], options: PosetOptions<T>): SortedPoset<T> {
  const arrived = options.arrival === undefined ? items : items.toSorted(options.arrival);
  const itemAt = (place: number): T => arrived[place] as T; // every place comes from `arrived`
  const clocks = arrived.map(options.clock);
  const chains = chainsOf(clocks, arrived.map(options.owner));
  const corrupt = [...chains.values()].flatMap(contradictions);
  if (corrupt.length > 0) {
    return { ok: false, corrupt: corrupt.map(([a, b]) => [itemAt(a), itemAt(b)] as const) };
  }
  const needs = clocks.map((clock) => (clock === null ? [] : needsOf(clock, chains)));
  return { ok: true, items: linearOrder(needs, wishesOf(clocks)).map(itemAt) };
}

/** Neighbours of a chain that its clocks do not order. */
function contradictions(chain: readonly Link[]): (readonly [number, number])[] {
  return chain.flatMap((link, i) => {
    const before = chain[i - 1];
    const fine = before === undefined || before.clock.compare(link.clock) === "before";
    return fine ? [] : [[before.place, link.place] as const];
  });
}

function chainsOf(
  clocks: readonly (VectorClock | null)[],
  owners: readonly Lifeline[],
): ReadonlyMap<Lifeline, readonly Link[]> {
  const chains = new Map<Lifeline, Link[]>();
  clocks.forEach((clock, place) => {
    const owner = owners[place];
    if (clock === null || owner === undefined) return;
    const chain = chains.get(owner) ?? [];
    chains.set(owner, chain);
    chain.push({ place, clock, count: clock.get(owner) });
  });
  for (const chain of chains.values()) chain.sort((a, b) => a.count - b.count || a.place - b.place);
  return chains;
}

/** Of every chain the last item before `clock`; the earlier ones are before that one already. */
function needsOf(clock: VectorClock, chains: ReadonlyMap<Lifeline, readonly Link[]>): number[] {
  return clock.entries().flatMap(([lifeline, count]) => {
    const chain = chains.get(lifeline) ?? [];
    let at = countAtMost(chain, count) - 1;
    // One step back from the item itself; more only where the clocks of different owners contradict one another.
    while (at >= 0 && chain[at]?.clock.compare(clock) !== "before") at -= 1;
    const link = chain[at];
    return link === undefined ? [] : [link.place];
  });
}

function countAtMost(chain: readonly Link[], count: number): number {
  let low = 0;
  let high = chain.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((chain[middle]?.count ?? 0) <= count) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Runs of items without clock stand between the stamped items around them, unless those are ordered the other way. */
function wishesOf(clocks: readonly (VectorClock | null)[]): number[][] {
  const wishes: number[][] = clocks.map(() => []);
  let stamped = -1; // the last item with a clock
  const link = (from: number, to: number): void => {
    for (let item = from + 1; item <= to; item++) if (item > 0) wishes[item]?.push(item - 1);
  };
  clocks.forEach((clock, item) => {
    const before = clocks[stamped];
    if (clock === null) return;
    const reversed = before?.compare(clock) === "after";
    if (item - stamped > 1 && !reversed) link(stamped, item);
    stamped = item;
  });
  if (clocks.length - stamped > 1) link(stamped, clocks.length - 1);
  return wishes;
}
