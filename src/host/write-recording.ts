import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { LightconeError } from "../base/index.ts";
import { fileError } from "./file-error.ts";

/** A file that is written line by line beside its final name, and takes that name when it is complete. */
export interface LineFile {
  readonly write: (line: string) => void;
  /** Makes the file durable under its final name. */
  readonly close: () => void;
  /** Throws away what was written; an earlier file stays as it was. Never throws. */
  readonly discard: () => void;
}

/**
 * Opens a recording for writing. An earlier recording or an empty file is replaced, as a whole and only when the new one
 * is closed. Until then the lines stand in `PATH.PID-RANDOM.partial`, a file of this writer alone, which survives a crash
 * and is in nobody's way; of several writers of one path, the last to close wins.
 *
 * @param shown The path as errors name it.
 * @throws LightconeError `cli/would-overwrite`, `cli/file`; from `close`, with the name under which the lines still stand.
 */
export function openLineFile(path: string, shown: string): LineFile {
  const tail = `.${process.pid}-${randomBytes(4).toString("hex")}.partial`;
  const partial = `${path}${tail}`;
  const attempt = <T>(act: () => T): T => {
    try {
      return act();
    } catch (cause) {
      throw cause instanceof LightconeError ? cause : fileError("write", shown, cause);
    }
  };
  attempt(() => refuseOther(path, shown));
  const file = attempt(() => openSync(partial, "wx"));
  return {
    write: (line) => attempt(() => writeFileSync(file, `${line}\n`)), // `writeSync` may write a part only
    close: () => {
      try {
        fsyncSync(file);
        closeSync(file);
        refuseOther(path, shown); // while this one was written, something else may have taken the name
        renameSync(partial, path);
      } catch (cause) {
        throw leftBehind(cause, shown, `${shown}${tail}`);
      }
    },
    discard: () => {
      for (const undo of [() => closeSync(file), () => unlinkSync(partial)]) {
        try {
          undo();
        } catch {
          // It is gone already, or cannot be removed; the error that led here is the one to tell.
        }
      }
    },
  };
}

/** The lines of a whole run are worth keeping although their file could not take its name. */
function leftBehind(cause: unknown, shown: string, partial: string): LightconeError {
  const { code, what } = cause instanceof LightconeError ? cause : fileError("write", shown, cause);
  const remedy = `What was recorded stands in ${partial}: give it a name that ends in .msc.jsonl.`;
  return new LightconeError({ code, what, remedy, place: { file: shown }, cause });
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
