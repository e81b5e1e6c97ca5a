import type { Layout } from "./layout.ts";

/** A style of the terminal; without colour all look alike, so no style carries meaning alone. */
export type Tone = "plain" | "dim" | "act" | "choice" | "message" | "alarm" | "good" | "bad";

/** Paints text; the identity where colour is off. */
export type Paint = (tone: Tone, text: string) => string;

interface Cell {
  readonly text: string;
  readonly tone: Tone;
}

/** One line of a chart: the lifelines' bars, with things drawn over them. */
export class Canvas {
  readonly #cells: Cell[];
  readonly #layout: Layout;

  constructor(layout: Layout, bars = true) {
    this.#layout = layout;
    const last = layout.bars.at(-1) ?? 0;
    this.#cells = Array.from({ length: last + 1 }, () => ({ text: " ", tone: "plain" }));
    if (bars) for (const bar of layout.bars) this.put(bar, "│", "dim");
  }

  /** Writes text from a cell on; what stands left of the line is cut. */
  put(at: number, text: string, tone: Tone): void {
    for (const [i, character] of Array.from(text).entries()) {
      if (at + i < 0) continue;
      while (this.#cells.length <= at + i) this.#cells.push({ text: " ", tone: "plain" });
      this.#cells[at + i] = { text: character, tone };
    }
  }

  /** Writes text centred on a lifeline's bar. */
  mark(column: number, text: string, tone: Tone): void {
    this.put((this.#layout.bars[column] ?? 0) - Math.floor(text.length / 2), text, tone);
  }

  /** A horizontal line between two bars, both excluded; it crosses the bars on its way. */
  line(from: number, to: number, dash: string, tone: Tone): void {
    const [left, right] = [Math.min(from, to), Math.max(from, to)];
    for (let at = left + 1; at < right; at++) this.put(at, this.#layout.bars.includes(at) ? "┼" : dash, tone);
  }

  /** The line as text, with a note where the layout has room for notes. */
  print(paint: Paint, note = "", noteTone: Tone = "plain"): string {
    const cells = note === "" ? this.#cells : [...this.#cells, ...this.#gap()];
    let text = "";
    for (let i = 0; i < cells.length; ) {
      const tone = cells[i]?.tone ?? "plain";
      let run = "";
      for (; i < cells.length && (cells[i]?.tone ?? "plain") === tone; i++) run += cells[i]?.text ?? "";
      text += paint(tone, run);
    }
    return note === "" ? text.trimEnd() : text + paint(noteTone, note);
  }

  #gap(): readonly Cell[] {
    const missing = Math.max(0, this.#layout.notesAt - this.#cells.length);
    return Array.from({ length: missing }, () => ({ text: " ", tone: "plain" }) as const);
  }
}

/** Breaks text into lines of at most `width` cells, at spaces where it can; continuation lines are indented. */
export function wrap(text: string, width: number, indent = ""): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const joined = line === "" ? word : `${line} ${word}`;
    if (joined.length <= width) {
      line = joined;
      continue;
    }
    if (line.trim() !== "") lines.push(line);
    line = `${lines.length === 0 ? "" : indent}${word}`;
    while (line.length > width) {
      lines.push(line.slice(0, width));
      line = `${indent}${line.slice(width)}`;
    }
  }
  return line.trim() === "" && lines.length > 0 ? lines : [...lines, line];
}
