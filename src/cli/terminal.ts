import { styleText } from "node:util";
import type { Io } from "./io.ts";
import { start, visible, visibleLines } from "./visible.ts";

/** A style of the terminal; without colour all look alike, so no style carries meaning alone. */
export type Tone = "plain" | "dim" | "act" | "choice" | "message" | "alarm" | "good" | "bad";

/** A part of what is written: bare text, or text in a style. */
export type Piece = string | { readonly tone: Tone; readonly text: string };

/**
 * What commands write to. Text is escaped here, and only here are control sequences made: nothing of a name, a value or
 * an error message can reach the terminal as one.
 */
export interface Terminal extends Omit<Io, "out" | "err"> {
  /** Standard output, with a line end. */
  readonly out: (...pieces: readonly Piece[]) => void;
  /** Standard error, with a line end. */
  readonly err: (...pieces: readonly Piece[]) => void;
}

/**
 * Of the sixteen colours only red and magenta are readable on black and on white in every common palette: what must be
 * read is in them or in the terminal's own colour.
 */
const formats: { readonly [T in Tone]: Parameters<typeof styleText>[0] | null } = {
  plain: null,
  dim: "dim",
  act: "bold",
  choice: ["bold", "magenta"],
  message: null,
  alarm: ["bold", "red"],
  good: ["bold", "green"],
  bad: "red",
};

/** A terminal over what the process, or a test, offers. */
export function terminalOf(io: Io): Terminal {
  const print = (pieces: readonly Piece[]): string =>
    pieces.map((piece) => rendered(piece, io.color)).join("");
  return {
    ...io,
    out: (...pieces) => io.out(print(pieces)),
    err: (...pieces) => io.err(print(pieces)),
    status: (text) => io.status(start(visible(text), io.columns - 1)),
  };
}

function rendered(piece: Piece, color: boolean): string {
  if (typeof piece === "string") return visibleLines(piece);
  const text = visibleLines(piece.text);
  const format = formats[piece.tone];
  return color && format !== null && text !== "" ? styleText(format, text, { validateStream: false }) : text;
}
