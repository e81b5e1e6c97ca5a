import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clockAt, sortPoset, VectorClock } from "../../src/causality/index.ts";
import { arbitraryMsc } from "../../src/testing/index.ts";

/** A signal of a log: `seq` is its place in the log, null clocks are of a time before clocks. */
interface Signal {
  readonly id: string;
  readonly owner: string;
  readonly clock: VectorClock | null;
  readonly seq: number;
}

const options = { clock: (s: Signal) => s.clock, owner: (s: Signal) => s.owner };
const bySeq = { ...options, arrival: (a: Signal, b: Signal) => a.seq - b.seq };

function sorted(items: readonly Signal[], how: typeof options | typeof bySeq = options): readonly Signal[] {
  const result = sortPoset(items, how);
  if (!result.ok) throw new Error("corrupt");
  return result.items;
}

const before = (a: Signal, b: Signal): boolean =>
  a.clock !== null && b.clock !== null && a.clock.compare(b.clock) === "before";

/** The events of a random chart as a log in a random order; some lose their clocks. */
const log = (legacy: number): fc.Arbitrary<readonly Signal[]> =>
  fc
    .tuple(arbitraryMsc({ minEvents: 2, maxEvents: 16 }), fc.infiniteStream(fc.nat({ max: 999 })))
    .map(([msc, numbers]) => {
      const draw = (): number => numbers.next().value ?? 0;
      return msc.events
        .map((event, e) => ({ event, e, key: draw() }))
        .sort((a, b) => a.key - b.key)
        .map(({ event, e }, seq): Signal => {
          const clock = draw() < legacy * 1000 ? null : clockAt(msc, e);
          return { id: `s${e}`, owner: event.on, clock, seq };
        });
    });

/** Whether no later item precedes an earlier one. */
const isExtension = (items: readonly Signal[]): boolean =>
  items.every((a, i) => items.slice(i + 1).every((b) => !before(b, a)));

/** Of all that can come next the earliest arrival: the rule of B4, read literally and slowly. */
function greedy(items: readonly Signal[]): readonly Signal[] {
  const rest = [...items];
  const done: Signal[] = [];
  while (rest.length > 0) {
    const at = rest.findIndex((a) => !rest.some((b) => before(b, a)));
    done.push(...rest.splice(at, 1));
  }
  return done;
}

describe("laws of sorting a poset", () => {
  it("B1: the result is a permutation of the items and a linear extension", () => {
    fc.assert(
      fc.property(log(0.2), (items) => {
        const result = sorted(items);
        expect(result.toSorted((a, b) => a.seq - b.seq)).toEqual(items);
        expect(isExtension(result)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it("B4: stamped items come as the literal rule has them", () => {
    fc.assert(
      fc.property(log(0), (items) => {
        expect(sorted(items).map(({ id }) => id)).toEqual(greedy(items).map(({ id }) => id));
      }),
      { numRuns: 150 },
    );
  });

  it("B2: what is a linear extension already is left alone, so that sorting twice is sorting once", () => {
    fc.assert(
      fc.property(log(0.3), (items) => {
        const once = sorted(items);
        expect(sorted(once)).toEqual(once);
        if (isExtension(items)) expect(once).toEqual(items);
      }),
      { numRuns: 200 },
    );
  });

  it("B5: an order of arrival makes every permutation the same", () => {
    fc.assert(
      fc.property(log(0.3), fc.infiniteStream(fc.nat()), (items, numbers) => {
        const shuffled = items
          .map((item) => ({ item, key: numbers.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ item }) => item);
        expect(sorted(shuffled, bySeq)).toEqual(sorted(items));
      }),
      { numRuns: 150 },
    );
  });

  it("B7: items without clocks never disturb the causal order of the others", () => {
    fc.assert(
      fc.property(log(0.5), (items) => {
        expect(isExtension(sorted(items))).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it("B6: a log without any clock stays as it is", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("A", "B"), { maxLength: 30 }), (owners) => {
        const items = owners.map((owner, seq): Signal => ({ id: `${seq}`, owner, clock: null, seq }));
        expect(sorted(items)).toEqual(items);
      }),
    );
  });

  it("B10: gives a copy, and leaves the list as it was", () => {
    fc.assert(
      fc.property(log(0.2), (items) => {
        const source = Object.freeze([...items]);
        const result = sorted(source, bySeq);
        expect(result).not.toBe(source);
        expect(source).toEqual(items);
      }),
      { numRuns: 50 },
    );
  });
});

const signal = (id: string, owner: string, counts: { readonly [l: string]: number } | null): Signal => ({
  id,
  owner,
  clock: counts === null ? null : VectorClock.of(counts),
  seq: 0,
});

describe("by hand", () => {
  it.each<[string, readonly Signal[], string]>([
    ["an effect before its cause", [signal("e", "B", { A: 1, B: 1 }), signal("c", "A", { A: 1 })], "c e"],
    [
      "a chain backwards",
      [signal("3", "C", { A: 1, B: 1, C: 1 }), signal("2", "B", { A: 1, B: 1 }), signal("1", "A", { A: 1 })],
      "1 2 3",
    ],
    [
      "one lifeline backwards between others",
      [
        signal("a3", "A", { A: 3 }),
        signal("b", "B", { B: 1 }),
        signal("a2", "A", { A: 2 }),
        signal("a1", "A", { A: 1 }),
      ],
      "b a1 a2 a3",
    ],
    [
      "a diamond",
      [
        signal("join", "A", { A: 2, B: 1, C: 1 }),
        signal("right", "C", { A: 1, C: 1 }),
        signal("left", "B", { A: 1, B: 1 }),
        signal("fork", "A", { A: 1 }),
      ],
      "fork right left join",
    ],
    [
      "counts with gaps: only part of the log is here",
      [signal("9", "A", { A: 9 }), signal("4", "A", { A: 4 })],
      "4 9",
    ],
    [
      "a gap seen from elsewhere",
      [signal("b", "B", { A: 7, B: 1 }), signal("a5", "A", { A: 5 }), signal("a8", "A", { A: 8 })],
      "a5 b a8",
    ],
    ["equal clocks of two owners", [signal("x", "B", { A: 1 }), signal("y", "A", { A: 1 })], "x y"],
    [
      "names of prototypes",
      [
        signal("2", "constructor", { ["__proto__"]: 1, constructor: 1 }),
        signal("1", "__proto__", JSON.parse('{"__proto__":1}')),
      ],
      "1 2",
    ],
    ["B6: a legacy item that came last", [signal("a", "A", { A: 5 }), signal("old", "Z", null)], "a old"],
    ["a legacy item that came first", [signal("old", "Z", null), signal("a", "A", { A: 5 })], "old a"],
    [
      "a legacy item between a pair that is in order",
      [signal("a1", "A", { A: 1 }), signal("old", "Z", null), signal("a2", "A", { A: 2 })],
      "a1 old a2",
    ],
    [
      "legacy items about a pair that is not",
      [
        signal("o1", "Z", null),
        signal("a2", "A", { A: 2 }),
        signal("a1", "A", { A: 1 }),
        signal("o2", "Z", null),
      ],
      "o1 a1 a2 o2",
    ],
  ])("%s", (_, items, order) => {
    expect(
      sorted(items)
        .map(({ id }) => id)
        .join(" "),
    ).toBe(order);
  });
});

describe("B8: a corrupt log", () => {
  const corrupt = (items: readonly Signal[]): readonly (readonly string[])[] => {
    const result = sortPoset(items, options);
    return result.ok ? [] : result.corrupt.map((pair) => pair.map(({ id }) => id));
  };

  it("names every pair of one owner that its clocks do not order", () => {
    const a = signal("a", "A", { A: 1 });
    const again = signal("again", "A", { A: 1 });
    const b = signal("b", "B", { B: 1 });
    const forgets = signal("forgets", "B", { B: 2 });
    const knows = signal("knows", "B", { A: 1, B: 1 });
    expect(corrupt([a, again])).toEqual([["a", "again"]]);
    expect(corrupt([a, b, again, forgets])).toEqual([["a", "again"]]);
    expect(corrupt([knows, forgets])).toEqual([["knows", "forgets"]]);
    expect(corrupt([a, again, knows, forgets])).toHaveLength(2);
    expect(corrupt([a, again, signal("third", "A", { A: 1 })])).toHaveLength(2);
  });

  it("is not one of equal clocks of different owners, nor of items without clocks", () => {
    expect(corrupt([signal("x", "A", { C: 1 }), signal("y", "B", { C: 1 })])).toEqual([]);
    expect(corrupt([signal("x", "A", null), signal("y", "A", null)])).toEqual([]);
  });

  it("is found wherever a copy of an item is put in", () => {
    fc.assert(
      fc.property(log(0), fc.nat(), fc.nat(), (items, pick, place) => {
        const twin = { ...(items[pick % items.length] as Signal), id: "twin" };
        const found = corrupt(items.toSpliced(place % (items.length + 1), 0, twin));
        expect(found.some((pair) => pair.includes("twin"))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

describe("B9: size", () => {
  it("sorts 20 000 items that arrive backwards", () => {
    const items = Array.from({ length: 20_000 }, (_, i): Signal => {
      const owner = `L${i % 8}`;
      const counts = Object.fromEntries(
        Array.from({ length: 8 }, (_, l) => [`L${l}`, Math.floor((i - l + 8) / 8)]),
      );
      return { id: `${i}`, owner, clock: VectorClock.of(counts), seq: i };
    });
    const result = sorted(items.toReversed());
    expect(result.map(({ seq }) => seq)).toEqual(items.map(({ seq }) => seq));
  });
});
