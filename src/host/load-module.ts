import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { LightconeError, nearest } from "../base/index.ts";
import {
  type Definition,
  type Implementation,
  type Provider,
  parseChoreography,
} from "../choreography/index.ts";
import { fileError } from "./file-error.ts";
import { failureOf } from "./module-failure.ts";
import { importTypeScript } from "./typescript.ts";

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
  const { path, wanted } = await locate(spec, cwd);
  const exported = await importFile(resolve(cwd, path), path);
  const choreographies = exported.filter(([, value]) => isDefinition(value));
  const [name, definition] = choose(choreographies, exported, path, wanted);
  if (!isDefinition(definition)) throw noChoreography(exported, path);
  checkForm(definition, name, path);
  // One export for each, or a list of them: both read well.
  const values = exported.flatMap(([, value]): readonly unknown[] =>
    Array.isArray(value) ? value : [value],
  );
  return {
    name,
    definition,
    implementations: values.filter((value) => isKind<Implementation>(value, "implementation")),
    providers: values.filter((value) => isKind<Provider>(value, "provider")),
  };
}

interface Spec {
  readonly path: string;
  readonly wanted: string | undefined;
}

/** Takes a spec apart; a `#` may stand in a path too. */
async function locate(spec: string, cwd: string): Promise<Spec> {
  const hash = spec.lastIndexOf("#");
  const whole: Spec = { path: spec, wanted: undefined };
  const parts: Spec = hash > 0 ? { path: spec.slice(0, hash), wanted: spec.slice(hash + 1) } : whole;
  for (const candidate of [whole, parts]) {
    const found = await stat(resolve(cwd, candidate.path)).catch((cause: unknown) => cause);
    if (isMissing(found)) continue;
    if (found instanceof Error) throw fileError("read", candidate.path, found);
    if (typeof found === "object" && found !== null && "isFile" in found) {
      const stats = found as { readonly isFile: () => boolean }; // what `stat` resolves to
      if (stats.isFile()) return candidate;
      throw notFound(candidate.path, `${candidate.path} is a folder`);
    }
  }
  throw notFound(parts.path, `There is no file ${parts.path}`);
}

function isMissing(found: unknown): boolean {
  return found instanceof Error && "code" in found && (found.code === "ENOENT" || found.code === "ENOTDIR");
}

function notFound(path: string, what: string): LightconeError {
  return new LightconeError({ code: "module/not-found", what, place: { file: path } });
}

type Exports = readonly (readonly [string, unknown])[];

async function importFile(file: string, shown: string): Promise<Exports> {
  const url = pathToFileURL(file).href;
  try {
    const module: unknown = /\.[mc]?tsx?$/.test(file) ? await importTypeScript(url) : await import(url);
    return typeof module === "object" && module !== null ? Object.entries(module) : [];
  } catch (cause) {
    throw failureOf(cause, { file, shown });
  }
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
    const what = `${path} exports no choreography ${wanted}; ${names.length === 0 ? "it exports none" : `there is ${names.join(", ")}`}`;
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
  const remedy = `Say which, such as ${path}#${first[0]}.`;
  throw new LightconeError({ code: "module/several-choreographies", what, remedy, place: { file: path } });
}

function noChoreography(exported: Exports, path: string): LightconeError {
  const names = exported.map(([name]) => name);
  const what =
    names.length === 0
      ? `${path} exports nothing`
      : `${path} exports no choreography, only ${names.join(", ")}`;
  return new LightconeError({ code: "module/no-choreography", what, place: { file: path } });
}

/** Something else may call itself a choreography, or another version of this package may have made it. */
function checkForm(definition: Definition, name: string, path: string): void {
  const parsed = parseChoreography(definition.ir);
  if (parsed.ok) return;
  const [first] = parsed.diagnostics;
  throw new LightconeError({
    code: "module/no-choreography",
    what: `${name} of ${path} is no choreography as this version knows it: ${first?.message ?? "it has another form"}`,
    place: { file: path },
    remedy: "Export what `choreography(…)` of this version returns.",
    details: parsed.diagnostics.map(({ message }) => message),
  });
}

function isDefinition(value: unknown): value is Definition {
  return (
    isKind<Definition>(value, "choreography") &&
    [value.ir, value.sources, value.schemas].every((part) => typeof part === "object" && part !== null)
  );
}

function isKind<T extends { readonly kind: string }>(value: unknown, kind: T["kind"]): value is T {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === kind;
}
