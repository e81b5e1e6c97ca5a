import { LightconeError } from "../base/index.ts";
import { readRecording } from "../host/index.ts";

/** Codes of a first line that is no header. */
const noHeader: readonly string[] = ["recording/not-json", "recording/no-header", "json/not-json"];

/**
 * Reads a recording. Of a file that is no recording from its first line on, that is said once, not line by line.
 *
 * @throws LightconeError as `readRecording` does.
 */
export async function readRecordingFile(path: string, cwd: string): ReturnType<typeof readRecording> {
  try {
    return await readRecording(path, cwd);
  } catch (error) {
    const [first, second] = error instanceof LightconeError ? error.diagnostics : [];
    if (first?.place.line !== 1 || second === undefined || !noHeader.includes(first.code)) throw error;
    throw new LightconeError({
      code: "recording/no-header",
      what: `${path} is no recording: its first line is no header`,
      place: first.place,
      remedy: "Give a file that `lightcone run --record` wrote; its first line names its format.",
      cause: error,
    });
  }
}
