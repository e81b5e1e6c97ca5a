import { count, type Diagnostic, diagnostic, type Json, toJson } from "../base/index.ts";
import { buildMsc, type Event, type Msc, type MscProblem } from "../causality/index.ts";
import { asObject, type Report } from "./checked-fields.ts";
import { parseEvent } from "./msc-event.ts";
import { type MscHeader, parseHeader } from "./msc-header.ts";
import type { Fields, ReadResult } from "./recording.ts";

/** Longest line, in bytes of UTF-8. */
const MAX_LINE = 8 * 1024 * 1024;

/** Most defects that are reported. */
const MAX_DEFECTS = 100;

/** Problems that may only follow from a line that could not be read. */
const consequences: ReadonlySet<string> = new Set([
  "msc/receive-without-send",
  "msc/clock-mismatch",
  "msc/clock-gap",
  "msc/clock-inconsistent",
]);

/** What places in diagnostics name. */
export interface ReadOptions {
  readonly file?: string;
}

/** Reads a recording line by line. */
export interface MscReader {
  /**
   * Takes the next line, without its line feed, or null for bytes that are no UTF-8; `ended` says whether it had a line feed
   * (only the last may lack it).
   */
  readonly push: (line: string | null, ended: boolean) => void;
  /** The recording, or all that is wrong with it. */
  readonly finish: () => ReadResult;
}

/** A reader of recordings in the format of design section 6.1. It never throws for what a file holds. */
export function mscReader(options: ReadOptions = {}): MscReader {
  const lines = new Lines(options);
  return { push: (line, ended) => lines.push(line, ended), finish: () => lines.finish() };
}

/** Reads the whole text of a recording; see {@link mscReader}. */
export function readMscRecording(text: string, options: ReadOptions = {}): ReadResult {
  const reader = mscReader(options);
  let from = 0;
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", from)) {
    reader.push(text.slice(from, end), true);
    from = end + 1;
  }
  if (from < text.length) reader.push(text.slice(from), false);
  return reader.finish();
}

class Lines {
  readonly #options: ReadOptions;
  readonly #defects: Diagnostic[] = [];
  readonly #warnings: Diagnostic[] = [];
  readonly #events: Event[] = [];
  readonly #lines: number[] = [];
  #header: MscHeader | undefined;
  #headerLine = 0;
  /** Whether a line could not be read as an event. */
  #lost = false;
  #line = 0;

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  push(text: string | null, ended: boolean): void {
    this.#line += 1;
    if (text === null) {
      if (ended) this.#refuse("recording/encoding", "the line is no UTF-8");
      else this.#warn(); // cut in the middle of a character
      return;
    }
    const line = this.#line === 1 && text.startsWith("\ufeff") ? text.slice(1) : text;
    if (isTooLong(line)) this.#refuse("recording/line-too-long", `the line is longer than ${MAX_LINE} bytes`);
    else if (!/^[ \t\r]*$/.test(line)) this.#read(line, ended);
  }

  finish(): ReadResult {
    const header = this.#header;
    if (this.#headerLine === 0 && this.#defects.length === 0) {
      this.#line = 1;
      this.#report("recording/no-header", "the recording has no line that could be its header");
    }
    if (header === undefined) return this.#failed([]);
    const built = buildMsc({ ...header, initial: header.stores, events: this.#events });
    if (!built.ok) {
      return this.#failed(built.problems.filter(({ code }) => !(this.#lost && consequences.has(code))));
    }
    const { msc, order: places } = built;
    const ahead = readsAhead(msc, places);
    if (this.#defects.length > 0 || ahead.length > 0) return this.#failed(ahead);
    const order = places.map(() => -1);
    places.forEach((place, event) => {
      order[place] = event;
    });
    const lines = places.map((place) => this.#lines[place] ?? 0);
    return { ok: true, recording: { ...header, msc, lines, order }, warnings: this.#warnings };
  }

  #read(line: string, ended: boolean): void {
    const parsed = parseJson(line);
    if (parsed === undefined) {
      if (!ended) this.#warn();
      else this.#refuse("recording/not-json", "the line is no JSON");
      return;
    }
    const json = toJson(parsed.value);
    const fields = json.ok ? asObject(json.value) : undefined;
    if (!json.ok) this.#refuse("json/not-json", json.why);
    else if (fields === undefined) this.#refuse("recording/invalid-value", "the line is no JSON object");
    else if (this.#headerLine === 0) this.#readHeader(fields);
    else this.#readEvent(fields);
  }

  #readHeader(fields: Fields): void {
    this.#headerLine = this.#line;
    this.#header = parseHeader(fields, this.#report);
  }

  #readEvent(fields: Fields): void {
    if (this.#header === undefined) return; // of a file in another format each line would be a defect
    const event = parseEvent(fields, this.#header.causality === "clocks", this.#report);
    if (event === undefined) {
      this.#lost = true;
      return;
    }
    this.#events.push(event);
    this.#lines.push(this.#line);
  }

  /** A line that is lost as a whole; the first one would have been the header. */
  #refuse(code: Parameters<Report>[0], message: string): void {
    this.#lost = true;
    if (this.#headerLine === 0) this.#headerLine = this.#line;
    this.#report(code, message);
  }

  #warn(): void {
    const message = "the last line was cut and is dropped";
    const severity = "warning";
    this.#warnings.push(
      diagnostic({ code: "recording/cut-line", severity, message, place: this.#place(this.#line) }),
    );
  }

  readonly #report: Report = (code, message, more = {}) => {
    if (this.#defects.length >= MAX_DEFECTS) return;
    this.#defects.push(diagnostic({ code, message, ...more, place: this.#place(this.#line) }));
  };

  #failed(problems: readonly MscProblem[]): ReadResult {
    const found = problems.map(({ event, ...problem }) =>
      diagnostic({ ...problem, place: this.#place(this.#lines[event] ?? this.#headerLine) }),
    );
    // What was cut may be what the others miss.
    const cut = this.#header === undefined ? [] : this.#warnings;
    const diagnostics = [...this.#defects, ...found, ...cut].sort(
      (a, b) => (a.place.line ?? 0) - (b.place.line ?? 0),
    );
    return { ok: false, diagnostics: diagnostics.slice(0, MAX_DEFECTS) };
  }

  #place(line: number): { readonly file?: string; readonly line: number } {
    return { ...this.#options, line };
  }
}

/** Acts that read their arguments at an event of their lifeline that is not before them. */
function readsAhead(msc: Msc, places: readonly number[]): readonly MscProblem[] {
  return msc.events.flatMap((event, index) => {
    const before = (msc.position[index] ?? 1) - 1;
    if (event.kind !== "act" || event.reads === undefined || event.reads <= before) return [];
    const message = `"reads" is ${event.reads}, but ${event.on} has ${count(before, "event")} before this one`;
    return { event: places[index] ?? -1, code: "recording/reads-ahead", message };
  });
}

function parseJson(line: string): { readonly value: Json } | undefined {
  try {
    return { value: JSON.parse(line) };
  } catch {
    return undefined;
  }
}

function isTooLong(line: string): boolean {
  // A code unit is one to three bytes: only lines in between must be measured.
  if (line.length > MAX_LINE || line.length * 3 <= MAX_LINE) return line.length > MAX_LINE;
  return new TextEncoder().encode(line).length > MAX_LINE;
}
