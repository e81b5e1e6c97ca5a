import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, StepId, Vars } from "../../src/base/index.ts";
import {
  buildMsc,
  clockAt,
  type Event,
  linearExtensions,
  type Msc,
  mscKey,
} from "../../src/causality/index.ts";
import { arbitraryMsc } from "../../src/testing/index.ts";
import { chartOf, draw, drawnEvent } from "./drawn.ts";

/** The events of a chart in another linear extension. */
const reordered = (msc: Msc, order: readonly number[]): readonly Event[] =>
  order.flatMap((e) => msc.events.slice(e, e + 1));

/** The same chart told by another recorder: messages renamed, ids, times and clocks added, keys the other way round. */
function retold(msc: Msc, order: readonly number[]): Msc {
  const events = order.flatMap((e): Event[] => {
    const event = msc.events[e];
    if (event === undefined) return [];
    const clock = clockAt(msc, e).toJSON();
    const told = { ...event, id: `event-${e}`, time: String(e), clock, extra: { seen: [e] } };
    const backwards = Object.fromEntries(Object.entries(told).reverse()) as unknown as Event;
    return ["msg" in backwards ? { ...backwards, msg: `${backwards.msg}'` } : backwards];
  });
  return chartOf(msc.lifelines.toReversed(), events, msc.initial);
}

/** Two charts are isomorphic iff chains, contents and matching agree: decided here by comparing lifeline by lifeline. */
function isomorphic(a: Msc, b: Msc): boolean {
  const content = (msc: Msc): string =>
    JSON.stringify(
      [...msc.lifelines].sort().map((name) => [
        name,
        Object.entries(msc.initial[name] ?? {}).sort(([x], [y]) => (x < y ? -1 : 1)),
        msc.events.flatMap((event, e) => {
          if (event.on !== name) return [];
          const source = msc.source[e] ?? -1;
          const from = source === -1 ? null : [msc.events[source]?.on, msc.position[source]];
          const { msg: _msg, ...rest } = { msg: "", ...event };
          return [[sortKeys(rest as unknown as Json), from]];
        }),
      ]),
    );
  return content(a) === content(b);
}

function sortKeys(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sortKeys);
  const entries = Object.entries(value as Vars).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, item]) => [key, sortKeys(item)]);
}

const small = (): fc.Arbitrary<Msc> =>
  arbitraryMsc({ lifelines: ["A", "B", "C"], minEvents: 2, maxEvents: 7 });

describe("one key", () => {
  it("for every linear extension, and for every way of telling it", () => {
    fc.assert(
      fc.property(small(), (msc) => {
        for (const order of linearExtensions(msc, 60)) {
          expect(mscKey(chartOf(msc.lifelines, reordered(msc, order), msc.initial))).toBe(mscKey(msc));
          expect(mscKey(retold(msc, order))).toBe(mscKey(msc));
        }
      }),
      { numRuns: 60 },
    );
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ["independent acts", ["A x=1", "B y=2"], ["B y=2", "A x=1"]],
    ["names of messages", ["A > B m", "A > B n", "B < n"], ["A > B 1", "A > B 2", "B < 2"]],
    ["swapped names", ["A > B m", "A > B n", "B < m", "B < n"], ["A > B n", "A > B m", "B < n", "B < m"]],
    ["the order of two settings", ["A x=1 y=2"], ["A y=2 x=1"]],
    ["keys of a value", ['A x={"a":1,"b":2}'], ['A x={"b":2,"a":1}']],
    ["equal numbers", ["A x=0"], ["A x=-0.0"]],
    ["the order of two removals", ["A -x -y"], ["A -y -x"]],
  ])("does not mind %s", (_, one, two) => {
    expect(mscKey(draw(["A", "B"], one))).toBe(mscKey(draw(["A", "B"], two)));
  });

  it("does not mind an empty store that is written down", () => {
    expect(mscKey(draw(["A", "B"], ["A"], { A: {}, B: {} }))).toBe(mscKey(draw(["A", "B"], ["A"])));
  });
});

describe("two keys", () => {
  it("for two charts that are not isomorphic, and only for them", () => {
    // Few shapes, so that isomorphic ones meet.
    const lines = fc.constantFrom("A", "B", "A x=1", "B x=1", "A ? true", "A > B", "B > A", "A <", "B <");
    const chart = fc.array(lines, { minLength: 1, maxLength: 5 }).map((chosen) => {
      const sent: { readonly to: string; readonly msg: string }[] = [];
      const events = chosen.flatMap((line, i) => {
        const [on = "", sign, to = ""] = line.split(" ");
        if (sign === ">") sent.push({ to, msg: `m${i}` });
        if (sign !== "<") return [drawnEvent(sign === ">" ? `${line} m${i}` : line)];
        const at = sent.findIndex((message) => message.to === on);
        return at === -1 ? [] : [drawnEvent(`${on} < ${sent.splice(at, 1)[0]?.msg}`)];
      });
      return chartOf(["A", "B"], events);
    });
    let alike = 0;
    fc.assert(
      fc.property(chart, chart, (a, b) => {
        const same = isomorphic(a, b);
        if (same) alike += 1;
        expect(mscKey(a) === mscKey(b)).toBe(same);
      }),
      { numRuns: 3000 },
    );
    expect(alike).toBeGreaterThan(20);
  });

  const base: readonly Event[] = [
    { kind: "act", on: "A", set: { x: 1 }, unset: ["y"], reads: 0, type: "t", payload: [1] },
    { kind: "send", on: "A", msg: "1", to: "B", step: "s" as StepId, round: [1] },
    { kind: "send", on: "A", msg: "2", to: "B", control: true },
    { kind: "recv", on: "B", msg: "1", set: { x: 1 } },
    { kind: "recv", on: "B", msg: "2" },
    { kind: "choice", on: "B", guard: "g", value: true },
  ];
  const initial = { A: { y: 0 }, B: {} };
  const key = (events: readonly Event[], stores: { readonly [l: string]: Vars } = initial): string =>
    mscKey(chartOf(["A", "B"], events, stores));
  const changed = (at: number, change: object): readonly Event[] =>
    base.map((event, i) => (i === at ? ({ ...event, ...change } as Event) : event));
  const without = (at: number): readonly Event[] => base.filter((_, i) => i !== at);

  it.each<[string, readonly Event[]]>([
    ["another value", changed(0, { set: { x: 2 } })],
    ["a value of another type", changed(0, { set: { x: "1" } })],
    ["null for a value", changed(0, { set: { x: null } })],
    ["another variable", changed(0, { set: { z: 1 } })],
    ["one more variable", changed(0, { set: { x: 1, z: 1 } })],
    ["nothing unset", changed(0, { unset: ["z"] })],
    ["other reads", changed(0, { reads: 1 })],
    ["another type", changed(0, { type: "u" })],
    ["another payload", changed(0, { payload: [1, 1] })],
    ["a payload null", changed(0, { payload: null })],
    ["another step", changed(1, { step: "t" })],
    ["another round", changed(1, { round: [2] })],
    ["a deeper round", changed(1, { round: [1, 1] })],
    [
      "no control message",
      [...base.slice(0, 2), { kind: "send", on: "A", msg: "2", to: "B" }, ...base.slice(3)],
    ],
    ["a control message", changed(1, { control: true })],
    ["another guard", changed(5, { guard: "h" })],
    ["the other decision", changed(5, { value: false })],
    ["a receive that sets something else", changed(3, { set: { x: 1, y: 1 } })],
    ["an event less at the end", without(5)],
    ["a receive less", without(4)],
    ["an event more", [...base, { kind: "act", on: "A" }]],
    ["an event more elsewhere", [...base, { kind: "act", on: "B" }]],
    [
      "two messages swapped in one lifeline",
      changed(3, { msg: "2" }).map((e, i) => (i === 4 ? ({ ...e, msg: "1" } as Event) : e)),
    ],
    [
      "two events of one lifeline swapped",
      [...base.slice(0, 1), ...base.slice(2, 3), ...base.slice(1, 2), ...base.slice(3)],
    ],
  ])("for %s", (_, events) => expect(key(events)).not.toBe(key(base)));

  it.each<[string, { readonly [l: string]: Vars }]>([
    ["another value", { A: { y: 1 } }],
    ["a value for nothing", { A: { y: null } }],
    ["no value", {}],
    ["the other lifeline's", { B: { y: 0 } }],
    ["one more", { A: { y: 0 }, B: { y: 0 } }],
  ])("for stores with %s", (_, stores) => expect(key(base, stores)).not.toBe(key(base)));

  it("for another set of lifelines, even one that does nothing", () => {
    expect(mscKey(draw(["A", "B"], ["A"]))).not.toBe(mscKey(draw(["A", "B", "C"], ["A"])));
  });

  it("for names that a careless join would confuse", () => {
    const names = ["A,B", 'A"', "A\\", "__proto__", "[", ""].filter((name) => name !== "");
    const keys = names.map((name) =>
      mscKey(chartOf([name, "Z"], [{ kind: "act", on: name, set: { x: name } }])),
    );
    expect(new Set(keys).size).toBe(names.length);
  });
});

describe("deep contents", () => {
  /** A value of this many levels. */
  const nested = (depth: number, leaf: Json): Json =>
    Array.from({ length: depth }).reduce<Json>((inner) => [inner], leaf);

  it("are told apart as deep as a recording can hold them", () => {
    const key = (depth: number, leaf: Json): string =>
      mscKey(chartOf(["A"], [{ kind: "act", on: "A", payload: nested(depth, leaf) }]));
    for (const depth of [10, 250, 253, 254, 255]) {
      expect(key(depth, 1)).toBe(key(depth, 1));
      expect([depth, key(depth, 1) === key(depth, 2)]).toEqual([depth, false]);
    }
  });
});

describe("charts with clocks", () => {
  const key = (events: readonly Event[]): string => {
    const built = buildMsc({ lifelines: ["A", "B"], events, causality: "clocks" });
    if (!built.ok) throw new Error(built.problems.map((p) => p.message).join());
    return mscKey(built.msc);
  };
  const a: Event = { kind: "act", on: "A", clock: { A: 1 } };
  const b: Event = { kind: "act", on: "B", clock: { B: 1 } };
  const after: Event = { kind: "act", on: "B", clock: { A: 1, B: 1 } };

  it("share a key in any order of the lines, with zeros or without", () => {
    expect(key([a, b])).toBe(key([b, a]));
    expect(key([a, after])).toBe(key([after, a]));
    expect(key([a, { ...b, clock: { A: 0, B: 1 } }])).toBe(key([a, b]));
  });

  it("have two keys when the order differs, or where it comes from", () => {
    expect(key([a, after])).not.toBe(key([a, b]));
    expect(key([a, b])).not.toBe(mscKey(chartOf(["A", "B"], [a, b])));
  });
});
