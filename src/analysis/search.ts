import type { Random } from "../base/index.ts";
import { type Configuration, hasFailed, keyOf, type System } from "./configuration.ts";
import { allMoves, type ConfigurationMove, countMoves, enoughMoves } from "./reduction.ts";

/** Moves between two stops: some hundredths of a second. */
const SLICE = 1000;

/** How configurations are searched. */
export interface SearchOptions {
  /** Leave out schedules that lead to the same charts; then a lifeline that fails stops alone. */
  readonly reduce: boolean;
  /** The most configurations to visit. */
  readonly limit: number;
  /** Told of each configuration from which nothing leads on. */
  readonly onEnd: (here: Configuration) => void;
}

/** What a search came to. */
export interface Searched {
  /** Distinct configurations visited. */
  readonly configurations: number;
  /** Moves that were possible in them, and not taken. */
  readonly spared: number;
  /** Moves taken. */
  readonly taken: number;
  /** False when the limit ended the search. */
  readonly complete: boolean;
}

/** Visits configurations depth first, each once. Stops now and then, with the number of those that it has found. */
export function* searching(
  system: System,
  first: Configuration,
  options: SearchOptions,
): Generator<number, Searched> {
  const { reduce, limit, onEnd } = options;
  const seen = new Set([keyOf(first)]);
  const stack = [first];
  let spared = 0;
  let taken = 0;
  let pause = SLICE;
  for (let here = stack.pop(); here !== undefined && seen.size <= limit; here = stack.pop()) {
    const moves = movesFrom(here, reduce);
    if (reduce) spared += countMoves(here) - moves.length;
    if (moves.length === 0) onEnd(here);
    taken += moves.length;
    if (taken >= pause) {
      yield seen.size;
      pause = taken + SLICE;
    }
    for (const { lifeline, move } of moves) {
      const next = system.take(here, lifeline, move);
      const key = keyOf(next);
      if (seen.has(key)) continue;
      seen.add(key);
      stack.push(next);
    }
  }
  return { configurations: Math.min(seen.size, limit), spared, taken, complete: seen.size <= limit };
}

/** {@link searching} without a stop. */
export function search(system: System, first: Configuration, options: SearchOptions): Searched {
  const slices = searching(system, first, options);
  let slice = slices.next();
  while (slice.done !== true) slice = slices.next();
  return slice.value;
}

/** Without reduction a run ends as a whole when one lifeline fails; with it, the others go on. */
function movesFrom(here: Configuration, reduce: boolean): readonly ConfigurationMove[] {
  if (reduce) return enoughMoves(here);
  return hasFailed(here) ? [] : allMoves(here);
}

/** Follows one schedule to its end, each move drawn evenly from all that are possible; the turns that it took. */
export function walkAtRandom(
  system: System,
  first: Configuration,
  random: Random,
  most: number,
): { readonly end: Configuration; readonly turns: number } {
  let end = first;
  for (let turns = 0; turns < most; turns++) {
    const moves = allMoves(end);
    const next = moves[moves.length === 0 ? 0 : random.below(moves.length)];
    if (next === undefined) return { end, turns };
    end = system.take(end, next.lifeline, next.move);
  }
  return { end, turns: most };
}
