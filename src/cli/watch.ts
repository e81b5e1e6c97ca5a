import { lateEvidence, why } from "../analysis/index.ts";
import type { Lifeline, Vars } from "../base/index.ts";
import {
  buildMsc,
  type Event,
  type EventIndex,
  eventName,
  latestVisible,
  type Msc,
} from "../causality/index.ts";
import { type Formula, printFormula } from "../cpl/index.ts";
import type { RunEvent, Workflow } from "../runtime/index.ts";
import type { Chart } from "./chart/chart.ts";
import { describeChange } from "./chart/describe.ts";

/** Events up to which reasons and late evidence are worked out while a run is watched. */
const EXPLAINED = 3000;

/** Draws a run's chart as it happens, each decision with its reason, and late evidence when it arrives. */
export class Watch {
  readonly events: Event[] = [];
  decisions = 0;
  /** What became known too late, a line a decision. */
  readonly late: string[] = [];
  readonly #workflow: Workflow;
  readonly #initial: { readonly [lifeline: Lifeline]: Vars };
  readonly #chart: Chart;
  readonly #guards: ReadonlyMap<string, Formula>;
  readonly #reported = new Set<EventIndex>();

  constructor(workflow: Workflow, initial: { readonly [lifeline: Lifeline]: Vars }, chart: Chart) {
    this.#workflow = workflow;
    this.#initial = initial;
    this.#chart = chart;
    const guards = [...workflow.reactors.values()].flatMap(({ program }) => Object.entries(program.guards));
    this.#guards = new Map(guards);
  }

  /** Whether reasons and late evidence are still worked out. */
  get explains(): boolean {
    return this.events.length <= EXPLAINED;
  }

  /** Takes the next event of the run. */
  event(next: RunEvent): void {
    const { event, position } = next;
    const index = this.events.push(event) - 1;
    switch (event.kind) {
      case "act":
        return this.#chart.push(event, position, event.type ?? "");
      case "send":
        return this.#chart.push(event, position, event.control ? this.#nameOf(event.step) : "");
      case "recv":
        this.#chart.push(event, position);
        return this.#lateAt(index);
      case "choice":
        return this.#choice(index, event, position);
    }
  }

  #choice(index: EventIndex, event: Extract<Event, { kind: "choice" }>, position: number): void {
    this.decisions += 1;
    const guard = this.#guards.get(event.guard);
    const round = event.round?.[0];
    if (round !== undefined && event.round?.length === 1 && this.#isLoop(event))
      this.#chart.rule(`round ${round}`);
    const decided = `${this.#nameOf(event.guard)}: ${event.value}`;
    const msc = guard === undefined ? null : this.#msc();
    const reasons =
      msc === null || guard === undefined
        ? []
        : why(msc, index, guard, this.#workflow.definition.predicates).reasons;
    const because = reasons.map(({ text }, i) => `${i === 0 ? "because" : "and"} ${text}`);
    const whole = [decided, ...because].join(", ");
    if (whole.length <= this.#chart.notesWidth) return this.#chart.push(event, position, whole);
    this.#chart.push(event, position, decided);
    for (const reason of because) this.#chart.note(reason, "plain");
  }

  /** Whether a receive brought what would have changed an earlier decision of its lifeline. */
  #lateAt(index: EventIndex): void {
    const on = this.events[index]?.on;
    const msc = this.#msc();
    if (msc === null || on === undefined) return;
    for (const decision of decisionsUnknownTo(msc, index)) {
      const event = this.events[decision];
      const guard = event?.kind === "choice" ? this.#guards.get(event.guard) : undefined;
      if (guard === undefined || event?.kind !== "choice" || this.#reported.has(decision)) continue;
      const first = lateEvidence(msc, decision, guard, this.#workflow.definition.predicates).find(
        (late) => latestVisible(msc, index, msc.on[late] ?? -1) >= late,
      );
      if (first === undefined) continue;
      this.#reported.add(decision);
      this.#late(msc, first, decision);
    }
  }

  #late(msc: Msc, late: EventIndex, decision: EventIndex): void {
    const event = msc.events[decision];
    if (event?.kind !== "choice") return;
    const change = describeChange(msc.events[late] ?? event, this.#chart.room / 2);
    const what = change === "" ? eventName(msc, late) : `${eventName(msc, late)} (${change})`;
    const decided = `${this.#nameOf(event.guard)}: ${event.value}`;
    const when = eventName(msc, decision);
    const text = `${what} was not known to ${when} when it decided ${decided}; with it the guard is ${!event.value}`;
    this.#chart.note(`LATE: ${text}`, "alarm");
    this.late.push(text);
  }

  /** A guard's name: its label, else its own text where a step has none. */
  #nameOf(step: string): string {
    const guard = this.#guards.get(step);
    return guard === undefined || !step.includes(":") ? step : printFormula(guard);
  }

  #isLoop(event: Event): boolean {
    const program = this.#workflow.reactors.get(event.on)?.program;
    return (
      program?.ops.some((op) => op.kind === "choose" && op.step === event.step && op.loop !== null) ?? false
    );
  }

  #msc(): Msc | null {
    if (!this.explains) return null;
    const built = buildMsc({
      lifelines: this.#workflow.lifelines,
      initial: this.#initial,
      events: this.events,
    });
    return built.ok ? built.msc : null;
  }
}

/**
 * The decisions of a receive's lifeline that some event which it brings does not know, oldest first: only to them can it
 * be late evidence. Looking at all decisions would take time that grows with the square of the run.
 */
function decisionsUnknownTo(msc: Msc, recv: EventIndex): readonly EventIndex[] {
  const own = msc.on[recv] ?? -1;
  const before = msc.previous[recv] ?? -1;
  let known = before;
  for (let column = 0; column < msc.lifelines.length; column++) {
    const old = before < 0 ? -1 : latestVisible(msc, before, column);
    if (column === own) continue;
    let first = -1;
    for (let e = latestVisible(msc, recv, column); e > old; e = msc.previous[e] ?? -1) first = e;
    if (first >= 0) known = Math.min(known, latestVisible(msc, first, own));
  }
  const decisions: EventIndex[] = [];
  for (let e = before; e > known; e = msc.previous[e] ?? -1) {
    if (msc.events[e]?.kind === "choice") decisions.unshift(e);
  }
  return decisions;
}
