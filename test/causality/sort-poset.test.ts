import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  clockAt,
  type Event,
  eventName,
  type Msc,
  sortPoset,
  VectorClock,
} from "../../src/causality/index.ts";
import { arbitraryMsc } from "../../src/testing/index.ts";

interface Item {
  readonly name: string;
  readonly owner: string;
  readonly clock: VectorClock | null;
}

const item = (name: string, owner: string, counts: { readonly [l: string]: number } | null): Item => ({
  name,
  owner,
  clock: counts === null ? null : VectorClock.of(counts),
});

function sorted(items: readonly Item[], arrival?: (a: Item, b: Item) => number): readonly string[] {
  const result = sortPoset(items, {
    clock: (i) => i.clock,
    owner: (i) => i.owner,
    ...(arrival === undefined ? {} : { arrival }),
  });
  if (!result.ok) throw new Error(`corrupt: ${result.corrupt.map((pair) => pair.map((i) => i.name)).join()}`);
  return result.items.map((i) => i.name);
}

/** The events of a chart, each with its clock. */
const itemsOf = (msc: Msc): readonly Item[] =>
  msc.events.map((event: Event, e) => ({ name: eventName(msc, e), owner: event.on, clock: clockAt(msc, e) }));

describe("sorting a poset", () => {
  it("B1: gives a linear extension of any order of arrival, and the earliest arrival first", () => {
    fc.assert(
      fc.property(arbitraryMsc(), fc.infiniteStream(fc.nat()), (msc, numbers) => {
        const keyed = itemsOf(msc).map((i) => ({ i, key: numbers.next().value ?? 0 }));
        const items = keyed.sort((a, b) => a.key - b.key).map(({ i }) => i);
        const order = sorted(items).map((name) => items.findIndex((i) => i.name === name));
        const done: number[] = [];
        for (const next of order) {
          const ready = items.flatMap((candidate, at) => {
            const open = items.some(
              (other, k) => !done.includes(k) && candidate.clock?.compare(other.clock ?? {}) === "after",
            );
            return done.includes(at) || open ? [] : [at];
          });
          expect(next).toBe(Math.min(...ready));
          done.push(next);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("B2: keeps the order of concurrent items", () => {
    expect(sorted([item("1", "C", { C: 1 }), item("2", "A", { A: 1 }), item("3", "B", { B: 1 })])).toEqual([
      "1",
      "2",
      "3",
    ]);
  });

  it("B3: keeps the order of items of different owners with equal clocks, each before what follows both", () => {
    const later = item("3", "A", { A: 2, B: 1 });
    const equal = [item("1", "B", { A: 1, B: 1 }), item("2", "A", { A: 1, B: 1 })];
    expect(sorted(equal)).toEqual(["1", "2"]);
    expect(sorted([later, ...equal])).toEqual(["1", "2", "3"]);
  });

  it("B4: moves an item behind its cause and nothing else: W, X, Y", () => {
    expect(sorted([item("Y", "A", { A: 2 }), item("W", "C", { C: 1 }), item("X", "A", { A: 1 })])).toEqual([
      "W",
      "X",
      "Y",
    ]);
  });

  it("B5: gives the same for every permutation where items carry their arrival", () => {
    const items = [
      item("1", "A", { A: 2 }),
      item("2", "B", { B: 1 }),
      item("3", "A", { A: 1 }),
      item("4", "C", null),
    ];
    const byName = (a: Item, b: Item): number => a.name.localeCompare(b.name);
    fc.assert(
      fc.property(fc.shuffledSubarray(items, { minLength: 4 }), (shuffled) => {
        expect(sorted(shuffled, byName)).toEqual(sorted(items));
      }),
    );
  });

  it("B6: leaves an item without clock last when it came last", () => {
    expect(sorted([item("1", "A", { A: 5 }), item("2", "B", null)])).toEqual(["1", "2"]);
    expect(sorted([item("3", "A", { A: 6 }), item("1", "A", { A: 5 }), item("2", "B", null)])).toEqual([
      "1",
      "3",
      "2",
    ]);
  });

  it("B7: keeps items without clock between their neighbours when that is possible", () => {
    const items = [
      item("X", "A", { A: 2 }),
      item("old", "B", null),
      item("older", "B", null),
      item("Q", "C", { C: 1 }),
      item("M", "A", { A: 1 }),
    ];
    expect(sorted(items)).toEqual(["M", "X", "old", "older", "Q"]);
    const impossible = [item("X", "A", { A: 2 }), item("old", "B", null), item("M", "A", { A: 1 })];
    expect(sorted(impossible)).toEqual(["old", "M", "X"]);
    const together = [
      item("p1", "P", { P: 1, R: 2 }),
      item("l1", "L", null),
      item("q1", "Q", { Q: 1 }),
      item("p2", "Q", { Q: 2 }),
      item("l2", "L", null),
      item("q2", "R", { R: 1 }),
      item("r2", "R", { R: 2 }),
    ];
    expect(sorted(together).filter((name) => !name.startsWith("l"))).toEqual(["q1", "p2", "q2", "r2", "p1"]);
  });

  it("B8: reports items of one owner that its clocks do not order", () => {
    const options = { clock: (i: Item) => i.clock, owner: (i: Item) => i.owner };
    const [a, b, c] = [item("a", "A", { A: 1 }), item("b", "A", { A: 1 }), item("c", "A", { A: 2, B: 1 })];
    expect(sortPoset([a, c, b], options)).toEqual({ ok: false, corrupt: [[a, b]] });
    const less = item("d", "A", { A: 3 });
    expect(sortPoset([less, c], options)).toEqual({ ok: false, corrupt: [[c, less]] });
  });

  it("B9: sorts 5 000 items", () => {
    const items = Array.from({ length: 5000 }, (_, i) =>
      item(String(i), `L${i % 20}`, {
        [`L${i % 20}`]: Math.floor(i / 20) + 1,
        L0: Math.floor(i / 20) + (i % 20 === 0 ? 1 : 0),
      }),
    ).reverse();
    expect(sorted(items)).toHaveLength(5000);
  });

  it("B10: copies an empty list and a single item", () => {
    const one = [item("1", "A", { A: 1 })];
    const result = sortPoset(one, { clock: (i) => i.clock, owner: (i) => i.owner });
    expect(result).toEqual({ ok: true, items: one });
    expect(result.ok && result.items).not.toBe(one);
    expect(sorted([])).toEqual([]);
  });
});
