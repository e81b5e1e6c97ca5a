#!/usr/bin/env node
import { Console } from "node:console";
import { LightconeError, thrownMessage } from "../base/index.ts";
import { cli } from "./cli.ts";
import { exit, type Io } from "./io.ts";
import { reportError } from "./report.ts";
import { terminalOf } from "./terminal.ts";

const args = process.argv.slice(2);
const json = args.includes("--json");
// What a module prints must not stand between the lines of JSON.
if (json) globalThis.console = new Console(process.stderr, process.stderr);

const abort = new AbortController();
process.on("SIGINT", () => {
  if (abort.signal.aborted) process.exit(exit.interrupted); // asked twice: do not wait for a clean end
  abort.abort();
});
// A reader that has seen enough (`lightcone run … | head`) is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  process.exit(error.code === "EPIPE" ? exit.held : exit.failed);
});
process.on("uncaughtException", (cause) => {
  const what = `The module's code failed where nobody waits for it: ${thrownMessage(cause)}`;
  reportError(new LightconeError({ code: "module/stray-error", what, cause }), terminalOf(io), json);
  process.exit(exit.failed);
});

const shows = process.stdout.isTTY === true;
const colorless = process.env["NO_COLOR"] !== undefined && process.env["NO_COLOR"] !== "";
let statusShown = false;
const clearStatus = (): void => {
  if (statusShown) process.stdout.write("\r\x1b[2K");
  statusShown = false;
};
const io: Io = {
  out: (line) => {
    clearStatus();
    process.stdout.write(`${line}\n`);
  },
  err: (line) => {
    clearStatus();
    process.stderr.write(`${line}\n`);
  },
  status: (text) => {
    if (!shows) return;
    clearStatus();
    process.stdout.write(text);
    statusShown = text !== "";
  },
  columns: Math.max(20, process.stdout.columns || Number(process.env["COLUMNS"]) || 100), // some terminals say 0
  color: shows && !colorless,
  cwd: process.cwd(),
  interrupted: abort.signal,
};

// An action that waits for nothing that the process knows of would end it, silently: it waits to be interrupted.
const alive = setInterval(() => {}, 2 ** 30);
const code = await cli(args, io);
clearInterval(alive);
await new Promise((resolve) => process.stdout.write("", resolve));
process.exit(code); // a module may have left timers or connections behind
