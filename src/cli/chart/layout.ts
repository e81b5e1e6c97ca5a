import type { Lifeline } from "../../base/index.ts";
import { cellsOf, cutName, visible } from "../visible.ts";

/** A lifeline's name as it stands above its bar. */
export interface PlacedName {
  readonly at: number;
  readonly text: string;
}

/** Where a chart draws: a bar a lifeline, then notes. All numbers are terminal cells. */
export interface Layout {
  readonly lifelines: readonly Lifeline[];
  readonly width: number;
  /** The names, in as many rows as keep them apart. */
  readonly names: readonly (readonly PlacedName[])[];
  /** The cell of each lifeline's bar. */
  readonly bars: readonly number[];
  /** Where notes begin, and how wide they are; left of the last bar: they stand below their event. */
  readonly notesAt: number;
  readonly notesWidth: number;
}

/** Narrowest useful column of notes. */
const MIN_NOTES = 26;
/** Narrowest distance of two bars: an arrow with places of four digits at both ends. */
const MIN_PITCH = 6;
/** Longest name that is shown whole. */
const LONGEST_NAME = 32;
/** Where notes begin that stand below their event. */
const INDENT = 4;
/** Half of a place of five digits in brackets: what the outermost bars must leave free. */
const MARGIN = 4;

/**
 * Fits lifelines into a width: with notes beside the bars if that can be, else below their events; names stand in several
 * rows where one is too narrow. Null: there are too many lifelines to draw side by side.
 */
export function layoutOf(lifelines: readonly Lifeline[], width: number): Layout | null {
  const names = lifelines.map((name) =>
    cutName(visible(name), Math.min(LONGEST_NAME, Math.max(4, width - 2))),
  );
  const beside = width - MIN_NOTES;
  const bars =
    byNames(names, beside) ??
    evenly(names.length, beside, 8) ??
    byNames(names, width) ??
    evenly(names.length, width, MIN_PITCH);
  if (bars === null) return null;
  const end = (bars.at(-1) ?? 0) + MARGIN;
  const rows = rowsOf(names, bars, width);
  const right = Math.max(end, ...rows.flat().map(({ at, text }) => at + cellsOf(text)));
  const notesAt = width - right - 2 >= MIN_NOTES ? right + 2 : INDENT;
  return { lifelines, width, names: rows, bars, notesAt, notesWidth: width - notesAt };
}

/** A column as wide as each name needs; null where that is wider than the room. */
function byNames(names: readonly string[], room: number): readonly number[] | null {
  const bars: number[] = [];
  let edge = 1;
  for (const name of names) {
    const column = Math.max(cellsOf(name), MIN_PITCH);
    bars.push(edge + Math.floor(column / 2));
    edge += column + 2;
  }
  return edge <= room ? bars : null;
}

/** Bars as far apart as the room allows, at least `pitch`. */
function evenly(count: number, room: number, pitch: number): readonly number[] | null {
  const distance = Math.floor((room - 2 * MARGIN) / Math.max(1, count - 1));
  return distance < pitch ? null : Array.from({ length: count }, (_, i) => MARGIN + i * distance);
}

/** Puts each name centred on its bar into the first row where it touches no other. */
function rowsOf(
  names: readonly string[],
  bars: readonly number[],
  width: number,
): readonly (readonly PlacedName[])[] {
  const rows: PlacedName[][] = [];
  const ends: number[] = [];
  for (const [i, text] of names.entries()) {
    const cells = cellsOf(text);
    const at = Math.max(0, Math.min((bars[i] ?? 0) - Math.floor(cells / 2), width - cells));
    const free = ends.findIndex((end) => end < at);
    const row = free < 0 ? rows.length : free;
    ends[row] = at + cells;
    rows[row] = [...(rows[row] ?? []), { at, text }];
  }
  return rows;
}
