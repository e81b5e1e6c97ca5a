/** What a terminal obeys or hides instead of showing: controls, directions, joiners, halves of surrogate pairs. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const short: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/**
 * One line of text in which every character can be seen: the others as JSON escapes, so that JSON text stays JSON with
 * the same value.
 */
export function visible(text: string): string {
  return text.replace(unseen, (found) => short.get(found) ?? found.split("").map(escaped).join(""));
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** {@link visible} for text of several lines, which stay lines. */
export function visibleLines(text: string): string {
  return text.split("\n").map(visible).join("\n");
}

const wide =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const combining = /\p{Mn}|\p{Me}/u;
/** Makes the sign before it a picture of two cells. */
const asPicture = "\ufe0f";

/** A character with the cells that it takes on a terminal: 0, 1 or 2. */
export interface Glyph {
  readonly text: string;
  readonly cells: 0 | 1 | 2;
}

/** The characters of a visible text. */
export function glyphs(text: string): readonly Glyph[] {
  return Array.from(text, (character) => ({
    text: character,
    cells: character <= "~" ? 1 : cellsOfOne(character),
  }));
}

function cellsOfOne(character: string): Glyph["cells"] {
  if (character === asPicture) return 1;
  if (combining.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

/** How many cells a visible text takes. */
export function cellsOf(text: string): number {
  return glyphs(text).reduce((sum, { cells }) => sum + cells, 0);
}

/** The text in at most `width` cells; where it is cut, `…` stands for the rest. */
export function cut(text: string, width: number): string {
  return cellsOf(text) <= width ? text : `${start(text, width - 1)}…`;
}

/** The text in at most `width` cells, cut in the middle: names differ at their ends more often than within. */
export function cutName(text: string, width: number): string {
  if (cellsOf(text) <= width) return text;
  const tail = Math.floor((width - 1) / 2);
  const reversed = Array.from(text).reverse().join("");
  const end = Array.from(start(reversed, tail)).reverse().join("");
  return `${start(text, width - 1 - tail)}…${end}`;
}

/** As many characters from the beginning as `width` cells hold. */
export function start(text: string, width: number): string {
  let taken = "";
  let cells = 0;
  for (const glyph of glyphs(text)) {
    cells += glyph.cells;
    if (cells > width) break;
    taken += glyph.text;
  }
  return taken;
}

/** The text with spaces up to `width` cells. */
export function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - cellsOf(text)));
}

/** Breaks visible text into lines of at most `width` cells, at spaces where it can; later lines are indented. */
export function wrap(text: string, width: number, indent = ""): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const joined = line === "" ? word : `${line} ${word}`;
    if (cellsOf(joined) <= width) {
      line = joined;
      continue;
    }
    if (line.trim() !== "") lines.push(line);
    line = `${lines.length === 0 ? "" : indent}${word}`;
    while (cellsOf(line) > Math.max(width, indent.length + 2)) {
      const first = start(line, Math.max(width, indent.length + 2));
      lines.push(first);
      line = `${indent}${line.slice(first.length)}`;
    }
  }
  return line.trim() === "" && lines.length > 0 ? lines : [...lines, line];
}
