import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, Nanos, StepId, Vars } from "../../src/base/index.ts";
import { clockAt, type Event, mscKey } from "../../src/causality/index.ts";
import { type MscRecording, type MscRecordingInput, writeMscRecording } from "../../src/formats/index.ts";
import { arbitraryMsc } from "../../src/testing/index.ts";
import { codesOf, header, readRight, recordingText } from "./lines.ts";

const written = (input: MscRecordingInput): string => recordingText(...writeMscRecording(input));

/** What writes a recording that was read. */
const again = ({ meta, msc, run, ...rest }: MscRecording): MscRecordingInput => ({
  lifelines: rest.lifelines,
  ...(run === undefined ? {} : { run }),
  guards: meta.guards,
  meta: meta.extra,
  stores: rest.stores,
  causality: rest.causality,
  extra: rest.extra,
  events: rest.order.flatMap((e) => msc.events.slice(e, e + 1)),
});

/** Texts that end lines, strings or names early when they are not escaped. */
const hostile = fc.oneof(
  fc.constantFrom(
    "\n",
    "\r\n",
    '"',
    "\\",
    "\u2028",
    "\u0000",
    "\ufeff",
    "__proto__",
    "constructor",
    "😀",
    "é",
    " ",
    "'",
  ),
  fc.string({ unit: "binary", maxLength: 5 }),
);

const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<Json>(null, true, false),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
    hostile,
    fc.array(tie("json"), { maxLength: 3 }),
    fc.dictionary(hostile, tie("json"), { maxKeys: 3 }),
  ),
}));

const vars = fc
  .array(fc.tuple(hostile, json), { maxLength: 3 })
  .map((entries): Vars => Object.fromEntries(entries.filter(([name]) => !name.startsWith("$"))));

const knownKeys =
  "on kind msg to set unset guard value id time type clock payload control reads step round".split(" ");
const extra = fc
  .array(fc.tuple(hostile, json), { minLength: 1, maxLength: 3 })
  .map((entries): Vars => Object.fromEntries(entries.filter(([name]) => !knownKeys.includes(name))));

/** An event with every key that its kind may have. */
function full(
  event: Event,
  e: number,
  more: { readonly set: Vars; readonly payload: Json; readonly extra: Vars; readonly reads: number },
): Event {
  const base = {
    id: `id\n${e}`,
    time: String(10n ** 18n + BigInt(e)) as Nanos,
    step: `step "${e}"` as StepId,
    round: [e, 0, -1],
    payload: more.payload,
    ...(Object.keys(more.extra).length === 0 ? {} : { extra: more.extra }),
  };
  if (event.kind === "act")
    return { ...event, ...base, set: more.set, unset: ["never", "never"], reads: more.reads };
  if (event.kind === "send") return { ...event, ...base, control: true };
  return event.kind === "recv" ? { ...event, ...base, set: more.set, control: true } : { ...event, ...base };
}

describe("what is written is read", () => {
  it("whatever stands in it, and written again is the same bytes", () => {
    fc.assert(
      fc.property(
        arbitraryMsc({ maxEvents: 12 }),
        vars,
        json,
        extra,
        hostile,
        (msc, set, payload, unknown, text) => {
          const events = msc.events.map((event, e) => {
            const reads = (msc.position[e] ?? 1) - 1;
            return full(event, e, { set, payload, extra: unknown, reads });
          });
          const headerKeys = ["format", "version", "lifelines", "run", "meta", "stores", "causality"];
          const input: MscRecordingInput = {
            lifelines: msc.lifelines,
            run: text,
            guards: { [text]: text },
            meta: Object.fromEntries(Object.entries(unknown).filter(([key]) => key !== "guards")),
            stores: Object.fromEntries(msc.lifelines.map((name) => [name, set])),
            extra: Object.fromEntries(Object.entries(unknown).filter(([key]) => !headerKeys.includes(key))),
            events,
          };
          const source = written(input);
          expect(source.split("\n")).toHaveLength(events.length + 2);
          const recording = readRight(source);
          expect(recording.msc.events).toEqual(events);
          expect(recording.msc.source).toEqual(msc.source);
          expect(recording.msc.latest).toEqual(msc.latest);
          expect(recording.run).toBe(text);
          expect(Object.entries(recording.meta.guards)).toEqual([[text, text]]);
          expect(recording.meta.extra).toEqual(input.meta);
          expect(recording.extra).toEqual(input.extra);
          expect(recording.stores).toEqual(input.stores);
          expect(written(again(recording))).toBe(source);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("with hostile names for lifelines, messages and variables", () => {
    const names = ["__proto__", "constructor", "a\nb", '"', "😀", "\u2028", " ", "é", "e\u0301", "toString"];
    fc.assert(
      fc.property(fc.shuffledSubarray(names, { minLength: 2 }), hostile, (lifelines, text) => {
        const [from = "", to = ""] = lifelines;
        const variable = `_${text}`;
        const events: readonly Event[] = [
          { kind: "act", on: from, set: { [variable]: text } },
          { kind: "send", on: from, msg: variable, to },
          { kind: "recv", on: to, msg: variable, set: { [variable]: text } },
          { kind: "act", on: to, unset: [variable] },
          { kind: "choice", on: to, guard: text, value: false },
        ];
        const recording = readRight(written({ lifelines, events }));
        expect(recording.lifelines).toEqual(lifelines);
        expect(recording.msc.events).toEqual(events);
        expect(recording.msc.stores.map((store) => Object.entries(store))).toEqual([
          ...[[[variable, text]], [[variable, text]], [[variable, text]]],
          ...[[], []],
        ]);
      }),
      { numRuns: 150 },
    );
  });

  it("with clocks, in the order of the file", () => {
    fc.assert(
      fc.property(arbitraryMsc({ maxEvents: 15 }), fc.infiniteStream(fc.nat()), (msc, numbers) => {
        const events = msc.events
          .map((event, e): Event => {
            const named = { ...event, clock: clockAt(msc, e).toJSON() };
            return named.kind === "send" && e % 2 === 0 ? { ...named, to: null } : named;
          })
          .map((event) => ({ event, key: numbers.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ event }) => event);
        const source = written({
          lifelines: msc.lifelines,
          stores: msc.initial,
          causality: "clocks",
          events,
        });
        const recording = readRight(source);
        expect(recording.order.map((e) => recording.msc.events[e])).toEqual(events);
        expect(written(again(recording)).split("\n").slice(1)).toEqual(source.split("\n").slice(1));
        expect(mscKey(readRight(written(again(recording))).msc)).toBe(mscKey(recording.msc));
      }),
      { numRuns: 60 },
    );
  });
});

describe("what is written", () => {
  it("begins with format and version, and leaves out what is not given", () => {
    expect([...writeMscRecording({ lifelines: ["A"], events: [] })]).toEqual([
      '{"format":"lightcone/msc","version":1,"lifelines":["A"]}',
    ]);
    expect([
      ...writeMscRecording({ lifelines: ["A"], causality: "messages", meta: {}, events: [] }),
    ]).toHaveLength(1);
  });

  it("is one line an event, as they come", () => {
    let asked = 0;
    function* events(): Generator<Event> {
      for (; asked < 1000; asked++) yield { kind: "act", on: "A" };
    }
    const lines = writeMscRecording({ lifelines: ["A"], events: events() });
    lines.next();
    expect(asked).toBe(0);
    lines.next();
    lines.next();
    expect(asked).toBeLessThan(3);
  });

  it.each<[string, Event, object]>([
    ["an act", { kind: "act", on: "A" }, { on: "A", kind: "act" }],
    ["a broadcast without name", { kind: "send", on: "A", msg: "", to: null }, { on: "A", kind: "send" }],
    ["a receive without name", { kind: "recv", on: "A", msg: "" }, { on: "A", kind: "recv" }],
    [
      "no decision for a true one",
      { kind: "choice", on: "A", guard: "", value: false },
      { on: "A", kind: "choice", guard: "", value: false },
    ],
    [
      "unknown keys beside the known",
      { kind: "act", on: "A", extra: { tool: 1, set: { x: 1 }, on: "B" } },
      { on: "A", kind: "act", tool: 1 },
    ],
    ["a payload null", { kind: "act", on: "A", payload: null }, { on: "A", kind: "act", payload: null }],
  ])("is %s", (_, event, line) => {
    const [, text = ""] = writeMscRecording({ lifelines: ["A"], causality: "clocks", events: [event] });
    expect(JSON.parse(text)).toEqual(line);
  });

  it.each<[string, Partial<MscRecordingInput>]>([
    ["a non-finite number", { events: [{ kind: "act", on: "A", set: { x: Number.POSITIVE_INFINITY } }] }],
    ["a lone surrogate", { events: [{ kind: "act", on: "A", type: "\ud800" }] }],
    ["a lone surrogate in a key", { events: [{ kind: "act", on: "A", set: { "\udc00": 1 } }] }],
    ["a date", { meta: { at: new Date(0) as unknown as Json } }],
    ["a function in an unknown key", { extra: { f: (() => 1) as unknown as Json } }],
    ["a run with a lone surrogate", { run: "\ud800" }],
    ["undefined in a list", { stores: { A: { x: [undefined as unknown as Json] } } }],
  ])("is never %s", (_, more) => {
    const write = () => [...writeMscRecording({ lifelines: ["A"], events: [], ...more })];
    expect(write).toThrow(expect.objectContaining({ code: "json/not-json" }));
  });
});

describe("the four spellings of one file", () => {
  const lines = [
    header,
    { on: "A", kind: "send", msg: "m", to: "B" },
    { on: "B", kind: "recv", msg: "m", set: { x: "a\r\nb" } },
  ];
  const plain = recordingText(...lines);

  it.each<[string, string, readonly number[]]>([
    ["line feeds", plain, [2, 3]],
    ["CRLF", plain.replaceAll("\n", "\r\n"), [2, 3]],
    ["a byte order mark", `\ufeff${plain}`, [2, 3]],
    ["no last line end", plain.slice(0, -1), [2, 3]],
    ["blank lines", plain.replaceAll("\n", "\n\n \t\r\n"), [4, 7]],
    ["spaces about the lines", plain.replaceAll(/^|$/gm, "  "), [2, 3]],
  ])("%s", (_, text, places) => {
    const recording = readRight(text);
    expect(recording.lines).toEqual(places);
    expect(recording.msc.stores).toEqual([{}, { x: "a\r\nb" }]);
    expect(codesOf(text)).toEqual([]);
    expect(mscKey(recording.msc)).toBe(mscKey(readRight(plain).msc));
  });
});
