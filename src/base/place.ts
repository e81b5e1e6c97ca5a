import type { Lifeline, StepId } from "./ids.ts";

/** Where something is: in a file (line and column count from 1), on a lifeline, at a step of a choreography. */
export interface Place {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly lifeline?: Lifeline;
  readonly step?: StepId;
}

/** One line such as `review.ts:12:5, lifeline Committer, step branch:Committer`; empty when nothing is known. */
export function printPlace(place: Place): string {
  const parts: string[] = [];
  if (place.file !== undefined || place.line !== undefined) {
    const position = [place.line, place.column].filter((n) => n !== undefined).join(":");
    parts.push(
      place.file === undefined ? `line ${position}` : [place.file, position].filter(Boolean).join(":"),
    );
  }
  if (place.lifeline !== undefined) parts.push(`lifeline ${place.lifeline}`);
  if (place.step !== undefined) parts.push(`step ${place.step}`);
  return parts.join(", ");
}
