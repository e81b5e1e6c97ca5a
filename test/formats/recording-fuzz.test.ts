import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { errorCodes } from "../../src/base/index.ts";
import { clockAt, happensBefore } from "../../src/causality/index.ts";
import { mscReader, readMscRecording, writeMscRecording } from "../../src/formats/index.ts";
import { arbitraryMsc } from "../../src/testing/index.ts";
import { clockHeader, codesOf, header, recordingText } from "./lines.ts";

type Result = ReturnType<typeof readMscRecording>;

const lines = [
  {
    ...header,
    run: "r",
    meta: { guards: { ok: "seen(A)" }, tool: "é😀" },
    stores: { A: { limit: 3 } },
    more: null,
  },
  { on: "A", kind: "act", set: { "x é": [1, { y: null }], z: "😀" }, unset: ["w"], id: "first", time: "12" },
  { on: "A", kind: "send", msg: "m1", to: "B", payload: "日本", round: [1, 2], step: "s" },
  { on: "B", kind: "recv", msg: "m1", set: { got: -1.5e-7 }, clock: { A: 2, B: 1 }, type: "t" },
  { on: "B", kind: "send", msg: "m2", to: "C", control: true },
  { on: "C", kind: "recv", msg: "m2", control: true, tool: { deep: [[]] } },
  { on: "C", kind: "choice", guard: "ok", value: true, time: "2026-05-20T12:00:00.5Z" },
];
const good = recordingText(...lines);
const stamped = recordingText(
  clockHeader,
  { on: "B", kind: "recv", msg: "m", clock: { A: 1, B: 1 } },
  { on: "A", kind: "send", msg: "m", clock: { A: 1 } },
  { on: "C", kind: "act", set: { "😀": "é" }, clock: { C: 1, A: 1 } },
);
const sources = [good, stamped, good.replaceAll("\n", "\r\n"), `\ufeff${good}`];

/** What every result must be, whatever was read. */
function checkResult(result: Result, lineCount: number): void {
  const found = result.ok ? result.warnings : result.diagnostics;
  if (!result.ok) {
    expect(found.length).toBeGreaterThan(0);
    expect(found.some(({ severity }) => severity === "error")).toBe(true);
  }
  for (const { code, message, remedy, place } of found) {
    expect(Object.hasOwn(errorCodes, code)).toBe(true);
    expect(message.length * remedy.length).toBeGreaterThan(0);
    expect(place.line).toBeGreaterThanOrEqual(1);
    expect(place.line).toBeLessThanOrEqual(lineCount);
  }
  const order = found.map(({ place }) => place.line ?? 0);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  if (!result.ok) return;
  const { msc, lines: places } = result.recording;
  expect(places).toHaveLength(msc.events.length);
  expect(new Set(places).size).toBe(places.length);
  msc.events.forEach((event, e) => {
    const source = msc.source[e] ?? -1;
    if (source !== -1) expect(happensBefore(msc, source, e)).toBe(true);
    expect(clockAt(msc, e).get(event.on)).toBe(msc.position[e]);
  });
}

const decode = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const countLines = (text: string): number => text.split("\n").length;

describe("a file that was cut", () => {
  it.each(sources.map((source, i) => [i, source] as const))(
    "%i: at any byte of its last line is told so",
    (_, source) => {
      const bytes = encode(source);
      const whole = readMscRecording(source);
      const last = bytes.subarray(0, bytes.length - 1).lastIndexOf(10) + 1;
      const full = bytes.length - (source.endsWith("\r\n") ? 2 : 1); // the whole line without its end
      for (let length = last; length <= bytes.length; length++) {
        const result = readMscRecording(decode(bytes.subarray(0, length)));
        const expected = length > last && length < full ? ["recording/cut-line"] : [];
        expect([length, result.ok && result.warnings.map(({ code }) => code)]).toEqual([length, expected]);
        const events = result.ok ? result.recording.msc.events.length : -1;
        const all = whole.ok ? whole.recording.msc.events.length : -1;
        expect(events).toBe(length < full ? all - 1 : all);
      }
    },
  );

  it("at any byte at all: the lines before the cut are what is read", () => {
    const bytes = encode(good);
    for (let length = 1; length < bytes.length; length++) {
      const text = decode(bytes.subarray(0, length));
      const result = readMscRecording(text);
      checkResult(result, countLines(text));
      const complete = text.split("\n").length - 1;
      if (complete === 0) {
        expect([length, result.ok]).toEqual([length, length === encode(JSON.stringify(lines[0])).length]);
        continue;
      }
      const atEnd = good[text.length] === "\n";
      expect([length, result.ok && result.recording.msc.events.length]).toEqual([
        length,
        complete - 1 + (atEnd ? 1 : 0),
      ]);
    }
  });

  it("in the middle is refused at that line, wherever", () => {
    const texts = lines.map((line) => JSON.stringify(line));
    for (let at = 1; at < texts.length - 1; at++) {
      const line = texts[at] ?? "";
      for (let length = 1; length < line.length; length += 7) {
        const cut = texts.with(at, line.slice(0, length));
        expect(codesOf(recordingText(...cut))).toEqual([`${at + 1} recording/not-json`]);
      }
    }
  });

  it.each<[string, string, readonly string[]]>([
    ["in a blank line", `${good}   `, []],
    ["in a return", `${good}\r`, []],
    ["after a whole line", good.slice(0, -1), []],
    ["so that it is a number", `${good}12`, ["8 recording/invalid-value"]],
    ["so that it is a list", `${good}[]`, ["8 recording/invalid-value"]],
    ["so that a wrong event is whole", `${good}{"on":"A","kind":"go"}`, ["8 recording/unknown-kind"]],
    ["within a string", `${good}{"on":"A`, []],
    ["within an escape", `${good}{"on":"\\u00`, []],
    ["after a brace", `${good}{`, []],
  ])("%s", (_, text, expected) => expect(codesOf(text)).toEqual(expected));
});

describe("a file that was changed", () => {
  it("in some bytes never makes the reader throw", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...sources),
        fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 }),
        (source, changes) => {
          const bytes = encode(source);
          for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
          const text = decode(bytes);
          checkResult(readMscRecording(text), countLines(text));
        },
      ),
      { numRuns: 1500 },
    );
  });

  it("by flipping any one bit never makes the reader throw", () => {
    const bytes = encode(good);
    for (let bit = 0; bit < bytes.length * 8; bit += 3) {
      const flipped = bytes.slice();
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const text = decode(flipped);
      checkResult(readMscRecording(text), countLines(text));
    }
  });

  it("by swapping, repeating and dropping lines is right or told what is wrong", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(good, stamped),
        fc.array(fc.record({ how: fc.constantFrom("swap", "drop", "copy"), a: fc.nat(), b: fc.nat() }), {
          maxLength: 4,
        }),
        (source, edits) => {
          const all = source.split("\n").slice(0, -1);
          for (const { how, a, b } of edits) {
            const [i, j] = [a % all.length, b % all.length];
            const [one = "", two = ""] = [all[i], all[j]];
            if (how === "swap") all.splice(i, 1, two);
            if (how === "swap") all.splice(j, 1, one);
            if (how === "copy") all.splice(j, 0, one);
            if (how === "drop" && all.length > 1) all.splice(i, 1);
          }
          checkResult(readMscRecording(recordingText(...all)), all.length + 1);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("in any key's value is right or told what is wrong", () => {
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom<unknown>(
        "A",
        "B",
        "Z",
        "m1",
        "",
        "A#1",
        "$x",
        -1,
        0,
        1,
        2 ** 60,
        [],
        {},
        ["$x"],
        { $x: 1 },
        { A: 1 },
      ),
    );
    const keys = [
      ...new Set(lines.flatMap((line) => Object.keys(line))),
      "unset",
      "reads",
      "guard",
      "__proto__",
    ];
    fc.assert(
      fc.property(fc.nat({ max: lines.length - 1 }), fc.constantFrom(...keys), value, (at, key, changed) => {
        const line = Object.fromEntries([...Object.entries(lines[at] ?? {}), [key, changed]]);
        checkResult(readMscRecording(recordingText(...lines.with(at, line as never))), lines.length + 1);
      }),
      { numRuns: 1500 },
    );
  });
});

describe("a file of anything", () => {
  it("never makes the reader throw", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary", maxLength: 30 }),
      fc.constantFrom(
        "\n",
        "\r\n",
        "\ufeff",
        "{",
        "}",
        "null",
        '{"format":"lightcone/msc","version":1}',
        JSON.stringify(header),
      ),
      fc.json({ maxDepth: 3 }),
      fc.constantFrom(...lines.map((line) => JSON.stringify(line))),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.constantFrom("", "\n"), (pieces, between) => {
        const text = pieces.join(between);
        checkResult(readMscRecording(text), Math.max(1, countLines(text)));
      }),
      { numRuns: 1000 },
    );
  });

  it("read line by line gives what reading it whole gives", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...sources),
        fc.nat(),
        fc.nat({ max: 255 }),
        fc.boolean(),
        (source, at, byte, cut) => {
          const bytes = encode(source);
          bytes[at % bytes.length] = byte;
          const text = decode(cut ? bytes.subarray(0, at % bytes.length) : bytes);
          const reader = mscReader({ file: "f" });
          const parts = text.split("\n");
          parts.forEach((part, i) => {
            if (i < parts.length - 1 || part !== "") reader.push(part, i < parts.length - 1);
          });
          expect(reader.finish()).toEqual(readMscRecording(text, { file: "f" }));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("that a writer wrote is right, and every line of it that is dropped, but for ends of lifelines, is missed", () => {
    fc.assert(
      fc.property(arbitraryMsc({ minEvents: 2, maxEvents: 15 }), fc.nat(), (msc, pick) => {
        const events = msc.events.map((event, e) => ({ ...event, clock: clockAt(msc, e).toJSON() }));
        const written = [...writeMscRecording({ lifelines: msc.lifelines, stores: msc.initial, events })];
        expect(codesOf(recordingText(...written))).toEqual([]);
        const at = pick % events.length;
        const needed = events.some((_, e) => happensBefore(msc, at, e));
        expect(readMscRecording(recordingText(...written.toSpliced(at + 1, 1))).ok).toBe(!needed);
      }),
      { numRuns: 200 },
    );
  });
});
