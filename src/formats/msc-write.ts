import { type Lifeline, LightconeError, toJson, type Vars } from "../base/index.ts";
import type { Event } from "../causality/index.ts";
import { eventKeys } from "./msc-event.ts";

/** What {@link writeMscRecording} writes. */
export interface MscRecordingInput {
  readonly lifelines: readonly Lifeline[];
  readonly run?: string;
  /** Guard name to formula text. */
  readonly guards?: { readonly [guard: string]: string };
  /** Other entries of the header's `meta`. */
  readonly meta?: Vars;
  /** Stores before the first event. */
  readonly stores?: { readonly [lifeline: Lifeline]: Vars };
  readonly causality?: "messages" | "clocks";
  /** Unknown keys of the header. */
  readonly extra?: Vars;
  readonly events: Iterable<Event>;
}

/**
 * The lines of a recording in the format of design section 6.1, header first, without line ends. Reading them back
 * gives what was written; nothing is checked but that all values are JSON.
 *
 * @throws LightconeError `json/not-json`.
 */
export function* writeMscRecording(input: MscRecordingInput): Generator<string> {
  const { lifelines, run, guards, meta, stores, causality, extra, events } = input;
  const allMeta = { ...meta, ...(guards === undefined ? {} : { guards }) };
  yield lineOf({
    format: "lightcone/msc",
    version: 1,
    lifelines,
    ...(run === undefined ? {} : { run }),
    ...(Object.keys(allMeta).length === 0 ? {} : { meta: allMeta }),
    ...(stores === undefined ? {} : { stores }),
    ...(causality === "clocks" ? { causality } : {}),
    ...extra,
  });
  for (const event of events) yield lineOf(fieldsOf(event));
}

/** An event as the object of its line; a message without name and a broadcast's receiver are left out. */
function fieldsOf(event: Event): unknown {
  const fields = new Map<string, unknown>(Object.entries(event));
  if (event.kind === "send" && event.to === null) fields.delete("to");
  if ("msg" in event && event.msg === "") fields.delete("msg");
  const known = [...eventKeys].flatMap((key) => (fields.has(key) ? [[key, fields.get(key)] as const] : []));
  const unknown = Object.entries(event.extra ?? {}).filter(([key]) => !eventKeys.has(key));
  return Object.fromEntries<unknown>([...known.filter(([, value]) => value !== undefined), ...unknown]);
}

function lineOf(fields: unknown): string {
  const json = toJson(fields);
  if (!json.ok) throw new LightconeError({ code: "json/not-json", what: json.why });
  return JSON.stringify(json.value);
}
