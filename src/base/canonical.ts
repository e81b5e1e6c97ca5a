import { LightconeError, thrownMessage } from "./error.ts";
import { define, hasLoneSurrogate, type Json, type Vars } from "./json.ts";

/** Deepest nesting of arrays and objects in a value, where the caller allows no more. */
const MAX_DEPTH = 256;

/** An array or object whose items are being written. */
interface Writing {
  /** Keys in canonical order; null: an array. */
  readonly keys: readonly string[] | null;
  readonly value: Json;
  readonly length: number;
  next: number;
}

/**
 * Canonical JSON text (RFC 8785): keys in the order of their UTF-16 code units, shortest number form, no white space.
 * No call nests, so `deepest` may be more than the stack would bear.
 *
 * @throws LightconeError `json/not-json` for non-finite numbers, lone surrogates, or nesting above `deepest`.
 */
export function canonicalJson(value: Json, deepest: number = MAX_DEPTH): string {
  const stack: Writing[] = [];
  let text = "";
  const write = (item: Json): void => {
    if (typeof item !== "object" || item === null) {
      text += scalar(item);
      return;
    }
    if (stack.length >= deepest) throw notJson(`it nests deeper than ${deepest} levels`);
    const keys = Array.isArray(item) ? null : Object.keys(item).sort();
    text += keys === null ? "[" : "{";
    stack.push({ keys, value: item, length: keys?.length ?? (item as readonly Json[]).length, next: 0 }); // no keys: an array
  };
  write(value);
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const { keys, next } = top;
    if (next === top.length) {
      text += keys === null ? "]" : "}";
      stack.pop();
      continue;
    }
    if (next > 0) text += ",";
    top.next += 1;
    if (keys === null)
      write((top.value as readonly Json[])[next] ?? null); // no keys: an array
    else {
      const key = keys[next] ?? "";
      text += `${scalar(key)}:`;
      write((top.value as Vars)[key] ?? null); // an object, of which it is an own key
    }
  }
  return text;
}

function scalar(value: null | boolean | number | string): string {
  if (typeof value === "number" && !Number.isFinite(value)) throw notJson(`${value} is not a finite number`);
  if (typeof value === "string" && hasLoneSurrogate(value)) {
    throw notJson(`${JSON.stringify(value)} holds a lone surrogate`);
  }
  return JSON.stringify(value);
}

/**
 * Parses an unknown value into JSON at the edge: copies plain data, refuses everything else. No call nests.
 *
 * @param deepest The most levels of arrays and objects: 256, where a caller's own limits do not allow more.
 * @returns The value as JSON, or a sentence that says what is wrong and where (`.a[0]: …`).
 */
export function toJson(
  value: unknown,
  deepest: number = MAX_DEPTH,
): { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly why: string } {
  try {
    return { ok: true, value: new Copy(deepest).of(value) };
  } catch (error) {
    if (error instanceof LightconeError) return { ok: false, why: error.what };
    return { ok: false, why: `the value cannot be read: ${thrownMessage(error)}` }; // a getter or a proxy that throws
  }
}

/** An array or object whose items are being copied into a new one. */
type Copying =
  | {
      readonly kind: "list";
      readonly from: readonly unknown[];
      readonly to: Json[];
      readonly length: number;
      next: number;
    }
  | {
      readonly kind: "record";
      readonly from: readonly (readonly [string, unknown])[];
      readonly to: { [key: string]: Json };
      readonly length: number;
      next: number;
    };

class Copy {
  readonly #deepest: number;
  readonly #stack: Copying[] = [];

  constructor(deepest: number) {
    this.#deepest = deepest;
  }

  of(value: unknown): Json {
    const root = this.#begin(value);
    for (let top = this.#stack.at(-1); top !== undefined; top = this.#stack.at(-1)) {
      const at = top.next;
      top.next += 1;
      if (at >= top.length) this.#stack.pop();
      // By index: `map` skips holes, keeps the list's class, and may be the list's own.
      else if (top.kind === "list") top.to.push(this.#begin(top.from[at]));
      else {
        const [key, item] = top.from[at] ?? ["", null];
        if (hasLoneSurrogate(key)) throw notJson(`a key of ${this.#path(-1)} holds a lone surrogate`);
        define(top.to, key, this.#begin(item));
      }
    }
    return root;
  }

  /** The copy of a value; that of an array or object is filled later. */
  #begin(value: unknown): Json {
    switch (typeof value) {
      case "boolean":
        return value;
      case "number":
        if (Number.isFinite(value)) return value;
        throw notJson(`${this.#path()} is ${value}, which is not a finite number`);
      case "string":
        if (!hasLoneSurrogate(value)) return value;
        throw notJson(`${this.#path()} holds a lone surrogate`);
      case "object":
        return value === null ? null : this.#open(value);
      case "undefined":
        throw notJson(`${this.#path()} is undefined, which JSON does not have`);
      default:
        throw notJson(`${this.#path()} is a ${typeof value}, which JSON does not have`);
    }
  }

  #open(value: object): Json {
    if (this.#stack.length >= this.#deepest) {
      throw notJson(`${this.#path()} nests deeper than ${this.#deepest} levels (or refers to itself)`);
    }
    if (Array.isArray(value)) {
      const to: Json[] = [];
      this.#stack.push({ kind: "list", from: value, to, length: value.length, next: 0 });
      return to;
    }
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) {
      throw notJson(`${this.#path()} is not a plain object`);
    }
    const to: { [key: string]: Json } = {};
    const from = Object.entries(value);
    this.#stack.push({ kind: "record", from, to, length: from.length, next: 0 });
    return to;
  }

  /** Where the item stands that is being copied; -1: what holds it. */
  #path(up: 0 | -1 = 0): string {
    const parts = this.#stack.slice(0, this.#stack.length + up).map((open) => {
      const at = open.next - 1;
      return open.kind === "list" ? `[${at}]` : `.${open.from[at]?.[0] ?? ""}`;
    });
    return parts.length === 0 ? "the value" : parts.join("");
  }
}

function notJson(why: string): LightconeError {
  return new LightconeError({ code: "json/not-json", what: why });
}
