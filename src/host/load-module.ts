import { stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { tsImport } from "tsx/esm/api";
import { LightconeError, nearest, type Place } from "../base/index.ts";
import type { Definition, Implementation, Provider } from "../choreography/index.ts";

/** What the command line takes from a module. */
export interface LoadedModule {
  readonly name: string;
  readonly definition: Definition;
  readonly implementations: readonly Implementation[];
  readonly providers: readonly Provider[];
}

/**
 * Loads a choreography module; TypeScript runs as it is.
 *
 * @param spec A path, or `PATH#exportName` where a module exports several choreographies.
 * @throws LightconeError `module/…`, with the place where the module is wrong.
 */
export async function loadModule(spec: string, cwd: string): Promise<LoadedModule> {
  const hash = spec.lastIndexOf("#");
  const path = hash > 0 ? spec.slice(0, hash) : spec;
  const wanted = hash > 0 ? spec.slice(hash + 1) : undefined;
  const file = resolve(cwd, path);
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || !found.isFile()) {
    const what = found === undefined ? `There is no file ${path}` : `${path} is no file`;
    throw new LightconeError({ code: "module/not-found", what, place: { file: path } });
  }
  const exported = await importFile(file, path);
  const choreographies = exported.filter(([, value]) => isKind<Definition>(value, "choreography"));
  const chosen = choose(choreographies, exported, path, wanted);
  const [name, definition] = chosen;
  if (!isKind<Definition>(definition, "choreography")) throw noChoreography(exported, path);
  return {
    name,
    definition,
    implementations: exported.flatMap(([, value]) =>
      isKind<Implementation>(value, "implementation") ? [value] : [],
    ),
    providers: exported.flatMap(([, value]) => (isKind<Provider>(value, "provider") ? [value] : [])),
  };
}

type Exports = readonly (readonly [string, unknown])[];

async function importFile(file: string, shown: string): Promise<Exports> {
  const url = pathToFileURL(file).href;
  try {
    const module: unknown = /\.[mc]?tsx?$/.test(file)
      ? await tsImport(url, import.meta.url)
      : await import(url);
    return typeof module === "object" && module !== null ? Object.entries(module) : [];
  } catch (cause) {
    // A module that builds a wrong choreography throws an error that already teaches.
    if (cause instanceof Error && cause.name === "LightconeError") throw cause;
    const what = `${shown} could not be loaded: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new LightconeError({ code: "module/load-failed", what, place: placeOf(cause, file, shown), cause });
  }
}

/** Where a module failed: from the compiler's message, else the first line of the stack that lies in the module. */
function placeOf(cause: unknown, file: string, shown: string): Place {
  const text = cause instanceof Error ? `${cause.message}\n${cause.stack ?? ""}` : "";
  for (const match of text.matchAll(/((?:file:\/\/)?[^\s()'"]+?):(\d+):(\d+)/g)) {
    const [, at = "", line, column] = match;
    const path = at.replace(/^file:\/\//, "").replace(/\?.*$/, "");
    if (path === file || resolve(path) === file)
      return { file: shown, line: Number(line), column: Number(column) };
  }
  return { file: relative(process.cwd(), file) === shown ? shown : file };
}

function choose(
  choreographies: Exports,
  exported: Exports,
  path: string,
  wanted: string | undefined,
): readonly [string, unknown] {
  const names = choreographies.map(([name]) => name);
  if (wanted !== undefined) {
    const found = choreographies.find(([name]) => name === wanted);
    if (found !== undefined) return found;
    const what = `${path} exports no choreography ${wanted}`;
    throw new LightconeError({
      code: "module/no-choreography",
      what,
      place: { file: path },
      suggestion: nearest(wanted, names),
    });
  }
  const [first, second] = choreographies;
  if (first === undefined) throw noChoreography(exported, path);
  if (second === undefined || choreographies.every(([, value]) => value === first[1])) return first;
  const what = `${path} exports ${names.length} choreographies: ${names.join(", ")}`;
  throw new LightconeError({ code: "module/several-choreographies", what, place: { file: path } });
}

function noChoreography(exported: Exports, path: string): LightconeError {
  const names = exported.map(([name]) => name);
  const what =
    names.length === 0
      ? `${path} exports nothing`
      : `${path} exports no choreography, only ${names.join(", ")}`;
  return new LightconeError({ code: "module/no-choreography", what, place: { file: path } });
}

function isKind<T extends { readonly kind: string }>(value: unknown, kind: T["kind"]): value is T {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === kind;
}
