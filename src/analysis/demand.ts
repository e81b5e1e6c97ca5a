import { type Lifeline, LightconeError, nearest } from "../base/index.ts";
import { builtins, type Formula, type Predicates, parseFormula } from "../cpl/index.ts";

/** A formula that must hold at no event, or at every one; `on` restricts it to the events of one lifeline. */
export interface Demand {
  readonly kind: "never" | "always";
  readonly formula: Formula;
  readonly on: Lifeline | null;
  /** As it was given. */
  readonly text: string;
}

/**
 * Reads a demand: a formula's text, or `Lifeline: formula` for the events of one lifeline.
 *
 * @throws LightconeError `explore/demand` for a lifeline that there is not, else with what is wrong with the formula.
 */
export function parseDemand(
  kind: Demand["kind"],
  text: string,
  lifelines: readonly Lifeline[],
  predicates: Predicates = {},
): Demand {
  const [, prefix, rest = ""] = /^\s*([^\s:"'(]+)\s*:(.*)$/s.exec(text) ?? [];
  if (prefix !== undefined && !lifelines.includes(prefix)) {
    throw new LightconeError({
      code: "explore/demand",
      what: `${kind} ${text}: there is no lifeline ${prefix}`,
      suggestion: nearest(prefix, lifelines),
    });
  }
  const known = [...new Set([...Object.keys(builtins), ...Object.keys(predicates)])];
  const body = prefix === undefined ? text : rest;
  const column = text.length - body.length + 1;
  const parsed = parseFormula(body, { lifelines, predicates: known, file: `--${kind}`, column });
  if (parsed.ok) return { kind, formula: parsed.formula, on: prefix ?? null, text };
  const [first] = parsed.diagnostics;
  const { code = "explore/demand", message: what = text, place = {}, remedy, suggestion } = first ?? {};
  throw new LightconeError({
    ...{ code, what, place, suggestion, diagnostics: parsed.diagnostics },
    ...(remedy === undefined ? {} : { remedy }),
  });
}
