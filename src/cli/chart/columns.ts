import type { Lifeline } from "../../base/index.ts";
import type { Tone } from "../terminal.ts";
import { cellsOf, visible, wrap } from "../visible.ts";
import { Canvas } from "./canvas.ts";
import type { Layout } from "./layout.ts";
import { limited } from "./notes.ts";
import type { DrawnEvent, Pen, Write } from "./pen.ts";

/** Lines after which the lifelines' names are shown again: at the next round; within one, not after a decision. */
const REPEAT_AT_ROUND = 24;
const REPEAT_NAMES = 60;

/** Draws lifelines as bars side by side: `[n]` an action, `<n>` a decision, `n──▶m` a message. */
export class ColumnPen implements Pen {
  readonly #layout: Layout;
  readonly #write: Write;
  #rows = 0;
  /** Whether a decision was drawn last: what it leads to stays below it. */
  #decided = false;

  constructor(layout: Layout, write: Write) {
    this.#layout = layout;
    this.#write = write;
  }

  get notesWidth(): number {
    return this.#layout.notesWidth;
  }

  names(): void {
    const { bars, names } = this.#layout;
    const above: number[] = [];
    for (const row of names) {
      const canvas = new Canvas(bars, above);
      for (const { at, text } of row) canvas.put(at, text, "plain");
      above.push(...bars.filter((bar) => row.some(({ at, text }) => at <= bar && bar < at + cellsOf(text))));
      this.#write(...canvas.pieces());
    }
    this.#write(...new Canvas(bars).pieces());
    this.#rows = 0;
  }

  act({ event, position }: DrawnEvent<"act">, text: string): void {
    this.#mark(event.on, `[${position}]`, "act", text);
  }

  choice({ event, position }: DrawnEvent<"choice">, text: string): void {
    this.#mark(event.on, `<${position}>`, "choice", text);
    this.#decided = true;
  }

  message(send: DrawnEvent<"send">, recv: DrawnEvent<"recv">, text: string): void {
    this.#arrow(send, recv, "─", text);
  }

  arrival(send: DrawnEvent<"send">, recv: DrawnEvent<"recv">, text: string): void {
    this.#arrow(send, recv, "┄", text);
  }

  departure({ event, position }: DrawnEvent<"send">, text: string): void {
    const canvas = new Canvas(this.#layout.bars);
    const from = this.#bar(event.on);
    const stub = from < this.#bar(event.to ?? event.on) ? from + 4 : from - 4;
    canvas.line(from, stub, "─", "message");
    canvas.put(stub, "○", "message");
    canvas.mark(from, String(position), "message");
    this.#line(canvas, text, "plain");
  }

  note(text: string, tone: Tone): void {
    this.#texts(null, text, tone);
  }

  rule(text: string): void {
    const canvas = new Canvas([]);
    canvas.put(0, "─".repeat(this.#layout.width), "dim");
    canvas.put(2, ` ${text} `, "plain");
    this.#write(...canvas.pieces());
    this.#rows += 1;
    if (this.#rows >= REPEAT_AT_ROUND) this.names();
  }

  #mark(lifeline: Lifeline, sign: string, tone: Tone, text: string): void {
    const canvas = new Canvas(this.#layout.bars);
    canvas.mark(this.#bar(lifeline), sign, tone);
    this.#line(canvas, text, tone === "choice" ? "choice" : "plain");
  }

  #arrow(send: DrawnEvent<"send">, recv: DrawnEvent<"recv">, dash: string, text: string): void {
    const canvas = new Canvas(this.#layout.bars);
    const from = this.#bar(send.event.on);
    const to = this.#bar(recv.event.on);
    canvas.line(from, to, dash, "message");
    canvas.mark(from, String(send.position), "message");
    const digits = String(recv.position);
    const half = Math.floor(digits.length / 2);
    if (from < to) canvas.put(to - 1 - half, `▶${digits}`, "message");
    else canvas.put(to - half, `${digits}◀`, "message");
    this.#line(canvas, text, "plain");
  }

  #line(canvas: Canvas, text: string, tone: Tone): void {
    if (this.#rows >= REPEAT_NAMES && !this.#decided) this.names();
    this.#decided = false;
    this.#texts(canvas, text, tone);
  }

  /** A text beside a drawing and the bars below it, or under the drawing where there is no room beside. */
  #texts(canvas: Canvas | null, text: string, tone: Tone): void {
    const { bars, notesAt, notesWidth } = this.#layout;
    const beside = notesAt > (bars.at(-1) ?? 0);
    const lines = text === "" ? [] : limited(wrap(visible(text), notesWidth, "  "));
    if (canvas !== null && (!beside || lines.length === 0)) this.#write(...canvas.pieces());
    for (const [i, line] of lines.entries()) {
      const drawn = i === 0 && canvas !== null ? canvas : new Canvas(bars);
      this.#write(...(beside ? drawn.pieces(notesAt) : [" ".repeat(notesAt)]), { tone, text: line });
    }
    this.#rows += Math.max(1, lines.length + (canvas !== null && !beside ? 1 : 0));
  }

  #bar(lifeline: Lifeline): number {
    return this.#layout.bars[this.#layout.lifelines.indexOf(lifeline)] ?? 0;
  }
}
