import type { ScheduledRun, ScheduleReport } from "../analysis/index.ts";
import { define, isRedacted, type Json, saltedDigest, type Vars } from "../base/index.ts";
import type { Event } from "../causality/index.ts";

/**
 * A report in which no digest of a secret can be guessed. An exploration is a pure function, so that all the world knows its
 * salts; what leaves it is salted anew, equal digests alike.
 *
 * @param random 32 random bytes of this use alone.
 */
export function resalted(report: ScheduleReport, random: Uint8Array): ScheduleReport {
  const run = <R extends ScheduledRun>(one: R): R => ({
    ...one,
    events: one.events.map((event) => resaltedEvent(event, random)),
  });
  const violations = report.violations.map((violation) => {
    const { other } = violation;
    return other === undefined ? run(violation) : { ...run(violation), other: run(other) };
  });
  return { ...report, violations };
}

function resaltedEvent(event: Event, random: Uint8Array): Event {
  if ((event.kind !== "act" && event.kind !== "recv") || event.set === undefined) return event;
  return { ...event, set: resaltedValues(event.set, random) };
}

function resaltedValues(values: Vars, random: Uint8Array): Vars {
  const salted: { [name: string]: Json } = {};
  for (const [name, value] of Object.entries(values)) {
    define(salted, name, isRedacted(value) ? { $secret: saltedDigest(value, random, 0) } : value);
  }
  return salted;
}
