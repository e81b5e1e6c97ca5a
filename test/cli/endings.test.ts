import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { outputTo } from "../../src/cli/output.ts";
import { smallModule } from "./modules.ts";
import { type Ended, ended, lightcone, start } from "./process.ts";
import { Folder, parsed } from "./terminal.ts";

const folder = new Folder();

/** A module that takes two steps, then does `body`; it leaves a file when it has cleaned up. */
function steps(name: string, body: string, cleaning = ""): string {
  return folder.write(
    name,
    smallModule(
      `choreography("steps", { lifelines: [A], results: [A.x] }, (c) => { c.set(A, { x: 1 }); c.set(A, { x: 2 }); c.act(A.x, A.work()); })`,
      `import { writeFileSync } from "node:fs";
export const p = provide(({ onEnd }) => {
  onEnd(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    writeFileSync(${JSON.stringify(join(folder.path, `${name}.cleaned`))}, "");
    ${cleaning}
  });
  return [implement(A, { work: async (_, { signal }) => { ${body} }, talk: async () => "" })];
});`,
    ),
  );
}

const cleaned = (name: string): boolean => existsSync(join(folder.path, `${name}.cleaned`));

/** Starts a run that is recorded, and does something to it once it has drawn its second step. */
async function whileItRuns(
  name: string,
  act: (child: ReturnType<typeof start>) => void,
  ...more: readonly string[]
): Promise<Ended> {
  const child = start(folder.path, ["run", name, "--record", `${name}.msc.jsonl`, ...more]);
  const end = ended(child);
  let out = "";
  child.stdout?.on("data", (text) => {
    const before = out;
    out += String(text);
    if (!before.includes("x 2") && out.includes("x 2")) act(child);
  });
  return end;
}

async function recordedEvents(name: string): Promise<number> {
  const { out } = await folder.lc("check", `${name}.msc.jsonl`, "--formula", "true", "--json");
  return parsed(out).length;
}

describe("a signal", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)(
    "%s aborts the run, cleans up, closes the recording, and ends with %d",
    async (signal, code) => {
      const name = steps(`${signal}.ts`, "await new Promise(() => {});");
      const end = await whileItRuns(name, (child) => child.kill(signal));
      expect(end).toMatchObject({ code, err: "" });
      expect(end.out).toContain("cancelled after");
      expect([cleaned(name), await recordedEvents(name)]).toEqual([true, 2]);
    },
  );

  it("of the second kind ends at once", async () => {
    const name = steps("hung.ts", "await new Promise(() => {});", "await new Promise(() => {});");
    const { code } = await whileItRuns(name, (child) => {
      child.kill("SIGINT");
      setTimeout(() => child.kill("SIGTERM"), 300);
    });
    expect(code).toBe(143);
    expect(await recordedEvents(name)).toBe(2); // closed before the module cleans up
  });
});

describe("an output that goes away", () => {
  it("leaves a run to go on: it cleans up, closes its recording, and ends as it would have", async () => {
    for (const [name, body, code] of [
      ["goes-on.ts", "await new Promise((resolve) => setTimeout(resolve, 100)); return 3;", 0],
      ["fails.ts", "await new Promise((resolve) => setTimeout(resolve, 100)); throw new Error('broke');", 1],
    ] as const) {
      steps(name, body);
      const end = await whileItRuns(name, (child) => child.stdout?.destroy());
      expect([end.code, cleaned(name), await recordedEvents(name)]).toEqual([code, true, code === 0 ? 3 : 2]);
    }
    expect(readdirSync(folder.path).filter((file) => file.endsWith(".partial"))).toEqual([]);
  });

  it("leaves a check its verdict", async () => {
    const lines = Array.from({ length: 20_000 }, () => ({ on: "A", kind: "act" }));
    const header = { format: "lightcone/msc", version: 1, lifelines: ["A"] };
    const file = folder.recording("many.msc.jsonl", header, ...lines);
    for (const [formula, code] of [
      ["true", 0],
      ["false", 1],
    ] as const) {
      const child = start(folder.path, ["check", file, "--formula", formula]);
      const end = ended(child);
      child.stdout?.once("data", () => child.stdout?.destroy());
      expect(await end).toMatchObject({ code, err: "" });
    }
  });

  it("loses what is written later, and nothing else; a full disk is told", async () => {
    for (const [code, told] of [
      ["EPIPE", false],
      ["EIO", false],
      ["ENOSPC", true],
    ] as const) {
      const streams = [new Stream(), new Stream()] as const;
      const output = outputTo(...streams);
      output.out("one");
      streams[0].fail(Object.assign(new RangeError(), { code }));
      output.out("two");
      output.err("three");
      await output.flush();
      expect(streams.map(({ text }) => text)).toEqual(["one\n", "three\n"]);
      expect(output.broken() !== undefined).toBe(told);
    }
  });

  class Stream {
    text = "";
    #listener: (error: NodeJS.ErrnoException) => void = () => {};
    readonly write = (text: string, done?: unknown): boolean => {
      this.text += text;
      if (typeof done === "function") done();
      return true;
    };
    readonly on = (_: string, listener: (error: NodeJS.ErrnoException) => void): never => {
      this.#listener = listener;
      return this as never;
    };
    fail(error: NodeJS.ErrnoException): void {
      this.#listener(error);
    }
  }
});

describe("an error that nobody waited for", () => {
  it.each([
    ["a timer", "setTimeout(() => { throw new Error('oops'); }, 5);", /: oops\n {2}at timer\.ts:\d+:\d+\n/],
    [
      "a forgotten promise",
      "(async () => { throw new Error('oops'); })();",
      /: oops\n {2}at timer\.ts:\d+:\d+\n/,
    ],
    ["a promise rejected with text", "Promise.reject('oops');", /: oops\n {2}\S/],
  ])("of %s fails the run in order, and says where it was thrown", async (_name, body, says) => {
    const name = steps("timer.ts", `${body} return new Promise(() => {});`);
    const { code, out, err } = await whileItRuns(name, () => {});
    expect(code).toBe(1);
    expect(out).toContain("failed after");
    expect(err).toMatch(says);
    expect(err.match(/module\/stray-error/g)).toHaveLength(1);
    expect([cleaned(name), await recordedEvents(name)]).toEqual([true, 2]);
  });

  it("is the run's error in JSON, one line of it", async () => {
    const name = steps(
      "json.ts",
      "(async () => { throw new Error('oops'); })(); return new Promise(() => {});",
    );
    const { code, out } = await lightcone(folder.path, "run", name, "--json");
    const lines = parsed(out.trimEnd().split("\n"));
    expect([code, lines.length]).toEqual([1, 3]);
    expect(lines.at(-1)).toMatchObject({
      result: { status: "failed", error: { code: "module/stray-error", place: { file: "json.ts" } } },
    });
  });

  it("is told too when it comes while the module cleans up, or is loaded", async () => {
    const late =
      "setTimeout(() => { throw new Error('late'); }, 5); await new Promise((r) => setTimeout(r, 100));";
    const cleaning = await lightcone(folder.path, "run", steps("late.ts", "return 3;", late));
    expect([cleaning.code, cleaning.err]).toEqual([1, expect.stringContaining("waits for it: late")]);
    expect(cleaning.out).toContain("done after");
    const hanging = folder.write(
      "hangs.mjs",
      "setTimeout(() => { throw new Error('early'); }, 5);\nawait new Promise(() => {});",
    );
    const loading = await lightcone(folder.path, "validate", hanging);
    expect([loading.code, loading.out]).toEqual([1, ""]);
    expect(loading.err).toMatch(/^error module\/stray-error: .*: early\n {2}at hangs\.mjs:1:\d+\n/);
  });

  it("shows all stacks with LIGHTCONE_DEBUG, and none without", async () => {
    const name = steps("thrown.ts", "JSON.parse('{oops');");
    const [plain, debug] = await Promise.all(
      ["", "1"].map((value) => ended(start(folder.path, ["run", name], { LIGHTCONE_DEBUG: value }))),
    );
    expect(plain?.err).toMatch(
      / in JSON at position 1.* \(thrown at thrown\.ts:\d+:\d+\)\n {2}at thrown\.ts:\d+:\d+, lifeline A, step /,
    );
    expect(plain?.err).not.toMatch(/\n\s+at \S+ \(/);
    expect(debug?.err).toMatch(/\ncaused by SyntaxError: [\s\S]*\n\s+at \S*work \(\S+thrown\.ts/);
  });
});

describe("an interruption while a provider works", () => {
  it("does not wait for it, cleans up, and leaves no recording", async () => {
    folder.write(
      "provider.ts",
      smallModule(
        `choreography("p", { lifelines: [A] }, (c) => c.set(A, { x: 1 }))`,
        `export const p = provide(({ onEnd }) => { onEnd(() => console.error("cleaned")); console.error("waits"); return new Promise(() => {}); });`,
      ),
    );
    const child = start(folder.path, ["run", "provider.ts", "--record", "none.msc.jsonl"]);
    const end = ended(child);
    if (child.stderr !== null) await once(child.stderr, "data");
    child.kill("SIGINT");
    const { code, out, err } = await end;
    expect([code, out]).toEqual([130, ""]);
    expect(err).toMatch(/cleaned\nerror run\/cancelled: /);
    expect(readdirSync(folder.path).filter((file) => file.startsWith("none."))).toEqual([]);
  });
});
