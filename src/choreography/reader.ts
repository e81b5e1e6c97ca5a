import {
  type Diagnostic,
  diagnostic,
  type ErrorCode,
  type Json,
  nearest,
  toJson,
  type Vars,
} from "../base/index.ts";

/** Problems beyond this many are not collected: one wrong level can repeat itself at every node. */
const MAX_PROBLEMS = 100;

/** Characters of a path that a message shows. */
const LONGEST_PATH = 200;

/** Deepest nesting that is followed; the exact limits are those of the checks. */
const deepest = { block: 128, formula: 256 } as const;

/** A reader of one kind of value; `path` says where it stands, such as `.body[0].payload`. */
export type Read<T> = (value: Json | undefined, path: string) => T;

/** Reads typed data out of JSON and collects what does not fit; what it gives then is a placeholder that is thrown away. */
export class Reader {
  readonly problems: Diagnostic[] = [];
  readonly #depth = { block: 0, formula: 0 };

  /** Says what is wrong at a path. */
  fail(path: string, what: string, suggestion?: string, code: ErrorCode = "choreography/foreign"): void {
    if (this.problems.length >= MAX_PROBLEMS) return;
    const shown = path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path;
    const message = `${path === "" ? "the value" : shown} ${what}`;
    this.problems.push(diagnostic({ code, message, suggestion }));
  }

  /** Reads what may hold others of its kind; null, and a problem, where they nest too deep to be followed. */
  nested<T>(what: keyof typeof deepest, path: string, read: () => T): T | null {
    if (this.#depth[what] >= deepest[what]) {
      const code = what === "block" ? "choreography/too-deep" : "formula/too-deep";
      // Of two arms or operands at that depth, one tells it all.
      if (!this.problems.some((told) => told.code === code)) {
        this.fail(path, `lies inside more than ${deepest[what]} ${what}s`, undefined, code);
      }
      return null;
    }
    this.#depth[what] += 1;
    try {
      return read();
    } finally {
      this.#depth[what] -= 1;
    }
  }

  /** An object with exactly these keys; optional ones may be missing. */
  record(
    value: Json | undefined,
    path: string,
    required: readonly string[],
    optional: readonly string[] = [],
  ): Vars {
    const record = this.#object(value, path);
    if (record === null) return {};
    for (const key of required) if (!Object.hasOwn(record, key)) this.fail(path, `has no key ${key}`);
    const known = [...required, ...optional];
    for (const key of Object.keys(record)) {
      if (!known.includes(key)) {
        this.fail(path, `has an unknown key ${JSON.stringify(key)}`, nearest(key, known));
      }
    }
    return Object.assign(Object.create(null), record);
  }

  #object(value: Json | undefined, path: string): Vars | null {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value as Vars; // not an array: TypeScript does not narrow readonly arrays
    }
    this.fail(path, "is no object");
    return null;
  }

  readonly text: Read<string> = (value, path) => {
    if (typeof value === "string" && value !== "") return value;
    this.fail(path, "is no text, or empty");
    return "";
  };

  readonly boolean: Read<boolean> = (value, path) => {
    if (typeof value === "boolean") return value;
    this.fail(path, "is neither true nor false");
    return false;
  };

  /** Any value, of a depth that a program may hold. */
  readonly json: Read<Json> = (value, path) => {
    const json = toJson(value ?? null);
    if (json.ok) return json.value;
    this.fail(path, `is no value: ${json.why}`);
    return null;
  };

  /** A whole number that is at least `least`. */
  whole(least: number): Read<number> {
    return (value, path) => {
      if (typeof value === "number" && Number.isSafeInteger(value) && value >= least) return value;
      this.fail(path, `is no whole number from ${least}`);
      return least;
    };
  }

  /** One of the given texts. */
  oneOf<T extends string>(choices: readonly T[]): Read<T | null> {
    return (value, path) => {
      const found = choices.find((choice) => choice === value);
      if (found !== undefined) return found;
      const suggestion = typeof value === "string" ? nearest(value, choices) : undefined;
      this.fail(path, `is none of ${choices.join(", ")}`, suggestion);
      return null;
    };
  }

  /** A list of one kind of value. */
  list<T>(item: Read<T>): Read<readonly T[]> {
    return (value, path) => {
      if (Array.isArray(value)) return value.map((entry: Json, i) => item(entry, `${path}[${i}]`));
      this.fail(path, "is no list");
      return [];
    };
  }

  /** An object from names, none of them empty, to one kind of value. */
  map<T>(item: Read<T>): Read<{ readonly [name: string]: T }> {
    return (value, path) => {
      const entries = Object.entries(this.#object(value, path) ?? {});
      if (entries.some(([name]) => name === "")) this.fail(path, "has an empty name");
      return Object.fromEntries(entries.map(([name, entry]) => [name, item(entry, `${path}.${name}`)]));
    };
  }

  /** Null, or one kind of value. */
  nullable<T>(item: Read<T>): Read<T | null> {
    return (value, path) => (value === null ? null : item(value, path));
  }
}
