import { describe, expect, it } from "vitest";
import { smallModule } from "./modules.ts";
import { Folder } from "./terminal.ts";

const folder = new Folder();
folder.write(
  "small.ts",
  smallModule(
    `choreography("small", { lifelines: [A, B], inputs: [A.x, A.name, B.x, A.any], results: [A.x, A.name, A.any, B.x] }, (c) => {
  c.set(A, { ok: true });
})`,
    `export const a = implement(A, { work: async () => 1, talk: async () => "" });
export const b = implement(B, { work: async () => 1 });`,
  ),
);
const inputs = ["--input", "A.x=1", "--input", "name=Ann=x", "--input", "B.x=2", "--input", 'any={"a":[1]}'];

describe("run --input", () => {
  it("takes values as their variables want them, from options and files, the last one counting", async () => {
    const said = await folder.lc("run", "small.ts", ...inputs);
    expect(said.out.slice(-4)).toEqual([
      "  A.x = 1",
      '  A.name = "Ann=x"',
      '  A.any = {"a":[1]}',
      "  B.x = 2",
    ]);
    const file = folder.write("in.json", '{"A":{"x":7,"name":"1","any":null},"B":{"x":8}}');
    const both = await folder.lc(
      "run",
      "small.ts",
      "--input",
      `@${file}`,
      "--input",
      "name=2",
      "--input",
      "A.x=9",
    );
    expect(both.out.slice(-4)).toEqual(["  A.x = 9", '  A.name = "2"', "  A.any = null", "  B.x = 8"]);
  });

  it.each([
    [
      "no input",
      ["--input", "A.y=1"],
      "run/inputs",
      "A.y is no input of small: its inputs are A.x, A.name, B.x, A.any",
    ],
    ["a slip", ["--input", "A.nam=1"], "run/inputs", "Did you mean A.name?"],
    ["no value", ["--input", "A.x"], "run/inputs", 'has no "="'],
    ["a name that two lifelines have", ["--input", "x=1"], "run/inputs", "x may be A.x or B.x"],
    ["a hostile name", ["--input", "__proto__.x=1"], "run/inputs", "__proto__.x is no input"],
    ["a value of another type", [...inputs, "--input", "A.x=one"], "run/inputs", "A.x"],
    ["a number that is none", [...inputs, "--input", "A.x=1e999"], "run/inputs", "A.x"],
    ["nothing", [], "run/inputs", "The input A.x is missing"],
    ["a missing file", ["--input", "@none.json"], "cli/file", "none.json cannot be read: it does not exist"],
    [
      "a file that is no JSON",
      ["--input", `@${folder.write("bad.json", '{\n  "A": {,}\n}')}`],
      "cli/file",
      "bad.json is no JSON",
    ],
    [
      "a file without an object",
      ["--input", `@${folder.write("list.json", "[1]")}`],
      "run/inputs",
      "list.json holds no JSON object",
    ],
    [
      "a file without objects",
      ["--input", `@${folder.write("flat.json", '{"A":3}')}`],
      "run/inputs",
      "A in flat.json is no object of variables",
    ],
    [
      "hostile names in a file",
      [...inputs, "--input", `@${folder.write("proto.json", '{"__proto__":{"x":1},"A":{"__proto__":1}}')}`],
      "run/inputs",
      "__proto__.x is no input",
    ],
    [
      "half a character",
      ["--input", `@${folder.write("half.json", '{"A":{"name":"\\ud800"}}')}`],
      "cli/file",
      "lone surrogate",
    ],
  ])("refuses %s", async (_name, args, code, says) => {
    const said = await folder.lc("run", "small.ts", ...args);
    expect([said.code, said.out]).toEqual([2, []]);
    expect(said.err).toContain(`error ${code}: `);
    expect(said.err).toContain(says);
    expect(said.err).not.toMatch(/\[object |\n\s+at \S+ \(/);
  });

  it("tells all problems at once", async () => {
    const said = await folder.lc("run", "small.ts", "--input", "A.y=1", "--input", "z=2", "--input", "w");
    expect(said.err.match(/^error /gm)).toHaveLength(3);
  });
});

describe("run --script", () => {
  folder.write(
    "acts.ts",
    smallModule(`choreography("acts", { lifelines: [A, B], results: [A.x, B.x, A.name] }, (c) => {
  c.act(A.x, A.work());
  c.act(A.x, A.work());
  c.act(B.x, B.work());
  c.act(A.name, A.talk({ x: A.x }));
})`),
  );
  const script = (value: unknown): Promise<readonly string[]> =>
    Promise.resolve([
      "run",
      "acts.ts",
      "--script",
      folder.write("script.json", typeof value === "string" ? value : JSON.stringify(value)),
    ]);

  it("answers always with a value and in order from a list; the longer name wins", async () => {
    const said = await folder.lc(...(await script({ work: 5, "A.work": [1, 2], talk: "hello" })));
    expect(said.out.slice(-3)).toEqual(["  A.x = 2", '  A.name = "hello"', "  B.x = 5"]);
  });

  it("running out is an error that names the action", async () => {
    const said = await folder.lc(...(await script({ work: [1], talk: "x" })));
    expect(said.code).toBe(1);
    expect(said.err).toContain("The script has 1 answer for A.work, and it was asked 2 times");
  });

  it("an answer that does not fit is an invalid result", async () => {
    const said = await folder.lc(...(await script({ work: "one", talk: "x" })));
    expect(said.code).toBe(1);
    expect(said.err).toContain("error action/invalid-result");
  });

  it.each([
    ["an unknown action", { "A.wrok": 1 }, "cli/script", "Did you mean A.work?"],
    ["hostile names", '{"__proto__":1,"constructor":2}', "cli/script", "The script answers __proto__"],
    ["a list", [1], "cli/script", "script.json holds no JSON object"],
    ["what is no JSON", "{", "cli/file", "script.json is no JSON"],
    [
      "a script that leaves actions out",
      { work: 1 },
      "action/not-implemented",
      "A.talk has no implementation",
    ],
  ])("refuses %s", async (_name, value, code, says) => {
    const said = await folder.lc(...(await script(value)));
    expect(said.code).toBe(2);
    expect(said.err).toContain(`error ${code}: `);
    expect(said.err).toContain(says);
  });
});

describe("run --schedule", () => {
  const run = ["run", "small.ts", ...inputs, "--schedule"];
  const header = { format: "lightcone/msc", version: 1, lifelines: ["A", "B"] };

  it("takes a cut last line with a warning", async () => {
    folder.write("cut.msc.jsonl", `${JSON.stringify(header)}\n{"on":"A","kind":"act"}\n{"on":"A","ki`);
    const said = await folder.lc(...run, "cut.msc.jsonl");
    expect(said.code).toBe(0);
    expect(said.err).toContain("warning recording/cut-line");
    expect(said.err).toContain("cut.msc.jsonl:3");
  });

  it.each([
    ["another lifeline", [{ ...header, lifelines: ["A", "Bo"] }], "run/schedule", "Did you mean B?"],
    ["an event that cannot be", [header, { on: "B", kind: "act" }], "run/schedule", "at bad.msc.jsonl:2"],
    [
      "another kind of event",
      [header, { on: "A", kind: "choice", guard: "g", value: true }],
      "run/schedule",
      "at bad.msc.jsonl:2",
    ],
    [
      "too many events",
      [header, { on: "A", kind: "act" }, { on: "A", kind: "act" }],
      "run/schedule",
      "at bad.msc.jsonl:3",
    ],
    ["a defect", [header, { on: "C", kind: "act" }], "msc/unknown-lifeline", "at bad.msc.jsonl:2"],
  ])("refuses %s with its file and line", async (_name, lines, code, says) => {
    const said = await folder.lc(...run, folder.recording("bad.msc.jsonl", ...lines));
    expect(said.code).toBe(2);
    expect(said.err).toContain(`error ${code}: `);
    expect(said.err).toContain(says);
  });

  it.each([
    ["-1", "cli/usage"],
    ["1.5", "cli/usage"],
    ["99999999999999999999", "cli/usage"],
    ["", "cli/file"],
    ["seven", "cli/file"],
  ])("refuses %j as a seed", async (seed, code) => {
    const said = await folder.lc("run", "small.ts", ...inputs, `--schedule=${seed}`);
    expect(said.code).toBe(2);
    expect(said.err).toContain(`error ${code}: `);
  });
});

describe("run: a model", () => {
  it("that nothing in the module asks is told before anything happens", async () => {
    const said = await folder.lc("run", "small.ts", ...inputs, "--model", "openai:some");
    expect([said.code, said.out]).toEqual([2, []]);
    expect(said.err).toContain(
      "error cli/usage: small asks no model, so that --model openai:some would change nothing",
    );
  });
});

describe("run: what later versions can do", () => {
  it.each([
    ["--engine", "sqlite:runs.db", "sqlite:runs.db"],
    ["--engine", "postgres://localhost", "postgres://localhost"],
  ])("%s %s is refused by name", async (option, value, says) => {
    const said = await folder.lc("run", "small.ts", ...inputs, option, value);
    expect(said.code).toBe(2);
    expect(said.err).toContain("error cli/not-yet: ");
    expect(said.err).toContain(says);
  });
});
