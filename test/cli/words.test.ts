import { describe, expect, it } from "vitest";
import { differences } from "../../src/cli/schedule.ts";
import { reviewModule, smallModule } from "./modules.ts";
import { Folder, parsed } from "./terminal.ts";

const folder = new Folder();
folder.write("review.ts", reviewModule);

describe("a file that is no recording", () => {
  it.each([
    ["notes", "one\ntwo\nthree\n"],
    ["JSON over several lines", JSON.stringify({ name: "x", version: 1, deep: { a: [1] } }, null, 2)],
    ["other JSON Lines", '{"a":1}\n{"a":2}\n{"a":3}\n'],
  ])("%s: that is said once", async (_name, text) => {
    const file = folder.write("notes.txt", text);
    for (const args of [
      ["check", file, "--formula", "true"],
      ["run", "review.ts", "--input", "left=1", "--schedule", file],
    ]) {
      const said = await folder.lc(...args);
      expect([said.code, said.err.match(/^error /gm)]).toEqual([2, ["error "]]);
      expect(said.err).toMatch(/^error recording\/no-header: .*\n {2}at notes\.txt:1\n/);
    }
  });
});

describe("words", () => {
  it("count one thing as one", async () => {
    const file = folder.recording(
      "one.msc.jsonl",
      { format: "lightcone/msc", version: 1, lifelines: ["A"] },
      { on: "A", kind: "act" },
    );
    expect((await folder.lc("check", file, "--formula", "true")).out.at(-1)).toBe("it holds");
    expect((await folder.lc("check", file, "--formula", "false")).out.at(-1)).toBe("it does not hold");
    const bound = `choreography("b", { lifelines: [A], inputs: [A.x] }, (c) => {
  c.loop(A, "x > 0", { body: () => c.set(A, { x: 1 }) }, { bound: 1 });
})`;
    folder.write("bound.ts", smallModule(bound));
    expect((await folder.lc("run", "bound.ts", "--input", "x=1")).err).toContain(
      "still holds after 1 round, which",
    );
  });

  it("name the ending of a recording, with the name that was meant", async () => {
    for (const [name, meant] of [
      ["foo.json", "foo.msc.jsonl"],
      ["foo.jsonl", "foo.msc.jsonl"],
      ["foo", "foo.msc.jsonl"],
      ["https://example.org/x", "FILE.msc.jsonl"],
    ] as const) {
      const { code, err } = await folder.lc("run", "review.ts", "--input", "left=1", "--record", name);
      expect(code).toBe(2);
      expect(err).toBe(
        `error cli/usage: A recording's name ends in .msc.jsonl, and ${name} does not\n  Write --record ${meant}.\n`,
      );
    }
  });

  it("of the help say what is not there yet, and which signals end a run", async () => {
    const check = (await folder.lc("check", "--help")).out.join(" ").replaceAll(/\s+/g, " ");
    expect(check).toContain("columnar (not yet)");
    const run = (await folder.lc("run", "--help")).out.join(" ").replaceAll(/\s+/g, " ");
    expect(run).toContain("130: Ctrl-C, 143: kill, 129: the terminal was closed");
  });
});

describe("a schedule that was made with other inputs", () => {
  it("says which, where it does not fit for that reason", async () => {
    await folder.lc("run", "review.ts", "--input", "left=1", "--schedule", "3", "--record", "left.msc.jsonl");
    const args = ["run", "review.ts", "--input", "left=0", "--schedule", "left.msc.jsonl"];
    const { code, err } = await folder.lc(...args);
    expect(code).toBe(2);
    expect(err).toMatch(
      /error run\/schedule: .*\n {2}at left\.msc\.jsonl:\d+\n {2}It was recorded with Author\.left = 1: give the same\./,
    );
    const [last] = parsed((await folder.lc(...args, "--json")).out).slice(-1);
    expect(last).toMatchObject({
      result: { error: { code: "run/schedule", place: { file: "left.msc.jsonl" } } },
    });
  });

  it("tells values apart, set and unset, and shortens long ones", () => {
    const one = { A: { same: 1, other: { a: 1 }, gone: "x" }, B: { long: "y".repeat(99) } };
    const other = { A: { same: 1, other: { a: 2 }, new: null }, __proto__: { x: 1 } };
    expect(differences(one, other)).toEqual([
      'A.other = {"a":1}',
      'A.gone = "x"',
      "A.new unset",
      `B.long = "${"y".repeat(58)}…`,
    ]);
    expect(differences(one, one)).toEqual([]);
  });
});
