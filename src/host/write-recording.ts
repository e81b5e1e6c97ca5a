import {
  closeSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { LightconeError } from "../base/index.ts";
import { fileError } from "./file-error.ts";

/** A file that is written line by line beside its final name, and takes that name when it is complete. */
export interface LineFile {
  readonly write: (line: string) => void;
  /** Makes the file durable under its final name. */
  readonly close: () => void;
  /** Throws away what was written; an earlier file stays as it was. */
  readonly discard: () => void;
}

/**
 * Opens a recording for writing. An earlier recording or an empty file is replaced, and only when the new one is closed;
 * until then the lines stand in `PATH.partial`, which survives a crash.
 *
 * @param shown The path as errors name it.
 * @throws LightconeError `cli/would-overwrite`, `cli/file`.
 */
export function openLineFile(path: string, shown: string): LineFile {
  const attempt = <T>(act: () => T): T => {
    try {
      return act();
    } catch (cause) {
      throw cause instanceof LightconeError ? cause : fileError("write", shown, cause);
    }
  };
  const partial = `${path}.partial`;
  attempt(() => refuseOther(path, shown));
  attempt(() => refuseOther(partial, `${shown}.partial`));
  const file = attempt(() => openSync(partial, "w"));
  return {
    write: (line) => void attempt(() => writeSync(file, `${line}\n`)),
    close: () =>
      attempt(() => {
        fsyncSync(file);
        closeSync(file);
        renameSync(partial, path);
      }),
    discard: () =>
      attempt(() => {
        closeSync(file);
        unlinkSync(partial);
      }),
  };
}

/** Refuses to write over what is neither empty nor a recording. */
function refuseOther(path: string, shown: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || (stats.isFile() && isReplaceable(path, stats))) return;
  const what = stats.isDirectory() ? `${shown} is a folder` : `${shown} exists and is no recording`;
  throw new LightconeError({ code: "cli/would-overwrite", what, place: { file: shown } });
}

/** How much of a file is looked at. */
const START = 4096;

function isReplaceable(path: string, stats: Stats): boolean {
  if (stats.size === 0) return true;
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(START);
    const text = bytes.toString("utf8", 0, readSync(file, bytes, 0, START, 0));
    return /^\ufeff?\s*\{[^\n]*"format"\s*:\s*"lightcone\//.test(text);
  } finally {
    closeSync(file);
  }
}
