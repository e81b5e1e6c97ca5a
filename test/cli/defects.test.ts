import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Folder, parsed } from "./terminal.ts";

const folder = new Folder();
const header = { format: "lightcone/msc", version: 1, lifelines: ["A", "B"] };
const send = { on: "A", kind: "send", msg: "m", to: "B" };
const recv = { on: "B", kind: "recv", msg: "m" };
const act = { on: "A", kind: "act" };

/** Every defect of a recording (design, 6.1), with the code and line that it must be refused with. */
const defects: readonly (readonly [string, readonly unknown[] | string, string, number])[] = [
  ["an empty file", "", "recording/no-header", 1],
  ["no header", [act], "recording/no-header", 1],
  ["another version", [{ ...header, version: 2 }], "recording/format", 1],
  ["another format", [{ ...header, format: "otel" }], "recording/format", 1],
  ["no lifelines", [{ ...header, lifelines: [] }], "msc/lifelines", 1],
  ["repeated lifelines", [{ ...header, lifelines: ["A", "A"] }], "msc/lifelines", 1],
  ["a lifeline with #", [{ ...header, lifelines: ["A#1"] }], "msc/lifelines", 1],
  ["a recv without send", [header, recv], "msc/receive-without-send", 2],
  ["a recv before its send", [header, recv, send], "msc/receive-without-send", 2],
  ["a second send", [header, send, send], "msc/sent-twice", 3],
  ["a second recv", [header, send, recv, recv], "msc/received-twice", 4],
  ["a message to oneself", [header, { ...send, to: "A" }], "msc/self-message", 2],
  [
    "a message taken by another",
    [{ ...header, lifelines: ["A", "B", "C"] }, send, { ...recv, on: "C" }],
    "msc/wrong-receiver",
    3,
  ],
  ["an unknown lifeline", [header, { ...act, on: "C" }], "msc/unknown-lifeline", 2],
  ["an unknown receiver", [header, { ...send, to: "C" }], "msc/unknown-lifeline", 2],
  ["an unknown kind", [header, { on: "A", kind: "acts" }], "recording/unknown-kind", 2],
  ["a repeated id", [header, { ...act, id: "x" }, { ...act, id: "x" }], "msc/duplicate-id", 3],
  ["an id that is another's name", [header, { ...act, id: "A#2" }, act], "msc/duplicate-id", 2],
  ["msg on an act", [header, { ...act, msg: "m" }], "recording/key-of-another-kind", 2],
  ["to on a recv", [header, send, { ...recv, to: "B" }], "recording/key-of-another-kind", 3],
  ["an empty set on a send", [header, { ...send, set: {} }], "recording/key-of-another-kind", 2],
  [
    "set on a choice",
    [header, { on: "A", kind: "choice", guard: "g", value: true, set: {} }],
    "recording/key-of-another-kind",
    2,
  ],
  ["a variable set and unset", [header, { ...act, set: { x: 1 }, unset: ["x"] }], "msc/set-and-unset", 2],
  ["a $-name in set", [header, { ...act, set: { $x: 1 } }], "msc/reserved-variable", 2],
  ["a $-name in unset", [header, { ...act, unset: ["$x"] }], "msc/reserved-variable", 2],
  ["a missing key", [header, { on: "A" }], "recording/missing-key", 2],
  ["a value of another type", [header, { ...act, set: 1 }], "recording/invalid-value", 2],
  [
    "a non-finite number",
    `${JSON.stringify(header)}\n{"on":"A","kind":"act","set":{"x":1e999}}\n`,
    "json/not-json",
    2,
  ],
  [
    "half a character",
    `${JSON.stringify(header)}\n{"on":"A","kind":"act","set":{"x":"\\ud800"}}\n`,
    "json/not-json",
    2,
  ],
  ["another clock", [header, { ...act, clock: { A: 2 } }], "msc/clock-mismatch", 2],
  [
    "a line cut in the middle",
    `${JSON.stringify(header)}\n{"on":"A","ki\n${JSON.stringify(act)}\n`,
    "recording/not-json",
    2,
  ],
  ["clocks: a missing clock", [{ ...header, causality: "clocks" }, act], "msc/clock-missing", 2],
  [
    "clocks: a gap",
    [
      { ...header, causality: "clocks" },
      { ...act, clock: { A: 2 } },
    ],
    "msc/clock-gap",
    2,
  ],
  [
    "clocks: an event that is not there",
    [
      { ...header, causality: "clocks" },
      { ...act, clock: { A: 1, B: 1 } },
    ],
    "msc/clock-inconsistent",
    2,
  ],
];

describe("a recording with a defect", () => {
  it.each(defects)("%s: its code, line and remedy", async (_name, content, code, line) => {
    const file =
      typeof content === "string"
        ? folder.write("bad.msc.jsonl", content)
        : folder.recording("bad.msc.jsonl", ...content);
    const said = await folder.lc("check", file, "--formula", "true");
    expect([said.code, said.out]).toEqual([2, []]);
    expect(said.err).toMatch(
      new RegExp(`^error ${code}: .+\n  at bad\\.msc\\.jsonl:${line}\\n  [A-Z].+`, "m"),
    );
    expect(said.err).not.toMatch(/\[object |\n\s+at \S+ \(|undefined/);
    const json = await folder.lc("check", file, "--formula", "true", "--json");
    expect(parsed(json.out)).toMatchObject([
      {
        error: {
          diagnostics: expect.arrayContaining([expect.objectContaining({ code, place: { file, line } })]),
        },
      },
    ]);
  });

  it("many: all are in the JSON, a person sees the first", async () => {
    const file = folder.recording(
      "many.msc.jsonl",
      header,
      ...Array.from({ length: 60 }, () => ({ ...act, on: "C" })),
    );
    const said = await folder.lc("check", file, "--formula", "true");
    expect(said.err.match(/^error /gm)).toHaveLength(20);
    expect(said.err).toContain("… and 40 more");
    const [json] = parsed((await folder.lc("check", file, "--formula", "true", "--json")).out);
    expect(json).toMatchObject({ error: { diagnostics: { length: 60 } } });
  });

  it("binary garbage, whatever it is, is refused by code and line", async () => {
    for (const seed of [1, 7, 13]) {
      const bytes = Uint8Array.from({ length: 50_000 }, (_, i) => (i * i * seed + (i >> 3) * 31) & 255);
      const said = await folder.lc("check", folder.write("noise.msc.jsonl", bytes), "--formula", "true");
      expect(said.code).toBe(2);
      expect(said.err).toMatch(/^error recording\/[a-z-]+: .+\n {2}at noise\.msc\.jsonl:\d+/);
    }
  });

  it("a line of 50 MB: in bounded memory and time", async () => {
    const file = openSync(join(folder.path, "long.msc.jsonl"), "w");
    writeSync(file, `${JSON.stringify(header)}\n{"on":"A","kind":"act","set":{"x":"`);
    for (let i = 0; i < 50; i++) writeSync(file, "y".repeat(1_000_000));
    writeSync(file, `"}}\n${JSON.stringify(act)}\n`);
    closeSync(file);
    const before = process.memoryUsage().rss;
    let most = before;
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 5);
    const from = performance.now();
    const said = await folder.lc("check", "long.msc.jsonl", "--formula", "true");
    clearInterval(timer);
    expect(performance.now() - from).toBeLessThan(5000);
    expect((most - before) / 1e6).toBeLessThan(200);
    expect(said.err).toMatch(/^error recording\/line-too-long: .+\n {2}at long\.msc\.jsonl:2\n/);
  });
});
