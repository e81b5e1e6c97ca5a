import { isAbsolute, relative, resolve, sep } from "node:path";
import type { Diagnostic, Place } from "../base/index.ts";

/** A file as the command line names it: relative to the working directory where it lies below that, else absolute. */
export function localPath(file: string, cwd: string): string {
  // What is no path, such as `--formula`, and a name without folders stay as they are.
  if (!isAbsolute(file) && !/^\.\.?[\\/]/.test(file)) return file;
  const path = resolve(cwd, file);
  return path.startsWith(cwd.endsWith(sep) ? cwd : cwd + sep) ? relative(cwd, path) : path;
}

/** {@link localPath} for a place. */
export function localPlace(place: Place, cwd: string): Place {
  return place.file === undefined ? place : { ...place, file: localPath(place.file, cwd) };
}

/** {@link localPath} for the paths within a text. */
export function localText(text: string, cwd: string): string {
  const folder = `${cwd}${sep}`.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return cwd.endsWith(sep) ? text : text.replaceAll(new RegExp(`(?<=^|[\\s("'])${folder}`, "g"), "");
}

/** {@link localPath} for all that a diagnostic says. */
export function localDiagnostic(found: Diagnostic, cwd: string): Diagnostic {
  return { ...found, message: localText(found.message, cwd), place: localPlace(found.place, cwd) };
}
