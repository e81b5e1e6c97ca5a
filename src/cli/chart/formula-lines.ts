import { cellsOf, wrap } from "../visible.ts";

/** What a line may end with. */
const BETWEEN: ReadonlySet<string> = new Set(["&", "|"]);

/**
 * Breaks a formula's visible text, with what stands before it, into lines of at most `width` cells: after `&` or `|`,
 * never inside a comparison or a text constant that fits into a line.
 */
export function formulaLines(
  head: string,
  formula: string,
  width: number,
  indent: string,
): readonly string[] {
  const lines: string[] = [];
  let line = head;
  for (const part of partsOf(formula)) {
    const joined = line === "" ? part : `${line} ${part}`;
    if (cellsOf(joined) <= width) {
      line = joined;
      continue;
    }
    if (line !== "") lines.push(line);
    const broken = wrap(part, width - indent.length).map((text) => indent + text);
    lines.push(...broken.slice(0, -1));
    line = broken.at(-1) ?? "";
  }
  return [...lines, line];
}

/** The words of a formula joined into parts, each but the last with the sign that follows it. */
function partsOf(formula: string): readonly string[] {
  const parts: string[] = [];
  let words: string[] = [];
  for (const token of formula.match(/(?:"(?:[^"\\]|\\.)*"|`(?:[^`]|``)*`|[^\s"`]|["`])+/g) ?? []) {
    words.push(token);
    if (!BETWEEN.has(token)) continue;
    parts.push(words.join(" "));
    words = [];
  }
  return words.length === 0 ? parts : [...parts, words.join(" ")];
}
