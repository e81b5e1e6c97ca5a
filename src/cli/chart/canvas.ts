import type { Piece, Tone } from "../terminal.ts";
import { glyphs } from "../visible.ts";

interface Cell {
  /** Empty: the right half of a wide character. */
  readonly text: string;
  readonly tone: Tone;
}

const blank: Cell = { text: " ", tone: "plain" };

/** One line of a chart: the lifelines' bars, with things drawn over them. */
export class Canvas {
  readonly #cells: Cell[] = [];
  readonly #bars: readonly number[];

  /** @param bars The cells of the bars; all are drawn unless `drawn` names fewer. */
  constructor(bars: readonly number[], drawn: readonly number[] = bars) {
    this.#bars = bars;
    for (const bar of drawn) this.put(bar, "│", "dim");
  }

  /** Writes text from a cell on. */
  put(at: number, text: string, tone: Tone): void {
    let cell = at;
    for (const glyph of glyphs(text)) {
      while (this.#cells.length < cell + glyph.cells) this.#cells.push(blank);
      const before = this.#cells[cell - 1];
      if (glyph.cells > 0) this.#cells[cell] = { text: glyph.text, tone };
      else if (before !== undefined) this.#cells[cell - 1] = { ...before, text: before.text + glyph.text };
      if (glyph.cells === 2) this.#cells[cell + 1] = { text: "", tone };
      cell += glyph.cells;
    }
  }

  /** Writes a short text centred on a cell. */
  mark(bar: number, text: string, tone: Tone): void {
    this.put(bar - Math.floor(text.length / 2), text, tone);
  }

  /** A horizontal line between two cells, both excluded; it crosses the bars on its way. */
  line(from: number, to: number, dash: string, tone: Tone): void {
    const [left, right] = [Math.min(from, to), Math.max(from, to)];
    for (let at = left + 1; at < right; at++) this.put(at, this.#bars.includes(at) ? "┼" : dash, tone);
  }

  /** The line in pieces of one style each, up to a cell or to its own end. */
  pieces(upTo = 0): readonly Piece[] {
    const cells = [...this.#cells];
    while (cells.length < upTo) cells.push(blank);
    const pieces: Piece[] = [];
    for (let i = 0; i < cells.length; ) {
      const tone = cells[i]?.tone ?? "plain";
      let text = "";
      for (; i < cells.length && cells[i]?.tone === tone; i++) text += cells[i]?.text ?? "";
      pieces.push({ tone, text });
    }
    return pieces;
  }
}
