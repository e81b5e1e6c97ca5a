import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  buildMsc,
  clockAt,
  concurrent,
  cutAt,
  type Event,
  eventName,
  happensBefore,
  isConsistentCut,
  isLinearExtension,
  joinCuts,
  latestVisible,
  linearExtensions,
  type Msc,
  mscKey,
} from "../../src/causality/index.ts";
import { arbitraryMsc } from "../../src/testing/index.ts";

function build(lifelines: readonly string[], events: readonly Event[], initial = {}): Msc {
  const built = buildMsc({ lifelines, events, initial });
  if (!built.ok) throw new Error(JSON.stringify(built.problems));
  return built.msc;
}

const diamond = build(
  ["A", "B", "C"],
  [
    { kind: "send", on: "A", msg: "1", to: "B" },
    { kind: "act", on: "C" },
    { kind: "recv", on: "B", msg: "1", set: { x: 1 } },
  ],
);

describe("order", () => {
  it("names events, and tells before from concurrent", () => {
    expect(eventName(diamond, 2)).toBe("B#1");
    expect([
      happensBefore(diamond, 0, 2),
      happensBefore(diamond, 2, 0),
      happensBefore(diamond, 0, 0),
    ]).toEqual([true, false, false]);
    expect([concurrent(diamond, 0, 1), concurrent(diamond, 0, 2), concurrent(diamond, 1, 1)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(clockAt(diamond, 2).toJSON()).toEqual({ A: 1, B: 1 });
  });

  it("is that of the clocks", () => {
    fc.assert(
      fc.property(arbitraryMsc(), (msc) => {
        const clocks = msc.events.map((_, e) => clockAt(msc, e));
        clocks.forEach((a, i) => {
          clocks.forEach((b, j) => {
            expect(happensBefore(msc, i, j)).toBe(a.compare(b) === "before");
            expect(concurrent(msc, i, j)).toBe(a.compare(b) === "concurrent");
          });
        });
      }),
      { numRuns: 30 },
    );
  });
});

describe("cuts", () => {
  it("of pasts and their unions are consistent, and are what both see", () => {
    fc.assert(
      fc.property(arbitraryMsc(), fc.nat(), fc.nat(), (msc, i, j) => {
        const [a, b] = [i % msc.events.length, j % msc.events.length];
        const joined = joinCuts(cutAt(msc, a), cutAt(msc, b));
        expect(joined.at).toBe(a);
        expect(isConsistentCut(msc, cutAt(msc, a).latest)).toBe(true);
        expect(isConsistentCut(msc, joined.latest)).toBe(true);
        msc.events.forEach((_, e) => {
          const inside = (joined.latest[msc.on[e] ?? -1] ?? -1) >= e;
          expect(inside).toBe(e === a || e === b || happensBefore(msc, e, a) || happensBefore(msc, e, b));
        });
      }),
      { numRuns: 60 },
    );
  });

  it("that lack a cause, or are of another shape, are not", () => {
    expect(isConsistentCut(diamond, [-1, 2, -1])).toBe(false);
    expect(isConsistentCut(diamond, [0, -1, -1])).toBe(true);
    expect(isConsistentCut(diamond, [-1, -1, -1])).toBe(true);
    expect(isConsistentCut(diamond, [0, 2])).toBe(false);
    expect(isConsistentCut(diamond, [1, -1, -1])).toBe(false);
  });
});

describe("linear extensions", () => {
  it("are all of them, each once, up to the limit", () => {
    expect([...linearExtensions(diamond)]).toEqual([
      [0, 2, 1],
      [0, 1, 2],
      [1, 0, 2],
    ]);
    expect([...linearExtensions(diamond, 2)]).toHaveLength(2);
    expect([...linearExtensions(diamond, 0)]).toEqual([]);
    expect([...linearExtensions(build(["A"], []))]).toEqual([[]]);
  });

  it("are the permutations in which every past comes first", () => {
    const permutations = (items: readonly number[]): readonly (readonly number[])[] =>
      items.length === 0
        ? [[]]
        : items.flatMap((x) => permutations(items.filter((y) => y !== x)).map((rest) => [x, ...rest]));
    fc.assert(
      fc.property(arbitraryMsc({ minEvents: 1, maxEvents: 6 }), (msc) => {
        const all = permutations([...msc.events.keys()]);
        const right = all.filter((order) =>
          order.every((e, k) => order.every((f, l) => !happensBefore(msc, f, e) || l < k)),
        );
        const found = [...linearExtensions(msc)];
        expect(found.map(String).sort()).toEqual(right.map(String).sort());
        expect(all.filter((order) => isLinearExtension(msc, order))).toEqual(right);
      }),
      { numRuns: 30 },
    );
  });

  it("do not overflow the stack", () => {
    const long = build(
      ["A"],
      Array.from({ length: 20_000 }, (): Event => ({ kind: "act", on: "A" })),
    );
    expect([...linearExtensions(long, 1)][0]).toHaveLength(20_000);
    expect(isLinearExtension(long, [0, 0])).toBe(false);
  });
});

describe("mscKey", () => {
  it("is the same for every linear extension, other message names, ids and times", () => {
    fc.assert(
      fc.property(arbitraryMsc({ maxEvents: 12 }), (msc) => {
        for (const order of linearExtensions(msc, 5)) {
          const events = order.map((e): Event => {
            const event = msc.events[e];
            if (event === undefined) throw new Error("no event");
            const named = { ...event, id: `id${e}`, extra: { z: 1 } };
            return "msg" in named ? { ...named, msg: `other-${named.msg}` } : named;
          });
          expect(mscKey(build(msc.lifelines, events, msc.initial))).toBe(mscKey(msc));
        }
      }),
      { numRuns: 40 },
    );
  });

  it("tells apart other contents, other stores and other matchings", () => {
    const events: readonly Event[] = [
      { kind: "send", on: "A", msg: "1", to: "B" },
      { kind: "send", on: "A", msg: "2", to: "B" },
      { kind: "recv", on: "B", msg: "1" },
      { kind: "recv", on: "B", msg: "2" },
    ];
    const swapped = events.toSpliced(
      2,
      2,
      { kind: "recv", on: "B", msg: "2" },
      { kind: "recv", on: "B", msg: "1" },
    );
    const keys = [
      build(["A", "B"], events),
      build(["A", "B"], swapped),
      build(["A", "B"], events.slice(0, 3)),
      build(["A", "B"], events, { A: { x: 1 } }),
      build(["A", "B"], events.with(2, { kind: "recv", on: "B", msg: "1", set: { x: 1 } })),
      build(["A", "B"], events.with(2, { kind: "recv", on: "B", msg: "1", control: true })),
    ].map(mscKey);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("of charts with clocks counts the clocks", () => {
    const stamped = (second: { readonly [l: string]: number }): string => {
      const events: readonly Event[] = [
        { kind: "act", on: "A", clock: { A: 1 } },
        { kind: "act", on: "B", clock: second },
      ];
      const built = buildMsc({ lifelines: ["A", "B"], events, causality: "clocks" });
      return built.ok ? mscKey(built.msc) : "";
    };
    expect(stamped({ B: 1 })).not.toBe(stamped({ A: 1, B: 1 }));
    expect(stamped({ B: 1 })).not.toBe("");
  });

  it("latestVisible is -1 for a lifeline that does not exist", () => {
    expect(latestVisible(diamond, 0, 1)).toBe(-1);
  });
});
