import { type Diagnostic, diagnostic, type ErrorCode, LightconeError, type Place } from "../base/index.ts";

/** Where a formula's text begins; line and column count from 1. */
export interface TextPlace {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** A formula's text that knows where each of its characters stands. */
export class Source {
  readonly text: string;
  readonly #start: TextPlace;

  constructor(text: string, start: TextPlace) {
    this.text = text;
    this.#start = start;
  }

  /** Line and column (in characters, not code units) of an offset. */
  placeOf(offset: number): Place {
    const { file, line = 1, column = 1 } = this.#start;
    const before = this.text.slice(0, offset).split("\n");
    const last = [...(before.at(-1) ?? "")].length;
    const first = before.length === 1;
    return {
      ...(file === undefined ? {} : { file }),
      line: line + before.length - 1,
      column: last + (first ? column : 1),
    };
  }

  /** Where an offset is, in words: the line only where there are several. */
  says(offset: number): string {
    const { line, column } = this.placeOf(offset);
    return this.text.includes("\n") ? `in line ${line}, column ${column}` : `in column ${column}`;
  }

  /** A diagnostic about what stands at an offset. */
  diagnose(
    at: number,
    message: string,
    more: {
      readonly code?: ErrorCode;
      readonly remedy?: string;
      readonly suggestion?: string | undefined;
    } = {},
  ): Diagnostic {
    return diagnostic({ code: "formula/syntax", ...more, message, place: this.placeOf(at) });
  }

  /** The same as an error, which ends the parse. */
  fail(at: number, message: string, more: Parameters<Source["diagnose"]>[2] = {}): LightconeError {
    const found = this.diagnose(at, message, more);
    return new LightconeError({ ...found, what: message, diagnostics: [found] });
  }
}
