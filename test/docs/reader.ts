import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cli } from "../../src/cli/cli.ts";
import { projectPath } from "../architecture/source.ts";
import { type Ended, ended } from "../cli/process.ts";
import { type Block, read, words } from "./blocks.ts";

/** The source file of each entry of this package, by the name under which it is imported. */
export const entries: ReadonlyMap<string, string> = new Map(
  Object.entries((JSON.parse(read("package.json")) as Manifest).exports).flatMap(([entry, target]) =>
    typeof target === "string"
      ? []
      : [[`lightcone${entry.slice(1)}`, projectPath(target["lightcone-source"])]],
  ),
);

interface Manifest {
  readonly exports: { readonly [entry: string]: string | { readonly "lightcone-source": string } };
}

/** The folder of a reader who types in what a document says. */
export class ReaderFolder {
  readonly path = mkdtempSync(join(tmpdir(), "lightcone-reader-"));

  /**
   * Writes the blocks that are files.
   *
   * @param how `as-is`, with the packages installed; or `to-run`, where `lightcone` is imported from its source.
   */
  constructor(blocks: readonly Block[], how: "as-is" | "to-run") {
    mkdirSync(join(this.path, "node_modules"));
    for (const name of ["zod", "@types"]) this.#install(name, projectPath(`node_modules/${name}`));
    if (how === "as-is") this.#install("lightcone", projectPath(""));
    writeFileSync(join(this.path, "package.json"), '{"type":"module"}');
    for (const { name, text } of blocks) {
      if (name !== undefined) writeFileSync(join(this.path, name), how === "as-is" ? text : fromSource(text));
    }
  }

  #install(name: string, target: string): void {
    symlinkSync(target, join(this.path, "node_modules", name));
  }

  /** Removes the folder. */
  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  /** Runs `npx lightcone …` or `npx tsx …`. */
  run(line: string): Promise<Ended> {
    const [, command, ...args] = words(line);
    return command === "tsx" ? runTypeScript(this.path, args) : runCli(this.path, args);
  }
}

function fromSource(text: string): string {
  return text.replaceAll(/ from "(lightcone[^"]*)"/g, (whole, name: string) => {
    const file = entries.get(name);
    return file === undefined ? whole : ` from "${file}"`;
  });
}

/** Runs a TypeScript program with Node arguments. */
export function runTypeScript(cwd: string, args: readonly string[]): Promise<Ended> {
  const loader = projectPath("node_modules/tsx/dist/esm/index.mjs");
  const env = { ...process.env, NODE_OPTIONS: "", NO_COLOR: "1" };
  return ended(spawn(process.execPath, ["--import", loader, ...args], { cwd, env }));
}

/** Runs the command line in this process. */
export async function runCli(cwd: string, args: readonly string[]): Promise<Ended> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await cli(args, {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    status: () => {},
    columns: 100,
    color: false,
    cwd,
    interrupted: new AbortController().signal,
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}
