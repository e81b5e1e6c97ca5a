import { LightconeError, thrownMessage } from "./error.ts";
import { hasLoneSurrogate, type Json, type Vars } from "./json.ts";

/** Deepest nesting of arrays and objects that {@link canonicalJson} and {@link toJson} accept. */
const MAX_DEPTH = 256;

/**
 * Canonical JSON text (RFC 8785): keys in the order of their UTF-16 code units, shortest number form, no white space.
 *
 * @throws LightconeError `json/not-json` for non-finite numbers, lone surrogates, or nesting above 256.
 */
export function canonicalJson(value: Json): string {
  return write(value, 0);
}

function write(value: Json, depth: number): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw notJson(`${value} is not a finite number`);
    return JSON.stringify(value);
  }
  if (typeof value === "string") {
    if (hasLoneSurrogate(value)) throw notJson(`${JSON.stringify(value)} holds a lone surrogate`);
    return JSON.stringify(value);
  }
  if (depth >= MAX_DEPTH) throw notJson("it nests deeper than 256 levels");
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth + 1)).join(",")}]`;
  const record: Vars = value as Vars; // not an array: TypeScript does not narrow readonly arrays
  const keys = Object.keys(record).sort();
  return `{${keys.map((key) => `${write(key, depth)}:${write(record[key] ?? null, depth + 1)}`).join(",")}}`;
}

/**
 * Parses an unknown value into JSON at the edge: copies plain data, refuses everything else.
 *
 * @returns The value as JSON, or a sentence that says what is wrong and where (`.a[0]: …`).
 */
export function toJson(
  value: unknown,
): { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly why: string } {
  try {
    return { ok: true, value: copy(value, "", 0) };
  } catch (error) {
    if (error instanceof LightconeError) return { ok: false, why: error.what };
    return { ok: false, why: `the value cannot be read: ${thrownMessage(error)}` }; // a getter or a proxy that throws
  }
}

function copy(value: unknown, path: string, depth: number): Json {
  const at = path === "" ? "the value" : path;
  switch (typeof value) {
    case "boolean":
      return value;
    case "number":
      if (!Number.isFinite(value)) throw notJson(`${at} is ${value}, which is not a finite number`);
      return value;
    case "string":
      if (hasLoneSurrogate(value)) throw notJson(`${at} holds a lone surrogate`);
      return value;
    case "object":
      break;
    default:
      throw notJson(
        `${at} is ${typeof value === "undefined" ? "undefined" : `a ${typeof value}`}, which JSON does not have`,
      );
  }
  if (value === null) return null;
  if (depth >= MAX_DEPTH) throw notJson(`${at} nests deeper than 256 levels (or refers to itself)`);
  if (Array.isArray(value)) {
    // By index: `map` skips holes, keeps the list's class, and may be the list's own.
    return Array.from({ length: value.length }, (_, i) => copy(value[i], `${path}[${i}]`, depth + 1));
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw notJson(`${at} is not a plain object`);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (hasLoneSurrogate(key)) throw notJson(`a key of ${at} holds a lone surrogate`);
      return [key, copy(item, `${path}.${key}`, depth + 1)] as const;
    }),
  );
}

function notJson(why: string): LightconeError {
  return new LightconeError({ code: "json/not-json", what: why });
}
