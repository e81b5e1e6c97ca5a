import { describe, expect, it } from "vitest";
import { readMscRecording } from "../../src/formats/index.ts";
import { codesOf, defectsOf, header, readRight, recordingText } from "./lines.ts";

const act = { on: "A", kind: "act" };
const send = { on: "A", kind: "send", msg: "m", to: "B" };
const recv = { on: "B", kind: "recv", msg: "m" };
const choice = { on: "C", kind: "choice", guard: "g", value: true };

/** Right lines that stand before the one that is tested: it is line 4. */
const before = [header, act, { ...send, msg: "before" }];

/** The codes of a wrong line, each of which must name it. */
function wrong(line: unknown): readonly string[] {
  const found = codesOf(recordingText(...before, line, { ...choice, id: "after" }));
  return found.map((code) => code.replace(/^4 /, ""));
}

const invalid = "recording/invalid-value";
const foreign = "recording/key-of-another-kind";
const missing = "recording/missing-key";

describe("keys that are missing", () => {
  it.each<[string, object, number]>([
    ["everything", {}, 2],
    ["the lifeline", { kind: "act" }, 1],
    ["the kind", { on: "A" }, 1],
    ["a send's message and receiver", { on: "A", kind: "send" }, 2],
    ["a send's message", { on: "A", kind: "send", to: "B" }, 1],
    ["a send's receiver", { on: "A", kind: "send", msg: "m" }, 1],
    ["a receive's message", { on: "B", kind: "recv" }, 1],
    ["a choice's guard and value", { on: "C", kind: "choice" }, 2],
    ["a choice's guard", { on: "C", kind: "choice", value: true }, 1],
    ["a choice's value", { on: "C", kind: "choice", guard: "g" }, 1],
  ])("%s", (_, line, count) => expect(wrong(line)).toEqual(new Array(count).fill(missing)));

  it("are named in the message", () => {
    const [first, second] = defectsOf(recordingText(header, { on: "A", kind: "send" }));
    expect(`${first?.message} ${second?.message}`).toMatch(/"msg".*"to"|"to".*"msg"/);
  });
});

describe("values of a wrong type", () => {
  it.each<[string, readonly unknown[], object]>([
    ["on", [null, 1, true, [], {}, ["A"]], act],
    ["kind", [null, 1, false, [], ["act"]], act],
    ["msg", [null, 1, true, [], {}, ""], send],
    ["msg", [null, 1, true, [], {}, ""], recv],
    ["to", [null, 1, true, [], {}, ["B"]], send],
    ["guard", [null, 1, true, [], {}], choice],
    ["value", [null, 1, 0, "true", [], {}], choice],
    ["set", [null, 1, "x", true, [], [["x", 1]]], act],
    ["set", [null, [], "x"], { ...recv, msg: "before" }],
    ["unset", [null, 1, "x", {}, [1], ["x", null], [["x"]]], act],
    ["id", [null, 1, true, [], {}], act],
    ["time", [null, 1, true, [], {}, "soon"], act],
    ["type", [null, 1, true, [], {}], act],
    ["step", [null, 1, true, [], {}], act],
    ["round", [null, 1, "1", {}, [1.5], ["1"], [null], [[1]]], act],
    ["reads", [null, "1", true, [], {}, -1, 1.5], act],
    ["control", [null, 1, "true", [], {}], send],
    ["control", [null, 0, "false"], { ...recv, msg: "before" }],
  ])("%s: %j", (key, values, line) => {
    for (const value of values) expect([value, wrong({ ...line, [key]: value })]).toEqual([value, [invalid]]);
  });

  it.each([
    null,
    1,
    "A",
    true,
    [],
    { A: -1 },
    { A: 1.5 },
    { A: "1" },
    { A: null },
    { A: true },
    { A: 2 ** 53 },
  ])("clock: %j", (clock) => expect(wrong({ ...act, clock })).toEqual(["clock/invalid"]));

  it.each<[string, object]>([
    ["round", { round: [] }],
    ["round", { round: [1, 2, 3] }],
    ["round", { round: [0, -1] }],
    ["reads", { reads: 0 }],
    ["reads", { reads: 1.0 }],
    ["payload", { payload: null }],
    ["payload", { payload: { deep: [1, { x: false }] } }],
    ["set", { set: {} }],
    ["unset", { unset: [] }],
    ["unset twice", { unset: ["x", "x"] }],
    ["unset of the unset", { unset: ["never"] }],
    ["type", { type: "" }],
    ["clock", { clock: { A: 3 } }],
    ["clock with zeros", { clock: { A: 3, B: 0 } }],
  ])("%s %j is right", (_, more) => expect(wrong({ ...act, ...more })).toEqual([]));

  it("each is told, all of a line at once", () => {
    const line = {
      on: "A",
      kind: "act",
      set: 1,
      unset: 1,
      id: 1,
      time: 1,
      type: 1,
      step: 1,
      round: 1,
      reads: "x",
      clock: 1,
    };
    expect(wrong(line).toSorted()).toEqual(["clock/invalid", ...new Array(8).fill(invalid)]);
  });
});

describe("keys of another kind, even empty", () => {
  const values: { readonly [key: string]: readonly unknown[] } = {
    msg: ["m", "", null],
    to: ["B", null],
    set: [{}, { x: 1 }, null],
    unset: [[], ["x"]],
    guard: ["g", ""],
    value: [true, false, null],
    control: [true, false],
    reads: [0, 1],
  };
  const own: { readonly [kind: string]: readonly [object, readonly string[]] } = {
    act: [act, ["set", "unset", "reads"]],
    send: [send, ["msg", "to", "control"]],
    recv: [{ ...recv, msg: "before" }, ["msg", "set", "unset", "control"]],
    choice: [choice, ["guard", "value"]],
  };
  const cases = Object.entries(own).flatMap(([kind, [line, keys]]) =>
    Object.keys(values)
      .filter((key) => !keys.includes(key))
      .map((key) => [key, kind, line] as const),
  );

  it.each(cases)("%s on %s", (key, _, line) => {
    for (const value of values[key] ?? [])
      expect([value, wrong({ ...line, [key]: value })]).toEqual([value, [foreign]]);
  });

  it("says whose they are", () => {
    expect(defectsOf(recordingText(header, { ...act, to: "B" }))[0]?.message).toMatch(/"to".*send.*act/);
    expect(defectsOf(recordingText(header, { ...send, unset: [] }))[0]?.message).toMatch(
      /"unset".*act or recv.*send/,
    );
  });

  it.each(["Set", "SET", "message", "from", "at", "__proto__x", "$kind", "constructor"])(
    "%s is of no kind, and kept",
    (key) => {
      expect(readRight(recordingText(header, { ...act, [key]: 1 })).msc.events[0]?.extra).toEqual({
        [key]: 1,
      });
    },
  );
});

describe("names", () => {
  it.each<[string, object, string, string | undefined]>([
    ["an unknown lifeline", { ...act, on: "D" }, "msc/unknown-lifeline", undefined],
    ["another letter case", { ...act, on: "a" }, "msc/unknown-lifeline", "A"],
    ["an empty one", { ...act, on: "" }, "msc/unknown-lifeline", undefined],
    ["a prototype's name", { ...act, on: "__proto__" }, "msc/unknown-lifeline", undefined],
    ["an event's name", { ...act, on: "A#1" }, "msc/unknown-lifeline", undefined],
    ["an unknown receiver", { ...send, to: "Z9" }, "msc/unknown-lifeline", undefined],
    ["an unknown lifeline in a clock", { ...act, clock: { A: 3, Z: 1 } }, "msc/unknown-lifeline", undefined],
    ["an unknown kind", { ...act, kind: "acts" }, "recording/unknown-kind", "act"],
    ["a kind in capitals", { ...act, kind: "ACT" }, "recording/unknown-kind", "act"],
    ["receive for recv", { ...act, kind: "receive" }, "recording/unknown-kind", undefined],
    ["a prototype's name as kind", { ...act, kind: "constructor" }, "recording/unknown-kind", undefined],
    ["a message to oneself", { ...send, to: "A" }, "msc/self-message", undefined],
    ["a message sent again", { ...send, msg: "before" }, "msc/sent-twice", undefined],
    ["sent again by another", { on: "C", kind: "send", msg: "before", to: "A" }, "msc/sent-twice", undefined],
    ["a receive of nothing", recv, "msc/receive-without-send", undefined],
    ["a receive by another", { ...recv, on: "C", msg: "before" }, "msc/wrong-receiver", undefined],
    ["a receive by the sender", { ...recv, on: "A", msg: "before" }, "msc/self-message", undefined],
    ["set and unset", { ...act, set: { x: 1 }, unset: ["x"] }, "msc/set-and-unset", undefined],
    [
      "set to null and unset",
      { ...act, set: { x: null }, unset: ["y", "x"] },
      "msc/set-and-unset",
      undefined,
    ],
    ["a $-name set", { ...act, set: { $kind: 1 } }, "msc/reserved-variable", undefined],
    ["any $-name set", { ...act, set: { $: 1 } }, "msc/reserved-variable", undefined],
    ["a $-name unset", { ...act, unset: ["$x"] }, "msc/reserved-variable", undefined],
    [
      "a $-name set by a receive",
      { ...recv, msg: "before", set: { $x: 1 } },
      "msc/reserved-variable",
      undefined,
    ],
    ["a clock behind", { ...act, clock: { A: 2 } }, "msc/clock-mismatch", undefined],
    ["a clock ahead", { ...act, clock: { A: 4 } }, "msc/clock-mismatch", undefined],
    [
      "a clock that counts what is not seen",
      { ...act, clock: { A: 3, B: 1 } },
      "msc/clock-mismatch",
      undefined,
    ],
    ["a clock that misses itself", { ...act, clock: {} }, "msc/clock-mismatch", undefined],
    [
      "a clock that misses the send",
      { ...recv, msg: "before", clock: { B: 1 } },
      "msc/clock-mismatch",
      undefined,
    ],
    ["another event's name as id", { ...act, id: "A#1" }, "msc/duplicate-id", undefined],
    ["a later event's name as id", { ...act, id: "C#1" }, "msc/duplicate-id", undefined],
  ])("%s", (_, line, code, suggestion) => {
    const [found, ...more] = defectsOf(recordingText(...before, line, choice));
    expect([found?.place.line, found?.code, found?.suggestion, more.length]).toEqual([
      4,
      code,
      suggestion,
      0,
    ]);
  });

  it.each<[string, object]>([
    ["its own name as id", { ...act, id: "A#3" }],
    ["a name that no event has", { ...act, id: "A#4" }],
    ["another lifeline's next name", { ...act, id: "B#1" }],
    ["no position", { ...act, id: "A#" }],
    ["position 0", { ...act, id: "A#0" }],
    ["a position with zeros", { ...act, id: "A#01" }],
    ["an unknown lifeline's name", { ...act, id: "Z#1" }],
    ["a variable of a prototype's name", { ...act, set: { constructor: 1 }, unset: ["toString"] }],
    ["a variable without characters", { ...act, set: { "": 1 } }],
    ["a variable with $ inside", { ...act, set: { x$: 1 } }],
  ])("%s is right", (_, line) => expect(wrong(line)).toEqual([]));

  it("an id twice is told at the second", () => {
    expect(codesOf(recordingText(header, { ...act, id: "x" }, act, { ...choice, id: "x" }))).toEqual([
      "4 msc/duplicate-id",
    ]);
  });

  it("a receive is told that stands before its send, or comes a second time", () => {
    expect(codesOf(recordingText(header, recv, send))).toEqual(["2 msc/receive-without-send"]);
    expect(codesOf(recordingText(header, send, recv, act, recv))).toEqual(["5 msc/received-twice"]);
    expect(codesOf(recordingText(header, send, act, choice))).toEqual([]);
  });
});

describe("lines that are no events", () => {
  it.each<[string, string]>([
    ["{", "recording/not-json"],
    ['{"on":"A","kind":"act"', "recording/not-json"],
    ['{"on":"A","kind":"act"}}', "recording/not-json"],
    ['{"on":"A","kind":"act"},', "recording/not-json"],
    ['{"on":"A","kind":"act"}{"on":"A","kind":"act"}', "recording/not-json"],
    ["{'on':'A'}", "recording/not-json"],
    ['{"on":"A","kind":"act",}', "recording/not-json"],
    ['{"on":"A","kind":"act","set":{"x":NaN}}', "recording/not-json"],
    ['{"on":"A","kind":"act","set":{"x":01}}', "recording/not-json"],
    ['{"on":"A","kind":"act","type":"a\tb"}', "recording/not-json"],
    ["// remark", "recording/not-json"],
    ["\u00a0", "recording/not-json"],
    ["\f", "recording/not-json"],
    ["\u2028", "recording/not-json"],
    ["\ufeff", "recording/not-json"],
    ["null", invalid],
    ["1", invalid],
    ['"on"', invalid],
    ["[]", invalid],
    ['[{"on":"A","kind":"act"}]', invalid],
    ['{"on":"A","kind":"act","set":{"x":1e999}}', "json/not-json"],
    ['{"on":"A","kind":"act","unknown":[-1e999]}', "json/not-json"],
    ['{"on":"A","kind":"act","set":{"x":"\\ud83d"}}', "json/not-json"],
    ['{"on":"A","kind":"act","set":{"\\ude00":1}}', "json/not-json"],
    ['{"on":"\\ud83d","kind":"act"}', "json/not-json"],
    ['{"on":"A","kind":"act","\\ud83d":1}', "json/not-json"],
    [`{"on":"A","kind":"act","payload":${"[".repeat(256)}${"]".repeat(256)}}`, "json/not-json"],
  ])("%s", (line, code) => expect(wrong(line)).toEqual([code]));

  it.each([
    '{"on":"A","kind":"act","kind":"act"}',
    '{"kind":"send","on":"Z","on":"A","kind":"act"}',
    '\t{"on":"A","kind":"act"} \r',
  ])("%j is right: the last of a repeated key counts, and white space is free", (line) =>
    expect(wrong(line)).toEqual([]),
  );
});

describe("a file with a defect of every sort", () => {
  it("tells them all, by line", () => {
    const text = recordingText(
      { ...header, run: 7 },
      { on: "D", kind: "act" },
      "{ cut",
      "",
      { on: "A", kind: "act", set: { $x: 1 } },
      { on: "A", kind: "send", msg: "m", to: "A" },
      { on: "A", kind: "jump" },
      { on: "A", kind: "act", to: "B", time: "noon" },
      { on: "C", kind: "choice", guard: "g" },
      [],
      { on: "A", kind: "act", id: "one", unset: ["x"], set: { x: 1 } },
      { on: "A", kind: "act", id: "one" },
    );
    expect(codesOf(text)).toEqual([
      "1 recording/invalid-value",
      "2 msc/unknown-lifeline",
      "3 recording/not-json",
      "5 msc/reserved-variable",
      "6 msc/self-message",
      "7 recording/unknown-kind",
      "8 recording/key-of-another-kind",
      "8 recording/invalid-value",
      "9 recording/missing-key",
      "10 recording/invalid-value",
      "11 msc/set-and-unset",
      "12 msc/duplicate-id",
    ]);
  });

  it("tells of a wrong clock beside what does not concern clocks", () => {
    const text = recordingText(
      header,
      { ...act, set: { $x: 1 } },
      { ...act, clock: { A: 5 } },
      { ...act, id: "A#1" },
    );
    expect(codesOf(text)).toEqual(["2 msc/reserved-variable", "3 msc/clock-mismatch", "4 msc/duplicate-id"]);
  });

  it("says nothing of what only follows from a line that is lost", () => {
    const lost = recordingText(header, '{"on":"A","kind":"send","msg":"m","to":"B"', recv, {
      ...act,
      clock: { A: 2 },
    });
    expect(codesOf(lost)).toEqual(["2 recording/not-json"]);
    const badKind = recordingText(header, { ...send, kind: "sends" }, recv);
    expect(codesOf(badKind)).toEqual(["2 recording/unknown-kind"]);
  });

  it("gives each defect a message, a remedy and the file, and at most 100 of them", () => {
    const lines = Array.from({ length: 150 }, () => ({ on: "Nobody", kind: "act" }));
    const result = readMscRecording(recordingText(header, ...lines), { file: "many" });
    const found = result.ok ? [] : result.diagnostics;
    expect(found.map(({ place }) => place.line)).toEqual(Array.from({ length: 100 }, (_, i) => i + 2));
    for (const { message, remedy, severity, place } of found) {
      expect([message !== "", remedy !== "", severity, place.file]).toEqual([true, true, "error", "many"]);
    }
  });
});
