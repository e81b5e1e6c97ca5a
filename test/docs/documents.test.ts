import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { errorCodes } from "../../src/base/index.ts";
import { projectPath } from "../architecture/source.ts";
import { blocksOf, commandsOf, documents, read, trimmed, words } from "./blocks.ts";
import { runCli } from "./reader.ts";

const scripts = Object.keys((JSON.parse(read("package.json")) as { scripts: object }).scripts);
/** The guide has files of its own: `guide.test.ts` follows it in a folder. */
const commands = documents.filter((path) => path !== "docs/guide.md").flatMap(commandsOf);

const run = (line: string) => runCli(projectPath(""), words(line.replace(/^(npx )?(lightcone|lc) /, "")));

describe("the documents", () => {
  const own = commands.filter(({ line }) => /^(npx )?(lightcone|lc) /.test(line));
  const npm = [...commands, ...commandsOf("docs/guide.md")].filter(({ line }) => line.startsWith("npm "));

  it("have commands of two kinds, and both are tested", () => {
    expect(own.length).toBeGreaterThan(10);
    expect(own.length + commands.filter(({ line }) => line.startsWith("npm ")).length).toBe(commands.length);
  });

  it.each(own)("$path: $line", async ({ line, shows }) => {
    const { code, out, err } = await run(line);
    expect(err).toBe("");
    expect(code, out).toBe(0);
    expect(out).not.toBe("");
    if (shows !== undefined) expect(trimmed(out)).toContain(trimmed(shows));
  });

  it.each(npm)("$path: $line names scripts and packages that exist", ({ line }) => {
    const manifest = JSON.parse(read("package.json")) as { name: string; devDependencies: object };
    const packages = [manifest.name, ...Object.keys(manifest.devDependencies)];
    for (const part of line.split("&&")) {
      const [, verb = "", name = "", ...more] = part.trim().split(" ");
      if (verb === "install") for (const each of [name, ...more]) expect(packages).toContain(each);
      else if (verb !== "ci") expect(scripts).toContain(verb === "run" ? name : verb);
    }
  });

  it("README: the example is the one that runs, and fits a screen with its chart", () => {
    const [example] = blocksOf("README.md").filter(({ language }) => language === "ts");
    expect(example?.text).toBe(read("examples/revise/main.ts"));
  });

  it("README: the chart is what the command draws", async () => {
    const shown = commands.filter(({ path, shows }) => path === "README.md" && shows?.includes("Editor#8"));
    expect(shown).toHaveLength(1);
  });

  it("README is short", () => {
    expect(read("README.md").split("\n").length).toBeLessThan(130);
  });

  it("docs/cli.md names every option of every command", async () => {
    const text = read("docs/cli.md");
    for (const command of ["run", "validate", "show", "check", "explore"]) {
      const { out } = await run(`lightcone ${command} --help`);
      for (const [option] of out.matchAll(/--[a-z]+/g))
        if (option !== "--help") expect(text, `${command} ${option}`).toContain(option);
    }
  });

  it("link to files and headings that exist", () => {
    for (const path of documents) {
      const folder = path.includes("/") ? "docs/" : "";
      for (const [, target = "", heading] of read(path).matchAll(/\]\(([^)#\s]*)(?:#([^)\s]*))?\)/g)) {
        if (/^https?:/.test(target)) continue;
        const file = target === "" ? path : folder + target;
        expect(existsSync(projectPath(file)), `${path}: ${target}`).toBe(true);
        if (heading !== undefined) expect(headingsOf(file), `${path}: #${heading}`).toContain(heading);
      }
    }
  });

  it("name codes that exist", () => {
    const areas = new Set(Object.keys(errorCodes).map((code) => code.split("/")[0]));
    for (const path of documents) {
      for (const [, code = "", area = ""] of read(path).matchAll(/`(([a-z]+)\/[a-z-]+)`/g))
        if (areas.has(area)) expect(Object.keys(errorCodes), path).toContain(code);
    }
  });

  it("speak of the project alone", () => {
    for (const path of documents)
      expect(read(path), path).not.toMatch(/\/(work|home|root|tmp)\/|registry\.npm/);
  });
});

/** The anchors of a document's headings. */
function headingsOf(path: string): readonly string[] {
  return [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
