import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Folder, parsed } from "./terminal.ts";

const folder = new Folder();
folder.write(
  "stale.ts",
  `
import { choreography, lifeline } from "lightcone";
import { z } from "zod";
const Author = lifeline("Author", { variables: { version: z.number() }, actions: { write: { out: z.number() } } });
const Tester = lifeline("Tester", {
  variables: { version: z.number(), ok: z.boolean() },
  actions: { test: { out: z.boolean() } },
});
const Releaser = lifeline("Releaser", { variables: { version: z.number() }, actions: { release: {} } });
export const stale = choreography("stale", { lifelines: [Author, Tester, Releaser] }, (c) => {
  c.act(Author.version, Author.write());
  c.send(Author, Tester, { version: Author.version });
  c.act(Tester.ok, Tester.test());
  c.send(Tester, Releaser);
  c.set(Author, { version: 2 });
  c.send(Author, Releaser, { version: Author.version });
  c.branch(Releaser, "@Tester.ok == true", { then: () => c.act(Releaser.release()), else: () => {} });
});
`,
);
folder.write("script.json", '{ "write": 1 }');
const stale = 'Releaser: $type == "release" & !(@Tester.version == version)';

describe("explore", () => {
  it("says what it covered, what it saved and what held", async () => {
    const said = await folder.lc("explore", "stale.ts", "--script", "script.json");
    expect(said).toMatchObject({ code: 0, err: "" });
    const text = said.out.join("\n").replaceAll(/\n {2}/g, " ");
    expect(text).toMatch(/^stale: every schedule: \d+ configurations/);
    expect(text).toMatch(/\d+ possible moves left out.*without reduction there are \d+ configurations/);
    expect(text).toContain("tried every outcome of Tester.test (2)");
    expect(text).toContain("✓ the ends are those of the choreography");
  });

  it("draws the run that goes wrong, writes it, and the command that it prints lets it happen again", async () => {
    const args = [
      "explore",
      "stale.ts",
      "--script",
      "script.json",
      "--never",
      stale,
      "--record",
      "bad.msc.jsonl",
    ];
    const said = await folder.lc(...args);
    expect(said.code).toBe(1);
    const command = said.out.find((line) => line.startsWith("  $ lightcone "));
    expect(command).toBe("  $ lightcone run stale.ts --schedule bad.msc.jsonl --script bad.script.json");
    const script: unknown = JSON.parse(readFileSync(join(folder.path, "bad.script.json"), "utf8"));
    expect(script).toEqual({ "Author.write": 1, "Tester.test": [true], "Releaser.release": [null] });
    const again = await folder.lc(...command!.trim().split(" ").slice(2));
    expect(again.code).toBe(0);
    expect(again.out.join("\n")).toMatch(/release/);
    expect((await folder.lc(...args)).code).toBe(1); // an earlier recording and script are replaced
  });

  it("tries the values of a file, and random schedules, and answers machines", async () => {
    folder.write("values.json", '{ "Author.write": [1, 2], "Tester.test": [false] }');
    const said = await folder.lc(
      "explore",
      "stale.ts",
      "--outcomes",
      "values.json",
      "--runs",
      "20",
      "--seed",
      "0",
      "--json",
    );
    expect(said.code).toBe(0);
    expect(parsed(said.out)).toMatchObject([
      {
        name: "stale",
        complete: false,
        runs: 20,
        tried: [{ action: "Author.write", values: 2 }],
        violations: [],
      },
    ]);
  });

  it.each([
    ["an action of which nobody says what it comes to", ["stale.ts"], "explore/outcomes"],
    [
      "a lifeline that there is not",
      ["stale.ts", "--script", "script.json", "--never", "Tseter: true"],
      "explore/demand",
    ],
    ["a script that answers no action", ["stale.ts", "--script", "wrong.json"], "cli/script"],
    ["no list of values", ["stale.ts", "--outcomes", "script.json"], "cli/script"],
    ["a number of runs", ["stale.ts", "--runs", "0"], "cli/usage"],
    ["a recording's name", ["stale.ts", "--record", "x.json"], "cli/usage"],
  ])("refuses %s", async (_what, args, code) => {
    folder.write("wrong.json", '{ "wriet": 1 }');
    const said = await folder.lc("explore", ...args);
    expect(said.code).toBe(2);
    expect(said.err).toContain(code);
  });

  it("writes over nothing that is no script", async () => {
    folder.write("kept.script.json", '{ "some": "settings" }');
    const args = [
      "explore",
      "stale.ts",
      "--script",
      "script.json",
      "--never",
      stale,
      "--record",
      "kept.msc.jsonl",
    ];
    expect(await folder.lc(...args)).toMatchObject({
      code: 2,
      err: expect.stringContaining("cli/would-overwrite"),
    });
  });
});
