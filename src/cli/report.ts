import { type Diagnostic, type Json, LightconeError, printDiagnostic, toJson } from "../base/index.ts";
import { type ExitCode, exit, type Io } from "./io.ts";

/** Shows an error to a person on standard error, or as one JSON object on standard output. Never a stack trace. */
export function reportError(error: unknown, io: Io, json: boolean): ExitCode {
  const known = asKnown(error);
  if (json) {
    io.out(JSON.stringify({ error: errorJson(known) }));
  } else {
    for (const diagnostic of known.diagnostics) io.err(`${printDiagnostic(diagnostic)}\n`);
    if (process.env["LIGHTCONE_DEBUG"]) io.err(error instanceof Error ? (error.stack ?? "") : String(error));
  }
  return exit.wrongInput;
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
export function diagnosticJson(diagnostic: Diagnostic): Json {
  const json = toJson({ ...diagnostic, place: { ...diagnostic.place } });
  return json.ok ? json.value : null;
}

/** Errors of another copy of this package (a module may load its own) are known by their name. */
function asKnown(error: unknown): LightconeError {
  if (error instanceof LightconeError) return error;
  if (error instanceof Error && error.name === "LightconeError" && "diagnostics" in error) {
    return error as LightconeError; // same class, other copy
  }
  const what = error instanceof Error ? error.message : String(error);
  return new LightconeError({ code: "internal/unexpected", what, cause: error });
}
