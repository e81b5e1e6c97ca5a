import type { Diagnostic, Json, Lifeline, Vars } from "../base/index.ts";
import type { EventIndex, Msc } from "../causality/index.ts";

/** What the header of a recording says beside its lifelines. */
export interface RecordingMeta {
  /** Guard name to formula text. */
  readonly guards: { readonly [guard: string]: string };
  /** Other entries of `meta`, kept as they were. */
  readonly extra: Vars;
}

/** A recording in the format of design section 6.1, read and checked. */
export interface MscRecording {
  readonly lifelines: readonly Lifeline[];
  readonly run?: string;
  readonly meta: RecordingMeta;
  /** Stores before the first event. */
  readonly stores: { readonly [lifeline: Lifeline]: Vars };
  readonly causality: "messages" | "clocks";
  /** Keys of the header that Lightcone does not know, kept as they were. */
  readonly extra: Vars;
  readonly msc: Msc;
  /** The line (from 1) of each event of {@link msc}. */
  readonly lines: readonly number[];
  /** The events of {@link msc} in the order of the file; another one only where the order comes from clocks. */
  readonly order: readonly EventIndex[];
}

/** The recording, or everything that is wrong with it (the first 100 defects). */
export type ReadResult =
  | { readonly ok: true; readonly recording: MscRecording; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** A JSON object whose keys nobody has checked. */
export type Fields = { readonly [key: string]: Json };
