import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Json, type Lifeline, LightconeError, type Vars } from "../base/index.ts";
import { type Event, zeroStamp } from "../causality/index.ts";
import { fileError } from "../host/index.ts";
import type { RunEvent, Workflow } from "../runtime/index.ts";
import { openRecording } from "./recording.ts";

/** What a run that is written needs besides its events. */
export interface WrittenWith {
  readonly workflow: Workflow;
  /** As they may be shown. */
  readonly stores: { readonly [lifeline: Lifeline]: Vars };
  /** What the actions come to, in a script. */
  readonly script: { readonly [action: string]: Json };
  readonly cwd: string;
}

/**
 * Writes a run as a recording `FILE.msc.jsonl`, and what its actions came to as the script `FILE.script.json`.
 *
 * @returns The script's name; null where the choreography has no actions.
 * @throws LightconeError `cli/would-overwrite`, `cli/file`.
 */
export async function writeRun(
  file: string,
  events: readonly Event[],
  { workflow, stores, script, cwd }: WrittenWith,
): Promise<string | null> {
  const name = file.replace(/\.msc\.jsonl$/, ".script.json");
  const scripted = Object.keys(script).length > 0;
  if (scripted) await writeScript(resolve(cwd, name), name, script);
  const recording = openRecording(file, workflow, stores, cwd);
  try {
    for (const event of runEvents(events)) recording.add(event);
  } catch (error) {
    recording.discard();
    throw error;
  }
  recording.close();
  return scripted ? name : null;
}

/** Events of an exploration as those of a run: their times do not matter. */
export function runEvents(events: readonly Event[]): readonly RunEvent[] {
  const counts = new Map<Lifeline, number>();
  return events.flatMap(({ time: _, ...event }): RunEvent[] => {
    const position = (counts.get(event.on) ?? 0) + 1;
    counts.set(event.on, position);
    const { step, round = [] } = event;
    return step === undefined ? [] : [{ event: { ...event, step, round }, position, stamp: zeroStamp }];
  });
}

async function writeScript(
  path: string,
  name: string,
  script: { readonly [action: string]: Json },
): Promise<void> {
  const before = await readFile(path, "utf8").catch(() => "");
  if (before !== "" && !isScript(before)) {
    const what = `${name} exists and is no script`;
    throw new LightconeError({ code: "cli/would-overwrite", what, place: { file: name } });
  }
  try {
    await writeFile(path, `${JSON.stringify(script, null, 2)}\n`);
  } catch (cause) {
    throw fileError("write", name, cause);
  }
}

/** Whether a file may be an earlier script: a JSON object whose names are those of actions. */
function isScript(text: string): boolean {
  try {
    const json: unknown = JSON.parse(text);
    return (
      typeof json === "object" &&
      json !== null &&
      !Array.isArray(json) &&
      Object.keys(json).every((key) => /^[^.]+\.[^.]+$/.test(key))
    );
  } catch {
    return false;
  }
}
