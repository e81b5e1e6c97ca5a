import {
  type Diagnostic,
  type Json,
  LightconeError,
  printDiagnostic,
  thrownMessage,
  toJson,
} from "../base/index.ts";
import { type ExitCode, exit } from "./io.ts";
import { localDiagnostic, localPlace, localText } from "./local-paths.ts";
import type { Terminal } from "./terminal.ts";
import { visible } from "./visible.ts";

/** Most diagnostics that a person is shown; machines get all. */
const MOST_SHOWN = 20;

/** Shows an error to a person on standard error, or as one JSON object on standard output. A stack trace only with LIGHTCONE_DEBUG. */
export function reportError(error: unknown, terminal: Terminal, json: boolean): ExitCode {
  const known = asKnown(error);
  if (json) {
    terminal.out(JSON.stringify({ error: errorJson(known, terminal.cwd) }));
    showStacks(known, terminal);
  } else showError(known, terminal);
  return exit.wrongInput;
}

/** With LIGHTCONE_DEBUG set: the stack of an error and of what caused it, on standard error. */
export function showStacks(error: LightconeError, terminal: Terminal): void {
  if (!process.env["LIGHTCONE_DEBUG"]) return;
  const seen = new Set<unknown>();
  for (let next: unknown = error; next instanceof Error && !seen.has(next); next = next.cause) {
    terminal.err(`${seen.size === 0 ? "" : "caused by "}${next.stack ?? next.message}`);
    seen.add(next);
  }
}

/** Shows all that an error tells, on standard error. */
export function showError(error: LightconeError, terminal: Terminal): void {
  const { diagnostics } = error;
  for (const found of diagnostics.slice(0, MOST_SHOWN))
    terminal.err(`${diagnosticText(found, terminal.cwd)}\n`);
  const more = diagnostics.length - MOST_SHOWN;
  if (more > 0) terminal.err(`… and ${more} more; --json shows all.\n`);
  showStacks(error, terminal);
}

/** A diagnostic for people. Lines that a message or a name has within are indented, so that none passes for ours. */
export function diagnosticText(found: Diagnostic, cwd: string): string {
  const { message, remedy, suggestion, place } = localDiagnostic(found, cwd);
  const { file, lifeline, step } = place;
  return printDiagnostic({
    ...found,
    message: indented(message),
    remedy: indented(remedy),
    ...(suggestion === undefined ? {} : { suggestion: visible(suggestion) }),
    place: {
      ...place,
      ...(file === undefined ? {} : { file: visible(file) }),
      ...(lifeline === undefined ? {} : { lifeline: visible(lifeline) }),
      ...(step === undefined ? {} : { step: visible(step) as typeof step }), // shown only, never looked up
    },
  });
}

function indented(text: string): string {
  return text.trimEnd().split("\n").map(visible).join("\n    ");
}

/** Where the documents of the package explain a code. */
function pageOf(code: string): string {
  return `docs/errors.md#${code.replaceAll("/", "")}`;
}

/** An error as data for machines. */
export function errorJson(error: LightconeError, cwd: string): Json {
  const { code, what, place, remedy, details } = error;
  return {
    code,
    message: localText(what, cwd),
    place: { ...localPlace(place, cwd) },
    remedy,
    details,
    diagnostics: error.diagnostics.map((found) => diagnosticJson(found, cwd)),
  };
}

/** A diagnostic as data for machines. */
export function diagnosticJson(found: Diagnostic, cwd: string): Json {
  const json = toJson({ ...localDiagnostic(found, cwd), docs: pageOf(found.code) });
  return json.ok ? json.value : null;
}

function asKnown(error: unknown): LightconeError {
  if (error instanceof LightconeError) return error;
  return new LightconeError({ code: "internal/unexpected", what: thrownMessage(error), cause: error });
}
