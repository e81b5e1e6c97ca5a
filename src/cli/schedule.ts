import { type Diagnostic, LightconeError, nearest, seededRandom } from "../base/index.ts";
import { readRecording } from "../host/index.ts";
import type { Schedule, ScheduledEvent, Workflow } from "../runtime/index.ts";

/** Where events come from in time, and what was strange in the file that says so. */
export interface ReadSchedule {
  readonly schedule: Schedule;
  readonly warnings: readonly Diagnostic[];
}

/**
 * Reads `--schedule`: a number is a seed, anything else a recording whose line order is the schedule.
 *
 * @throws LightconeError `run/schedule` when the recording is about other lifelines; what reading it throws.
 */
export async function readSchedule(text: string, workflow: Workflow, cwd: string): Promise<ReadSchedule> {
  if (/^[+-]?\d+(\.\d*)?$/.test(text)) {
    const seed = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(seed))
      return { schedule: { kind: "seeded", random: seededRandom(seed) }, warnings: [] };
    throw new LightconeError({
      code: "cli/usage",
      what: `The seed ${text} is no whole number from 0 to 2^53 - 1`,
      remedy: "Give such a number, or the path of a recording.",
    });
  }
  const { recording, warnings } = await readRecording(text, cwd);
  const foreign = recording.lifelines.filter((lifeline) => !workflow.lifelines.includes(lifeline));
  const [first] = foreign;
  if (first !== undefined) {
    const what = `The recording is about ${foreign.join(", ")}, which the choreography does not have`;
    const suggestion = nearest(first, workflow.lifelines);
    throw new LightconeError({ code: "run/schedule", what, place: { file: text, line: 1 }, suggestion });
  }
  const order = recording.order.flatMap((index): ScheduledEvent[] => {
    const event = recording.msc.events[index];
    return event === undefined ? [] : [{ on: event.on, kind: event.kind, line: recording.lines[index] ?? 0 }];
  });
  return { schedule: { kind: "recorded", order }, warnings };
}
