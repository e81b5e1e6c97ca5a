import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { type Json, jsonEquals, lookup, toJson, type Vars, withArticle } from "../base/index.ts";

/** Whether a value is a validator of the Standard Schema interface; some vendors' are functions. */
export function isSchema(value: unknown): value is StandardSchemaV1 {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  const standard: unknown = Reflect.get(value, "~standard");
  return typeof standard === "object" && standard !== null;
}

/** The JSON Schema (draft 2020-12) of what a validator lets out, where its vendor gives one (Standard Schema 1.1); else null. */
export function jsonSchemaOf(schema: StandardSchemaV1): Json | null {
  // The optional half of the standard: nothing is taken for granted about it.
  const standard = schema["~standard"] as Partial<StandardJSONSchemaV1.Props>;
  try {
    const given = toJson(standard.jsonSchema?.output({ target: "draft-2020-12" }));
    if (!given.ok || !isRecord(given.value)) return null;
    const { $schema: _dialect, ...rest } = given.value;
    return rest;
  } catch {
    return null; // vendors throw for what JSON Schema cannot say, such as a transformation
  }
}

/**
 * Whether a validator takes a value that is not there and lets none out. Asked by trying: the standard has no other way. What
 * answers asynchronously, throws, or fills in a default counts as never left out.
 */
export function mayBeLeftOut(schema: StandardSchemaV1): boolean {
  try {
    const result = schema["~standard"].validate(undefined);
    if (result instanceof Promise) {
      result.catch(() => {}); // nobody waits for it
      return false;
    }
    return Object.hasOwn(result, "value") && result.issues === undefined && result.value === undefined;
  } catch {
    return false;
  }
}

function isRecord(value: Json): value is Vars {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The values of a schema that lists them (`enum`, `const`, or a union of such), or null where it does not. */
export function listedValues(schema: Json | null): readonly Json[] | null {
  if (schema === null || !isRecord(schema)) return null;
  const parts = alternatives(schema);
  if (parts !== null) {
    const lists = parts.map(listedValues);
    return lists.includes(null) ? null : lists.flatMap((list) => list ?? []);
  }
  const listed = lookup(schema, "enum");
  if (Array.isArray(listed)) return listed;
  if (Object.hasOwn(schema, "const")) return [schema["const"] ?? null];
  return lookup(schema, "type") === "null" ? [null] : null;
}

/** The schemas of a union, or null. */
function alternatives(schema: Vars): readonly Json[] | null {
  const parts = lookup(schema, "anyOf") ?? lookup(schema, "oneOf");
  return Array.isArray(parts) ? parts : null;
}

/** The names of JSON types that a schema with a plain `type`, or a union of such, accepts; null where it has none. */
function plainTypes(schema: Json | null): readonly string[] | null {
  if (schema === null || !isRecord(schema)) return null;
  const parts = alternatives(schema);
  if (parts !== null) {
    const types = parts.map(plainTypes);
    return types.includes(null) ? null : [...new Set(types.flatMap((list) => list ?? []))];
  }
  const type = lookup(schema, "type");
  if (typeof type === "string") return [type];
  const many = Array.isArray(type) && type.every((item) => typeof item === "string");
  return many ? type : null;
}

/**
 * Why a value surely is none that the schema accepts, or null. Looks at a plain `type`, `enum`, `const` and unions of them
 * only: what they leave open, the validator decides when the program runs.
 */
export function refusesValue(schema: Json | null, value: Json): string | null {
  const listed = listedValues(schema);
  if (listed !== null && !listed.some((item) => jsonEquals(item, value))) {
    return `it is none of ${listed.map((item) => JSON.stringify(item)).join(", ")}`;
  }
  const parts = schema !== null && isRecord(schema) ? alternatives(schema) : null;
  if (parts !== null && !parts.every((part) => refusesValue(part, value) !== null)) return null;
  return (
    refusesType(schema, value) ?? (parts === null ? null : "it is of none of the types that it may have")
  );
}

/** Why a value surely has none of the types that the schema accepts, or null. */
export function refusesType(schema: Json | null, value: Json): string | null {
  const types = plainTypes(schema) ?? typesOf(listedValues(schema));
  if (types === null || types.some((type) => hasType(value, type))) return null;
  return `it is no ${types.join(" or ")}`;
}

function typesOf(values: readonly Json[] | null): readonly string[] | null {
  return values === null
    ? null
    : [
        ...new Set(
          values.map((value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value)),
        ),
      ];
}

/** Why no value of one schema is accepted by the other, or null. Looks no further than {@link refusesValue}. */
export function excludes(target: Json | null, source: Json | null): string | null {
  const values = listedValues(source);
  if (values !== null) {
    const reasons = values.map((value) => refusesValue(target, value));
    return values.length > 0 && reasons.every((reason) => reason !== null) ? (reasons[0] ?? null) : null;
  }
  const wanted = plainTypes(target);
  const given = plainTypes(source);
  if (wanted === null || given === null) return null;
  const overlap = given.some((type) => wanted.some((other) => overlaps(type, other)));
  return overlap ? null : `${withArticle(given.join(" or "))} is no ${wanted.join(" or ")}`;
}

function overlaps(a: string, b: string): boolean {
  const number = (type: string): string => (type === "integer" ? "number" : type);
  return number(a) === number(b);
}

function hasType(value: Json, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isRecord(value);
    case "integer":
      return typeof value === "number" && Number.isInteger(value);
    default:
      return typeof value === type; // boolean, number, string; an unknown type has no values
  }
}
