import type { Lifeline } from "../base/index.ts";
import type { Formula } from "../cpl/index.ts";
import {
  baselineMonitor,
  type FormulaId,
  guardId,
  type Monitor,
  type MonitorState,
  type Observation,
  planMonitor,
  type Wire,
} from "../monitor/index.ts";
import type { Workflow } from "../runtime/index.ts";
import type { Occurrence } from "./occurrence.ts";

/** A formula that is asked at the events of one lifeline, or of all (null). */
interface Asked {
  readonly formula: Formula;
  readonly on: Lifeline | null;
}

interface Track {
  readonly state: MonitorState;
  readonly wire: Wire | null;
}

/** Online monitors for some formulas, over all explored events at once: what charts share is done once. */
export class MonitorTracks {
  readonly #monitors: readonly Monitor[];
  /** By lifeline and formula. */
  readonly #ids: readonly (readonly (FormulaId | null)[])[];
  readonly #tracks = new WeakMap<Occurrence, Track>();

  constructor({ lifelines, definition }: Workflow, asked: readonly Asked[]) {
    const owned = (owner: Lifeline, { on }: Asked): boolean => on === null || on === owner;
    const guards = lifelines.flatMap((owner) =>
      asked.filter((one) => owned(owner, one)).map(({ formula }) => ({ owner, formula })),
    );
    this.#monitors = lifelines.map((on) =>
      baselineMonitor(planMonitor(lifelines, guards, on), definition.predicates),
    );
    this.#ids = this.#monitors.map(({ plan }, i) =>
      asked.map((one) => (owned(lifelines[i] ?? "", one) ? guardId(plan, one.formula) : null)),
    );
  }

  /** Takes the next event of a lifeline, after all of its causal past. */
  follow(at: Occurrence, store: Observation["store"]): void {
    const monitor = this.#monitors[at.lifeline];
    if (monitor === undefined) return;
    const before = at.previous === null ? undefined : this.#tracks.get(at.previous);
    const state = before?.state ?? monitor.initial;
    const { event } = at;
    const type = event.type === undefined ? {} : { type: event.type };
    if (event.kind === "send") {
      const told: Observation = { store, kind: "send", message: event.msg, ...type };
      this.#tracks.set(at, monitor.send(state, told, event.to ?? ""));
      return;
    }
    const wire = at.source === null ? null : (this.#tracks.get(at.source)?.wire ?? null);
    const after =
      event.kind === "recv" && wire !== null
        ? monitor.receive(state, { store, kind: "recv", message: event.msg, ...type }, wire)
        : monitor.local(state, { store, kind: event.kind, ...type });
    this.#tracks.set(at, { state: after, wire: null });
  }

  /** A formula's value at an event that was followed; null where nobody asks it there. */
  holds(at: Occurrence, formula: number): boolean | null {
    const track = this.#tracks.get(at);
    const id = this.#ids[at.lifeline]?.[formula] ?? null;
    return track === undefined || id === null
      ? null
      : (this.#monitors[at.lifeline]?.holds(track.state, id) ?? null);
  }
}
