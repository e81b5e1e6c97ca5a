import {
  type Diagnostic,
  isRedacted,
  type Json,
  jsonEquals,
  type Lifeline,
  LightconeError,
  lookup,
  nearest,
  seededRandom,
  type Vars,
} from "../base/index.ts";
import type { EventIndex } from "../causality/index.ts";
import type { MscRecording } from "../formats/index.ts";
import type { Schedule, ScheduledEvent, Workflow } from "../runtime/index.ts";
import { readRecordingFile } from "./read-file.ts";

/** Where events come from in time, and what was strange in the file that says so. */
export interface ReadSchedule {
  readonly schedule: Schedule;
  readonly warnings: readonly Diagnostic[];
  /** The variables before the first event, where the schedule is a recording. */
  readonly stores?: { readonly [lifeline: Lifeline]: Vars } | undefined;
}

type Stores = NonNullable<ReadSchedule["stores"]>;

/** What one run began with and another did not, as `Author.left = 1`; a variable that was not set is `unset`. */
export function differences(one: Stores, other: Stores): readonly string[] {
  const lifelines = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...lifelines].flatMap((on) => {
    const [had, has] = [lookup(one, on) ?? {}, lookup(other, on) ?? {}];
    return [...new Set([...Object.keys(had), ...Object.keys(has)])].flatMap((name) => {
      const [before, now] = [lookup(had, name), lookup(has, name)];
      if (isRedacted(before) || isRedacted(now)) return []; // each run has its own digest
      const same = before === undefined || now === undefined ? before === now : jsonEquals(before, now);
      return same ? [] : [`${on}.${name} ${before === undefined ? "unset" : `= ${shown(before)}`}`];
    });
  });
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
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
  const { recording, warnings } = await readRecordingFile(text, cwd);
  const foreign = recording.lifelines.filter((lifeline) => !workflow.lifelines.includes(lifeline));
  const [first] = foreign;
  if (first !== undefined) {
    const what = `The recording is about ${foreign.join(", ")}, which the choreography does not have`;
    const suggestion = nearest(first, workflow.lifelines);
    throw new LightconeError({ code: "run/schedule", what, place: { file: text, line: 1 }, suggestion });
  }
  const order = recording.order.flatMap((index) => scheduledAt(recording, index));
  return { schedule: { kind: "recorded", order }, warnings, stores: recording.stores };
}

function scheduledAt({ msc, lines }: MscRecording, index: EventIndex): readonly ScheduledEvent[] {
  const event = msc.events[index];
  if (event === undefined) return [];
  const { on, kind, step, round } = event;
  const from = msc.events[msc.source[index] ?? -1]?.on;
  const reads = event.kind === "act" ? event.reads : undefined;
  return [
    {
      ...{ on, kind, line: lines[index] ?? 0 },
      ...(step === undefined ? {} : { step }),
      ...(round === undefined ? {} : { round }),
      ...(from === undefined ? {} : { from }),
      ...(reads === undefined ? {} : { reads }),
    },
  ];
}
