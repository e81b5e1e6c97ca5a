import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEvent, buildMsc, clockAt, type Event, type MscInput } from "../../src/causality/index.ts";
import { arbitraryMsc } from "../../src/testing/index.ts";

const act = (on: string, more: object = {}): Event => ({ kind: "act", on, ...more });
const send = (on: string, msg: string, to: string | null, more: object = {}): Event => ({
  kind: "send",
  on,
  msg,
  to,
  ...more,
});
const recv = (on: string, msg: string, more: object = {}): Event => ({ kind: "recv", on, msg, ...more });

function problems(events: readonly Event[], more: Partial<MscInput> = {}): readonly string[] {
  const built = buildMsc({ lifelines: ["A", "B", "C"], events, ...more });
  return built.ok ? [] : built.problems.map(({ event, code }) => `${event} ${code}`);
}

const inClocks = (events: readonly Event[]): readonly string[] => problems(events, { causality: "clocks" });

describe("buildMsc", () => {
  it("lays out positions, predecessors, sources, stores and the latest visible events", () => {
    const built = buildMsc({
      lifelines: ["A", "B"],
      initial: { A: { x: 0 } },
      events: [
        act("A", { set: { y: 1 } }),
        send("A", "m", "B"),
        act("B"),
        recv("B", "m", { set: { z: 2 }, unset: ["q"] }),
      ],
    });
    expect(built).toMatchObject({
      ok: true,
      order: [0, 1, 2, 3],
      msc: {
        on: [0, 0, 1, 1],
        position: [1, 2, 1, 2],
        previous: [-1, 0, -1, 2],
        source: [-1, -1, -1, 1],
        stores: [{ x: 0, y: 1 }, { x: 0, y: 1 }, {}, { z: 2 }],
        latest: [0, -1, 1, -1, -1, 2, 1, 3],
        causality: "messages",
      },
    });
  });

  it("accepts messages out of order, in transit, and stated clocks that are right", () => {
    const events = [
      send("A", "1", "B"),
      send("A", "2", "B", { clock: { A: 2, B: 0 } }),
      recv("B", "2", { clock: { B: 1, A: 2 } }),
      recv("B", "1"),
      send("B", "3", "A"),
    ];
    expect(problems(events)).toEqual([]);
  });

  it.each([
    ["no lifeline", [], ["-1 msc/lifelines"]],
    ["a repeated one", ["A", "A"], ["-1 msc/lifelines"]],
    ["an empty one", [""], ["-1 msc/lifelines"]],
    ["one with #", ["A#1"], ["-1 msc/lifelines"]],
  ])("refuses %s", (_, lifelines, expected) => {
    expect(problems([], { lifelines })).toEqual(expected);
  });

  it("refuses stores of nobody and variables with $", () => {
    expect(problems([], { initial: { Z: {}, A: { $x: 1 } } })).toEqual([
      "-1 msc/unknown-lifeline",
      "-1 msc/reserved-variable",
    ]);
    expect(problems([act("A", { set: { $kind: 1 } }), act("A", { unset: ["$y"] })])).toEqual([
      "0 msc/reserved-variable",
      "1 msc/reserved-variable",
    ]);
  });

  it("refuses unknown lifelines, naming the nearest", () => {
    const built = buildMsc({ lifelines: ["TestRunner"], events: [act("TestRuner")] });
    expect(built).toMatchObject({ ok: false, problems: [{ suggestion: "TestRunner" }] });
    expect(problems([send("A", "m", "Z"), act("A", { clock: { A: 2, Z: 0 } })])).toEqual([
      "0 msc/unknown-lifeline",
      "1 msc/unknown-lifeline",
    ]);
  });

  it("refuses messages that are not sent once and taken once by their receiver", () => {
    expect(problems([recv("B", "m")])).toEqual(["0 msc/receive-without-send"]);
    expect(problems([recv("B", "m"), send("A", "m", "B")])).toEqual(["0 msc/receive-without-send"]);
    expect(problems([send("A", "m", "B"), send("B", "m", "A")])).toEqual(["1 msc/sent-twice"]);
    expect(problems([send("A", "m", "B"), recv("B", "m"), recv("B", "m")])).toEqual(["2 msc/received-twice"]);
    expect(problems([send("A", "m", "A")])).toEqual(["0 msc/self-message"]);
    expect(problems([send("A", "m", "B"), recv("C", "m")])).toEqual(["1 msc/wrong-receiver"]);
    expect(problems([send("A", "m", "B"), recv("A", "m")])).toEqual(["1 msc/self-message"]);
    expect(problems([send("A", "m", null)])).toEqual(["0 msc/broadcast"]);
    expect(problems([send("A", "", "B"), recv("B", "")])).toEqual([
      "0 msc/unnamed-message",
      "1 msc/unnamed-message",
    ]);
  });

  it("refuses ids that name two events", () => {
    expect(problems([act("A", { id: "x" }), act("A", { id: "x" })])).toEqual(["1 msc/duplicate-id"]);
    expect(problems([act("A", { id: "B#1" }), act("B")])).toEqual(["0 msc/duplicate-id"]);
    expect(problems([act("A", { id: "A#2" }), act("A")])).toEqual(["0 msc/duplicate-id"]);
    const fine = [
      act("A", { id: "A#1" }),
      act("A", { id: "B#1" }),
      act("C", { id: "Z#1" }),
      act("C", { id: "#" }),
      act("C", { id: "A#01" }),
    ];
    expect(problems(fine)).toEqual([]);
  });

  it("refuses what is set and unset in one event", () => {
    expect(problems([act("A", { set: { x: null }, unset: ["x"] })])).toEqual(["0 msc/set-and-unset"]);
    expect(problems([act("A", { set: {}, unset: ["toString"] })])).toEqual([]);
  });

  it("refuses stated clocks that are no clocks, or not those of the messages", () => {
    expect(problems([act("A", { clock: { A: 2 } })])).toEqual(["0 msc/clock-mismatch"]);
    expect(problems([act("A"), send("A", "m", "B"), recv("B", "m", { clock: { B: 1 } })])).toEqual([
      "2 msc/clock-mismatch",
    ]);
    expect(problems([act("A", { clock: { A: 1.5 } })])).toEqual(["0 clock/invalid"]);
  });

  it("refuses more lifelines times events than memory holds", () => {
    const lifelines = Array.from({ length: 10_000 }, (_, i) => `L${i}`);
    const events = new Array<Event>(10_000).fill(act("L0"));
    expect(problems(events, { lifelines })).toEqual(["-1 msc/too-large"]);
    expect(problems(events.slice(0, 10), { lifelines })).toEqual([]);
  });

  it("reports everything at once, by event", () => {
    const all = [recv("B", "m"), act("Z"), act("A", { set: { $x: 1 } }), recv("B", "n")];
    expect(problems(all)).toEqual([
      "0 msc/receive-without-send",
      "1 msc/unknown-lifeline",
      "2 msc/reserved-variable",
      "3 msc/receive-without-send",
    ]);
  });
});

describe("an order from clocks", () => {
  it("takes events in any order and gives back the same past", () => {
    fc.assert(
      fc.property(arbitraryMsc(), fc.infiniteStream(fc.nat()), (msc, numbers) => {
        const stamped = msc.events.map((event, e) => ({ ...event, clock: clockAt(msc, e).toJSON() }));
        const places = stamped
          .map((_, i) => ({ i, key: numbers.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key);
        const shuffled = places.flatMap(({ i }) => stamped.slice(i, i + 1));
        const { lifelines, initial } = msc;
        const built = buildMsc({ lifelines, initial, events: shuffled, causality: "clocks" });
        if (!built.ok) throw new Error(JSON.stringify(built.problems));
        built.msc.events.forEach((event, e) => {
          const old = stamped.indexOf(event as (typeof stamped)[number]);
          expect(shuffled[built.order[e] ?? -1]).toBe(event);
          expect(clockAt(built.msc, e).toString()).toBe(clockAt(msc, old).toString());
          expect(built.msc.stores[e]).toEqual(msc.stores[old]);
          expect(built.msc.position[e]).toBe(msc.position[old]);
        });
      }),
      { numRuns: 50 },
    );
  });

  it("accepts broadcasts, which each other lifeline takes once, and nameless messages", () => {
    const cast = [
      send("A", "m", null, { clock: { A: 1 } }),
      recv("B", "m", { clock: { A: 1, B: 1 } }),
      recv("C", "m", { clock: { A: 1, C: 1 } }),
      send("C", "", null, { clock: { A: 1, C: 2 } }),
      recv("B", "", { clock: { A: 1, B: 2, C: 2 } }),
    ];
    expect(inClocks(cast)).toEqual([]);
    expect(inClocks([...cast, recv("B", "m", { clock: { A: 1, B: 3, C: 2 } })])).toEqual([
      "5 msc/received-twice",
    ]);
    expect(inClocks([...cast, recv("A", "m", { clock: { A: 2 } })])).toEqual(["5 msc/self-message"]);
  });

  it("refuses clocks that are missing, wrong or repeated", () => {
    expect(inClocks([act("A")])).toEqual(["0 msc/clock-missing"]);
    expect(inClocks([act("A", { clock: { A: -1 } })])).toEqual(["0 clock/invalid"]);
    expect(inClocks([act("A", { clock: { A: 2 } })])).toEqual(["0 msc/clock-gap"]);
    expect(inClocks([act("A", { clock: {} })])).toEqual(["0 msc/clock-gap"]);
    expect(inClocks([act("A", { clock: { A: 1 } }), act("A", { clock: { A: 1 } })])).toEqual([
      "1 msc/clock-gap",
    ]);
  });

  it("refuses clocks that count what does not exist, knows more, or counts back", () => {
    expect(inClocks([act("A", { clock: { A: 1, B: 1 } })])).toEqual(["0 msc/clock-inconsistent"]);
    const knowsMore = [
      act("C", { clock: { C: 1 } }),
      act("B", { clock: { B: 1, C: 1 } }),
      act("A", { clock: { A: 1, B: 1 } }),
    ];
    expect(inClocks(knowsMore)).toEqual(["2 msc/clock-inconsistent"]);
    const cycle = [act("A", { clock: { A: 1, B: 1 } }), act("B", { clock: { A: 1, B: 1 } })];
    expect(inClocks(cycle)).toEqual(["0 msc/clock-inconsistent", "1 msc/clock-inconsistent"]);
    const forgets = [
      act("B", { clock: { B: 1 } }),
      act("A", { clock: { A: 1, B: 1 } }),
      act("A", { clock: { A: 2 } }),
    ];
    expect(inClocks(forgets)).toEqual(["2 msc/clock-inconsistent"]);
  });

  it("refuses a receive that does not count its send", () => {
    const events = [send("A", "m", "B", { clock: { A: 1 } }), recv("B", "m", { clock: { B: 1 } })];
    expect(inClocks(events)).toEqual(["1 msc/receive-without-send"]);
    expect(inClocks([recv("B", "m", { clock: { B: 1 } })])).toEqual(["0 msc/receive-without-send"]);
  });
});

describe("applyEvent", () => {
  it("gives the same object when nothing changes", () => {
    const store = { x: 0, y: { a: 1, b: [2] } };
    expect(applyEvent(store, act("A"))).toBe(store);
    expect(applyEvent(store, act("A", { set: { x: -0, y: { b: [2], a: 1 } }, unset: ["z"] }))).toBe(store);
    expect(applyEvent(store, { kind: "choice", on: "A", guard: "g", value: true })).toBe(store);
  });

  it("sets and unsets several variables, hostile names among them", () => {
    const set = JSON.parse('{"__proto__":1,"y":null}');
    const store = applyEvent({ x: 1, y: 2 }, act("A", { set, unset: ["x", "toString"] }));
    expect(Object.entries(store).sort()).toEqual([
      ["__proto__", 1],
      ["y", null],
    ]);
    expect(Object.keys(applyEvent(store, act("A", { unset: ["__proto__"] })))).toEqual(["y"]);
  });
});
