import { describe, expect, it } from "vitest";
import { readMscRecording } from "../../src/formats/index.ts";
import { codesOf, header, readRight, recordingText } from "./lines.ts";

const withKeys = (more: object): string => recordingText({ ...header, ...more });

describe("headers that are right", () => {
  it("need format, version and lifelines only", () => {
    const recording = readRight(recordingText({ format: "lightcone/msc", version: 1, lifelines: ["A"] }));
    expect(recording).toMatchObject({
      lifelines: ["A"],
      meta: { guards: {}, extra: {} },
      stores: {},
      causality: "messages",
      extra: {},
      lines: [],
      order: [],
    });
    expect(recording).not.toHaveProperty("run");
    expect(recording.msc.events).toEqual([]);
  });

  it.each<[string, object, object]>([
    ["a run", { run: "r-1" }, { run: "r-1" }],
    ["a run without characters", { run: "" }, { run: "" }],
    ["a guard", { meta: { guards: { ok: "seen(A)" } } }, { meta: { guards: { ok: "seen(A)" }, extra: {} } }],
    ["a guard that is no formula", { meta: { guards: { ok: "((" } } }, { meta: { guards: { ok: "((" } } }],
    [
      "other metadata",
      { meta: { tool: "x", n: [1] } },
      { meta: { guards: {}, extra: { tool: "x", n: [1] } } },
    ],
    ["empty metadata", { meta: {} }, { meta: { guards: {}, extra: {} } }],
    ["stores", { stores: { A: { x: null }, B: {} } }, { stores: { A: { x: null }, B: {} } }],
    ["an order from clocks", { causality: "clocks" }, { causality: "clocks" }],
    ["unknown keys", { tool: { v: 2 }, on: "A", kind: 3 }, { extra: { tool: { v: 2 }, on: "A", kind: 3 } }],
    ["many lifelines", { lifelines: ["é", "a b", "😀", "__proto__", "P", "`", " "] }, {}],
    ["one lifeline in two normalisations and cases", { lifelines: ["é", "e\u0301", "É"] }, {}],
  ])("%s", (_, more, expected) => expect(readRight(withKeys(more))).toMatchObject(expected));

  it("may have their keys in any order and any white space", () => {
    const text = ' { "lifelines" : [ "A" ] ,\t"version" : 1.0 , "format" : "lightcone\\/msc" } \n';
    expect(readRight(text).lifelines).toEqual(["A"]);
  });

  it("may repeat a key: the last counts", () => {
    const text =
      '{"format":"x","format":"lightcone/msc","version":9,"version":1,"lifelines":[],"lifelines":["A"]}\n';
    expect(readRight(text).lifelines).toEqual(["A"]);
  });

  it.each<[string, string, number]>([
    ["a byte order mark", `\ufeff${recordingText(header)}`, 0],
    ["blank lines before", `\n \t\n\r\n${recordingText(header)}`, 0],
    ["CRLF", recordingText(header).replace("\n", "\r\n"), 0],
    ["no line end", JSON.stringify(header), 0],
    ["a byte order mark and blank lines", `\ufeff\r\n\n${recordingText(header)}\n`, 0],
  ])("may stand after or with %s", (_, text, warnings) => {
    const result = readMscRecording(text);
    expect(result.ok && result.warnings.length).toBe(warnings);
  });

  it("give stores that no event precedes and no clock counts", () => {
    const recording = readRight(
      recordingText(
        { ...header, stores: { A: { x: 1 } } },
        { on: "A", kind: "act", clock: { A: 1 }, set: { y: 2 } },
      ),
    );
    expect(recording.msc.stores).toEqual([{ x: 1, y: 2 }]);
    expect(recording.msc.events).toHaveLength(1);
  });
});

describe("headers that are wrong", () => {
  it.each<[string, string, readonly string[]]>([
    ["an empty file", "", ["1 recording/no-header"]],
    ["blank lines only", "\n\r\n  \n", ["1 recording/no-header"]],
    ["a byte order mark only", "\ufeff", ["1 recording/no-header"]],
    ["an event first", recordingText({ on: "A", kind: "act" }, header), ["1 recording/no-header"]],
    ["an object without format", recordingText({ version: 1, lifelines: ["A"] }), ["1 recording/no-header"]],
    ["another format", withKeys({ format: "lightcone/record" }), ["1 recording/format"]],
    ["a format in other letters", withKeys({ format: "Lightcone/MSC" }), ["1 recording/format"]],
    ["a format that is no text", withKeys({ format: 1 }), ["1 recording/format"]],
    ["version 0", withKeys({ version: 0 }), ["1 recording/format"]],
    ["version 2", withKeys({ version: 2 }), ["1 recording/format"]],
    ["version 1.5", withKeys({ version: 1.5 }), ["1 recording/format"]],
    ["version as text", withKeys({ version: "1" }), ["1 recording/format"]],
    ["no version", recordingText({ format: "lightcone/msc", lifelines: ["A"] }), ["1 recording/format"]],
    ["a list", recordingText([header]), ["1 recording/invalid-value"]],
    ["a text", recordingText('"header"'), ["1 recording/invalid-value"]],
    ["null", recordingText("null"), ["1 recording/invalid-value"]],
    ["no JSON", recordingText("format: lightcone/msc"), ["1 recording/not-json"]],
    ["single quotes", recordingText("{'format':'lightcone/msc'}"), ["1 recording/not-json"]],
    ["two byte order marks", `\ufeff\ufeff${recordingText(header)}`, ["1 recording/not-json"]],
    ["a byte order mark on the second line", `\n\ufeff${recordingText(header)}`, ["2 recording/not-json"]],
    ["a non-finite number", recordingText('{"format":"lightcone/msc","version":1e999}'), ["1 json/not-json"]],
    ["a lone surrogate", recordingText('{"format":"lightcone/msc","x":"\\ud800"}'), ["1 json/not-json"]],
    ["no lifelines", recordingText({ format: "lightcone/msc", version: 1 }), ["1 recording/missing-key"]],
    ["lifelines null", withKeys({ lifelines: null }), ["1 recording/invalid-value"]],
    ["lifelines as a text", withKeys({ lifelines: "A" }), ["1 recording/invalid-value"]],
    ["lifelines as an object", withKeys({ lifelines: { A: 1 } }), ["1 recording/invalid-value"]],
    ["a lifeline that is no text", withKeys({ lifelines: ["A", 1] }), ["1 recording/invalid-value"]],
    ["an empty list", withKeys({ lifelines: [] }), ["1 msc/lifelines"]],
    ["an empty name", withKeys({ lifelines: ["A", ""] }), ["1 msc/lifelines"]],
    ["a name with #", withKeys({ lifelines: ["A", "#"] }), ["1 msc/lifelines"]],
    ["a name twice", withKeys({ lifelines: ["A", "B", "A"] }), ["1 msc/lifelines"]],
    ["three bad names", withKeys({ lifelines: ["", "a#b", "A", "A"] }), new Array(3).fill("1 msc/lifelines")],
    ["a run that is no text", withKeys({ run: 1 }), ["1 recording/invalid-value"]],
    ["a run null", withKeys({ run: null }), ["1 recording/invalid-value"]],
    ["causality of another word", withKeys({ causality: "clock" }), ["1 recording/invalid-value"]],
    ["causality true", withKeys({ causality: true }), ["1 recording/invalid-value"]],
    ["meta as a list", withKeys({ meta: [] }), ["1 recording/invalid-value"]],
    ["meta as a text", withKeys({ meta: "guards" }), ["1 recording/invalid-value"]],
    ["guards as a list", withKeys({ meta: { guards: ["true"] } }), ["1 recording/invalid-value"]],
    [
      "a guard that is no text",
      withKeys({ meta: { guards: { a: "true", b: 1 } } }),
      ["1 recording/invalid-value"],
    ],
    ["stores as a list", withKeys({ stores: [{}] }), ["1 recording/invalid-value"]],
    ["a store that is no object", withKeys({ stores: { A: 1 } }), ["1 recording/invalid-value"]],
    ["a store null", withKeys({ stores: { A: null } }), ["1 recording/invalid-value"]],
    ["a store of nobody", withKeys({ stores: { Z: {} } }), ["1 msc/unknown-lifeline"]],
    ["a store of a prototype's name", withKeys({ stores: { constructor: {} } }), ["1 msc/unknown-lifeline"]],
    ["a $-name in a store", withKeys({ stores: { A: { $kind: 1 } } }), ["1 msc/reserved-variable"]],
    [
      "any $-name in a store",
      withKeys({ stores: { A: { $: 1 }, B: { $x: 1 } } }),
      new Array(2).fill("1 msc/reserved-variable"),
    ],
  ])("%s", (_, text, expected) => expect(codesOf(text)).toEqual(expected));

  it("tell all their defects at once, with those of the events", () => {
    const text = recordingText(
      { ...header, run: 1, meta: { guards: { g: null } }, stores: { A: 1, Z: { $x: 1 } } },
      { on: "D", kind: "act" },
      { on: "A", kind: "act", set: 1 },
    );
    expect(codesOf(text).toSorted()).toEqual([
      ...["1 msc/reserved-variable", "1 msc/unknown-lifeline"],
      ...new Array(3).fill("1 recording/invalid-value"),
      ...["2 msc/unknown-lifeline", "3 recording/invalid-value"],
    ]);
  });

  it("of another format say nothing of the lines after it", () => {
    const rest = Array.from({ length: 50 }, (_, i) => ({ node: i }));
    expect(codesOf(recordingText({ format: "lightcone/record", version: 1 }, ...rest))).toEqual([
      "1 recording/format",
    ]);
    expect(codesOf(recordingText(...rest))).toEqual(["1 recording/no-header"]);
  });

  it("name the first line that is not blank, and the file", () => {
    const result = readMscRecording(`\n\n${withKeys({ lifelines: [] })}`, { file: "dir/x.msc.jsonl" });
    expect(result).toMatchObject({
      ok: false,
      diagnostics: [{ place: { file: "dir/x.msc.jsonl", line: 3 } }],
    });
  });
});
