import type { Lifeline } from "../../base/index.ts";

/** Where a chart draws: a column a lifeline, then notes. All numbers are terminal cells. */
export interface Layout {
  readonly lifelines: readonly Lifeline[];
  readonly width: number;
  /** Names as they are shown: cut where a column is narrower. */
  readonly names: readonly string[];
  /** The cell of each lifeline's bar. */
  readonly bars: readonly number[];
  /** Where notes begin, and how wide they are. */
  readonly notesAt: number;
  readonly notesWidth: number;
}

/** Narrowest useful column of notes, and the narrowest distance of two bars that still shows an arrow. */
const MIN_NOTES = 26;
const MIN_GAP = 8;

/** Fits the lifelines into a width; where that leaves no room for notes, they stand below their event. */
export function layoutOf(lifelines: readonly Lifeline[], width: number): Layout {
  const room = Math.max(width - MIN_NOTES, Math.floor(width / 2));
  const widest = Math.max(MIN_GAP, Math.floor(room / Math.max(1, lifelines.length)) - 1);
  const names = lifelines.map((name) => (name.length <= widest ? name : `${name.slice(0, widest - 1)}…`));
  const bars: number[] = [];
  let edge = 1;
  for (const name of names) {
    const half = Math.floor(Math.max(name.length, MIN_GAP - 2) / 2);
    bars.push(edge + half);
    edge += Math.max(name.length, MIN_GAP - 2) + 2;
  }
  const fits = width - edge - 1 >= MIN_NOTES;
  const notesAt = fits ? edge + 1 : 4;
  return { lifelines, width, names, bars, notesAt, notesWidth: Math.max(20, width - notesAt) };
}
