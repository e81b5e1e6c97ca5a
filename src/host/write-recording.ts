import { closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeSync } from "node:fs";
import { LightconeError } from "../base/index.ts";
import { fileError } from "./read-lines.ts";

/** A file that is written line by line beside its final name, and takes that name when it is complete. */
export interface LineFile {
  readonly write: (line: string) => void;
  /** Makes the file durable under its final name. */
  readonly close: () => void;
}

/**
 * Opens a recording for writing. An earlier recording or an empty file is replaced, and only when the new one is closed;
 * until then the lines stand in `PATH.partial`, which survives a crash.
 *
 * @throws LightconeError `cli/would-overwrite`, `cli/file`.
 */
export function openLineFile(path: string): LineFile {
  if (!replaceable(path)) {
    throw new LightconeError({
      code: "cli/would-overwrite",
      what: `${path} exists and is no recording`,
      place: { file: path },
    });
  }
  const partial = `${path}.partial`;
  const attempt = <T>(act: () => T): T => {
    try {
      return act();
    } catch (cause) {
      throw fileError("write", path, cause);
    }
  };
  const file = attempt(() => openSync(partial, "w"));
  return {
    write: (line) => void attempt(() => writeSync(file, `${line}\n`)),
    close: () =>
      attempt(() => {
        fsyncSync(file);
        closeSync(file);
        renameSync(partial, path);
      }),
  };
}

function replaceable(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    const start = readFileSync(path, "utf8").slice(0, 200);
    return start.trim() === "" || /"format"\s*:\s*"lightcone\//.test(start);
  } catch {
    return true; // there is nothing yet, or what there is will be refused when it is opened
  }
}
