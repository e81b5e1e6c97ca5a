import type { Lifeline } from "../../../src/base/index.ts";
import type { Msc } from "../../../src/causality/index.ts";
import { Chart } from "../../../src/cli/chart/chart.ts";
import { layoutOf } from "../../../src/cli/chart/layout.ts";
import type { Piece } from "../../../src/cli/terminal.ts";
import { cellsOf } from "../../../src/cli/visible.ts";

/** A line of a chart: its text, and whether it is a note below its event. */
export interface DrawnLine {
  readonly text: string;
  readonly note: boolean;
}

export function textOf(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === "string" ? piece : piece.text)).join("");
}

/** Draws a whole chart. */
export function draw(msc: Msc, width: number): readonly DrawnLine[] {
  const lines: DrawnLine[] = [];
  const chart = new Chart(msc.lifelines, width, (...pieces) =>
    lines.push({ text: textOf(pieces), note: typeof pieces[0] === "string" }),
  );
  chart.names();
  for (const [index, event] of msc.events.entries()) {
    const title = event.kind === "choice" ? `${event.guard}: ${event.value}` : "";
    chart.push(event, msc.position[index] ?? 0, title);
  }
  chart.flush();
  return lines;
}

export function widest(lines: readonly DrawnLine[]): number {
  return Math.max(...lines.map(({ text }) => cellsOf(text)));
}

/** The events `LIFELINE#K` that lines show, in the order in which they show them. */
export function eventsIn(
  lines: readonly DrawnLine[],
  lifelines: readonly Lifeline[],
  width: number,
): readonly string[] {
  const layout = layoutOf(lifelines, width);
  if (layout === null) return lines.flatMap(({ text }) => eventsInEntry(text));
  const beside = layout.notesAt > (layout.bars.at(-1) ?? 0);
  return lines.flatMap(({ text, note }) => {
    if (note) return [];
    const drawing = beside ? cut(text, layout.notesAt) : text;
    const at = (match: RegExpMatchArray | null): string => {
      const [sign = "", position = ""] = match ?? [];
      const bar = (match?.index ?? -1) + sign.indexOf(position) + Math.floor(position.length / 2);
      const bracketed = /^[[<]/.test(sign) ? (match?.index ?? 0) + Math.floor(sign.length / 2) : bar;
      return `${lifelines[layout.bars.indexOf(bracketed)]}#${position}`;
    };
    const mark = /\[(\d+)\]|<(\d+)>/.exec(drawing);
    if (mark !== null) return [at(/[[<](\d+)[\]>]/.exec(drawing))];
    if (drawing.includes("○")) return [at(/(\d+)/.exec(drawing))];
    if (!/[▶◀]/.test(drawing)) return [];
    const recv = at(
      /▶(\d+)|(\d+)◀/.exec(drawing)?.[0].startsWith("▶") ? /▶(\d+)/.exec(drawing) : /(\d+)◀/.exec(drawing),
    );
    const send = at(drawing.includes("▶") ? /(\d+)[─┄┼]*▶/.exec(drawing) : /(?<=◀[─┄┼]*)(\d+)/.exec(drawing));
    return drawing.includes("┄") ? [recv] : [send, recv];
  });
}

/** The same in a list. */
function eventsInEntry(text: string): readonly string[] {
  const act = /^(\S+) [[<](\d+)[\]>]/.exec(text);
  if (act !== null) return [`${act[1]}#${act[2]}`];
  const [, from, sent, dash, received, to] = /^(\S+) (\d+) (──|┄┄)▶ (\d+) (\S+)/.exec(text) ?? [];
  if (from !== undefined)
    return dash === "┄┄" ? [`${to}#${received}`] : [`${from}#${sent}`, `${to}#${received}`];
  const left = /^(\S+) (\d+) ──○/.exec(text);
  return left === null ? [] : [`${left[1]}#${left[2]}`];
}

function cut(text: string, cells: number): string {
  let taken = "";
  for (const character of text) {
    if (cellsOf(taken + character) > cells) break;
    taken += character;
  }
  return taken;
}
