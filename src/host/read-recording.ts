import { resolve } from "node:path";
import { type Diagnostic, LightconeError } from "../base/index.ts";
import { type MscRecording, mscReader } from "../formats/index.ts";
import { readLines } from "./read-lines.ts";

/**
 * Reads a recording (design, 6.1) from a file.
 *
 * @returns The recording, and what was strange but not wrong (a last line that was cut).
 * @throws LightconeError `cli/file`, or the recording's first defect with all of them as diagnostics.
 */
export async function readRecording(
  path: string,
  cwd: string,
): Promise<{ readonly recording: MscRecording; readonly warnings: readonly Diagnostic[] }> {
  const reader = mscReader({ file: path });
  for await (const { text, ended } of readLines(resolve(cwd, path), path)) reader.push(text, ended);
  const result = reader.finish();
  if (result.ok) return result;
  const { diagnostics } = result;
  const first = diagnostics[0];
  if (first === undefined)
    throw new LightconeError({ code: "internal/unreachable", what: `${path} was refused without a reason` });
  const what = diagnostics.length === 1 ? first.message : `${path} has ${diagnostics.length} defects`;
  throw new LightconeError({ code: first.code, what, place: first.place, remedy: first.remedy, diagnostics });
}
