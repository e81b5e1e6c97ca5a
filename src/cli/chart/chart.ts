import type { Lifeline } from "../../base/index.ts";
import type { Event } from "../../causality/index.ts";
import { Canvas, type Paint, type Tone, wrap } from "./canvas.ts";
import { describeChange, describePayload } from "./describe.ts";
import type { Layout } from "./layout.ts";

/** Rows after which the lifelines' names are shown again. */
const REPEAT_NAMES = 40;

/** An event with its place on its lifeline, as a chart draws it. */
export interface DrawnEvent {
  readonly event: Event;
  readonly position: number;
}

type Send = DrawnEvent & { readonly event: Extract<Event, { kind: "send" }> };
type Recv = DrawnEvent & { readonly event: Extract<Event, { kind: "recv" }> };

/**
 * Draws a message sequence chart line by line while it happens: `[n]` an action, `<n>` a decision, `n──▶m` a message,
 * `n──○` one that left and is in transit, `┄┄▶m` its later arrival; n and m are the events' places on their lifelines.
 *
 * A send waits for its receive as long as its sender only sends and its receiver decides nothing without it, so that most
 * messages are one line; the order of lines stays a linear extension of the causal order.
 */
export class Chart {
  readonly #layout: Layout;
  readonly #paint: Paint;
  readonly #write: (line: string) => void;
  readonly #waiting: Send[] = [];
  readonly #sent = new Map<string, Send>();
  #rows = 0;

  constructor(layout: Layout, paint: Paint, write: (line: string) => void) {
    this.#layout = layout;
    this.#paint = paint;
    this.#write = write;
  }

  /** Cells that a note has on one line. */
  get notesWidth(): number {
    return this.#layout.notesWidth;
  }

  /** Draws the lifelines' names. */
  names(): void {
    const canvas = new Canvas(this.#layout, false);
    for (const [i, name] of this.#layout.names.entries()) canvas.mark(i, name, "plain");
    this.#write(canvas.print(this.#paint));
    this.#write(new Canvas(this.#layout).print(this.#paint));
    this.#rows = 0;
  }

  /** Draws an event; `title` is an action's or a decision's own text, `more` further lines below it. */
  push(drawn: DrawnEvent, title = ""): void {
    const { event } = drawn;
    if (event.kind === "recv") {
      const send = this.#waiting.find((waiting) => waiting.event.msg === event.msg);
      if (send !== undefined)
        this.#flush((waiting) => waiting.event.on === send.event.on && waiting.position < send.position);
      this.#flush((waiting) => waiting.event.on === event.on);
      return send === undefined
        ? this.#arrival({ ...drawn, event })
        : this.#message(send, { ...drawn, event });
    }
    if (event.kind === "send") {
      this.#waiting.push({ ...drawn, event });
      this.#sent.set(event.msg, { ...drawn, event });
      return;
    }
    this.#flush((waiting) => waiting.event.on === event.on || waiting.event.to === event.on);
    switch (event.kind) {
      case "act": {
        const change = describeChange(event);
        const text = [title, change].filter((part) => part !== "").join(": ");
        return this.#mark(event.on, `[${drawn.position}]`, "act", text);
      }
      case "choice":
        return this.#mark(event.on, `<${drawn.position}>`, "choice", title);
    }
  }

  /** A note below what was drawn last, on the lifelines' bars. */
  note(text: string, tone: Tone): void {
    this.#line(new Canvas(this.#layout), text, tone);
  }

  /** A line across all lifelines, with a name: a new round. */
  rule(text: string): void {
    this.flush();
    const canvas = new Canvas(this.#layout, false);
    for (let at = 0; at < this.#layout.width - 1; at++) canvas.put(at, "─", "dim");
    canvas.put(2, ` ${text} `, "plain");
    this.#line(canvas, "", "plain");
  }

  /** Draws the sends that still wait for their receives as in transit. */
  flush(): void {
    this.#flush(() => true);
  }

  /** Draws the waiting sends that match, in order, with those that their senders sent before them. */
  #flush(matches: (send: Send) => boolean): void {
    const last = new Map<Lifeline, number>();
    for (const send of this.#waiting) if (matches(send)) last.set(send.event.on, send.position);
    for (const send of [...this.#waiting]) {
      if (send.position <= (last.get(send.event.on) ?? 0)) this.#departure(send);
    }
  }

  #departure(send: Send): void {
    this.#forget(send);
    const canvas = new Canvas(this.#layout);
    const from = this.#bar(send.event.on);
    const to = this.#bar(send.event.to ?? send.event.on);
    const stub = from < to ? from + 4 : from - 4;
    canvas.line(from, stub, "─", "message");
    canvas.put(stub, "○", "message");
    canvas.mark(this.#column(send.event.on), String(send.position), "message");
    const what = contentOf(send.event);
    this.#line(
      canvas,
      `on its way to ${send.event.to ?? "everyone"}${what === "" ? "" : `: ${what}`}`,
      "plain",
    );
  }

  #forget(send: Send): void {
    const place = this.#waiting.indexOf(send);
    if (place >= 0) this.#waiting.splice(place, 1);
  }

  #message(send: Send, recv: Recv): void {
    this.#forget(send);
    const text = [contentOf(send.event), constantsOf(send.event, recv.event)]
      .filter((part) => part !== "")
      .join(", ");
    this.#arrow(send, recv, "─", text === "" ? "signal" : text);
  }

  #arrival(recv: Recv): void {
    const send = this.#sent.get(recv.event.msg);
    if (send === undefined)
      return this.#mark(recv.event.on, `▶${recv.position}`, "message", describeChange(recv.event));
    const what = recv.event.control ? contentOf(send.event) : describeChange(recv.event);
    this.#arrow(
      send,
      recv,
      "┄",
      `${send.event.on}#${send.position} arrives${what === "" ? "" : `: ${what}`}`,
    );
  }

  #arrow(send: Send, recv: Recv, dash: string, text: string): void {
    this.#sent.delete(send.event.msg);
    const canvas = new Canvas(this.#layout);
    const from = this.#bar(send.event.on);
    const to = this.#bar(recv.event.on);
    canvas.line(from, to, dash, "message");
    canvas.mark(this.#column(send.event.on), String(send.position), "message");
    const digits = String(recv.position);
    if (from < to) canvas.put(to - 1 - Math.floor(digits.length / 2), `▶${digits}`, "message");
    else canvas.put(to - Math.floor(digits.length / 2), `${digits}◀`, "message");
    this.#line(canvas, text, "plain");
  }

  #mark(lifeline: Lifeline, text: string, tone: Tone, note: string): void {
    const canvas = new Canvas(this.#layout);
    canvas.mark(this.#column(lifeline), text, tone);
    this.#line(canvas, note, tone === "choice" ? "choice" : "plain");
  }

  #line(canvas: Canvas, note: string, tone: Tone): void {
    if (this.#rows >= REPEAT_NAMES) this.names();
    const { bars, notesAt, notesWidth } = this.#layout;
    const beside = notesAt > (bars.at(-1) ?? 0);
    const lines = note === "" ? [] : wrap(note, notesWidth, "  ");
    if (beside) {
      this.#write(canvas.print(this.#paint, lines[0] ?? "", tone));
      for (const line of lines.slice(1)) this.#write(new Canvas(this.#layout).print(this.#paint, line, tone));
    } else {
      this.#write(canvas.print(this.#paint));
      for (const line of lines) this.#write(" ".repeat(notesAt) + this.#paint(tone, line));
    }
    this.#rows += Math.max(1, lines.length);
  }

  #column(lifeline: Lifeline): number {
    return Math.max(0, this.#layout.lifelines.indexOf(lifeline));
  }

  #bar(lifeline: Lifeline): number {
    return this.#layout.bars[this.#column(lifeline)] ?? 0;
  }
}

function contentOf(event: Extract<Event, { kind: "send" }>): string {
  return event.control ? `decided ${String(event.payload)}` : describePayload(event.payload);
}

/** What a receive sets beyond the payload that its send shows. */
function constantsOf(send: Extract<Event, { kind: "send" }>, recv: Extract<Event, { kind: "recv" }>): string {
  return send.payload === undefined ? describeChange(recv) : "";
}
