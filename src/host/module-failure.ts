import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { LightconeError, type Place, thrownMessage } from "../base/index.ts";

/** A module that could not be loaded: its file, and how the person named it. */
interface Failed {
  readonly file: string;
  readonly shown: string;
}

/** The error of a module that could not be loaded: what its compiler or its own code said, and where. */
export function failureOf(cause: unknown, failed: Failed): LightconeError {
  if (cause instanceof LightconeError) return placed(cause, failed);
  return new LightconeError({
    code: "module/load-failed",
    what: `${failed.shown} could not be loaded: ${reasonOf(cause)}`,
    place: missingImport(cause, failed) ??
      placeOf(cause, failed) ??
      parserPlace(cause, failed) ?? { file: failed.shown },
    cause,
  });
}

/** A module that builds a wrong choreography throws an error that already teaches; it may not know its place. */
function placed(error: LightconeError, failed: Failed): LightconeError {
  const { code, what, place, remedy, details, diagnostics } = error;
  if (place.file !== undefined || diagnostics.length !== 1) return error;
  const found = placeOf(error, failed) ?? { file: failed.shown };
  const { suggestion } = diagnostics[0] ?? {};
  return new LightconeError({
    code,
    what,
    remedy,
    details,
    suggestion,
    place: { ...found, ...place },
    cause: error,
  });
}

/** Compilers put a heading, the place and a frame of source around what they have to say. */
function reasonOf(cause: unknown): string {
  const message = thrownMessage(cause).replaceAll(/\?(?:tsx-)?namespace=[^\s'"]*/g, "");
  return compilerError.exec(message)?.[4] ?? message;
}

const compilerError = /^(\S.*?)(?:\?\S*)?:(\d+):(\d+): ERROR: (.+)$/m;
const position = /((?:file:\/\/)?[^\s()'"]+?):(\d+)(?::(\d+))?(?!\d)/g;

/** Where it failed, from the compiler's message and the stack: in the module itself, else in a module that it loads. */
function placeOf(cause: unknown, { file, shown }: Failed): Place | undefined {
  if (!(cause instanceof Error)) return undefined;
  const [, compiled, row, zeroBased] = compilerError.exec(cause.message) ?? [];
  if (compiled !== undefined)
    return { file: compiled === file ? shown : compiled, line: Number(row), column: Number(zeroBased) + 1 };
  const stack = cause.stack ?? "";
  // The message is the module's own text: only what stands below it are frames.
  const frames = stack.includes(cause.message)
    ? stack.slice(stack.indexOf(cause.message) + cause.message.length)
    : stack;
  let elsewhere: Place | undefined;
  for (const [, at = "", line, column] of `${stack.split("\n")[0]}\n${frames}`.matchAll(position)) {
    const path = pathOf(at);
    const where = { line: Number(line), ...(column === undefined ? {} : { column: Number(column) }) };
    if (path === file) return { file: shown, ...where };
    if (elsewhere === undefined && isAbsolute(path) && !path.includes("/node_modules/") && isForeign(path))
      elsewhere = { file: path, ...where };
  }
  return elsewhere;
}

const own = fileURLToPath(new URL("../", import.meta.url));

function isForeign(path: string): boolean {
  return !path.startsWith(own) && existsSync(path);
}

/** The path in a stack's frame, which may be a URL with a query. */
function pathOf(at: string): string {
  const bare = at.replace(/\?.*$/, "");
  try {
    return bare.startsWith("file://") ? fileURLToPath(bare) : resolve(bare);
  } catch {
    return bare;
  }
}

/** The line that imports what does not exist: the host names the two files, not the line. */
function missingImport(cause: unknown, { file, shown }: Failed): Place | undefined {
  const [, wanted = "", from = ""] =
    /^Cannot find (?:module|package) '([^']+)' imported from ([^\s?]+)/.exec(thrownMessage(cause)) ?? [];
  if (wanted === "" || !existsSync(pathOf(from))) return undefined;
  const importer = pathOf(from);
  const last = wanted.split("/").at(-1) ?? wanted;
  const lines = readFileSync(importer, "utf8").split("\n");
  const line = lines.findIndex((text) => /\b(?:import|from|require)\b/.test(text) && text.includes(last));
  return { file: importer === file ? shown : importer, ...(line < 0 ? {} : { line: line + 1 }) };
}

/** Of a JavaScript file that does not parse, the host tells the place only when it is asked to check it. */
function parserPlace(cause: unknown, { file, shown }: Failed): Place | undefined {
  if (!(cause instanceof SyntaxError) || !/\.[cm]?js$/.test(file)) return undefined;
  const { stderr } = spawnSync(process.execPath, ["--check", file], {
    encoding: "utf8",
    timeout: 5000,
    env: {},
  });
  const [first = "", , marked = ""] = stderr.split("\n");
  const line = /:(\d+)$/.exec(first)?.[1];
  if (line === undefined) return undefined;
  const column = marked.indexOf("^") + 1;
  return { file: shown, line: Number(line), ...(column === 0 ? {} : { column }) };
}
