import type { Place } from "./place.ts";

/** The two forms of a frame in a V8 stack trace: `at name (file:///a.ts:1:2)` and `at /a.ts:1:2`. */
const frames = [/ \((.+):(\d+):(\d+)\)$/, /^\s*at (?:async )?(.+):(\d+):(\d+)$/];

/**
 * Where a thrown error comes from: the innermost frame of its stack that belongs to the program, not to its packages or to
 * the host. Empty where there is none.
 */
export function placeOfThrown(thrown: unknown): Place {
  try {
    if (!(thrown instanceof Error) || typeof thrown.stack !== "string") return {};
    const { message, stack } = thrown;
    // The message is anybody's text: only what stands below it are frames.
    const start = stack.indexOf(message);
    for (const line of stack.slice(start < 0 ? 0 : start + message.length).split("\n")) {
      const place = frameOf(line);
      const { file = "" } = place ?? {};
      if (file.startsWith(own)) return {}; // what stands below called us
      if (place !== undefined && file !== "" && !/[\\/]node_modules[\\/]/.test(file)) return place;
    }
  } catch {
    // A message or a stack that cannot be read tells no place.
  }
  return {};
}

/** The place that the first frame of a V8 stack trace names; empty when it cannot be read. */
export function parsePlace(stack: string): Place {
  return frameOf(stack.split("\n").find((line) => /^\s*at /.test(line)) ?? "") ?? {};
}

/** The place in one line of a stack; an empty one where the line names no file. */
function frameOf(text: string): Place | undefined {
  for (const frame of frames) {
    const [, file, line, column] = frame.exec(text.trimEnd()) ?? [];
    if (file === undefined) continue;
    const path = pathOf(file);
    // A loader's own text for a CommonJS module: it names the file, but its lines are not the file's.
    const [, inner] = /^data:text\/javascript,__filename%3D%22(.+?)%22/.exec(path) ?? [];
    if (inner !== undefined) return { file: pathOf(`file:///${inner.replace(/^%2F/, "")}`) };
    if (/^(node:|<anonymous>|eval at |native$|data:|wasm:|https?:)/.test(path)) return {};
    return { file: path, line: Number(line), column: Number(column) };
  }
  return undefined;
}

/** The path of a frame's file, which may be a URL; loaders add queries, to paths too. */
function pathOf(file: string): string {
  const query = /\?(?:tsx-)?namespace=[^?]*$/;
  if (!file.startsWith("file://")) return file.replace(query, "");
  try {
    const path = decodeURIComponent(file.replace(/^file:\/\/[^/]*/, "").replace(/[?#].*$/, "")).replace(
      query,
      "",
    );
    return /^\/[A-Za-z]:\//.test(path) ? path.slice(1) : path;
  } catch {
    return file;
  }
}

/** Where this package's own code lies: as source, or as the build's chunks. A bundle that holds it is one file. */
const own = ((path) => /^(.*[\\/](?:src|dist)[\\/])(?:base|chunks)[\\/][^\\/]*$/.exec(path)?.[1] ?? path)(
  pathOf(import.meta.url),
);
