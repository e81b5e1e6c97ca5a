import { LightconeError, seededRandom } from "../base/index.ts";
import { readRecording } from "../host/index.ts";
import type { Schedule, ScheduledEvent, Workflow } from "../runtime/index.ts";

/**
 * Reads `--schedule`: a number is a seed, anything else a recording whose line order is the schedule.
 *
 * @throws LightconeError `run/schedule` when the recording is about other lifelines; what reading it throws.
 */
export async function readSchedule(text: string, workflow: Workflow, cwd: string): Promise<Schedule> {
  if (/^\d+$/.test(text)) return { kind: "seeded", random: seededRandom(Number(text)) };
  const { recording } = await readRecording(text, cwd);
  const foreign = recording.lifelines.filter((lifeline) => !workflow.lifelines.includes(lifeline));
  if (foreign.length > 0) {
    const what = `The recording is about ${foreign.join(", ")}, which the choreography does not have`;
    throw new LightconeError({ code: "run/schedule", what, place: { file: text, line: 1 } });
  }
  const order = recording.order.flatMap((index): ScheduledEvent[] => {
    const event = recording.msc.events[index];
    return event === undefined ? [] : [{ on: event.on, kind: event.kind, line: recording.lines[index] ?? 0 }];
  });
  return { kind: "recorded", order };
}
