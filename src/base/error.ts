import { type ErrorCode, errorCodes } from "./codes.ts";
import type { Json } from "./json.ts";
import { type Place, printPlace } from "./place.ts";

/**
 * One thing that is wrong with an input, as data: expected outcomes are values, and all problems of an input are
 * reported at once.
 */
export interface Diagnostic {
  readonly code: ErrorCode;
  readonly severity: "error" | "warning";
  /** What is wrong, one sentence without a full stop at the end needed. */
  readonly message: string;
  readonly place: Place;
  /** What to do; the code's general remedy when nothing better is known. */
  readonly remedy: string;
  /** The nearest known name, for a near miss. */
  readonly suggestion?: string;
}

/** What a {@link Diagnostic} is made from: severity defaults to `error`, the remedy to the code's own. */
export interface DiagnosticInput {
  readonly code: ErrorCode;
  readonly message: string;
  readonly severity?: "error" | "warning";
  readonly place?: Place;
  readonly remedy?: string;
  readonly suggestion?: string | undefined;
}

/** Makes a diagnostic, filling in the general remedy of its code. */
export function diagnostic(input: DiagnosticInput): Diagnostic {
  const { code, message, severity = "error", place = {}, suggestion } = input;
  const remedy = input.remedy ?? errorCodes[code].remedy;
  return { code, severity, message, place, remedy, ...(suggestion === undefined ? {} : { suggestion }) };
}

/** The text of a diagnostic for people: what happened, where, what to do. */
export function printDiagnostic(d: Diagnostic): string {
  const where = printPlace(d.place);
  const hint = d.suggestion === undefined ? "" : ` Did you mean ${d.suggestion}?`;
  return `${d.severity} ${d.code}: ${d.message}${where === "" ? "" : `\n  at ${where}`}\n  ${d.remedy}${hint}`;
}

/** What a {@link LightconeError} is made from. */
export interface LightconeErrorInput {
  readonly code: ErrorCode;
  readonly what: string;
  readonly place?: Place;
  readonly remedy?: string;
  readonly suggestion?: string | undefined;
  /** Facts for machines. */
  readonly details?: Json;
  /** All problems of the input, when there are several. */
  readonly diagnostics?: readonly Diagnostic[];
  readonly cause?: unknown;
}

/** The one error class: a code, what happened, where, and what to do. */
export class LightconeError extends Error {
  override readonly name = "LightconeError";
  readonly code: ErrorCode;
  readonly what: string;
  readonly place: Place;
  readonly remedy: string;
  readonly details: Json;
  readonly diagnostics: readonly Diagnostic[];

  /** A program may load this package twice, as CommonJS and as an ES module: errors of the other copy are errors too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return (
      value instanceof Error && value.name === "LightconeError" && "code" in value && "diagnostics" in value
    );
  }

  constructor(input: LightconeErrorInput) {
    const first = diagnostic({ ...input, message: input.what });
    const diagnostics = input.diagnostics ?? [first];
    const many = diagnostics.length > 1 || diagnostics[0]?.message !== input.what;
    const tail = many ? `\n\n${diagnostics.map(printDiagnostic).join("\n\n")}` : "";
    const text = printDiagnostic(first).replace(/^error [^:]*: /, "");
    super(`${text}${tail}`, input.cause === undefined ? undefined : { cause: input.cause });
    this.code = input.code;
    this.what = input.what;
    this.place = first.place;
    this.remedy = first.remedy;
    this.details = input.details ?? null;
    this.diagnostics = diagnostics;
  }
}

/** What a thrown value says, whatever it is: an error's message, text, or the value as JSON as far as it has one. */
export function thrownMessage(thrown: unknown): string {
  try {
    if (thrown instanceof LightconeError) return thrown.what;
    if (thrown instanceof Error) return `${thrown.message === "" ? thrown.name : thrown.message}`;
    if (typeof thrown === "string") return thrown;
    const text: unknown = JSON.stringify(thrown);
    return `something that is no error was thrown: ${typeof text === "string" ? text.slice(0, 200) : typeof thrown}`;
  } catch {
    return "something was thrown that cannot be shown"; // a getter or a toJSON that throws
  }
}
