import type { Place } from "./place.ts";
import { parsePlace } from "./stack.ts";

/** Where `callee` was called, as {@link callPlace} has it, at once. */
export function placeOfCall(callee: (...args: never[]) => unknown): Place {
  return callPlace(callee)();
}

/**
 * Where `callee` was called, from the stack, to be read when it is needed: writing a stack out costs more than keeping it.
 * An empty place where the host tells nothing. V8 cuts the stack at a given function, so that the first frame left is the
 * caller's whatever lies between.
 */
export function callPlace(callee: (...args: never[]) => unknown): () => Place {
  if (typeof Error.captureStackTrace !== "function") return () => ({});
  const holder: { stack?: unknown } = {};
  const limit = Error.stackTraceLimit;
  try {
    Error.stackTraceLimit = 1; // more frames would only have to be mapped to their sources
    Error.captureStackTrace(holder, callee);
  } finally {
    Error.stackTraceLimit = limit;
  }
  return () => (typeof holder.stack === "string" ? parsePlace(holder.stack) : {});
}
