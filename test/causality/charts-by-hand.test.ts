import { describe, expect, it } from "vitest";
import {
  clockAt,
  concurrent,
  cutAt,
  eventName,
  happensBefore,
  isLinearExtension,
  latestVisible,
  linearExtensions,
  type Msc,
} from "../../src/causality/index.ts";
import { draw, eventNamed } from "./drawn.ts";

/** One row an event: its name, its clock in the order of the lifelines, its store. */
type Row = readonly [name: string, clock: string, store: object];

/**
 * A chart with what was worked out by hand: of every event clock and store, all pairs of concurrent events, and the
 * number of linear extensions.
 */
interface Worked {
  readonly chart: Msc;
  readonly rows: readonly Row[];
  readonly concurrent: readonly string[];
  readonly extensions: number;
}

/** Two messages that cross: A sends and B sends, then each takes the other's. */
const crossing: Worked = {
  chart: draw(["A", "B"], ["A > B m", "B > A n", "A < n x=1", "B < m x=2"]),
  rows: [
    ["A#1", "1 0", {}],
    ["B#1", "0 1", {}],
    ["A#2", "2 1", { x: 1 }],
    ["B#2", "1 2", { x: 2 }],
  ],
  concurrent: ["A#1 B#1", "A#2 B#2"],
  extensions: 4, // either send first, then either receive
};

/** A relay that is overtaken by a direct message, and a message that stays in transit. */
const triangle: Worked = {
  chart: draw(
    ["A", "B", "C"],
    [
      "A v=1",
      "A > B m1",
      "B < m1 v=1",
      "B > C m2",
      "A v=2 w=true",
      "A > C m3",
      "C < m3 v=2",
      "C < m2 v=1",
      "C > A lost",
      "A -w",
    ],
    { C: { v: 0 } },
  ),
  rows: [
    ["A#1", "1 0 0", { v: 1 }],
    ["A#2", "2 0 0", { v: 1 }],
    ["B#1", "2 1 0", { v: 1 }],
    ["B#2", "2 2 0", { v: 1 }],
    ["A#3", "3 0 0", { v: 2, w: true }],
    ["A#4", "4 0 0", { v: 2, w: true }],
    ["C#1", "4 0 1", { v: 2 }],
    ["C#2", "4 2 2", { v: 1 }],
    ["C#3", "4 2 3", { v: 1 }],
    ["A#5", "5 0 0", { v: 2 }],
  ],
  // B's two events against A's last three and C's first; A's last against all of C
  concurrent: [
    ...["B#1 A#3", "B#1 A#4", "B#1 C#1", "B#1 A#5", "B#2 A#3", "B#2 A#4", "B#2 C#1", "B#2 A#5"],
    ...["C#1 A#5", "C#2 A#5", "C#3 A#5"],
  ],
  // A1 A2, then the chains A3 A4 C1 and B1 B2 shuffled (10 ways), then C2 C3. A5 has 4 + k places after A4, where k
  // B-events stand after A4; half of the 20 places of B-events do: 10 · 4 + 10.
  extensions: 50,
};

/** A chain through all lifelines: no two events are concurrent. */
const chain: Worked = {
  chart: draw(["A", "B", "C"], ["A > B 1", "B < 1", "B > C 2", "C < 2", "C > A 3", "A < 3", "A ? true"]),
  rows: [
    ["A#1", "1 0 0", {}],
    ["B#1", "1 1 0", {}],
    ["B#2", "1 2 0", {}],
    ["C#1", "1 2 1", {}],
    ["C#2", "1 2 2", {}],
    ["A#2", "2 2 2", {}],
    ["A#3", "3 2 2", {}],
  ],
  concurrent: [],
  extensions: 1,
};

/** Three lifelines that never speak. */
const silent: Worked = {
  chart: draw(["A", "B", "C"], ["A x=1", "B x=2", "C x=3", "A x=4", "B -x"], { B: { x: 0, y: null } }),
  rows: [
    ["A#1", "1 0 0", { x: 1 }],
    ["B#1", "0 1 0", { x: 2, y: null }],
    ["C#1", "0 0 1", { x: 3 }],
    ["A#2", "2 0 0", { x: 4 }],
    ["B#2", "0 2 0", { y: null }],
  ],
  concurrent: ["A#1 B#1", "A#1 B#2", "A#1 C#1", "A#2 B#1", "A#2 B#2", "A#2 C#1", "B#1 C#1", "B#2 C#1"],
  extensions: 30, // 5! / (2! 2! 1!)
};

/** One sender whose three messages arrive in the reverse order. */
const reversed: Worked = {
  chart: draw(
    ["S", "R"],
    ["S n=1", "S > R a", "S n=2", "S > R b", "S n=3", "S > R c", "R < c n=3", "R < b n=2", "R < a n=1"],
  ),
  rows: [
    ["S#1", "1 0", { n: 1 }],
    ["S#2", "2 0", { n: 1 }],
    ["S#3", "3 0", { n: 2 }],
    ["S#4", "4 0", { n: 2 }],
    ["S#5", "5 0", { n: 3 }],
    ["S#6", "6 0", { n: 3 }],
    ["R#1", "6 1", { n: 3 }],
    ["R#2", "6 2", { n: 2 }],
    ["R#3", "6 3", { n: 1 }],
  ],
  concurrent: [],
  extensions: 1,
};

/** Two helpers asked at once; the owner takes the answers in the other order, and one helper goes on alone. */
const forkJoin: Worked = {
  chart: draw(
    ["O", "P", "Q"],
    [
      "O > P ask1",
      "O > Q ask2",
      "P < ask1 job=1",
      "Q < ask2 job=2",
      "Q > O done2",
      "P > O done1",
      "O < done2 q=true",
      "O < done1 p=true",
      "Q job=3",
    ],
  ),
  rows: [
    ["O#1", "1 0 0", {}],
    ["O#2", "2 0 0", {}],
    ["P#1", "1 1 0", { job: 1 }],
    ["Q#1", "2 0 1", { job: 2 }],
    ["Q#2", "2 0 2", { job: 2 }],
    ["P#2", "1 2 0", { job: 1 }],
    ["O#3", "3 0 2", { q: true }],
    ["O#4", "4 2 2", { q: true, p: true }],
    ["Q#3", "2 0 3", { job: 3 }],
  ],
  concurrent: [
    ...["O#2 P#1", "O#2 P#2", "P#1 Q#1", "P#1 Q#2", "P#1 Q#3", "P#2 Q#1", "P#2 Q#2", "P#2 Q#3"],
    ...["P#1 O#3", "P#2 O#3", "O#3 Q#3", "O#4 Q#3"],
  ],
  // O1, then the chains O2 Q1 Q2 O3 and P1 P2 shuffled (15 ways), then O4. Q3 has 3 + k places after Q2, where k
  // P-events stand after Q2; two fifths of the 30 places of P-events do: 15 · 3 + 12.
  extensions: 57,
};

const charts: readonly (readonly [string, Worked])[] = Object.entries({
  crossing,
  triangle,
  chain,
  silent,
  reversed,
  forkJoin,
});

describe.each(charts)("%s", (_, { chart, rows, concurrent: pairs, extensions }) => {
  const counts = (e: number): readonly number[] => chart.lifelines.map((name) => clockAt(chart, e).get(name));

  it("has these names, clocks and stores", () => {
    expect(chart.events.map((_, e) => [eventName(chart, e), counts(e).join(" "), chart.stores[e]])).toEqual(
      rows,
    );
  });

  it("sees of each lifeline the event that its clock counts", () => {
    rows.forEach(([name, clock], e) => {
      clock.split(" ").forEach((count, b) => {
        const seen = latestVisible(chart, e, b);
        const expected = count === "0" ? "none" : `${chart.lifelines[b]}#${count}`;
        expect([name, seen === -1 ? "none" : eventName(chart, seen)]).toEqual([name, expected]);
      });
      expect(cutAt(chart, e)).toEqual({
        at: e,
        latest: chart.lifelines.map((_, b) => latestVisible(chart, e, b)),
      });
    });
  });

  it("has these concurrent pairs and no others", () => {
    const found = chart.events.flatMap((_, e) =>
      chart.events.flatMap((_, f) =>
        concurrent(chart, e, f) ? [[e, f].map((x) => eventName(chart, x))] : [],
      ),
    );
    const expected = pairs
      .map((pair) => pair.split(" "))
      .flatMap(([a, b]) => [
        [a, b],
        [b, a],
      ]);
    expect(found.map(String).sort()).toEqual(expected.map(String).sort());
  });

  it("is ordered or concurrent, each pair in exactly one way", () => {
    chart.events.forEach((_, e) => {
      chart.events.forEach((_, f) => {
        const ways = [
          e === f,
          happensBefore(chart, e, f),
          happensBefore(chart, f, e),
          concurrent(chart, e, f),
        ];
        expect(ways.filter(Boolean)).toHaveLength(1);
      });
    });
  });

  it("has this many linear extensions, all different, all right", () => {
    const all = [...linearExtensions(chart)];
    expect(all).toHaveLength(extensions);
    expect(new Set(all.map(String)).size).toBe(extensions);
    for (const order of all) expect(isLinearExtension(chart, order)).toBe(true);
  });
});

describe("names of events", () => {
  it("count by lifeline, whatever else happens between", () => {
    const { chart } = triangle;
    expect(chart.events.map((_, e) => eventName(chart, e))).toEqual(triangle.rows.map(([name]) => name));
    expect(eventNamed(chart, "C#2")).toBe(7);
  });
});
