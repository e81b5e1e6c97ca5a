import { assertNever, canonicalJson, jsonEquals } from "../base/index.ts";
import { type EventIndex, eventName, latestVisible, type Msc } from "../causality/index.ts";
import {
  type Formula,
  type Predicates,
  printFormula,
  referenceOf,
  type Term,
  termValue,
} from "../cpl/index.ts";

/** One fact behind a guard's value: a short sentence, and the event at which it was read (-1: there is none). */
export interface Reason {
  readonly text: string;
  readonly event: EventIndex;
}

/** A guard's value at an event, and the facts that make it so. */
export interface Explanation {
  readonly holds: boolean;
  readonly reasons: readonly Reason[];
}

/**
 * Why a guard holds, or does not, at an event: of a true conjunction all parts, of a false one the false parts, and so
 * on down to what was read where.
 */
export function why(msc: Msc, event: EventIndex, guard: Formula, predicates: Predicates = {}): Explanation {
  const holds = referenceOf(msc, { predicates });
  const reasons = explain({ msc, holds, here: event }, event, guard);
  const seen = new Set<string>();
  return {
    holds: holds(event, guard),
    reasons: reasons.filter(({ text }) => !seen.has(text) && seen.add(text)),
  };
}

interface Chart {
  readonly msc: Msc;
  /** The event that asks; readings there are said of "here". */
  readonly here: EventIndex;
  readonly holds: (event: EventIndex, formula: Formula) => boolean;
}

function explain(chart: Chart, event: EventIndex, formula: Formula): readonly Reason[] {
  switch (formula.kind) {
    case "bool":
      return [{ text: `the guard is always ${formula.value}`, event: -1 }];
    case "compare":
      return [comparison(chart, event, formula)];
    case "predicate": {
      const read = readings(chart, event, formula.args);
      return [{ text: `${formula.name} is ${chart.holds(event, formula)}: ${read.text}`, event: read.event }];
    }
    case "not":
      return explain(chart, event, formula.body);
    case "and":
    case "or":
      return explainBinary(chart, event, formula);
    case "prev": {
      const previous = chart.msc.previous[event] ?? -1;
      if (previous < 0) return [{ text: `${eventName(chart.msc, event)} is the first there`, event }];
      return explain(chart, previous, formula.body);
    }
    case "since":
      return explainSince(chart, event, formula);
    case "at": {
      const last = visible(chart.msc, event, formula.lifeline);
      return last < 0 ? [unseen(formula.lifeline)] : explain(chart, last, formula.body);
    }
    case "once":
      return explainOnce(chart, event, formula);
    case "seen": {
      const last = visible(chart.msc, event, formula.lifeline);
      return last < 0
        ? [unseen(formula.lifeline)]
        : [{ text: `${eventName(chart.msc, last)} is visible`, event: last }];
    }
    default:
      return assertNever(formula);
  }
}

/** Of a true conjunction and a false disjunction every part counts; else the parts that decide. */
function explainBinary(
  chart: Chart,
  event: EventIndex,
  formula: Extract<Formula, { kind: "and" | "or" }>,
): readonly Reason[] {
  const value = chart.holds(event, formula);
  const deciding = [formula.left, formula.right].filter((part) => chart.holds(event, part) === value);
  return deciding.flatMap((part) => explain(chart, event, part));
}

function explainSince(
  chart: Chart,
  event: EventIndex,
  formula: Extract<Formula, { kind: "since" }>,
): readonly Reason[] {
  const { msc, holds } = chart;
  const value = holds(event, formula);
  for (let at = event; at >= 0; at = msc.previous[at] ?? -1) {
    if (holds(at, formula.right)) {
      const start = explain(chart, at, formula.right);
      if (at === event) return start;
      return start.map((reason) => ({
        ...reason,
        text: `${reason.text}, unbroken up to ${eventName(msc, event)}`,
      }));
    }
    if (!value && !holds(at, formula.left)) return explain(chart, at, formula.left);
  }
  const on = msc.events[event]?.on ?? "";
  return [{ text: `at no event of ${on} so far: ${printFormula(formula.right)}`, event: -1 }];
}

function explainOnce(
  chart: Chart,
  event: EventIndex,
  formula: Extract<Formula, { kind: "once" }>,
): readonly Reason[] {
  const { msc, holds } = chart;
  const asked = formula.lifeline === null ? msc.lifelines : [formula.lifeline];
  for (const lifeline of asked) {
    for (let at = visible(msc, event, lifeline); at >= 0; at = msc.previous[at] ?? -1) {
      if (holds(at, formula.body)) return explain(chart, at, formula.body);
    }
  }
  return [{ text: `at no visible event of ${asked.join(", ")}: ${printFormula(formula.body)}`, event: -1 }];
}

/** A comparison of two equal readings names their value once. */
function comparison(chart: Chart, event: EventIndex, formula: Extract<Formula, { kind: "compare" }>): Reason {
  const { left, right } = formula;
  const read = readings(chart, event, [left, right]);
  const remote = left.kind === "remote" ? left : right.kind === "remote" ? right : undefined;
  const local = left.kind === "var" ? left : right.kind === "var" ? right : undefined;
  const compared =
    remote !== undefined && local?.name === remote.name && event === chart.here && read.event >= 0;
  if (!compared) return read;
  const there = reading(chart, event, remote);
  const here = termValue(chart.msc, event, local);
  const value = termValue(chart.msc, event, remote);
  if (here !== undefined && value !== undefined && jsonEquals(here, value))
    return { text: there.replace(" has ", " has the same "), event: read.event };
  return {
    text: `${there}, here it is ${here === undefined ? "unset" : canonicalJson(here)}`,
    event: read.event,
  };
}

/** What each term reads; constants say nothing new. The event is that of the first remote term, else where they are read. */
function readings(chart: Chart, event: EventIndex, terms: readonly Term[]): Reason {
  const read = terms.filter((term) => term.kind !== "const");
  const missing = read.find((term) => term.kind === "remote" && visible(chart.msc, event, term.lifeline) < 0);
  if (missing?.kind === "remote") return unseen(missing.lifeline);
  const remote = read.find((term) => term.kind === "remote");
  const at = remote?.kind === "remote" ? visible(chart.msc, event, remote.lifeline) : event;
  const text = read.map((term) => reading(chart, event, term)).join(", ");
  return { text: text === "" ? "both sides are constants" : text, event: at };
}

/** `TestRunner#4 has candidate "c1"`; of the event that asks, `candidate is "c1"`. */
function reading(chart: Chart, event: EventIndex, term: Exclude<Term, { kind: "const" }>): string {
  const at = term.kind === "remote" ? visible(chart.msc, event, term.lifeline) : event;
  const value = termValue(chart.msc, event, term);
  if (at === chart.here)
    return value === undefined ? `${term.name} is unset` : `${term.name} is ${canonicalJson(value)}`;
  const name = eventName(chart.msc, at);
  return value === undefined
    ? `${name} has no ${term.name}`
    : `${name} has ${term.name} ${canonicalJson(value)}`;
}

function unseen(lifeline: string): Reason {
  return { text: `nothing of ${lifeline} is visible`, event: -1 };
}

function visible(msc: Msc, event: EventIndex, lifeline: string): EventIndex {
  const index = msc.lifelines.indexOf(lifeline);
  return index < 0 ? -1 : latestVisible(msc, event, index);
}
