import { type ErrorCode, type Json, lookup, type Vars } from "../base/index.ts";
import type { Fields } from "./recording.ts";

/** Reports one defect of a line. */
export type Report = (
  code: ErrorCode,
  message: string,
  more?: { readonly suggestion?: string | undefined; readonly remedy?: string },
) => void;

/** Reads the keys of one JSON object by type; what has another type is reported and counts as absent. */
export class CheckedFields {
  readonly #fields: Fields;
  readonly #report: Report;

  constructor(fields: Fields, report: Report) {
    this.#fields = fields;
    this.#report = report;
  }

  /** The value of a key as it is. */
  raw(key: string): Json | undefined {
    return lookup(this.#fields, key);
  }

  /** A key's text. */
  string(key: string): string | undefined {
    return this.read(key, "a string", (value) => (typeof value === "string" ? value : undefined));
  }

  /** A key's truth value. */
  boolean(key: string): boolean | undefined {
    return this.read(key, "true or false", (value) => (typeof value === "boolean" ? value : undefined));
  }

  /** A key's object. */
  object(key: string): Vars | undefined {
    return this.read(key, "an object", asObject);
  }

  /** A key's list of texts. */
  strings(key: string): readonly string[] | undefined {
    return this.read(key, "a list of strings", (value) => listOf(value, (item) => typeof item === "string"));
  }

  /** A key's list of whole numbers. */
  integers(key: string): readonly number[] | undefined {
    return this.read(key, "a list of whole numbers", (value) =>
      listOf(value, (item): item is number => Number.isSafeInteger(item)),
    );
  }

  /** A key's value if `accept` takes it. */
  read<T>(key: string, type: string, accept: (value: Json) => T | undefined): T | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    const accepted = accept(value);
    if (accepted === undefined) {
      this.#report("recording/invalid-value", `${JSON.stringify(key)} is ${show(value)}, not ${type}`);
    }
    return accepted;
  }

  /** Reports a key that is not there. */
  need(key: string, why: string): void {
    if (this.raw(key) === undefined) {
      this.#report("recording/missing-key", `${why} lacks ${JSON.stringify(key)}`);
    }
  }

  /** The entries under other keys than these. */
  others(known: ReadonlySet<string>): Vars {
    return Object.fromEntries(Object.entries(this.#fields).filter(([key]) => !known.has(key)));
  }
}

/** The value if it is an object and no array. */
export function asObject(value: Json): Vars | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return value as Vars; // TypeScript does not narrow readonly arrays away
}

function listOf<T extends Json>(value: Json, accepts: (item: Json) => item is T): readonly T[] | undefined {
  return Array.isArray(value) && value.every(accepts) ? value : undefined;
}

function show(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
