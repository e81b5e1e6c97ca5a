/** Most lines of one text beside or below an event. */
const MOST_LINES = 8;

/** The first lines of a text; `…` says that there is more. */
export function limited(lines: readonly string[]): readonly string[] {
  return lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES - 1), "  …"];
}
