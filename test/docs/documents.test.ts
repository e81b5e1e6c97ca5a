import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { cli } from "../../src/cli/cli.ts";
import { projectPath } from "../architecture/source.ts";

const documents = [
  "README.md",
  "AGENTS.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...readdirSync(projectPath("docs")).map((name) => `docs/${name}`),
];
const read = (path: string): string => readFileSync(projectPath(path), "utf8");
const scripts = Object.keys((JSON.parse(read("package.json")) as { scripts: object }).scripts);

/** The fenced blocks of a language in a document. */
function blocks(path: string, language: string): readonly string[] {
  return [...read(path).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, found, text]) =>
    found === language && text ? [text] : [],
  );
}

/** Splits a command line at spaces outside single quotes. */
function words(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

const commands = documents.flatMap((path) =>
  blocks(path, "sh").flatMap((block) =>
    block
      .split("\n")
      .map((line) => line.replace(/\s+#.*$/, "").trim())
      .filter((line) => line !== "")
      .map((line) => ({ path, line })),
  ),
);

async function run(
  line: string,
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const args = words(line.replace(/^(npx )?(lightcone|lc) /, ""));
  const code = await cli(args, {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    status: () => {},
    columns: 96,
    color: false,
    cwd: projectPath(""),
    interrupted: new AbortController().signal,
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

describe("the documents", () => {
  const own = commands.filter(({ line }) => /^(npx )?(lightcone|lc) /.test(line));
  const npm = commands.filter(({ line }) => line.startsWith("npm "));

  it("have commands of two kinds, and both are tested", () => {
    expect(own.length).toBeGreaterThan(10);
    expect(own.length + npm.length).toBe(commands.length);
  });

  it.each(own)("$path: $line", async ({ line }) => {
    const { code, out, err } = await run(line);
    expect(err).toBe("");
    expect(code, out).toBe(0);
    expect(out).not.toBe("");
  });

  it.each(npm)("$path: $line names scripts that exist", ({ line }) => {
    for (const part of line.split("&&")) {
      const [, verb = "", name] = part.trim().split(" ");
      if (verb !== "ci") expect(scripts).toContain(verb === "run" ? name : verb);
    }
  });

  it("README: the example is the one that runs", () => {
    const source = read("examples/release/main.ts");
    const [example] = blocks("README.md", "ts");
    expect(example).toBeDefined();
    expect(source).toContain(example);
  });

  it("README: the chart is what the command draws", async () => {
    const [chart = ""] = blocks("README.md", "text");
    const { out } = await run("npx lightcone run examples/release/main.ts --schedule 6");
    expect(out.startsWith(chart.trimEnd()), out).toBe(true);
  });

  it("docs/cli.md names every option of every command", async () => {
    const text = read("docs/cli.md");
    for (const command of ["run", "validate", "show", "check"]) {
      const { out } = await run(`lightcone ${command} --help`);
      for (const [option] of out.matchAll(/--[a-z]+/g))
        if (option !== "--help") expect(text, `${command} ${option}`).toContain(option);
    }
  });

  it("link to files that exist", () => {
    for (const path of documents) {
      const folder = path.includes("/") ? "docs/" : "";
      for (const [, target = ""] of read(path).matchAll(/\]\(([^)#]+)\)/g)) {
        expect(existsSync(projectPath(folder + target)), `${path}: ${target}`).toBe(true);
      }
    }
  });

  it("speak of the project alone", () => {
    for (const path of documents)
      expect(read(path), path).not.toMatch(/\/(work|home|root|tmp)\/|registry\.npm/);
  });
});
