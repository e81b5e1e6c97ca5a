import type { Io } from "./io.ts";

/** The two outputs of a process as a command writes to them. */
export interface Output extends Pick<Io, "out" | "err" | "status"> {
  /** Why standard output could not be written, where something else than its reader's going away was the reason. */
  readonly broken: () => Error | undefined;
  /** Resolves when all of it has left the process. */
  readonly flush: () => Promise<void>;
}

type Stream = Pick<NodeJS.WriteStream, "write" | "on"> & { readonly isTTY?: boolean };

/** What is written to, when nobody reads it any more: a pipe whose reader has seen enough, a terminal that was closed. */
const gone = new Set(["EPIPE", "EIO", "ECONNRESET", "ERR_STREAM_DESTROYED"]);

/**
 * Writes to two streams until they fail. A reader that goes away (`lightcone run … | head`) is no error, and changes
 * nothing of what the command does: only what it would have said is lost.
 */
export function outputTo(stdout: Stream, stderr: Stream): Output {
  const failed = new Map<Stream, NodeJS.ErrnoException>();
  for (const stream of [stdout, stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (!failed.has(stream)) failed.set(stream, error);
    });
  const write = (stream: Stream, text: string): void => {
    if (!failed.has(stream)) stream.write(text);
  };
  let statusShown = false;
  const clearStatus = (): void => {
    if (statusShown) write(stdout, "\r\x1b[2K");
    statusShown = false;
  };
  const line = (stream: Stream, text: string): void => {
    clearStatus();
    write(stream, `${text}\n`);
  };
  return {
    out: (text) => line(stdout, text),
    err: (text) => line(stderr, text),
    status: (text) => {
      if (stdout.isTTY !== true) return;
      clearStatus();
      write(stdout, text);
      statusShown = text !== "";
    },
    broken: () => {
      const error = failed.get(stdout);
      return error !== undefined && !gone.has(error.code ?? "") ? error : undefined;
    },
    flush: async () => {
      for (const stream of [stdout, stderr])
        if (!failed.has(stream)) await new Promise((resolve) => stream.write("", resolve));
    },
  };
}
