import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printFormula } from "../../src/cpl/index.ts";
import { writeMscRecording } from "../../src/formats/index.ts";
import { arbitraryFormula, arbitraryMsc } from "../../src/testing/index.ts";
import { controlsIn, Folder, parsed } from "./terminal.ts";

const folder = new Folder();
const header = { format: "lightcone/msc", version: 1, lifelines: ["Runner", "Committer"] };
const review = folder.recording(
  "review.msc.jsonl",
  header,
  { on: "Runner", kind: "act", set: { candidate: "c1", status: "passed" } },
  { on: "Runner", kind: "send", msg: "m1", to: "Committer" },
  { on: "Committer", kind: "act", set: { candidate: "c1" } },
  { on: "Committer", kind: "recv", msg: "m1" },
  { on: "Committer", kind: "choice", guard: "ok", value: true },
);
const passed = '@Runner.status == "passed"';

describe("check --json", () => {
  it("prints one line an event and formula, in the order of the file, then of the formulas, keys in order", async () => {
    const said = await folder.lc("check", review, "--json", "--formula", "seen(Runner)", "--formula", passed);
    expect(said.out.slice(0, 6)).toEqual([
      '{"line":2,"on":"Runner","event":1,"formula":0,"holds":true}',
      '{"line":2,"on":"Runner","event":1,"formula":1,"holds":true}',
      '{"line":3,"on":"Runner","event":2,"formula":0,"holds":true}',
      '{"line":3,"on":"Runner","event":2,"formula":1,"holds":true}',
      '{"line":4,"on":"Committer","event":1,"formula":0,"holds":false}',
      '{"line":4,"on":"Committer","event":1,"formula":1,"holds":false}',
    ]);
    expect([said.out.length, said.code, said.err]).toEqual([10, 1, ""]);
  });

  it.each([
    [
      ["--select", "all"],
      [2, 3, 4, 5, 6],
    ],
    [["--select", "choice"], [6]],
    [
      ["--select", "last"],
      [3, 6],
    ],
    [
      ["--on", "Committer"],
      [4, 5, 6],
    ],
    [["--on", "Runner", "--select", "last"], [3]],
  ])("selects %j", async (options, lines) => {
    const said = await folder.lc("check", review, "--json", "--formula", "true", ...options);
    expect(parsed(said.out).map(({ line }) => line)).toEqual(lines);
    expect(said.code).toBe(0);
  });

  it("the monitor and the reference agree, line by line, on any recording and formula", async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryMsc({ maxEvents: 20 }),
        fc.array(arbitraryFormula(), { minLength: 1, maxLength: 3 }),
        async (msc, formulas) => {
          const lines = [
            ...writeMscRecording({ lifelines: msc.lifelines, stores: msc.initial, events: msc.events }),
          ];
          const file = folder.write("any.msc.jsonl", lines.map((line) => `${line}\n`).join(""));
          const texts = formulas.flatMap((formula) => ["--formula", printFormula(formula)]);
          const [monitor, reference, neither] = await Promise.all(
            [["--using", "monitor"], ["--using", "reference"], []].map((using) =>
              folder.lc("check", file, "--json", ...texts, ...using),
            ),
          );
          expect(monitor).toEqual(reference);
          expect(neither).toEqual(reference);
          if (monitor?.code !== 2) expect(monitor?.out).toHaveLength(msc.events.length * formulas.length);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("tells an error as one line of JSON", async () => {
    const said = await folder.lc("check", review, "--json", "--formula", "seen(Runer) & x =");
    expect(said.code).toBe(2);
    expect(said.err).toBe("");
    expect(parsed(said.out)).toMatchObject([
      { error: { code: "formula/syntax", place: { line: 1, column: 18 }, diagnostics: [{}] } },
    ]);
  });
});

describe("check, for people", () => {
  it("prints a table that lines up, and how many hold", async () => {
    const said = await folder.lc("check", review, "--formula", passed);
    expect(said.out).toEqual([
      'holds  Runner#1     line 2  @Runner.status == "passed"',
      'holds  Runner#2     line 3  @Runner.status == "passed"',
      'fails  Committer#1  line 4  @Runner.status == "passed"',
      'holds  Committer#2  line 5  @Runner.status == "passed"',
      'holds  Committer#3  line 6  @Runner.status == "passed"',
      "1 of 5 does not hold",
    ]);
    expect(said.code).toBe(1);
    expect((await folder.lc("check", review, "--formula", "true")).out.at(-1)).toBe("all 5 hold");
  });

  it("cuts formulas at the terminal's width", async () => {
    const long = Array.from({ length: 60 }, () => "seen(Runner)").join(" & ");
    for (const columns of [80, 160]) {
      const said = await folder.with({ columns }, "check", review, "--formula", long);
      for (const line of said.out) expect(line.length).toBeLessThanOrEqual(columns);
    }
  });

  it("colours only where it may", async () => {
    const plain = await folder.lc("check", review, "--formula", "true");
    const colored = await folder.with({ color: true }, "check", review, "--formula", "true");
    expect(plain.out.join("")).not.toContain("\u001b");
    expect(colored.out[0]).toContain("\u001b[32mholds\u001b[39m");
  });

  it("a variable that no event sets is unset, which is no error but may be a slip", async () => {
    const said = await folder.lc("check", review, "--formula", "@Runner.statsu == 1", "--json");
    expect(said.code).toBe(1);
    expect(said.out).toHaveLength(5);
    expect(said.err).toContain("warning formula/unknown-variable");
    expect(said.err).toContain("Did you mean status?");
  });

  it("points at the place of a slip, with the nearest name", async () => {
    const said = await folder.lc("check", review, "--formula", "true", "--formula", "true & seen(Runer)");
    expect(said.err).toContain(
      'error formula/unknown-lifeline: there is no lifeline "Runer" here\n    true & seen(Runer)\n                ^\n  at --formula (2 of 2):1:13',
    );
    expect(said.err).toContain("Did you mean Runner?");
    expect(said.out).toEqual([]);
  });
});

describe("check refuses", () => {
  const clocks = folder.recording(
    "clocks.msc.jsonl",
    { ...header, causality: "clocks" },
    { on: "Runner", kind: "act", clock: { Runner: 1 } },
  );
  const nothing = folder.recording("nothing.msc.jsonl", header);

  it.each([
    ["no formula", [review], "cli/usage", "--formula"],
    [
      "the columnar evaluator",
      [review, "--formula", "true", "--using", "columnar"],
      "cli/not-yet",
      "monitor",
    ],
    ["an unknown evaluator", [review, "--formula", "true", "--using", "magic"], "cli/usage", "magic"],
    ["an unknown selection", [review, "--formula", "true", "--select", "some"], "cli/usage", "some"],
    [
      "an unknown lifeline",
      [review, "--formula", "true", "--on", "Comitter"],
      "cli/usage",
      "Did you mean Committer",
    ],
    ["the monitor on clocks", [clocks, "--formula", "true", "--using", "monitor"], "cli/usage", "reference"],
    [
      "nothing selected",
      [review, "--formula", "true", "--on", "Runner", "--select", "choice"],
      "cli/nothing-selected",
      "Runner has no choice",
    ],
    ["a recording without events", [nothing, "--formula", "true"], "cli/nothing-selected", "has no events"],
    ["a predicate", [review, "--formula", "fine(status)"], "formula/unknown-predicate", "fine"],
    ["a folder", [".", "--formula", "true"], "cli/file", "it is a folder"],
    ["a missing file", ["none.msc.jsonl", "--formula", "true"], "cli/file", "it does not exist"],
    ["no file", ["--formula", "true"], "cli/usage", "file"],
    ["an unknown option", [review, "--formla", "true"], "cli/usage", "Did you mean --formula?"],
  ])("%s", async (_name, args, code, says) => {
    const said = await folder.lc("check", ...args);
    expect(said.code).toBe(2);
    expect(said.err).toContain(`error ${code}: `);
    expect(said.err).toContain(says);
    expect(said.out).toEqual([]);
    expect(said.err).not.toMatch(/\n\s+at .*\.ts:|\[object /);
    const json = await folder.lc("check", ...args, "--json");
    expect([json.code, json.err]).toEqual([2, ""]);
    expect(parsed(json.out)).toMatchObject([{ error: { code, remedy: expect.any(String) } }]);
  });

  it("takes clocks by the reference, unasked", async () => {
    const said = await folder.lc("check", clocks, "--formula", "true", "--json");
    expect([said.code, said.out.length]).toEqual([0, 1]);
  });
});

describe("check: hostile names and values", () => {
  const evil = "\u001b]0;pwned\u0007\u001b[31m\n\u202e\u009b31m";
  const file = folder.recording(
    "evil.msc.jsonl",
    { ...header, lifelines: [evil, "__proto__", "語"] },
    { on: evil, kind: "act", set: { [evil]: evil } },
    { on: "__proto__", kind: "act", set: { constructor: 1 } },
    { on: "語", kind: "act", set: { x: 1 } },
  );

  it.each([[false], [true]])("never reach the terminal raw (colour: %s)", async (color) => {
    const formula = `\`${evil}\` == 1`;
    for (const args of [
      ["check", file, "--formula", "true"],
      ["check", file, "--formula", formula],
      ["check", file, "--formula", `seen(\`${evil}x\`)`],
      ["check", file, "--formula", "true", "--on", `${evil}y`],
      ["check", file, "--formula", "true", "--json"],
      ["check", `${evil}.msc.jsonl`, "--formula", "true"],
      ["check", file, `--${evil}`],
    ]) {
      const said = await folder.with({ color }, ...args);
      expect(controlsIn(said, color)).toEqual([]);
      expect([...said.out, said.err].join("\n")).toMatch(/pwned|holds|cli\/usage/);
    }
  });

  it("stay themselves in JSON, and are ordinary names", async () => {
    const said = await folder.lc("check", file, "--formula", "true", "--json");
    expect(parsed(said.out).map(({ on }) => on)).toEqual([evil, "__proto__", "語"]);
    const proto = await folder.lc("check", file, "--formula", "constructor == 1", "--on", "__proto__");
    expect([proto.code, proto.out[0]]).toEqual([0, "holds  __proto__#1  line 3  constructor == 1"]);
  });
});
