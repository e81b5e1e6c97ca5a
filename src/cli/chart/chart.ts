import type { Lifeline } from "../../base/index.ts";
import { assertNever } from "../../base/index.ts";
import type { Event } from "../../causality/index.ts";
import type { Tone } from "../terminal.ts";
import { ColumnPen } from "./columns.ts";
import { describeChange, describePayload } from "./describe.ts";
import { layoutOf } from "./layout.ts";
import { listPen } from "./list.ts";
import type { DrawnEvent, Pen, Write } from "./pen.ts";

/**
 * Draws a message sequence chart line by line while it happens: `[n]` an action, `<n>` a decision, `n──▶m` a message,
 * `n──○` one that left and is in transit, `┄┄▶m` its later arrival; n and m are the events' places on their lifelines.
 *
 * A send waits for its receive as long as its sender only sends and its receiver decides nothing without it, so that most
 * messages are one line; the order of lines stays a linear extension of the causal order.
 */
export class Chart {
  readonly #pen: Pen;
  readonly #waiting: DrawnEvent<"send">[] = [];
  readonly #sent = new Map<string, DrawnEvent<"send">>();

  /** @param width Cells of a line; no line is wider. */
  constructor(lifelines: readonly Lifeline[], width: number, write: Write) {
    const layout = layoutOf(lifelines, width);
    this.#pen = layout === null ? listPen(width, write) : new ColumnPen(layout, write);
  }

  /** Cells that a note has on one line. */
  get notesWidth(): number {
    return this.#pen.notesWidth;
  }

  /** Draws the lifelines' names. */
  names(): void {
    this.#pen.names();
  }

  /** Draws an event; `title` is an action's or a decision's own text. */
  push(event: Event, position: number, title = ""): void {
    switch (event.kind) {
      case "recv":
        return this.#receive({ event, position });
      case "send":
        return this.#send({ event, position });
      case "act":
        this.#flush((waiting) => waiting.event.on === event.on || waiting.event.to === event.on);
        return this.#pen.act(
          { event, position },
          [title, describeChange(event)].filter((part) => part !== "").join(": "),
        );
      case "choice":
        this.#flush((waiting) => waiting.event.on === event.on || waiting.event.to === event.on);
        return this.#pen.choice({ event, position }, title);
      default:
        return assertNever(event);
    }
  }

  /** A text about what was drawn last. */
  note(text: string, tone: Tone): void {
    this.#pen.note(text, tone);
  }

  /** A line across all lifelines, with a name: a new round. */
  rule(text: string): void {
    this.flush();
    this.#pen.rule(text);
  }

  /** Draws the sends that still wait for their receives as in transit. */
  flush(): void {
    this.#flush(() => true);
  }

  /** Draws the waiting sends that match, in order, with those that their senders sent before them. */
  #flush(matches: (send: DrawnEvent<"send">) => boolean): void {
    const last = new Map<Lifeline, number>();
    for (const send of this.#waiting) if (matches(send)) last.set(send.event.on, send.position);
    for (const send of [...this.#waiting]) {
      if (send.position <= (last.get(send.event.on) ?? 0)) this.#departure(send);
    }
  }

  #departure(send: DrawnEvent<"send">): void {
    this.#forget(send);
    const what = contentOf(send.event);
    this.#pen.departure(
      send,
      `on its way to ${send.event.to ?? "everyone"}${what === "" ? "" : `: ${what}`}`,
    );
  }

  #send(send: DrawnEvent<"send">): void {
    this.#waiting.push(send);
    this.#sent.set(send.event.msg, send);
  }

  #receive(recv: DrawnEvent<"recv">): void {
    const { event } = recv;
    const send = this.#sent.get(event.msg);
    if (send === undefined) return; // a run receives only what it sent
    this.#sent.delete(event.msg);
    const waits = this.#waiting.includes(send);
    if (waits)
      this.#flush((waiting) => waiting.event.on === send.event.on && waiting.position < send.position);
    this.#flush((waiting) => waiting.event.on === event.on);
    if (!waits) {
      const what = event.control ? contentOf(send.event) : describeChange(event);
      this.#pen.arrival(
        send,
        recv,
        `${send.event.on}#${send.position} arrives${what === "" ? "" : `: ${what}`}`,
      );
      return;
    }
    this.#forget(send);
    const constants = send.event.payload === undefined ? describeChange(event) : "";
    const text = [contentOf(send.event), constants].filter((part) => part !== "").join(", ");
    this.#pen.message(send, recv, text === "" ? "signal" : text);
  }

  #forget(send: DrawnEvent<"send">): void {
    const place = this.#waiting.indexOf(send);
    if (place >= 0) this.#waiting.splice(place, 1);
  }
}

function contentOf(event: Extract<Event, { kind: "send" }>): string {
  return event.control ? `decided ${String(event.payload)}` : describePayload(event.payload);
}
