import { distance } from "fastest-levenshtein";

/**
 * The known name that a misspelt one most likely means (edit distance at most a third of the length, letter case
 * ignored), or undefined.
 */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    if (candidate === name) continue;
    const most = Math.max(name.length, candidate.length) / 3;
    if (Math.abs(name.length - candidate.length) > most) continue; // the distance is at least that: do not compute it
    const d = distance(name.toLowerCase(), candidate.toLowerCase());
    if (d < bestDistance && d <= most) {
      best = candidate;
      bestDistance = d;
    }
  }
  return best;
}
