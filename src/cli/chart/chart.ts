import type { Lifeline } from "../../base/index.ts";
import { assertNever } from "../../base/index.ts";
import type { Event } from "../../causality/index.ts";
import type { Tone } from "../terminal.ts";
import { ColumnPen } from "./columns.ts";
import { describeChange, describePayload } from "./describe.ts";
import { layoutOf } from "./layout.ts";
import { listPen } from "./list.ts";
import type { DrawnEvent, Pen, Write } from "./pen.ts";

/** Lines that a text about an event may take before its values are cut. */
const NOTE_LINES = 4;

interface Sent extends DrawnEvent<"send"> {
  readonly title: string;
}

/**
 * Draws a message sequence chart line by line while it happens: `[n]` an action, `<n>` a decision, `n──▶m` a message,
 * `n──○` one that left and is in transit, `┄┄▶m` its later arrival; n and m are the events' places on their lifelines.
 *
 * A send waits for its receive as long as its sender only sends and its receiver decides nothing without it, so that most
 * messages are one line; the order of lines stays a linear extension of the causal order.
 */
export class Chart {
  readonly #pen: Pen;
  readonly #waiting: Sent[] = [];
  readonly #sent = new Map<string, Sent>();

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

  /** Cells that a text about an event may take, over several lines. */
  get room(): number {
    return NOTE_LINES * this.#pen.notesWidth;
  }

  /** Draws an event; `title` is an action's or a decision's own text, or of a control message the decision's name. */
  push(event: Event, position: number, title = ""): void {
    switch (event.kind) {
      case "recv":
        return this.#receive({ event, position });
      case "send":
        return this.#send({ event, position, title });
      case "act":
        this.#flush((waiting) => waiting.event.on === event.on || waiting.event.to === event.on);
        return this.#pen.act(
          { event, position },
          [title, describeChange(event, this.room)].filter((part) => part !== "").join(": "),
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
  #flush(matches: (send: Sent) => boolean): void {
    const last = new Map<Lifeline, number>();
    for (const send of this.#waiting) if (matches(send)) last.set(send.event.on, send.position);
    for (const send of [...this.#waiting]) {
      if (send.position <= (last.get(send.event.on) ?? 0)) this.#departure(send);
    }
  }

  #departure(send: Sent): void {
    this.#forget(send);
    const what = this.#content(send);
    this.#pen.departure(
      send,
      `on its way to ${send.event.to ?? "everyone"}${what === "" ? "" : `: ${what}`}`,
    );
  }

  #send(send: Sent): void {
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
      const what = event.control ? this.#content(send) : describeChange(event, this.room);
      this.#pen.arrival(
        send,
        recv,
        `${send.event.on}#${send.position} arrives${what === "" ? "" : `: ${what}`}`,
      );
      return;
    }
    this.#forget(send);
    const constants = send.event.payload === undefined ? describeChange(event, this.room) : "";
    const text = [this.#content(send), constants].filter((part) => part !== "").join(", ");
    this.#pen.message(send, recv, text === "" ? "signal" : text);
  }

  #forget(send: Sent): void {
    const place = this.#waiting.indexOf(send);
    if (place >= 0) this.#waiting.splice(place, 1);
  }

  #content({ event, title }: Sent): string {
    if (!event.control) return describePayload(event.payload, this.room);
    return title === "" ? `decided ${String(event.payload)}` : `${title}: ${String(event.payload)}`;
  }
}
