import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** How a process ended. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Starts the real command line, from source. */
export function start(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const flags = ["--conditions=lightcone-source", "--import", `${root}node_modules/tsx/dist/esm/index.mjs`];
  return spawn(process.execPath, [...flags, `${root}src/cli/main.ts`, ...args], {
    cwd,
    env: { ...process.env, NODE_OPTIONS: "", ...env },
  });
}

/** Waits for the end of a process, whose output it gathers. */
export function ended(child: ChildProcess): Promise<Ended> {
  let out = "";
  let err = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    err += chunk.toString();
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, out, err })));
}

/** Runs the real command line in a folder. */
export function lightcone(cwd: string, ...args: readonly string[]): Promise<Ended> {
  return ended(start(cwd, args));
}
