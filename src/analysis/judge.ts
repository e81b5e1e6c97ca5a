import { type Lifeline, lookup, type Vars } from "../base/index.ts";
import { eventName, type Msc } from "../causality/index.ts";
import { type Formula, foldFormula, printFormula, referenceOf } from "../cpl/index.ts";
import type { Workflow } from "../runtime/index.ts";
import type { Configuration } from "./configuration.ts";
import type { Demand } from "./demand.ts";
import { MonitorTracks } from "./monitor-tracks.ts";
import { chartOf, type Occurrence, pastOf } from "./occurrence.ts";

/** Something that is wrong at an event. */
export interface Finding {
  readonly kind: "decision" | "monitor" | "never" | "always";
  /** Findings with the same subject are one violation, shown where its past is smallest. */
  readonly subject: string;
  readonly what: string;
  readonly at: Occurrence;
}

interface Asked {
  readonly formula: Formula;
  /** Only at the events of this lifeline; null: of every one. */
  readonly on: Lifeline | null;
  readonly demand: Demand | null;
}

/**
 * Looks at events, each once: every choice has the value that the reference semantics gives it over its causal past, demands
 * are kept, and online monitors answer as the reference does.
 */
export class Judge {
  events = 0;
  decisions = 0;
  readonly #workflow: Workflow;
  readonly #initial: { readonly [lifeline: Lifeline]: Vars };
  readonly #asked: readonly Asked[];
  readonly #tracks: MonitorTracks;
  readonly #judged = new WeakSet<Occurrence>();

  constructor(
    workflow: Workflow,
    initial: { readonly [lifeline: Lifeline]: Vars },
    demands: readonly Demand[],
  ) {
    this.#workflow = workflow;
    this.#initial = initial;
    const guards = [...workflow.reactors].flatMap(([on, { program }]) =>
      Object.values(program.guards)
        .filter((formula) => !callsPredicate(formula)) // it may fail where no decision asks it
        .map((formula): Asked => ({ formula, on, demand: null })),
    );
    this.#asked = [
      ...demands.map((demand): Asked => ({ formula: demand.formula, on: demand.on, demand })),
      ...guards,
    ];
    this.#tracks = new MonitorTracks(workflow, this.#asked);
  }

  /** What is wrong at those events of a configuration's past that were not looked at before. */
  look(here: Configuration): readonly Finding[] {
    // What was looked at was so with its whole past.
    if (here.every(({ last }) => last === null || this.#judged.has(last))) return [];
    const past = pastOf(here.map(({ last }) => last));
    const msc = chartOf(
      this.#workflow.lifelines,
      this.#initial,
      past.map(({ event }) => event),
    );
    const { predicates } = this.#workflow.definition;
    const holds = referenceOf(msc, { predicates });
    return past.flatMap((at, e): readonly Finding[] => {
      if (this.#judged.has(at)) return [];
      this.#judged.add(at);
      this.events += 1;
      this.#tracks.follow(at, msc.stores[e] ?? {});
      const reference = (formula: Formula): boolean => holds(e, formula);
      return [...this.#decision(msc, at, e, reference), ...this.#demands(msc, at, e, reference)];
    });
  }

  #decision(msc: Msc, at: Occurrence, e: number, holds: (formula: Formula) => boolean): readonly Finding[] {
    const { event } = at;
    if (event.kind !== "choice") return [];
    this.decisions += 1;
    const guard = lookup(this.#workflow.reactors.get(event.on)?.program.guards ?? {}, event.guard);
    if (guard === undefined || holds(guard) === event.value) return [];
    const what = `${eventName(msc, e)} decided ${event.guard} to be ${event.value}; by the reference semantics it is ${!event.value}`;
    return [{ kind: "decision", subject: event.guard, what, at }];
  }

  #demands(msc: Msc, at: Occurrence, e: number, holds: (formula: Formula) => boolean): readonly Finding[] {
    const name = eventName(msc, e);
    return this.#asked.flatMap(({ formula, on, demand }, i): readonly Finding[] => {
      if (on !== null && on !== at.event.on) return [];
      const value = holds(formula);
      const found: Finding[] = [];
      if (this.#tracks.holds(at, i) !== value) {
        const subject = printFormula(formula);
        const what = `At ${name} the monitor says ${!value} and the reference semantics ${value} of ${subject}`;
        found.push({ kind: "monitor", subject, what, at });
      }
      if (demand !== null && value === (demand.kind === "never")) {
        const what = value
          ? `At ${name} holds what never should: ${demand.text}`
          : `At ${name} does not hold what always should: ${demand.text}`;
        found.push({ kind: demand.kind, subject: demand.text, what, at });
      }
      return found;
    });
  }
}

function callsPredicate(formula: Formula): boolean {
  return foldFormula<boolean>(formula, (node, parts) => node.kind === "predicate" || parts.includes(true));
}
