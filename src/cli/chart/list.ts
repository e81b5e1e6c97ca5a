import type { Lifeline } from "../../base/index.ts";
import type { Tone } from "../terminal.ts";
import { cutName, visible, wrap } from "../visible.ts";
import { limited } from "./notes.ts";
import type { Pen, Write } from "./pen.ts";

const INDENT = 4;
/** Longest name that is shown whole. */
const LONGEST_NAME = 32;

/** Writes events one below the other, for more lifelines than fit side by side: `Reviewer [4]  merge: …`. */
export function listPen(width: number, write: Write): Pen {
  const named = (lifeline: Lifeline): string =>
    cutName(visible(lifeline), Math.min(LONGEST_NAME, Math.max(4, Math.floor(width / 2) - 12)));
  const entry = (head: string, headTone: Tone, text: string, tone: Tone): void => {
    const [first = "", ...rest] = limited(
      wrap(`${head}${text === "" ? "" : `  ${visible(text)}`}`, width, " ".repeat(INDENT)),
    );
    const shown = first.slice(0, head.length);
    write({ tone: headTone, text: shown }, { tone, text: first.slice(shown.length) });
    for (const line of rest) write({ tone, text: line });
  };
  return {
    notesWidth: width - INDENT,
    names: () => {},
    act: ({ event, position }, text) => entry(`${named(event.on)} [${position}]`, "act", text, "plain"),
    choice: ({ event, position }, text) =>
      entry(`${named(event.on)} <${position}>`, "choice", text, "choice"),
    message: (send, recv, text) =>
      entry(
        `${named(send.event.on)} ${send.position} ──▶ ${recv.position} ${named(recv.event.on)}`,
        "message",
        text,
        "plain",
      ),
    arrival: (send, recv, text) =>
      entry(
        `${named(send.event.on)} ${send.position} ┄┄▶ ${recv.position} ${named(recv.event.on)}`,
        "message",
        text,
        "plain",
      ),
    departure: ({ event, position }, text) =>
      entry(`${named(event.on)} ${position} ──○`, "message", text, "plain"),
    note: (text, tone) => {
      for (const line of limited(wrap(visible(text), width - INDENT, "  ")))
        write(" ".repeat(INDENT), { tone, text: line });
    },
    rule: (text) => write({ tone: "dim", text: `── ${text} `.padEnd(width, "─") }),
  };
}
