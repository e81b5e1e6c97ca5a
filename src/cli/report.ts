import {
  type Diagnostic,
  type Json,
  LightconeError,
  printDiagnostic,
  thrownMessage,
  toJson,
} from "../base/index.ts";
import { type ExitCode, exit } from "./io.ts";
import type { Terminal } from "./terminal.ts";
import { visible } from "./visible.ts";

/** Most diagnostics that a person is shown; machines get all. */
const MOST_SHOWN = 20;

/** Shows an error to a person on standard error, or as one JSON object on standard output. Never a stack trace. */
export function reportError(error: unknown, terminal: Terminal, json: boolean): ExitCode {
  const known = asKnown(error);
  if (json) terminal.out(JSON.stringify({ error: errorJson(known) }));
  else showError(known, terminal);
  if (process.env["LIGHTCONE_DEBUG"] && error instanceof Error) terminal.err(error.stack ?? "");
  return exit.wrongInput;
}

/** Shows all that an error tells, on standard error. */
export function showError(error: LightconeError, terminal: Terminal): void {
  const { diagnostics } = error;
  for (const found of diagnostics.slice(0, MOST_SHOWN)) terminal.err(`${diagnosticText(found)}\n`);
  const more = diagnostics.length - MOST_SHOWN;
  if (more > 0) terminal.err(`… and ${more} more; --json shows all.\n`);
}

/** A diagnostic for people. Lines that a message or a name has within are indented, so that none passes for ours. */
export function diagnosticText(found: Diagnostic): string {
  const { message, remedy, suggestion, place } = found;
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

/** An error as data for machines. */
export function errorJson(error: LightconeError): Json {
  const { code, what, place, remedy, details } = error;
  return {
    code,
    message: what,
    place: { ...place },
    remedy,
    details,
    diagnostics: error.diagnostics.map(diagnosticJson),
  };
}

/** A diagnostic as data for machines. */
export function diagnosticJson(found: Diagnostic): Json {
  const json = toJson({ ...found, place: { ...found.place } });
  return json.ok ? json.value : null;
}

/** Errors of another copy of this package (a module may load its own) are known by their name. */
function asKnown(error: unknown): LightconeError {
  if (error instanceof LightconeError) return error;
  if (error instanceof Error && error.name === "LightconeError" && "diagnostics" in error) {
    return error as LightconeError; // same class, other copy
  }
  return new LightconeError({ code: "internal/unexpected", what: thrownMessage(error), cause: error });
}
