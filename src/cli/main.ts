#!/usr/bin/env node
import { cli } from "./cli.ts";
import { exit } from "./io.ts";

const abort = new AbortController();
process.on("SIGINT", () => {
  if (abort.signal.aborted) process.exit(exit.interrupted); // asked twice: do not wait for a clean end
  abort.abort();
});
// A reader that has seen enough (`lightcone run … | head`) is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(exit.held);
  throw error;
});

const terminal = process.stdout.isTTY === true;
const colorless = process.env["NO_COLOR"] !== undefined && process.env["NO_COLOR"] !== "";
let statusShown = false;
const clearStatus = (): void => {
  if (statusShown) process.stdout.write("\r\x1b[2K");
  statusShown = false;
};

process.exitCode = await cli(process.argv.slice(2), {
  out: (line) => {
    clearStatus();
    process.stdout.write(`${line}\n`);
  },
  err: (line) => {
    clearStatus();
    process.stderr.write(`${line}\n`);
  },
  status: (text) => {
    if (!terminal) return;
    clearStatus();
    if (text === "") return;
    process.stdout.write(text.slice(0, (process.stdout.columns ?? 80) - 1));
    statusShown = true;
  },
  columns: process.stdout.columns ?? (Number(process.env["COLUMNS"]) || 100),
  color: terminal && !colorless,
  cwd: process.cwd(),
  interrupted: abort.signal,
});
