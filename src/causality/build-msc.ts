import { count, lookup, type Vars } from "../base/index.ts";
import { checkNames } from "./check-names.ts";
import { clockProblem } from "./clock.ts";
import { orderByClocks, statedCount } from "./clock-order.ts";
import type { EventIndex } from "./event.ts";
import { matchMessages } from "./match-messages.ts";
import type { Msc } from "./msc.ts";
import { type Draft, type MscInput, type MscProblem, type MscResult, quoted } from "./msc-input.ts";
import { applyEvent } from "./store.ts";

/** Problems that leave the events and their links as they are. */
const beside: ReadonlySet<string> = new Set([
  "msc/reserved-variable",
  "msc/set-and-unset",
  "msc/duplicate-id",
]);

/** Most entries of {@link Msc.latest}: half a gigabyte. */
const MAX_ENTRIES = 2 ** 26;

/**
 * Builds a chart from events and checks everything that design section 6.1 asks of a recording's events; reports all
 * problems. `order` gives the place in the input of each event of the chart (they differ only with clocks).
 */
export function buildMsc(input: MscInput): MscResult {
  const problems: MscProblem[] = [];
  const draft = draftOf(input, problems);
  const entries = input.lifelines.length * input.events.length;
  if (entries > MAX_ENTRIES) {
    draft.report(-1, "msc/too-large", `${entries} is the number of lifelines times that of events`);
    return { ok: false, problems };
  }
  checkNames(draft);
  const clocks = input.causality === "clocks" ? orderByClocks(draft) : undefined;
  const inPast = pastTest(draft, clocks !== undefined);
  const sources = matchMessages(draft, inPast);
  // Wrong links give wrong clocks all the way down: comparing them would only repeat the first problem.
  if (problems.every(({ code }) => beside.has(code))) {
    const order = clocks?.order ?? input.events.map((_, i) => i);
    const msc = assemble(draft, order, sources, clocks?.chains);
    checkStatedClocks(draft, msc);
    if (problems.length === 0) return { ok: true, msc, order };
  }
  return { ok: false, problems: problems.sort((a, b) => a.event - b.event) };
}

function draftOf(input: MscInput, problems: MscProblem[]): Draft {
  const lifelineIndex = new Map(input.lifelines.map((name, i) => [name, i]));
  return {
    input,
    events: input.events,
    lifelineIndex,
    on: input.events.map((event) => lifelineIndex.get(event.on) ?? -1),
    report: (event, code, message, { remedy, suggestion } = {}) => {
      problems.push({
        code,
        event,
        message,
        ...(remedy === undefined ? {} : { remedy }),
        ...(suggestion === undefined ? {} : { suggestion }),
      });
    },
  };
}

/** With clocks the receive must count the send; without, the send stands before it. Unsound clocks accept all. */
function pastTest(draft: Draft, sound: boolean): (send: number, recv: number) => boolean {
  if (draft.input.causality !== "clocks") return (send, recv) => send < recv;
  return (send, recv) => {
    const sender = draft.on[send] ?? -1;
    return !sound || statedCount(draft, recv, sender) >= statedCount(draft, send, sender);
  };
}

/** Lays out the index arrays of events that were found to be right; `order` is a linear extension of the input. */
function assemble(
  draft: Draft,
  order: readonly number[],
  sources: readonly number[],
  chains: readonly (readonly number[])[] | undefined,
): Msc {
  const { lifelines, initial = {}, causality = "messages" } = draft.input;
  const rank = new Array<EventIndex>(order.length).fill(-1);
  order.forEach((place, e) => {
    rank[place] = e;
  });
  const events = order.flatMap((place) => draft.events.slice(place, place + 1));
  const on = order.map((place) => draft.on[place] ?? -1);
  const source = order.map((place) => rank[sources[place] ?? -1] ?? -1);
  const last: EventIndex[] = lifelines.map(() => -1);
  const previous: EventIndex[] = [];
  const position: number[] = [];
  const stores: Vars[] = [];
  events.forEach((event, e) => {
    const l = on[e] ?? -1;
    const before = last[l] ?? -1;
    last[l] = e;
    previous.push(before);
    position.push((position[before] ?? 0) + 1);
    stores.push(applyEvent(stores[before] ?? lookup(initial, event.on) ?? {}, event));
  });
  const latest =
    chains === undefined
      ? latestByMessages(lifelines.length, on, previous, source)
      : order.flatMap((place, e) =>
          chains.map((chain, b) =>
            b === on[e] ? e : (rank[chain[statedCount(draft, place, b) - 1] ?? -1] ?? -1),
          ),
        );
  return { lifelines, initial, events, on, position, previous, source, stores, latest, causality };
}

/** The latest event of each lifeline is the later of those that the event before and the taken send see. */
function latestByMessages(
  width: number,
  on: readonly number[],
  previous: readonly EventIndex[],
  source: readonly EventIndex[],
): readonly EventIndex[] {
  const latest: EventIndex[] = [];
  const seenFrom = (event: EventIndex, b: number): EventIndex =>
    event === -1 ? -1 : (latest[event * width + b] ?? -1);
  on.forEach((l, e) => {
    for (let b = 0; b < width; b++) {
      latest.push(b === l ? e : Math.max(seenFrom(previous[e] ?? -1, b), seenFrom(source[e] ?? -1, b)));
    }
  });
  return latest;
}

/** Where the order comes from messages, a stated clock must be the one that they give. */
function checkStatedClocks(draft: Draft, msc: Msc): void {
  if (msc.causality === "clocks") return;
  const width = msc.lifelines.length;
  msc.events.forEach((event, e) => {
    if (event.clock === undefined) return;
    const why = clockProblem(event.clock);
    if (why !== undefined) {
      draft.report(e, "clock/invalid", why);
      return;
    }
    msc.lifelines.forEach((name, b) => {
      const stated = statedCount(draft, e, b);
      const real = msc.position[msc.latest[e * width + b] ?? -1] ?? 0;
      if (stated === real) return;
      draft.report(
        e,
        "msc/clock-mismatch",
        `the clock counts ${count(stated, "event")} of ${quoted(name)}, the messages ${real}`,
      );
    });
  });
}
