import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../src/base/index.ts";
import {
  type MscRecording,
  mscReader,
  readMscRecording,
  writeMscRecording,
} from "../../src/formats/index.ts";
import { arbitraryMsc } from "../../src/testing/index.ts";

const header = { format: "lightcone/msc", version: 1, lifelines: ["A", "B"] };
const text = (...lines: readonly unknown[]): string => lines.map((l) => `${JSON.stringify(l)}\n`).join("");
const sendAB = { on: "A", kind: "send", msg: "m", to: "B" };
const recvB = { on: "B", kind: "recv", msg: "m" };

function read(source: string): MscRecording {
  const result = readMscRecording(source);
  if (!result.ok) throw new Error(result.diagnostics.map((d) => `${d.place.line} ${d.message}`).join("\n"));
  return result.recording;
}

function defects(source: string): readonly Diagnostic[] {
  const result = readMscRecording(source, { file: "x.msc.jsonl" });
  return result.ok ? [] : result.diagnostics;
}

const codes = (source: string): readonly string[] => defects(source).map((d) => `${d.place.line} ${d.code}`);

/** The codes of one event line after the header. */
const refused = (event: unknown): readonly string[] => codes(text(header, event)).map((c) => c.slice(2));

describe("reading", () => {
  it("takes the example of the format's description", () => {
    const recording = read(
      text(
        {
          format: "lightcone/msc",
          version: 1,
          lifelines: ["TestRunner", "Committer"],
          meta: { guards: { "review-ok": "seen(TestRunner)" }, note: 1 },
          run: "r1",
          stores: { Committer: { limit: 3 } },
          more: [1],
        },
        { on: "TestRunner", kind: "act", set: { candidate: "c1", status: "pending" } },
        { on: "TestRunner", kind: "send", msg: "m1", to: "Committer" },
        { on: "Committer", kind: "recv", msg: "m1", set: { candidate: "c1" } },
        { on: "Committer", kind: "choice", guard: "review-ok", value: true },
      ),
    );
    expect(recording).toMatchObject({
      run: "r1",
      meta: { guards: { "review-ok": "seen(TestRunner)" }, extra: { note: 1 } },
      extra: { more: [1] },
      causality: "messages",
      lines: [2, 3, 4, 5],
      order: [0, 1, 2, 3],
    });
    expect(recording.msc.stores[3]).toEqual({ limit: 3, candidate: "c1" });
    expect(recording.msc.source).toEqual([-1, -1, 1, -1]);
  });

  it("keeps everything that an event may carry, and what it does not know", () => {
    const event = {
      on: "A",
      kind: "act",
      set: { x: null },
      unset: ["y"],
      id: "first",
      time: "1700000000000000001",
      type: "test",
      clock: { A: 1 },
      payload: { any: [1] },
      reads: 0,
      step: "act:A",
      round: [1, 2],
      custom: { deep: true },
    };
    const { custom, ...known } = event;
    expect(read(text(header, event)).msc.events[0]).toEqual({ ...known, extra: { custom } });
    const control = [
      { ...sendAB, control: true, payload: 1 },
      { ...recvB, control: true },
    ];
    expect(read(text(header, ...control)).msc.events).toEqual(control);
    expect(read(text(header, { ...sendAB, control: false })).msc.events).toEqual([sendAB]);
  });

  it("reads RFC 3339 times as nanoseconds", () => {
    const timeOf = (time: string): unknown =>
      read(text(header, { on: "A", kind: "act", time })).msc.events[0]?.time;
    expect(timeOf("1970-01-01T00:00:01.5Z")).toBe("1500000000");
    expect(timeOf("2026-05-20T12:00:00.123456789+02:00")).toBe("1779271200123456789");
    expect(timeOf("2016-12-31T23:59:60Z")).toBe(timeOf("2017-01-01T00:00:00Z"));
    expect(timeOf("0042")).toBe("42");
    for (const bad of [
      "2026-02-30T00:00:00Z",
      "2026-01-01",
      "1969-12-31T23:59:59Z",
      "-1",
      "1.5",
      "noon",
      "",
    ]) {
      expect(refused({ on: "A", kind: "act", time: bad })).toEqual(["recording/invalid-value"]);
    }
    expect(refused({ on: "A", kind: "act", time: 17 })).toEqual(["recording/invalid-value"]);
  });

  it("accepts a byte order mark, CRLF and blank lines, which count", () => {
    const source = `\ufeff${JSON.stringify(header)}\r\n\r\n${JSON.stringify(sendAB)}\r\n  \n${JSON.stringify(recvB)}`;
    expect(read(source).lines).toEqual([3, 5]);
  });

  it("drops a cut last line with a warning, and only there", () => {
    const cut = readMscRecording(`${text(header, sendAB)}{"on":"B","kind":"rec`, { file: "f" });
    expect(cut).toMatchObject({
      ok: true,
      warnings: [{ code: "recording/cut-line", severity: "warning", place: { file: "f", line: 3 } }],
    });
    expect(codes(`${text(header, sendAB)}{"on":"B","kind":"rec\n`)).toEqual(["3 recording/not-json"]);
    expect(codes(`${text(header)}{"on":"B"\n${text(sendAB)}`)).toEqual(["2 recording/not-json"]);
    expect(read(`${text(header)}${JSON.stringify(sendAB)}`).lines).toEqual([2]);
    expect(codes('{"format":"light')).toEqual(["1 recording/no-header"]);
  });

  it("lets the last of repeated keys count", () => {
    const source = `${text(header)}{"on":"B","on":"A","kind":"act","set":{"x":1,"x":2}}\n`;
    expect(read(source).msc.stores).toEqual([{ x: 2 }]);
  });

  it("treats hostile names as names", () => {
    const names = ["__proto__", "constructor"];
    const recording = read(
      `${JSON.stringify({ ...header, lifelines: names })}\n` +
        '{"on":"__proto__","kind":"act","set":{"__proto__":{"polluted":1},"toString":2},"__proto__":5}\n' +
        '{"on":"__proto__","kind":"act","unset":["toString","hasOwnProperty"]}\n',
    );
    expect(Object.entries(recording.msc.stores[1] ?? {})).toEqual([["__proto__", { polluted: 1 }]]);
    expect(Object.keys(recording.msc.events[0]?.extra ?? {})).toEqual(["__proto__"]);
    expect("polluted" in {}).toBe(false);
  });

  it("puts events with clocks into a linear extension and keeps the file's order beside it", () => {
    const clocks = { ...header, causality: "clocks" };
    const events = [
      { on: "B", kind: "recv", msg: "m", clock: { A: 1, B: 1 } },
      { on: "A", kind: "act", clock: { A: 2 } },
      { on: "A", kind: "send", msg: "m", clock: { A: 1 } },
    ];
    const recording = read(text(clocks, ...events));
    expect(recording.lines).toEqual([4, 2, 3]);
    expect(recording.order).toEqual([1, 2, 0]);
    expect(recording.order.map((e) => recording.lines[e])).toEqual([2, 3, 4]);
    expect(recording.msc.events[0]).toMatchObject({ kind: "send", to: null });
    expect(read(text(clocks, { on: "A", kind: "send", clock: { A: 1 } })).msc.events[0]).toMatchObject({
      msg: "",
    });
  });

  it("takes lines one by one", () => {
    const reader = mscReader();
    for (const line of [header, sendAB, recvB]) reader.push(JSON.stringify(line), true);
    expect(reader.finish()).toMatchObject({ ok: true, recording: { lines: [2, 3] } });
  });
});

describe("refusing", () => {
  it("what is no header", () => {
    expect(codes("")).toEqual(["1 recording/no-header"]);
    expect(codes(text(sendAB))).toEqual(["1 recording/no-header"]);
    expect(codes(text({ ...header, version: 2 }))).toEqual(["1 recording/format"]);
    expect(codes(text({ format: "other", version: 1 }, { a: 1 }, { b: 2 }))).toEqual(["1 recording/format"]);
    expect(codes(text({ format: "lightcone/msc", version: 1 }))).toEqual(["1 recording/missing-key"]);
    expect(codes(text([1]))).toEqual(["1 recording/invalid-value"]);
    const bad = { ...header, run: 1, causality: "time", stores: { A: 1 }, meta: { guards: { g: 1 } } };
    expect(codes(text(bad))).toEqual(new Array(4).fill("1 recording/invalid-value"));
  });

  it.each([[[]], [["A", "A"]], [[""]], [["A#1"]]])("the lifelines %j", (lifelines) => {
    expect(codes(`\n${text({ ...header, lifelines })}`)).toEqual(["2 msc/lifelines"]);
  });

  it("stores of nobody, and $-names in them", () => {
    expect(codes(text({ ...header, stores: { C: {} } }))).toEqual(["1 msc/unknown-lifeline"]);
    expect(codes(text({ ...header, stores: { A: { $x: 1 } } }))).toEqual(["1 msc/reserved-variable"]);
  });

  it("missing keys and values of a wrong type", () => {
    expect(refused({})).toEqual(["recording/missing-key", "recording/missing-key"]);
    expect(refused({ on: "A", kind: "send" })).toEqual(["recording/missing-key", "recording/missing-key"]);
    expect(refused({ on: "A", kind: "choice" })).toEqual(["recording/missing-key", "recording/missing-key"]);
    const bad = {
      set: [],
      unset: "x",
      id: 1,
      type: null,
      clock: { A: -1 },
      step: 1,
      round: [1.5],
      reads: -1,
    };
    expect(refused({ on: "A", kind: "act", ...bad })).toHaveLength(8);
    expect(refused({ on: "A", kind: "act", clock: { A: -1 } })).toEqual(["clock/invalid"]);
    expect(refused({ ...sendAB, to: null })).toEqual(["recording/invalid-value"]);
    expect(refused({ ...sendAB, msg: "" })).toEqual(["recording/invalid-value"]);
    expect(refused({ on: "A", kind: "choice", guard: "g", value: 1 })).toEqual(["recording/invalid-value"]);
  });

  it("an unknown kind, with the nearest", () => {
    expect(defects(text(header, { on: "A", kind: "sent", msg: "m" }))).toMatchObject([
      { code: "recording/unknown-kind", suggestion: "send", place: { file: "x.msc.jsonl", line: 2 } },
    ]);
  });

  it("a key of another kind, even empty", () => {
    const foreign = [
      { on: "A", kind: "act", msg: "m" },
      { ...sendAB, set: {} },
      { ...sendAB, unset: [] },
      { on: "A", kind: "choice", guard: "g", value: true, set: {} },
      { on: "A", kind: "act", control: false },
      { ...sendAB, reads: 0 },
    ];
    for (const event of foreign) expect(refused(event)).toEqual(["recording/key-of-another-kind"]);
    expect(codes(text(header, sendAB, { ...recvB, to: "B" }))).toEqual(["3 recording/key-of-another-kind"]);
  });

  it("what is no JSON value", () => {
    const line = (set: string): readonly string[] =>
      codes(`${text(header)}{"on":"A","kind":"act","set":${set}}\n`).map((c) => c.slice(2));
    for (const set of [
      '{"x":1e999}',
      '{"x":-1e999}',
      '{"x":"\\ud800"}',
      '{"\\udc00":1}',
      `{"x":${"[".repeat(300)}${"]".repeat(300)}}`,
    ]) {
      expect(line(set)).toEqual(["json/not-json"]);
    }
    expect(line('{"x":NaN}')).toEqual(["recording/not-json"]);
    expect(line(`{"x":${"[".repeat(200_000)}}`)).toEqual(["recording/not-json"]);
  });

  it("a line above 8 MiB, without parsing it", () => {
    const long = (bytes: number): string =>
      `${text(header)}{"on":"A","kind":"act","set":{"x":"${"é".repeat(bytes / 2)}"}}\n`;
    expect(codes(long(8 * 1024 * 1024))).toEqual(["2 recording/line-too-long"]);
    expect(codes(long(8 * 1024 * 1024 - 100))).toEqual([]);
    expect(codes(`${" ".repeat(9e6)}\n${text(header)}`)[0]).toBe("1 recording/line-too-long");
  });

  it("all defects at once, in the order of the lines", () => {
    expect(
      codes(
        text(
          header,
          { on: "C", kind: "act" },
          { on: "A", kind: "act", set: { $x: 1 }, unset: ["$x"] },
          { ...sendAB, to: "A" },
          recvB,
          recvB,
        ),
      ),
    ).toEqual([
      "2 msc/unknown-lifeline",
      "3 msc/reserved-variable",
      "3 msc/set-and-unset",
      "4 msc/self-message",
      "5 msc/wrong-receiver",
      "6 msc/received-twice",
      "6 msc/wrong-receiver",
    ]);
    expect(codes(text(header, ...new Array(500).fill({ on: "C", kind: "act" })))).toHaveLength(100);
  });

  it("no receive for the sole reason that its send could not be read", () => {
    expect(codes(`${text(header)}{"on":"A","kind":"se\n${text(recvB)}`)).toEqual(["2 recording/not-json"]);
  });
});

describe("writing", () => {
  it("gives what reading takes, for every chart", () => {
    fc.assert(
      fc.property(arbitraryMsc(), fc.boolean(), (msc, clocks) => {
        const input = {
          lifelines: msc.lifelines,
          run: "r",
          guards: { g: "true" },
          meta: { note: 1 },
          stores: msc.initial,
          extra: { more: 1 },
          events: msc.events.map((event) => ({ ...event, extra: { ["__proto__"]: 1, other: [clocks] } })),
        };
        const lines = [...writeMscRecording(input)];
        const recording = read(lines.map((line) => `${line}\n`).join(""));
        expect(recording.msc.events).toEqual(input.events);
        expect(recording.msc.latest).toEqual(msc.latest);
        expect(recording.msc.stores).toEqual(msc.stores);
        const { guards, extra } = recording.meta;
        const again = { ...recording, guards, meta: extra, events: recording.msc.events };
        expect([...writeMscRecording(again)]).toEqual(lines);
      }),
      { numRuns: 100 },
    );
  });

  it("leaves out what a chart with clocks does not have", () => {
    const clocks = { ...header, causality: "clocks" };
    const events = [
      { on: "A", kind: "send", clock: { A: 1 } },
      { on: "B", kind: "recv", clock: { B: 1, A: 1 } },
    ];
    const { msc, ...rest } = read(text(clocks, ...events));
    expect(
      [...writeMscRecording({ ...rest, meta: {}, events: msc.events })].map((line) => JSON.parse(line)),
    ).toEqual([{ ...clocks, stores: {} }, ...events]);
  });

  it("refuses what is no JSON", () => {
    const write = () => [
      ...writeMscRecording({ lifelines: ["A"], events: [{ on: "A", kind: "act", set: { x: Number.NaN } }] }),
    ];
    expect(write).toThrow(expect.objectContaining({ code: "json/not-json" }));
  });
});

describe("hostile input", () => {
  const good = text(header, sendAB, recvB, { on: "A", kind: "act", set: { x: [1, { y: null }] } });

  it("never throws for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (source) => {
        expect(readMscRecording(source).ok).toBe(false);
      }),
    );
  });

  it("never throws for malformed bytes within a good file, nor for any JSON in a key's place", () => {
    const bytes = new TextEncoder().encode(good);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 6 }), (changes) => {
        const copy = bytes.slice();
        for (const [at, byte] of changes) copy[at] = byte;
        const result = readMscRecording(new TextDecoder().decode(copy));
        if (!result.ok) expect(result.diagnostics.length).toBeGreaterThan(0);
      }),
      { numRuns: 1000 },
    );
    const key = fc.constantFrom(
      "on",
      "kind",
      "msg",
      "to",
      "set",
      "unset",
      "id",
      "time",
      "clock",
      "round",
      "control",
    );
    fc.assert(
      fc.property(
        fc.constantFrom(sendAB, recvB, header),
        key,
        fc.jsonValue(),
        fc.boolean(),
        (line, name, value, clocks) => {
          const first = { ...header, ...(clocks ? { causality: "clocks" } : {}) };
          const result = readMscRecording(text(first, { ...line, [name]: value }));
          if (!result.ok) for (const found of result.diagnostics) expect(found.place.line).toBeGreaterThan(0);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
