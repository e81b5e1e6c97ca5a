import type { Diagnostic } from "../../src/base/index.ts";
import { type MscRecording, readMscRecording } from "../../src/formats/index.ts";

/** A header of three lifelines. */
export const header = { format: "lightcone/msc", version: 1, lifelines: ["A", "B", "C"] } as const;

/** The same, whose order comes from clocks. */
export const clockHeader = { ...header, causality: "clocks" } as const;

/** The text of a recording: each line given as text or as a value, each with a line feed. */
export function recordingText(...lines: readonly unknown[]): string {
  return lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
}

/** A recording that is right; an error that says what is wrong with it. */
export function readRight(text: string): MscRecording {
  const result = readMscRecording(text);
  if (result.ok) return result.recording;
  throw new Error(result.diagnostics.map(({ place, message }) => `${place.line}: ${message}`).join("\n"));
}

/** Everything that is wrong with a recording. */
export function defectsOf(text: string): readonly Diagnostic[] {
  const result = readMscRecording(text);
  return result.ok ? [] : result.diagnostics;
}

/** `line code` of every defect. */
export function codesOf(text: string): readonly string[] {
  return defectsOf(text).map(({ place, code }) => `${place.line} ${code}`);
}
