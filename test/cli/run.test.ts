import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readMscRecording } from "../../src/formats/index.ts";
import { reviewModule, smallModule } from "./modules.ts";
import { controlsIn, Folder, parsed } from "./terminal.ts";

const folder = new Folder();
folder.write("review.ts", reviewModule);
const review = ["run", "review.ts", "--input", "Author.left=1", "--schedule"];

const late = folder.recording(
  "late.msc.jsonl",
  { format: "lightcone/msc", version: 1, lifelines: ["Author", "Tester", "Releaser"] },
  ...[
    ["Releaser", "act"],
    ["Author", "choice"],
    ["Author", "send"],
    ["Author", "send"],
    ["Tester", "recv"],
    ["Releaser", "recv"],
    ["Author", "act"],
    ["Author", "send"],
    ["Author", "send"],
    ["Tester", "recv"],
    ["Releaser", "recv"],
    ["Tester", "act"],
    ["Tester", "send"],
    ["Releaser", "recv"],
    ["Releaser", "choice"],
    ["Tester", "act"],
    ["Tester", "send"],
  ].map(([on, kind], i) => ({
    on,
    kind,
    ...(kind === "choice" ? { guard: "g", value: true } : {}),
    ...(kind === "send" ? { msg: `m${i}`, to: [2, 7, 9].includes(i) ? "Tester" : "Releaser" } : {}),
    ...(kind === "recv"
      ? {
          msg: `m${new Map([
            [4, 2],
            [5, 3],
            [9, 7],
            [10, 8],
            [13, 12],
          ]).get(i)}`,
        }
      : {}),
  })),
);

describe("run, for people", () => {
  it("draws the chart, reasons, control messages, and what came too late to be known", async () => {
    const said = await folder.lc(...review, late);
    expect(said.err).toBe("");
    const text = said.out.join("\n");
    expect(text).toContain(" Author  Tester  Releaser\n    │       │        │\n");
    expect(text).toContain("more @ Author: left > 0");
    expect(text).toContain("── round 1 ──");
    expect(text).toMatch(/more: true[ │,\n]+because left is 1/);
    expect(text).toMatch(/\d─+▶\d+.* more: true\n/); // a control message
    expect(text).toContain('write: draft "v1", left 0');
    expect(text).toMatch(/<\d+> +tested: true/);
    expect(text).toMatch(/on its way to Releaser/);
    expect(text.replaceAll(/\n[ │]*/g, " ")).toMatch(
      /LATE: Tester#\d+ \(status "failed"\) was not known to Releaser#\d+ when it decided tested: true; with it the guard is false/,
    );
    expect(said.out.at(-1)).toBe("  Releaser.released = true");
    const end = said.out.findIndex((line) => line.startsWith("done after"));
    expect(said.out[end]).toMatch(/^done after \d\.\d s: 24 events, 3 decisions, 1 with late evidence$/);
    expect(
      said.out
        .slice(end + 1, -1)
        .join("")
        .replaceAll(/ +/g, " "),
    ).toMatch(
      /^ late: Tester#\d+ \(status "failed"\) was not known to Releaser#\d+ when it decided tested: true;/,
    );
    expect(said.code).toBe(0);
  });

  it.each([[80], [120], [160]])("fits into %d columns", async (columns) => {
    const said = await folder.with({ columns }, ...review, late);
    expect(Math.max(...said.out.map((line) => line.length))).toBeLessThanOrEqual(columns);
  });

  it("colours where it may, and says the same without", async () => {
    const plain = await folder.lc(...review, "1");
    const colored = await folder.with({ color: true }, ...review, "1");
    const bare = colored.out.map((line) => line.replaceAll(/\p{Cc}\[\d+m/gu, "").trimEnd());
    const same = (lines: readonly string[]): readonly string[] =>
      lines.map((line) => line.replace(/after \S+ s/, "").trimEnd());
    expect(same(bare)).toEqual(same(plain.out));
    expect(colored.out.join("")).toContain("\u001b[");
    expect(plain.out.join("")).not.toContain("\u001b[");
  });

  it("tells on the line of status who is at what", async () => {
    const statuses: string[] = [];
    await folder.with({ status: (text) => statuses.push(text) }, ...review, "1");
    expect(statuses).toContain("Author is at write …");
    expect(statuses.at(-1)).toBe("");
  });
});

describe("run --json", () => {
  it("prints the events as a recording has them, then the result, and nothing else", async () => {
    const said = await folder.lc(...review, "1", "--json");
    const lines = parsed(said.out);
    expect([said.code, said.err]).toEqual([0, ""]);
    expect(lines.at(-1)).toMatchObject({
      result: {
        status: "done",
        run: expect.any(String),
        results: { Releaser: { released: expect.any(Boolean) } },
      },
    });
    const header = { format: "lightcone/msc", version: 1, lifelines: ["Author", "Tester", "Releaser"] };
    const recording = [header, ...lines.slice(0, -1)].map((line) => `${JSON.stringify(line)}\n`).join("");
    expect(readMscRecording(recording).ok).toBe(true);
  });

  it("is the same for the same seed, but for times", async () => {
    const events = async (): Promise<unknown> =>
      parsed((await folder.lc(...review, "7", "--json")).out.slice(0, -1)).map(
        ({ time: _, ...event }) => event,
      );
    expect(await events()).toEqual(await events());
  });

  it("tells a failure in the result, with code and place, and exits with 1", async () => {
    folder.write(
      "fails.ts",
      smallModule(`choreography("fails", { lifelines: [A] }, (c) => c.act(A.x, A.work()))`),
    );
    const script = folder.write("none.json", '{"A.work": [], "talk": "x", "B.work": 1}');
    folder.write(
      "fails2.ts",
      smallModule(`choreography("f", { lifelines: [A] }, (c) => c.act(A.x, A.work()))`),
    );
    const said = await folder.lc(
      "run",
      "fails2.ts",
      "--script",
      folder.write("n.json", '{"A.work": [], "talk": "x"}'),
      "--json",
    );
    expect(said.code).toBe(1);
    expect(parsed(said.out).at(-1)).toMatchObject({
      result: {
        status: "failed",
        error: {
          place: { lifeline: "A", step: "act:A.work()", file: expect.stringContaining("fails2.ts") },
          remedy: expect.any(String),
        },
      },
    });
    expect((await folder.lc("run", "fails.ts", "--script", script)).code).toBe(2); // B is no lifeline there
  });
});

describe("run --record", () => {
  const file = (name: string): string => join(folder.path, name);
  const partials = (): readonly string[] =>
    readdirSync(folder.path).filter((name) => name.endsWith(".partial"));

  it("writes a recording that checks, replays in its own order, and holds the same events", async () => {
    const first = await folder.lc(...review, "3", "--record", "made.msc.jsonl", "--json");
    const read = readMscRecording(readFileSync(file("made.msc.jsonl"), "utf8"));
    expect(read).toMatchObject({
      ok: true,
      recording: {
        meta: { guards: { more: "left > 0", tested: expect.stringContaining("@Tester.status") } },
        stores: { Author: { left: 1 } },
      },
    });
    const again = await folder.lc(
      "run",
      "review.ts",
      "--input",
      "left=1",
      "--schedule",
      "made.msc.jsonl",
      "--json",
    );
    const kinds = (lines: readonly string[]): unknown =>
      parsed(lines.slice(0, -1)).map(({ on, kind }) => [on, kind]);
    expect(kinds(again.out)).toEqual(kinds(first.out));
    const checked = await folder.lc("check", "made.msc.jsonl", "--formula", "true");
    expect(checked.code).toBe(0);
    expect(partials()).toEqual([]);
  });

  it("replaces a recording, and keeps it when there is no run", async () => {
    const old = folder.recording("old.msc.jsonl", { format: "lightcone/msc", version: 1, lifelines: ["A"] });
    const before = readFileSync(file(old), "utf8");
    for (const args of [
      ["run", "review.ts", "--record", old],
      ["run", "review.ts", "--input", "left=1", "--schedule", "none.msc.jsonl", "--record", old],
      [
        "run",
        folder.write(
          "bare.ts",
          smallModule(`choreography("b", { lifelines: [A] }, (c) => c.act(A.x, A.work()))`),
        ),
        "--record",
        old,
      ],
    ]) {
      expect((await folder.lc(...args)).code).toBe(2);
      expect(readFileSync(file(old), "utf8")).toBe(before);
    }
    expect(partials()).toEqual([]);
    expect((await folder.lc(...review, "1", "--record", old)).code).toBe(0);
    expect(readFileSync(file(old), "utf8")).not.toBe(before);
  });

  it("keeps what happened of a run that failed", async () => {
    folder.write(
      "throws.ts",
      smallModule(
        `choreography("t", { lifelines: [A, B] }, (c) => { c.set(A, { x: 1 }); c.act(A.x, A.work()); })`,
        `export const a = implement(A, { work: async () => { throw new Error("no"); }, talk: async () => "" });
export const b = implement(B, { work: async () => 1 });`,
      ),
    );
    const said = await folder.lc("run", "throws.ts", "--record", "failed.msc.jsonl");
    expect(said.code).toBe(1);
    expect(said.err).toContain("error action/failed: The action A.work failed: no");
    expect(readMscRecording(readFileSync(file("failed.msc.jsonl"), "utf8"))).toMatchObject({
      recording: { lines: [2] },
    });
  });

  it.each([
    ["a file of another kind", () => folder.write("notes.msc.jsonl", "my notes\n"), "cli/would-overwrite"],
    [
      "one that begins with blanks",
      () => folder.write("blank.msc.jsonl", `${" ".repeat(300)}my notes`),
      "cli/would-overwrite",
    ],
    ["a missing folder", () => "nowhere/x.msc.jsonl", "cli/file"],
    ["an unknown kind of record", () => "x.record.jsonl", "cli/usage"],
    ["a place on the network", () => "https://example.org/x", "cli/usage"],
  ])("refuses %s, and leaves it as it was", async (_name, path, code) => {
    const name = path();
    const before = existsSync(file(name)) ? readFileSync(file(name), "utf8") : null;
    const said = await folder.lc(...review, "1", "--record", name);
    expect([said.code, said.out]).toEqual([2, []]);
    expect(said.err).toContain(`error ${code}: `);
    expect(existsSync(file(name)) ? readFileSync(file(name), "utf8") : null).toBe(before);
  });
});

describe("run: names and values from a module", () => {
  it("never reach the terminal raw", async () => {
    const evil = JSON.stringify("\u001b]0;pwned\u0007\u001b[31m\u202e\u009b語");
    folder.write(
      "evil.ts",
      `
import { choreography, implement, lifeline } from "lightcone";
import { z } from "zod";
const A = lifeline(${evil}, { variables: { [${evil}]: z.string() }, actions: { ["go" + ${evil}]: { out: z.string() } } });
const B = lifeline("B", { variables: { x: z.string() } });
export const evil = choreography("evil" + ${evil}, { lifelines: [A, B], results: [A[${evil}], B.x] }, (c) => {
  c.act(A[${evil}], A["go" + ${evil}]());
  c.send(A, B, { x: A[${evil}] });
  c.branch(B, ({ here, eq }) => eq(here.x, ${evil}), { then: () => c.set(B, { x: "fine" }) }, { label: ${evil} });
});
export const a = implement(A, { ["go" + ${evil}]: async () => { if (process.env.FAIL_EVIL) throw new Error(${evil}); return ${evil}; } });
`,
    );
    for (const color of [false, true]) {
      for (const args of [
        ["run", "evil.ts"],
        ["run", "evil.ts", "--json"],
        ["validate", "evil.ts"],
        ["show", "evil.ts"],
        ["show", "evil.ts", "--metadata"],
        ["show", "evil.ts", "--format", "mermaid"],
      ]) {
        const said = await folder.with({ color, columns: 80 }, ...args);
        expect([args, said.code, said.err]).toEqual([args, 0, ""]);
        expect(controlsIn(said, color)).toEqual([]);
      }
      process.env["FAIL_EVIL"] = "1";
      const failed = await folder.with({ color }, "run", "evil.ts");
      delete process.env["FAIL_EVIL"];
      expect(failed.code).toBe(1);
      expect(controlsIn(failed, color)).toEqual([]);
    }
  });
});
