import { distance } from "fastest-levenshtein";

/**
 * The known name that a misspelt one most likely means (edit distance one, or at most a third of the length, letter case
 * ignored, two neighbours exchanged counting as one edit, and some letter in common), or undefined.
 */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    if (candidate === name) continue;
    const longest = Math.max(name.length, candidate.length);
    const most = Math.max(1, longest / 3);
    if (Math.abs(name.length - candidate.length) > most) continue; // the distance is at least that: do not compute it
    const d = steps(name.toLowerCase(), candidate.toLowerCase());
    if (d < bestDistance && d <= most && d < longest) {
      best = candidate;
      bestDistance = d;
    }
  }
  return best;
}

function steps(a: string, b: string): number {
  if (a.length === b.length) {
    const at = [...a].findIndex((letter, i) => letter !== b[i]);
    const exchanged = a.slice(0, at) + (a[at + 1] ?? "") + (a[at] ?? "") + a.slice(at + 2);
    if (at >= 0 && exchanged === b) return 1;
  }
  return distance(a, b);
}
