import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { cli } from "../../src/cli/cli.ts";
import type { Io } from "../../src/cli/io.ts";

/** What a command said and how it ended. */
export interface Said {
  readonly code: number;
  readonly out: readonly string[];
  readonly err: string;
}

/** A terminal that remembers. */
export interface FakeTerminal extends Io {
  readonly written: string[];
  readonly errors: string[];
  readonly statuses: string[];
}

export function fakeTerminal(options: Partial<Io> = {}): FakeTerminal {
  const written: string[] = [];
  const errors: string[] = [];
  const statuses: string[] = [];
  return {
    written,
    errors,
    statuses,
    out: (line) => written.push(...line.split("\n")),
    err: (line) => errors.push(...line.split("\n")),
    status: (text) => statuses.push(text),
    columns: 100,
    color: false,
    cwd: tmpdir(),
    interrupted: new AbortController().signal,
    ...options,
  };
}

/** A folder for modules, recordings and scripts, which is gone after the tests of its file. */
export class Folder {
  readonly path = mkdtempSync(join(tmpdir(), "lightcone-cli-"));
  readonly #options: Partial<Io>;

  constructor(options: Partial<Io> = {}) {
    this.#options = options;
    afterAll(() => rmSync(this.path, { recursive: true, force: true }));
  }

  /** Writes a file; modules may import `lightcone` and `zod` by name. */
  write(name: string, content: string | Uint8Array): string {
    writeFileSync(join(this.path, name), typeof content === "string" ? withPackages(name, content) : content);
    return name;
  }

  /** Writes a recording, a line an object. */
  recording(name: string, ...lines: readonly unknown[]): string {
    return this.write(name, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }

  /** Runs a command in the folder. */
  async lc(...args: readonly string[]): Promise<Said> {
    return this.with({}, ...args);
  }

  /** Runs a command with another terminal. */
  async with(options: Partial<Io>, ...args: readonly string[]): Promise<Said> {
    const terminal = fakeTerminal({ cwd: this.path, ...this.#options, ...options });
    const code = await cli(args, terminal);
    return { code, out: terminal.written, err: terminal.errors.join("\n") };
  }
}

const root = new URL("../../", import.meta.url);

/** The file of a module, where a folder elsewhere has no `node_modules`. */
const packages = new Map([
  ["lightcone", fileURLToPath(new URL("src/index.ts", root))],
  ["zod", fileURLToPath(new URL("node_modules/zod/index.js", root))],
]);

function withPackages(name: string, content: string): string {
  if (!/\.[cm]?[jt]s$/.test(name)) return content;
  return content.replaceAll(
    / from "(lightcone|zod)"/g,
    (text, name: string) => ` from "${packages.get(name) ?? text}"`,
  );
}

/** The values of lines of JSON. */
export function parsed(lines: readonly string[]): readonly { readonly [key: string]: unknown }[] {
  return lines.map((line) => JSON.parse(line) as { readonly [key: string]: unknown });
}

/** Control and direction characters in what was said, but for line ends and, where there is colour, the styles of ours. */
export function controlsIn(said: Said, color = false): readonly string[] {
  const all = [...said.out, said.err].join("\n");
  const bare = color ? all.replaceAll(/\p{Cc}\[(?:1|2|22|31|32|35|39)m/gu, "") : all;
  return bare.match(/[^\P{Cc}\n]|\p{Cf}/gu) ?? [];
}
