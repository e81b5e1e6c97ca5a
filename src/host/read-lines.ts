import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { fileError } from "./file-error.ts";

/** A line without its end; `ended` is false for a last line that has none. */
export interface Line {
  /** Null where the line's bytes are no UTF-8. */
  readonly text: string | null;
  readonly ended: boolean;
}

/** Bytes of a line that are kept: a longer one is cut there, which every reader refuses by its length. */
const LONGEST = 8 * 1024 * 1024 + 1;

const lineFeed = 0x0a;

/**
 * Reads a UTF-8 file line by line in bounded memory, however long a line is.
 *
 * @param shown The path as errors name it.
 * @throws LightconeError `cli/file` when it cannot be read.
 */
export async function* readLines(path: string, shown: string): AsyncGenerator<Line> {
  const line = new Bytes();
  try {
    for await (const chunk of createReadStream(path)) {
      const bytes = Buffer.from(chunk);
      let from = 0;
      for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, from)) {
        line.add(bytes.subarray(from, end));
        yield { text: line.take(), ended: true };
        from = end + 1;
      }
      line.add(bytes.subarray(from));
    }
  } catch (cause) {
    throw fileError("read", shown, cause);
  }
  if (!line.isEmpty) yield { text: line.take(), ended: false };
}

/** The bytes of one line, which arrive in pieces; a line feed is never a part of another character. */
class Bytes {
  #pieces: Buffer[] = [];
  #length = 0;

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  add(piece: Buffer): void {
    const kept = piece.subarray(0, LONGEST - this.#length);
    if (kept.length === 0) return;
    this.#pieces.push(kept);
    this.#length += kept.length;
  }

  take(): string | null {
    const [only, ...more] = this.#pieces;
    const bytes = only !== undefined && more.length === 0 ? only : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#length = 0;
    // Where it was cut, half a character may stand at its end.
    return bytes.length < LONGEST && !isUtf8(bytes) ? null : bytes.toString("utf8");
  }
}
