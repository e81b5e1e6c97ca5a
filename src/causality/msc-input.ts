import type { ErrorCode, Lifeline, Vars } from "../base/index.ts";
import type { Event, EventIndex } from "./event.ts";
import type { Msc } from "./msc.ts";

/** What a chart is built from. */
export interface MscInput {
  readonly lifelines: readonly Lifeline[];
  /** Stores before the first event; a lifeline without one starts empty. */
  readonly initial?: { readonly [lifeline: Lifeline]: Vars };
  /** In a linear extension of the causal order; in any order where the order comes from clocks. */
  readonly events: readonly Event[];
  readonly causality?: "messages" | "clocks";
}

/** One thing that is wrong with an {@link MscInput}; `event` is a place in its events, -1 for what concerns them all. */
export interface MscProblem {
  readonly code: ErrorCode;
  readonly event: EventIndex | -1;
  readonly message: string;
  readonly remedy?: string;
  readonly suggestion?: string;
}

/** The chart, with the place in the input of each of its events; or everything that is wrong with the input. */
export type MscResult =
  | { readonly ok: true; readonly msc: Msc; readonly order: readonly number[] }
  | { readonly ok: false; readonly problems: readonly MscProblem[] };

/** What the parts of the builder share: the input, its lifelines by name, and the problems found so far. */
export interface Draft {
  readonly input: MscInput;
  readonly events: readonly Event[];
  readonly lifelineIndex: ReadonlyMap<Lifeline, number>;
  /** Of each event: the index of its lifeline, or -1. */
  readonly on: readonly number[];
  readonly report: (
    event: EventIndex | -1,
    code: ErrorCode,
    message: string,
    more?: { readonly remedy?: string; readonly suggestion?: string | undefined },
  ) => void;
}

/** A name as messages show it. */
export function quoted(name: string): string {
  return JSON.stringify(name);
}
