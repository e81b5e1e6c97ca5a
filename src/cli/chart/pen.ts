import type { Event } from "../../causality/index.ts";
import type { Piece, Tone } from "../terminal.ts";

/** An event with its place on its lifeline, as a chart draws it. */
export interface DrawnEvent<K extends Event["kind"] = Event["kind"]> {
  readonly event: Extract<Event, { kind: K }>;
  readonly position: number;
}

/** Where the lines of a chart go. */
export type Write = (...line: readonly Piece[]) => void;

/** Draws one thing after the other; texts are beside or below what they are about. */
export interface Pen {
  /** Cells that a text has on one line. */
  readonly notesWidth: number;
  readonly names: () => void;
  readonly act: (drawn: DrawnEvent<"act">, text: string) => void;
  readonly choice: (drawn: DrawnEvent<"choice">, text: string) => void;
  /** A message that was sent and received with nothing in between that its order matters to. */
  readonly message: (send: DrawnEvent<"send">, recv: DrawnEvent<"recv">, text: string) => void;
  /** A message that left and is in transit. */
  readonly departure: (send: DrawnEvent<"send">, text: string) => void;
  /** The later arrival of a message that left before. */
  readonly arrival: (send: DrawnEvent<"send">, recv: DrawnEvent<"recv">, text: string) => void;
  /** A text about what was drawn last. */
  readonly note: (text: string, tone: Tone) => void;
  /** A line across all, with a name. */
  readonly rule: (text: string) => void;
}
