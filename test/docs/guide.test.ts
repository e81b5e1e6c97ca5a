import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { blocksOf, commandsOf, trimmed } from "./blocks.ts";
import { ReaderFolder, runTypeScript } from "./reader.ts";

const blocks = blocksOf("docs/guide.md");
const files = blocks.flatMap(({ name }) => (name === undefined ? [] : [name]));
const commands = commandsOf("docs/guide.md").filter(({ line }) => !line.startsWith("npm "));

describe("the guide, followed from its first line to its last", () => {
  const folder = new ReaderFolder(blocks, "to-run");
  afterAll(() => folder.remove());

  it("has files with names of their own, and commands of two kinds", () => {
    expect(new Set(files).size).toBe(files.length);
    expect(blocks.filter(({ language, name }) => language === "ts" && name === undefined)).toEqual([]);
    expect(commands.filter(({ line }) => !/^npx (lightcone|tsx) /.test(line))).toEqual([]);
    expect(commands.length).toBeGreaterThan(15);
  });

  it.each(commands)("$line", async ({ line, exit, shows }) => {
    const { code, out, err } = await folder.run(line);
    expect(code, err).toBe(exit);
    if (exit === 0) expect(err).toBe("");
    expect(out + err).not.toBe("");
    if (shows !== undefined) expect(trimmed(`${out}\n${err}`)).toContain(trimmed(shows));
  });

  it("has no file that nothing runs: the others load", async () => {
    const idle = files.filter(
      (name) => name.endsWith(".ts") && !commands.some(({ line }) => line.includes(name)),
    );
    const program = idle.map((name) => `await import("./${name}");`).join("");
    const { code, err } = await runTypeScript(folder.path, ["--input-type=module", "-e", program]);
    expect(err).toBe("");
    expect(code).toBe(0);
  });

  it("shows the recording as it was written, but for its times", () => {
    const [shown] = blocks.filter(({ language, name }) => language === "json" && name === undefined);
    const written = readFileSync(join(folder.path, "desk.msc.jsonl"), "utf8");
    expect(trimmed(written.replaceAll(/"time":"\d+",?/g, ""))).toBe(trimmed(shown?.text ?? ""));
  });
});
