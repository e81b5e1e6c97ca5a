import type { ScheduledRun, ScheduleReport, Violation } from "../analysis/index.ts";
import { assertNever, count, type Json, LightconeError } from "../base/index.ts";
import type { Event } from "../causality/index.ts";

/**
 * Throws for an exploration that found something wrong, with the runs that show it, an event a line.
 *
 * @throws LightconeError `explore/violated`.
 */
export function expectHolds(explored: ScheduleReport): void {
  const { violations } = explored;
  const [first] = violations;
  if (first === undefined) return;
  const what = violations.map(textOf).join("\n\n");
  const remedy = "Follow the schedule above, event by event.";
  throw new LightconeError({ code: "explore/violated", what, remedy });
}

function textOf({ what, other, ...run }: Violation): string {
  const second = other === undefined ? [] : ["and by the other schedule:", ...runLines(other)];
  return [`${what}:`, ...runLines(run), ...second].join("\n");
}

function runLines({ events, script }: ScheduledRun): readonly string[] {
  const counts = new Map<string, number>();
  const width = Math.max(0, ...events.map(({ on }) => on.length)) + 5;
  const lines = events.map((event) => {
    const position = (counts.get(event.on) ?? 0) + 1;
    counts.set(event.on, position);
    return `  ${`${event.on}#${position}`.padEnd(width)} ${eventText(event)}`;
  });
  const answers = Object.entries(script).map(
    ([action, values]) => `${action}: ${values.map(shown).join(", ")}`,
  );
  const outcomes = answers.length === 0 ? [] : [`  outcomes: ${answers.join("; ")}`];
  return events.length === 0 ? [`  (${count(0, "event")})`, ...outcomes] : [...lines, ...outcomes];
}

function eventText(event: Event): string {
  switch (event.kind) {
    case "send": {
      const content = event.payload === undefined ? "" : ` ${shown(event.payload)}`;
      return `sends ${event.to}${event.control === true ? " the decision" : ""}${content}`;
    }
    case "recv":
      return `receives ${event.msg}${changes(event.set ?? {})}`;
    case "act":
      return `${event.type ?? "sets"}${changes(event.set ?? {})}`;
    case "choice":
      return `decides ${event.guard}: ${event.value}`;
    default:
      return assertNever(event);
  }
}

function changes(set: { readonly [name: string]: Json }): string {
  const parts = Object.entries(set).map(([name, value]) => ` ${name} = ${shown(value)}`);
  return parts.join(",");
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
