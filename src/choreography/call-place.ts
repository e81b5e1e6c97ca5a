import type { Place } from "../base/index.ts";

/** The two forms of a frame in a V8 stack trace: `at name (file:///a.ts:1:2)` and `at /a.ts:1:2`. */
const frames = [/ \((.+):(\d+):(\d+)\)$/, /^\s*at (?:async )?(.+):(\d+):(\d+)$/];

/**
 * Where `callee` was called, from the stack; an empty place where the host tells nothing. V8 cuts the stack at a given
 * function, so that the first frame left is the caller's whatever lies between.
 */
export function placeOfCall(callee: (...args: never[]) => unknown): Place {
  if (typeof Error.captureStackTrace !== "function") return {};
  const holder: { stack?: unknown } = {};
  const limit = Error.stackTraceLimit;
  try {
    Error.stackTraceLimit = 1; // more frames would only have to be mapped to their sources
    Error.captureStackTrace(holder, callee);
    return typeof holder.stack === "string" ? parsePlace(holder.stack) : {};
  } finally {
    Error.stackTraceLimit = limit;
  }
}

/** The place that the first frame of a V8 stack trace names; empty when it cannot be read. */
export function parsePlace(stack: string): Place {
  const first = stack.split("\n").find((line) => /^\s*at /.test(line)) ?? "";
  for (const frame of frames) {
    const [, file, line, column] = frame.exec(first.trimEnd()) ?? [];
    if (file === undefined) continue;
    if (/^(node:|<anonymous>|eval at )/.test(file)) return {};
    return { file: pathOf(file), line: Number(line), column: Number(column) };
  }
  return {};
}

function pathOf(file: string): string {
  if (!file.startsWith("file://")) return file;
  try {
    const path = decodeURIComponent(new URL(file).pathname);
    return /^\/[A-Za-z]:\//.test(path) ? path.slice(1) : path;
  } catch {
    return file;
  }
}
