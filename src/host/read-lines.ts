import { createReadStream } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { fileError } from "./file-error.ts";

/** A line without its end; `ended` is false for a last line that has none. */
export interface Line {
  readonly text: string;
  readonly ended: boolean;
}

/** Characters of a line that are kept: a longer one is cut there, which every reader refuses by its length. */
const LONGEST = 8 * 1024 * 1024 + 1;

/**
 * Reads a UTF-8 file line by line in bounded memory, however long a line is.
 *
 * @param shown The path as errors name it.
 * @throws LightconeError `cli/file` when it cannot be read.
 */
export async function* readLines(path: string, shown: string): AsyncGenerator<Line> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  try {
    for await (const chunk of createReadStream(path)) {
      const pieces = decoder.write(Buffer.from(chunk)).split("\n");
      const last = pieces.pop() ?? "";
      for (const piece of pieces) {
        yield { text: clip(rest, piece), ended: true };
        rest = "";
      }
      rest = clip(rest, last);
    }
  } catch (cause) {
    throw fileError("read", shown, cause);
  }
  rest = clip(rest, decoder.end());
  if (rest !== "") yield { text: rest, ended: false };
}

function clip(start: string, more: string): string {
  return start.length >= LONGEST ? start : (start + more).slice(0, LONGEST);
}
