import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Cut,
  cutAt,
  isConsistentCut,
  isLinearExtension,
  joinCuts,
  linearExtensions,
  type Msc,
} from "../../src/causality/index.ts";
import { arbitraryMsc } from "../../src/testing/index.ts";
import { draw, idealsOf, pastsOf } from "./drawn.ts";

const small = (): fc.Arbitrary<Msc> =>
  arbitraryMsc({ lifelines: ["A", "B", "C"], minEvents: 1, maxEvents: 8 });

/** The latest event of each lifeline in a set of events. */
const latestOf = (msc: Msc, set: readonly number[]): readonly number[] =>
  msc.lifelines.map((_, b) => Math.max(-1, ...set.filter((e) => msc.on[e] === b)));

/** The events up to the latest ones. */
const below = (msc: Msc, latest: readonly number[]): readonly number[] =>
  [...msc.events.keys()].filter((e) => e <= (latest[msc.on[e] ?? -1] ?? -1));

/** Every way of choosing an event, or none, of each lifeline. */
function frontiers(msc: Msc): readonly (readonly number[])[] {
  return msc.lifelines.reduce<readonly (readonly number[])[]>(
    (chosen, _, b) => {
      const choices = [-1, ...[...msc.events.keys()].filter((e) => msc.on[e] === b)];
      return chosen.flatMap((prefix) => choices.map((e) => [...prefix, e]));
    },
    [[]],
  );
}

describe("consistent cuts", () => {
  it("are exactly the causally closed sets, among all frontiers", () => {
    fc.assert(
      fc.property(small(), (msc) => {
        const ideals = new Set(idealsOf(msc).map((ideal) => latestOf(msc, ideal).join()));
        const all = frontiers(msc);
        for (const latest of all) expect(isConsistentCut(msc, latest)).toBe(ideals.has(latest.join()));
        expect(all.filter((latest) => isConsistentCut(msc, latest))).toHaveLength(ideals.size);
      }),
      { numRuns: 60 },
    );
  });

  it("are a distributive lattice under union and intersection", () => {
    fc.assert(
      fc.property(small(), fc.array(fc.nat(), { minLength: 3, maxLength: 3 }), (msc, picks) => {
        const ideals = idealsOf(msc);
        const cuts = picks.map((pick): Cut => {
          const ideal = ideals[pick % ideals.length] ?? [];
          return { at: ideal.at(-1) ?? -1, latest: latestOf(msc, ideal) };
        });
        const [a, b, c] = cuts as [Cut, Cut, Cut];
        const meet = (x: Cut, y: Cut): Cut => ({
          at: x.at,
          latest: x.latest.map((e, i) => Math.min(e, y.latest[i] ?? -1)),
        });
        const same = (x: Cut, y: Cut): void => expect(x.latest).toEqual(y.latest);
        for (const cut of [joinCuts(a, b), meet(a, b)]) expect(isConsistentCut(msc, cut.latest)).toBe(true);
        same(joinCuts(a, b), joinCuts(b, a));
        same(joinCuts(a, joinCuts(b, c)), joinCuts(joinCuts(a, b), c));
        same(joinCuts(a, a), a);
        same(joinCuts(a, meet(a, b)), a);
        same(meet(a, joinCuts(a, b)), a);
        same(meet(a, joinCuts(b, c)), joinCuts(meet(a, b), meet(a, c)));
        expect(joinCuts(a, b).at).toBe(a.at);
        const union = new Set([...below(msc, a.latest), ...below(msc, b.latest)]);
        expect(below(msc, joinCuts(a, b).latest)).toEqual([...union].sort((x, y) => x - y));
      }),
      { numRuns: 200 },
    );
  });

  it("of a past are the smallest that hold their event", () => {
    fc.assert(
      fc.property(small(), (msc) => {
        const pasts = pastsOf(msc);
        const ideals = idealsOf(msc);
        pasts.forEach((past, e) => {
          const cut = cutAt(msc, e);
          expect(cut.at).toBe(e);
          expect(below(msc, cut.latest)).toEqual([...past].sort((x, y) => x - y));
          for (const ideal of ideals.filter((i) => i.includes(e))) {
            expect(below(msc, cut.latest).every((f) => ideal.includes(f))).toBe(true);
          }
        });
      }),
      { numRuns: 60 },
    );
  });

  it.each<[string, readonly number[]]>([
    ["too short", [0]],
    ["too long", [0, -1, -1]],
    ["empty", []],
    ["of another lifeline's event", [1, -1]],
    ["of swapped events", [1, 0]],
    ["of events that do not exist", [99, -1]],
    ["of negative places", [-2, -1]],
    ["of fractions", [0.5, -1]],
    ["of NaN", [Number.NaN, -1]],
  ])("are not frontiers %s", (_, latest) => {
    const msc = draw(["A", "B"], ["A", "B"]);
    expect(isConsistentCut(msc, [0, 1])).toBe(true);
    expect(isConsistentCut(msc, latest)).toBe(false);
  });
});

/** The number of linear extensions by counting the ways from one causally closed set to the next. */
function countExtensions(msc: Msc): number {
  const ideals = idealsOf(msc).toSorted((a, b) => a.length - b.length);
  const pasts = pastsOf(msc);
  const ways = new Map<string, number>([["", 1]]);
  for (const ideal of ideals) {
    const count = ways.get(ideal.join()) ?? 0;
    for (const [e, past] of pasts.entries()) {
      if (ideal.includes(e) || [...past].some((f) => f !== e && !ideal.includes(f))) continue;
      const next = [...ideal, e].sort((a, b) => a - b).join();
      ways.set(next, (ways.get(next) ?? 0) + count);
    }
  }
  return ways.get([...msc.events.keys()].join()) ?? 0;
}

describe("linear extensions", () => {
  it("are as many as there are paths through the causally closed sets", () => {
    fc.assert(
      fc.property(small(), (msc) => {
        const all = [...linearExtensions(msc)];
        expect(all).toHaveLength(countExtensions(msc));
        expect(new Set(all.map(String)).size).toBe(all.length);
      }),
      { numRuns: 60 },
    );
  });

  it("have prefixes that are consistent cuts, and no other orders are accepted", () => {
    fc.assert(
      fc.property(small(), fc.infiniteStream(fc.nat()), (msc, numbers) => {
        const keyed = [...msc.events.keys()].map((e) => ({ e, key: numbers.next().value ?? 0 }));
        const order = keyed.sort((a, b) => a.key - b.key).map(({ e }) => e);
        const closed = order.every((_, k) => {
          const latest = latestOf(msc, order.slice(0, k + 1));
          return isConsistentCut(msc, latest) && below(msc, latest).length === k + 1;
        });
        const pasts = pastsOf(msc);
        const inOrder = order.every((e, k) => [...(pasts[e] ?? [])].every((f) => order.indexOf(f) <= k));
        expect(isLinearExtension(msc, order)).toBe(closed && inOrder);
        expect(closed).toBe(inOrder);
      }),
      { numRuns: 200 },
    );
  });

  it.each<[string, readonly number[], boolean]>([
    ["the order of the file", [0, 1, 2, 3], true],
    ["the other sender first", [2, 0, 1, 3], true],
    ["a receive before its send", [0, 3, 1, 2], false],
    ["a lifeline backwards", [1, 0, 2, 3], false],
    ["one left out", [0, 1, 2], false],
    ["one twice", [0, 1, 2, 2], false],
    ["one that does not exist", [0, 1, 2, 4], false],
    ["one too many", [0, 1, 2, 3, 3], false],
    ["nothing", [], false],
  ])("%s", (_, order, expected) => {
    const msc = draw(["A", "B", "C"], ["A", "A > B m", "C", "B < m"]);
    expect(isLinearExtension(msc, order)).toBe(expected);
  });

  it("come lazily, and stop at the limit", () => {
    const wide = draw(
      ["A", "B", "C", "D", "E"],
      ["A", "B", "C", "D", "E"].flatMap((l) => [l, l, l, l]),
    );
    const iterator = linearExtensions(wide);
    expect(iterator.next().value).toHaveLength(20);
    const some = [...linearExtensions(wide, 500)];
    expect(new Set(some.map(String)).size).toBe(500);
    for (const order of some) expect(isLinearExtension(wide, order)).toBe(true);
  });

  it("are arrays of their own: changing one changes no other", () => {
    const orders: number[][] = [];
    for (const order of linearExtensions(draw(["A", "B"], ["A", "B"]))) {
      const mine = order as number[];
      orders.push([...mine]);
      mine.reverse();
      mine.length = 0;
    }
    expect(orders).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });
});
