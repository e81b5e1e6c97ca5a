import { LightconeError, type Place } from "../base/index.ts";
import { buildGuard, type Formula, type Guard, type Participant, parseFormula } from "../cpl/index.ts";
import type { LifelineDecl } from "./ir.ts";

/**
 * The formula of a guard that is written as a callback or as text.
 *
 * @throws LightconeError with all that is wrong with the text, or what `buildGuard` throws.
 */
export function recordGuard<X extends Participant>(
  owner: X,
  guard: Guard<X> | string,
  lifelines: readonly LifelineDecl[],
  place: Place,
): Formula {
  if (typeof guard !== "string") return buildGuard(owner, guard, place);
  const parsed = parseFormula(guard, { lifelines: lifelines.map(({ name }) => name) });
  if (parsed.ok) return parsed.formula;
  // Where the text begins in the author's file is unknown: the statement is the place, the column is the text's own.
  const diagnostics = parsed.diagnostics.map((found) => ({
    ...found,
    message: `${found.message} (line ${found.place.line ?? 1}, column ${found.place.column ?? 1} of the guard)`,
    place,
  }));
  const [first] = diagnostics;
  throw new LightconeError({
    code: first?.code ?? "formula/syntax",
    what: first?.message ?? "the guard is no formula",
    place,
    diagnostics,
    ...(first === undefined ? {} : { remedy: first.remedy, suggestion: first.suggestion }),
  });
}
