import { describe, expect, it } from "vitest";
import { hashChoreography, parseChoreography } from "../../src/choreography/index.ts";
import { reviewModule, smallModule } from "./modules.ts";
import { Folder, parsed } from "./terminal.ts";

const folder = new Folder();
folder.write("review.ts", reviewModule);

describe("help", () => {
  it.each([["run"], ["validate"], ["show"], ["check"], [""]])(
    "%s has an example, the exit codes where it runs, and fits",
    async (command) => {
      for (const columns of [80, 120]) {
        const said = await folder.with({ columns }, ...(command === "" ? ["--help"] : [command, "--help"]));
        const text = said.out.join("\n");
        expect([said.code, said.err]).toEqual([0, ""]);
        expect(text).toMatch(/Examples?:\n {2}\$ lightcone /);
        expect(text).toContain("Usage: lightcone");
      }
    },
  );

  it("is what no arguments, and `help`, give too", async () => {
    const help = await folder.lc("--help");
    expect(await folder.lc()).toEqual(help);
    expect((await folder.lc("help", "run")).out).toEqual((await folder.lc("run", "--help")).out);
    expect((await folder.lc("--version")).out).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+/)]);
  });

  it.each([
    [["rn"], "Did you mean run?"],
    [["run"], "missing required argument 'module'"],
    [["run", "a", "b"], "too many arguments"],
    [["--colour"], "unknown option"],
    [["run", "review.ts", "--inptu", "x=1"], "Did you mean --input?"],
    [["run", "review.ts", "--schedule"], "argument missing"],
    [["show", "review.ts", "--format", "pdf"], "pdf"],
  ])("%j is refused", async (args, says) => {
    const said = await folder.lc(...args);
    expect([said.code, said.out]).toEqual([2, []]);
    expect(said.err).toContain("error cli/usage: ");
    expect(said.err).toContain(says);
    expect(said.err).toContain("--help");
  });
});

describe("validate", () => {
  it("says that there is nothing to say, or what is doubtful", async () => {
    const said = await folder.lc("validate", "review.ts");
    expect([said.code, said.err]).toEqual([0, ""]);
    expect(said.out.at(-1)).toMatch(/^review: 3 lifelines, no errors, \d warnings?$/);
  });

  it("--json: one object with everything", async () => {
    const good = parsed((await folder.lc("validate", "review.ts", "--json")).out);
    expect(good).toMatchObject([
      {
        name: "review",
        choreography: expect.stringMatching(/^[0-9a-f]{64}$/),
        errors: 0,
        diagnostics: expect.any(Array),
      },
    ]);
    folder.write(
      "wrong.ts",
      smallModule(`choreography("wrong", { lifelines: [A, B] }, (c) => c.send(A, B, { x: A.x }))`),
    );
    const said = await folder.lc("validate", "wrong.ts", "--json");
    expect([said.code, said.err]).toEqual([1, ""]);
    expect(parsed(said.out)).toMatchObject([
      {
        errors: 1,
        diagnostics: [
          {
            code: "choreography/unset",
            severity: "error",
            place: { line: expect.any(Number) },
            remedy: expect.any(String),
          },
        ],
      },
    ]);
  });
});

describe("show", () => {
  const show = async (...args: readonly string[]): Promise<string> => {
    const said = await folder.lc("show", "review.ts", ...args);
    expect([said.code, said.err]).toEqual([0, ""]);
    return said.out.join("\n");
  };

  it("prints the global program, or one lifeline's", async () => {
    expect(await show()).toMatch(/^choreography review\n {2}lifelines Author, Tester, Releaser/);
    const tester = await show("--lifeline", "Tester");
    expect(tester).toContain("quick()");
    expect(tester).not.toContain("write");
  });

  it("prints JSON that can be read back", async () => {
    for (const option of [["--json"], ["--format", "json"]]) {
      const { choreography, ir } = JSON.parse(await show(...option));
      const read = parseChoreography(ir);
      expect(read.ok && hashChoreography(read.ir)).toBe(choreography);
    }
    expect(JSON.parse(await show("--lifeline", "Tester", "--json"))).toMatchObject({ lifeline: "Tester" });
  });

  it("prints a picture", async () => {
    expect(await show("--format", "mermaid")).toMatch(/^sequenceDiagram\n/);
  });

  it("prints what the monitors keep and send, for all or for one", async () => {
    const all = await show("--metadata");
    expect(all).toMatch(/^Author\n {2}carries {3}a count, \d+ truth values? and \d+ variables?/);
    expect(all).toContain("variables draft, status");
    expect(await show("--metadata", "--lifeline", "Tester")).toMatch(/^Tester\n/);
    expect(JSON.parse(await show("--metadata", "--json"))).toMatchObject([
      { lifeline: "Author", variables: ["draft", "status"] },
      {},
      {},
    ]);
  });

  it.each([
    [["--lifeline", "Testr"], "Did you mean Tester?"],
    [["--format", "mermaid", "--lifeline", "Tester"], "Leave out --lifeline"],
    [["--format", "mermaid", "--metadata"], "Leave out --lifeline"],
  ])("refuses %j", async (args, says) => {
    const said = await folder.lc("show", "review.ts", ...args);
    expect([said.code, said.out]).toEqual([2, []]);
    expect(said.err).toContain(says);
  });
});

describe("an error that nobody foresaw", () => {
  it("has a code and says what to do, without a stack trace", async () => {
    const out = (): void => {
      throw new RangeError("no paper");
    };
    const said = await folder.with({ out }, "show", "review.ts");
    expect(said.code).toBe(2);
    expect(said.err).toContain("error internal/unexpected: no paper\n  Report it with the command line; ");
    expect(said.err.trimEnd().split("\n")).toHaveLength(2);
  });
});

describe("show, of a guard with many operands", () => {
  it("gives the whole program as JSON: chains nest deeper than other values may", async () => {
    const operands = Array.from({ length: 600 }, (_, i) => `x != ${i}`).join(" & ");
    const file = folder.write(
      "long.ts",
      smallModule(
        `choreography("long", { lifelines: [A], inputs: [A.x] }, (c) => c.branch(A, ${JSON.stringify(operands)}, { then: () => c.set(A, { x: 1 }) }))`,
      ),
    );
    const whole = await folder.lc("show", file, "--json");
    expect([whole.code, whole.err]).toEqual([0, ""]);
    expect(JSON.parse(whole.out.join("\n"))).toMatchObject({
      choreography: expect.stringMatching(/^[0-9a-f]{64}$/),
      ir: { name: "long", body: [{ kind: "branch", guard: { kind: "and", right: { kind: "compare" } } }] },
    });
    const local = await folder.lc("show", file, "--lifeline", "A", "--json");
    expect(JSON.parse(local.out.join("\n"))).toMatchObject({
      lifeline: "A",
      ops: [{ kind: "choose" }, {}, {}],
    });
  });
});
