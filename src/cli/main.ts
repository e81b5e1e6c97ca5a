#!/usr/bin/env node
import { Console } from "node:console";
import { fileError } from "../host/index.ts";
import { cli } from "./cli.ts";
import { strayError } from "./interruption.ts";
import { exit, type Io } from "./io.ts";
import { outputTo } from "./output.ts";
import { showError } from "./report.ts";
import { terminalOf } from "./terminal.ts";

const args = process.argv.slice(2);
// What a module prints must not stand between the lines of JSON.
if (args.includes("--json")) globalThis.console = new Console(process.stderr, process.stderr);

const output = outputTo(process.stdout, process.stderr);
const abort = new AbortController();
const shows = process.stdout.isTTY === true;
const colorless = process.env["NO_COLOR"] !== undefined && process.env["NO_COLOR"] !== "";
const io: Io = {
  ...output,
  columns: Math.max(20, process.stdout.columns || Number(process.env["COLUMNS"]) || 100), // some terminals say 0
  color: shows && !colorless,
  cwd: process.cwd(),
  interrupted: abort.signal,
};

/** What a shell says of a process that a signal ended: 128 and the signal's number. */
const signals = { SIGHUP: 129, SIGINT: exit.interrupted, SIGTERM: 143 } as const;
let asked: number | undefined;
for (const [signal, code] of Object.entries(signals)) {
  process.on(signal, () => {
    if (asked !== undefined) process.exit(code); // asked twice: do not wait for a clean end
    asked = code;
    abort.abort();
  });
}

/** Ends what is under way in order, as a failure; a second one is only told. */
function stray(cause: unknown): void {
  const error = strayError(cause);
  if (abort.signal.aborted) showError(error, terminalOf(io));
  else abort.abort(error);
}
process.on("uncaughtException", stray);
process.on("unhandledRejection", stray);

// An action that waits for nothing that the process knows of would end it, silently: it waits to be interrupted.
const alive = setInterval(() => {}, 2 ** 30);
const ended = await cli(args, io);
clearInterval(alive);
await output.flush();
const broken = output.broken();
if (broken !== undefined) {
  showError(fileError("write", "standard output", broken), terminalOf(io));
  await output.flush();
}
const code = ended === exit.interrupted && asked !== undefined ? asked : ended;
process.exit(broken !== undefined && code === exit.held ? exit.wrongInput : code); // a module may have left timers behind
