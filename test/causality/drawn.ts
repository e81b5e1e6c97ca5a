import type { Json, Vars } from "../../src/base/index.ts";
import { buildMsc, type Event, type EventIndex, eventName, type Msc } from "../../src/causality/index.ts";

/**
 * An event written as one line: `A` (an act), `A x=1 y="a" -z` (sets and unsets), `A > B m` (a send), `B < m x=2`
 * (a receive), `A ? true` (a choice). A word `:type` gives the event's type. Values are JSON without white space.
 */
export function drawnEvent(line: string): Event {
  const words = line.split(" ");
  const [on = "", sign, first = "", second = ""] = words;
  const typed = words.find((word) => word.startsWith(":"));
  const base = { on, ...(typed === undefined ? {} : { type: typed.slice(1) }) };
  if (sign === ">") return { kind: "send", ...base, to: first, msg: second };
  if (sign === "?") return { kind: "choice", ...base, guard: "g", value: first === "true" };
  if (sign === "<") return { kind: "recv", ...base, msg: first, ...changeOf(words.slice(3)) };
  return { kind: "act", ...base, ...changeOf(words.slice(1)) };
}

function changeOf(words: readonly string[]): { readonly set?: Vars; readonly unset?: readonly string[] } {
  const set = words.flatMap((word): (readonly [string, Json])[] => {
    const at = word.indexOf("=");
    return at === -1 ? [] : [[word.slice(0, at), JSON.parse(word.slice(at + 1))]];
  });
  const unset = words.filter((word) => word.startsWith("-")).map((word) => word.slice(1));
  return {
    ...(set.length === 0 ? {} : { set: Object.fromEntries(set) }),
    ...(unset.length === 0 ? {} : { unset }),
  };
}

/** The chart of events as {@link drawnEvent} writes them, in the order of the lines. */
export function draw(
  lifelines: readonly string[],
  lines: readonly string[],
  initial: { readonly [lifeline: string]: Vars } = {},
): Msc {
  return chartOf(lifelines, lines.map(drawnEvent), initial);
}

/** The chart of events; an error that names what is wrong with them. */
export function chartOf(
  lifelines: readonly string[],
  events: readonly Event[],
  initial: { readonly [lifeline: string]: Vars } = {},
): Msc {
  const built = buildMsc({ lifelines, events, initial });
  if (built.ok) return built.msc;
  throw new Error(built.problems.map(({ event, message }) => `${event}: ${message}`).join("\n"));
}

/** The event with a name `LIFELINE#K`. */
export function eventNamed(msc: Msc, name: string): EventIndex {
  const found = msc.events.findIndex((_, e) => eventName(msc, e) === name);
  if (found === -1) throw new Error(`no event ${name}`);
  return found;
}

/**
 * The causal past of each event, itself included, by Warshall's closure over local successors and messages: nothing of
 * the chart's own tables but its list of events.
 */
export function pastsOf(msc: Msc): readonly ReadonlySet<number>[] {
  const pasts: Set<number>[] = [];
  msc.events.forEach((event, e) => {
    const before = msc.events.slice(0, e).findLastIndex((other) => other.on === event.on);
    const sent =
      event.kind === "recv"
        ? msc.events.findIndex((other) => other.kind === "send" && other.msg === event.msg)
        : -1;
    pasts.push(new Set([e, ...(pasts[before] ?? []), ...(pasts[sent] ?? [])]));
  });
  return pasts;
}

/** Every causally closed set of events of a small chart, as sorted lists; the empty one first. */
export function idealsOf(msc: Msc): readonly (readonly number[])[] {
  const pasts = pastsOf(msc);
  const found = new Map<string, readonly number[]>([["", []]]);
  const open: (readonly number[])[] = [[]];
  for (let ideal = open.pop(); ideal !== undefined; ideal = open.pop()) {
    for (const [e, past] of pasts.entries()) {
      if (ideal.includes(e) || [...past].some((f) => f !== e && !ideal.includes(f))) continue;
      const larger = [...ideal, e].sort((a, b) => a - b);
      if (found.has(larger.join())) continue;
      found.set(larger.join(), larger);
      open.push(larger);
    }
  }
  return [...found.values()];
}
