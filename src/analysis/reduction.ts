import type { Configuration } from "./configuration.ts";
import type { LocalMove } from "./local-moves.ts";

/** A move of one lifeline, by its index. */
export interface ConfigurationMove {
  readonly lifeline: number;
  readonly move: LocalMove;
}

/** Every move that is possible. */
export function allMoves(here: Configuration): readonly ConfigurationMove[] {
  return here.flatMap(({ lifeline, moves }) => moves.map((move) => ({ lifeline, move })));
}

/**
 * Some of the moves, from which every chart can still be reached: a persistent set (Godefroid).
 *
 * Moves of different lifelines commute: a turn changes its own lifeline's state and appends to inboxes, and what is
 * appended changes no move that is possible already. Moves of one lifeline do not commute. So the moves of a set of
 * lifelines will do when no other lifeline can bring about a further move of theirs: when the set holds, with each
 * lifeline, those for whose messages its threads wait. Of these sets the one with the fewest moves is taken. Configurations
 * do not recur, since each holds its history: no move is put off for ever.
 */
export function enoughMoves(here: Configuration): readonly ConfigurationMove[] {
  let best: readonly number[] | null = null;
  let fewest = Number.POSITIVE_INFINITY;
  for (const { lifeline, moves, waits } of here) {
    if (moves.length === 0) continue;
    const set = waits.length === 0 ? [lifeline] : closureOf(here, lifeline);
    const size = set.reduce((sum, one) => sum + (here[one]?.moves.length ?? 0), 0);
    if (size < fewest) [best, fewest] = [set, size];
    if (size === 1) break;
  }
  return (best ?? []).flatMap((lifeline) =>
    (here[lifeline]?.moves ?? []).map((move) => ({ lifeline, move })),
  );
}

/** A lifeline with those for which it waits, and those for which these wait. */
function closureOf(here: Configuration, lifeline: number): readonly number[] {
  const set = new Set([lifeline]);
  for (const one of set) for (const sender of here[one]?.waits ?? []) set.add(sender);
  return [...set];
}

/** How many moves are possible. */
export function countMoves(here: Configuration): number {
  let count = 0;
  for (const { moves } of here) count += moves.length;
  return count;
}
