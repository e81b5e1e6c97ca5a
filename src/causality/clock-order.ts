import { lookup } from "../base/index.ts";
import { clockProblem } from "./clock.ts";
import { linearOrder } from "./linear-order.ts";
import { type Draft, quoted } from "./msc-input.ts";

/** Per lifeline the events in the order of their own counts: entry k - 1 is the k-th event. */
type Chains = readonly (readonly number[])[];

/**
 * The order of events that state clocks, and per lifeline its events: checks that own counts are 1…n and that every
 * counted event exists, knows no more, and does not count back. Undefined when something was reported.
 */
export function orderByClocks(draft: Draft): { order: readonly number[]; chains: Chains } | undefined {
  if (!statesClocks(draft)) return undefined;
  const chains = chainsOf(draft);
  if (chains === undefined) return undefined;
  let sound = true;
  const needs = draft.events.map((_, i) => {
    const counted = countedBy(draft, chains, i);
    for (const { why } of counted) {
      if (why === undefined) continue;
      draft.report(i, "msc/clock-inconsistent", why);
      sound = false;
    }
    return counted.map(({ event }) => event);
  });
  return sound ? { order: linearOrder(needs), chains } : undefined;
}

/** The count that an event's stated clock gives for a lifeline. */
export function statedCount(draft: Draft, event: number, lifeline: number): number {
  const name = draft.input.lifelines[lifeline];
  const clock = draft.events[event]?.clock ?? {};
  return name === undefined ? 0 : (lookup(clock, name) ?? 0);
}

function statesClocks({ events, on, report }: Draft): boolean {
  let all = true;
  events.forEach((event, i) => {
    const why = event.clock === undefined ? undefined : clockProblem(event.clock);
    if (event.clock === undefined) report(i, "msc/clock-missing", "the event states no clock");
    else if (why !== undefined) report(i, "clock/invalid", why);
    if (event.clock === undefined || why !== undefined || on[i] === -1) all = false;
  });
  return all;
}

function chainsOf(draft: Draft): Chains | undefined {
  const { events, input, on, report } = draft;
  const chains: number[][] = input.lifelines.map(() => []);
  events.forEach((_, i) => {
    chains[on[i] ?? -1]?.push(i);
  });
  let sound = true;
  chains.forEach((chain, l) => {
    chain.sort((a, b) => statedCount(draft, a, l) - statedCount(draft, b, l) || a - b);
    // One report a lifeline: after a gap every later count is off by as much.
    const k = chain.findIndex((event, at) => statedCount(draft, event, l) !== at + 1);
    const wrong = chain[k];
    if (wrong === undefined) return;
    sound = false;
    const found = statedCount(draft, wrong, l);
    const name = quoted(input.lifelines[l] ?? "");
    const what =
      found <= k ? `repeats the own count ${found}` : `has the own count ${found}; ${k + 1} is missing`;
    report(wrong, "msc/clock-gap", `this event of ${name} ${what}`);
  });
  return sound ? chains : undefined;
}

/** An event that another counts (-1: there is none), and what is wrong with that. */
interface Counted {
  readonly event: number;
  readonly why: string | undefined;
}

/** The latest event of each lifeline that event i counts, itself left out (on its own lifeline: the one before). */
function countedBy(draft: Draft, chains: Chains, i: number): Counted[] {
  const own = draft.on[i] ?? -1;
  const ownCount = statedCount(draft, i, own);
  return draft.input.lifelines.flatMap((name, l): Counted[] => {
    const count = l === own ? ownCount - 1 : statedCount(draft, i, l);
    if (count === 0) return [];
    const event = chains[l]?.[count - 1] ?? -1;
    if (event === -1) return [{ event, why: `the clock counts ${name}#${count}, which does not exist` }];
    const more = draft.input.lifelines.find(
      (_, k) => statedCount(draft, event, k) > statedCount(draft, i, k),
    );
    if (more !== undefined) {
      return [{ event, why: `${name}#${count}, which the clock counts, knows more of ${quoted(more)}` }];
    }
    const back = l !== own && statedCount(draft, event, own) >= ownCount;
    return [{ event, why: back ? `this event and ${name}#${count} count one another` : undefined }];
  });
}
