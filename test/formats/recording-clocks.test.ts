import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clockAt, eventName, isLinearExtension } from "../../src/causality/index.ts";
import { readMscRecording } from "../../src/formats/index.ts";
import { arbitraryMsc } from "../../src/testing/index.ts";
import { clockHeader, codesOf, header, readRight, recordingText } from "./lines.ts";

type Clock = { readonly [lifeline: string]: number };

const act = (on: string, clock: Clock, more: object = {}): object => ({ on, kind: "act", clock, ...more });
const send = (on: string, clock: Clock, more: object = {}): object => ({ on, kind: "send", clock, ...more });
const recv = (on: string, clock: Clock, more: object = {}): object => ({ on, kind: "recv", clock, ...more });

/** Every order of a few lines. */
const orders = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, i) => orders(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));

/** A broadcast by A that both others take, and an answer. */
const cast = [
  act("A", { A: 1 }, { set: { v: 1 } }),
  send("A", { A: 2 }, { msg: "cast" }),
  recv("B", { A: 2, B: 1 }, { msg: "cast", set: { got: 1 } }),
  recv("C", { A: 2, C: 1 }, { msg: "cast" }),
  send("B", { A: 2, B: 2 }, { msg: "answer", to: "A" }),
];

describe("a file whose order comes from clocks", () => {
  it("means the same in all 120 orders of its lines", () => {
    for (const lines of orders(cast)) {
      const { msc, lines: places, order } = readRight(recordingText(clockHeader, ...lines));
      const rows = msc.events.map(
        (_, e) => `${eventName(msc, e)} ${clockAt(msc, e)} ${JSON.stringify(msc.stores[e])}`,
      );
      expect(rows.toSorted()).toEqual([
        'A#1 {"A":1} {"v":1}',
        'A#2 {"A":2} {"v":1}',
        'B#1 {"A":2,"B":1} {"got":1}',
        'B#2 {"A":2,"B":2} {"got":1}',
        'C#1 {"A":2,"C":1} {}',
      ]);
      expect(isLinearExtension(msc, [...msc.events.keys()])).toBe(true);
      // `order` walks the file from top to bottom, `lines` says where each event stands.
      expect(order.map((e) => places[e])).toEqual([2, 3, 4, 5, 6]);
      order.forEach((e, i) => {
        expect(msc.events[e]).toMatchObject({ clock: (lines[i] as { readonly clock: Clock }).clock });
      });
    }
  });

  it("says what messages would say, for every chart in every order", () => {
    fc.assert(
      fc.property(arbitraryMsc({ maxEvents: 20 }), fc.infiniteStream(fc.nat()), (msc, numbers) => {
        const lines = msc.events.map((event, e) => ({
          ...event,
          clock: clockAt(msc, e).toJSON(),
          id: eventName(msc, e),
        }));
        const shuffled = lines
          .map((line) => ({ line, key: numbers.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ line }) => line);
        const first = { ...clockHeader, lifelines: msc.lifelines, stores: msc.initial };
        const read = readRight(recordingText(first, ...shuffled)).msc;
        const row = (chart: typeof read, e: number): string =>
          JSON.stringify([
            eventName(chart, e),
            clockAt(chart, e).toString(),
            chart.stores[e],
            chart.events[e]?.kind,
          ]);
        expect(read.events.map((_, e) => row(read, e)).sort()).toEqual(
          msc.events.map((_, e) => row(msc, e)).sort(),
        );
      }),
      { numRuns: 60 },
    );
  });

  it.each<[string, readonly object[]]>([
    ["no events", []],
    ["zeros written and left out", [act("A", { A: 1, B: 0, C: 0 })]],
    ["sends and receives without names", [send("A", { A: 1 }), recv("B", { A: 1, B: 1 })]],
    ["a receive without name that knows nothing", [recv("B", { B: 1 })]],
    ["knowledge without any message", [act("A", { A: 1 }), act("B", { A: 1, B: 1 })]],
    ["a broadcast that nobody takes", [send("A", { A: 1 }, { msg: "m" })]],
    [
      "a broadcast that one takes",
      [send("A", { A: 1 }, { msg: "m" }), recv("C", { A: 1, C: 1 }, { msg: "m" })],
    ],
    [
      "a directed message",
      [send("A", { A: 1 }, { msg: "m", to: "B" }), recv("B", { A: 1, B: 1 }, { msg: "m" })],
    ],
    [
      "a message taken long after more of its sender was known",
      [
        send("A", { A: 1 }, { msg: "m" }),
        act("A", { A: 2 }),
        act("B", { A: 2, B: 1 }),
        recv("B", { A: 2, B: 2 }, { msg: "m" }),
      ],
    ],
    [
      "ids that are own names in any order",
      [act("A", { A: 2 }, { id: "A#2" }), act("A", { A: 1 }, { id: "A#1" })],
    ],
    [
      "ids that no event has as its name",
      [act("A", { A: 2 }, { id: "A#3" }), act("A", { A: 1 }, { id: "B#1" })],
    ],
  ])("%s is right, forwards and backwards", (_, lines) => {
    expect(codesOf(recordingText(clockHeader, ...lines))).toEqual([]);
    expect(codesOf(recordingText(clockHeader, ...lines.toReversed()))).toEqual([]);
  });

  it.each<[string, readonly object[], readonly string[]]>([
    ["no clock", [{ on: "A", kind: "act" }], ["2 msc/clock-missing"]],
    [
      "no clock on two of three",
      [{ on: "A", kind: "act" }, act("B", { B: 1 }), { on: "C", kind: "act" }],
      ["2 msc/clock-missing", "4 msc/clock-missing"],
    ],
    ["a clock that is none", [act("A", { A: -1 })], ["2 clock/invalid"]],
    ["a clock that is a list", [{ on: "A", kind: "act", clock: [1] }], ["2 clock/invalid"]],
    ["an unknown lifeline", [act("A", { A: 1, Z: 0 })], ["2 msc/unknown-lifeline"]],
    ["an own count of 0", [act("A", { B: 1 }), act("B", { B: 1 })], ["2 msc/clock-gap"]],
    ["a first own count of 2", [act("A", { A: 2 })], ["2 msc/clock-gap"]],
    ["a gap", [act("A", { A: 3 }), act("A", { A: 1 })], ["2 msc/clock-gap"]],
    ["an own count twice", [act("A", { A: 1 }), act("A", { A: 1 })], ["3 msc/clock-gap"]],
    [
      "gaps on two lifelines",
      [act("A", { A: 2 }), act("B", { B: 2 })],
      ["2 msc/clock-gap", "3 msc/clock-gap"],
    ],
    ["an event counted that does not exist", [act("A", { A: 1, B: 1 })], ["2 msc/clock-inconsistent"]],
    ["more counted than exist", [act("A", { A: 1, B: 2 }), act("B", { B: 1 })], ["2 msc/clock-inconsistent"]],
    [
      "what the counted event knows forgotten",
      [act("C", { C: 1 }), act("B", { B: 1, C: 1 }), act("A", { A: 1, B: 1 })],
      ["4 msc/clock-inconsistent"],
    ],
    [
      "what the own event before knew forgotten",
      [act("B", { B: 1 }), act("A", { A: 1, B: 1 }), act("A", { A: 2 })],
      ["4 msc/clock-inconsistent"],
    ],
    [
      "two that count one another",
      [act("A", { A: 1, B: 1 }), act("B", { A: 1, B: 1 })],
      ["2 msc/clock-inconsistent", "3 msc/clock-inconsistent"],
    ],
    [
      "a receive that does not count its send",
      [send("A", { A: 1 }, { msg: "m" }), recv("B", { B: 1 }, { msg: "m" })],
      ["3 msc/receive-without-send"],
    ],
    ["a receive of what was never sent", [recv("B", { B: 1 }, { msg: "m" })], ["2 msc/receive-without-send"]],
    [
      "a message sent twice",
      [send("A", { A: 1 }, { msg: "m" }), send("B", { B: 1 }, { msg: "m" })],
      ["3 msc/sent-twice"],
    ],
    ["a message to oneself", [send("A", { A: 1 }, { msg: "m", to: "A" })], ["2 msc/self-message"]],
    ["an unknown receiver", [send("A", { A: 1 }, { msg: "m", to: "Z" })], ["2 msc/unknown-lifeline"]],
    [
      "a directed message taken by another",
      [send("A", { A: 1 }, { msg: "m", to: "B" }), recv("C", { A: 1, C: 1 }, { msg: "m" })],
      ["3 msc/wrong-receiver"],
    ],
    [
      "a broadcast taken by its sender",
      [send("A", { A: 1 }, { msg: "m" }), recv("A", { A: 2 }, { msg: "m" })],
      ["3 msc/self-message"],
    ],
    [
      "a broadcast taken twice by one",
      [
        send("A", { A: 1 }, { msg: "m" }),
        recv("B", { A: 1, B: 1 }, { msg: "m" }),
        recv("B", { A: 1, B: 2 }, { msg: "m" }),
      ],
      ["4 msc/received-twice"],
    ],
    ["a message name of no characters", [send("A", { A: 1 }, { msg: "" })], ["2 recording/invalid-value"]],
    [
      "another event's name as id",
      [act("A", { A: 2 }, { id: "A#1" }), act("A", { A: 1 })],
      ["2 msc/duplicate-id"],
    ],
    [
      "the name that its line would give",
      [act("A", { A: 2 }), act("A", { A: 1 }, { id: "A#2" })],
      ["3 msc/duplicate-id"],
    ],
    [
      "an id twice",
      [act("A", { A: 2 }, { id: "x" }), act("A", { A: 1 }, { id: "x" })],
      ["3 msc/duplicate-id"],
    ],
  ])("%s is wrong", (_, lines, expected) =>
    expect(codesOf(recordingText(clockHeader, ...lines))).toEqual(expected),
  );

  it("loses an event with a line that is cut in the middle, and says nothing of what follows from that", () => {
    const lines = cast.map((line) => JSON.stringify(line));
    lines[1] = (lines[1] ?? "").slice(0, 20);
    expect(codesOf(recordingText(clockHeader, ...lines))).toEqual(["3 recording/not-json"]);
  });

  it("that needs the event of its last line, which was cut, is refused, and the cut is told with it", () => {
    const [first, ...rest] = cast;
    const text = recordingText(clockHeader, ...rest) + JSON.stringify(first).slice(0, -3);
    const result = readMscRecording(text);
    const found = result.ok ? [] : result.diagnostics;
    expect(found.map(({ severity, code }) => `${severity} ${code}`)).toContain("warning recording/cut-line");
    expect(found.some(({ severity }) => severity === "error")).toBe(true);
    const other = readMscRecording(
      recordingText(clockHeader, ...cast.slice(0, -1)) + JSON.stringify(cast.at(-1)).slice(0, -3),
    );
    expect(other).toMatchObject({ ok: true, warnings: [{ code: "recording/cut-line", place: { line: 6 } }] });
  });
});

describe("the same lines without `causality: clocks`", () => {
  it.each<[string, object, string]>([
    ["a broadcast", send("A", { A: 1 }, { msg: "m" }), "2 recording/missing-key"],
    ["a nameless send", send("A", { A: 1 }, { to: "B" }), "2 recording/missing-key"],
    ["a nameless receive", recv("B", { B: 1 }), "2 recording/missing-key"],
    ["a clock that no message explains", act("A", { A: 1, B: 1 }), "2 msc/clock-mismatch"],
  ])("%s is wrong", (_, line, code) => expect(codesOf(recordingText(header, line))).toEqual([code]));

  it("may state clocks on some events, zeros or not, which are then compared", () => {
    const lines = [
      { on: "A", kind: "send", msg: "m", to: "B" },
      { on: "C", kind: "act", clock: { A: 0, C: 1 } },
      { on: "B", kind: "recv", msg: "m", clock: { A: 1, B: 1 } },
    ];
    expect(codesOf(recordingText(header, ...lines))).toEqual([]);
    expect(codesOf(recordingText({ ...header, causality: "messages" }, ...lines))).toEqual([]);
    const wrong = lines.with(2, { on: "B", kind: "recv", msg: "m", clock: { A: 2, B: 2 } });
    expect(codesOf(recordingText(header, ...wrong))).toEqual([
      "4 msc/clock-mismatch",
      "4 msc/clock-mismatch",
    ]);
  });
});
