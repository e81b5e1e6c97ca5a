import { describe, expect, it } from "vitest";
import { reviewModule, smallModule } from "./modules.ts";
import { ended, lightcone, start } from "./process.ts";
import { Folder, parsed } from "./terminal.ts";

const folder = new Folder();
folder.write("review.ts", reviewModule);
const endless = (body: string): string =>
  smallModule(
    `choreography("endless", { lifelines: [A], results: [A.x] }, (c) => { c.set(A, { x: 1 }); c.act(A.x, A.work()); })`,
    `export const a = implement(A, { work: async () => { ${body} }, talk: async () => "" });`,
  );

describe("the process", () => {
  it("ends with the code of its command, and prints what the command printed", async () => {
    const [done, failed, wrong] = await Promise.all([
      lightcone(folder.path, "run", "review.ts", "--input", "left=1", "--json"),
      lightcone(
        folder.path,
        "check",
        folder.recording(
          "a.msc.jsonl",
          { format: "lightcone/msc", version: 1, lifelines: ["A"] },
          { on: "A", kind: "act" },
        ),
        "--formula",
        "false",
      ),
      lightcone(folder.path, "run", "none.ts"),
    ]);
    expect([done.code, failed.code, wrong.code]).toEqual([0, 1, 2]);
    expect(parsed(done.out.trimEnd().split("\n")).at(-1)).toMatchObject({ result: { status: "done" } });
    expect(done.err).toBe("");
    expect(wrong.out).toBe("");
    expect(wrong.err).toContain("error module/not-found: ");
  });

  it("takes its width from COLUMNS, and never colours what is no terminal", async () => {
    const child = start(folder.path, ["run", "review.ts", "--input", "left=1"], {
      COLUMNS: "60",
      FORCE_COLOR: "1",
    });
    const { out } = await ended(child);
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(out).not.toContain("\u001b");
  });

  it("is interrupted: aborts what is under way, and ends with 130", async () => {
    folder.write(
      "polite.ts",
      endless(`await new Promise(() => {});`).replace(
        "async () => { await",
        "async (_, { signal }) => { signal.addEventListener('abort', () => console.error('aborted')); await",
      ),
    );
    const child = start(folder.path, ["run", "polite.ts", "--record", "cut.msc.jsonl"]);
    const end = ended(child);
    await new Promise((resolve) =>
      child.stdout?.on("data", (text) => String(text).includes("x 1") && resolve(null)),
    );
    const from = performance.now();
    child.kill("SIGINT");
    const { code, out, err } = await end;
    expect(code).toBe(130);
    expect(out).toContain("cancelled after");
    expect(err).toContain("aborted");
    expect(performance.now() - from).toBeLessThan(2000);
    const checked = await folder.lc("check", "cut.msc.jsonl", "--formula", "true", "--json");
    expect(parsed(checked.out)).toMatchObject([{ line: 2 }]);
  });

  it("ends although the module left a timer behind", async () => {
    folder.write("timer.ts", endless("setInterval(() => {}, 1000); return 5;"));
    const { code, out } = await lightcone(folder.path, "run", "timer.ts");
    expect([code, out.trimEnd().split("\n").at(-1)]).toEqual([0, "  A.x = 5"]);
  });

  it("keeps what a module prints away from the lines of JSON", async () => {
    folder.write("prints.ts", `console.log("loading");\n${endless("console.log('working'); return 5;")}`);
    const { out, err } = await lightcone(folder.path, "run", "prints.ts", "--json");
    expect(parsed(out.trimEnd().split("\n"))).toHaveLength(3);
    expect(err).toBe("loading\nworking\n");
  });
});
