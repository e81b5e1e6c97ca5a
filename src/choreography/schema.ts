import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { type Json, jsonEquals, lookup, toJson } from "../base/index.ts";

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

function isRecord(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The values of an `enum` or `const` schema, or null where the schema does not list them. */
export function listedValues(schema: Json | null): readonly Json[] | null {
  if (schema === null || !isRecord(schema)) return null;
  const listed = lookup(schema, "enum");
  if (Array.isArray(listed)) return listed;
  return Object.hasOwn(schema, "const") ? [schema["const"] ?? null] : null;
}

/** The names of JSON types that a schema with a plain `type` accepts, or null where it has none. */
function plainTypes(schema: Json | null): readonly string[] | null {
  if (schema === null || !isRecord(schema)) return null;
  const type = lookup(schema, "type");
  if (typeof type === "string") return [type];
  const many = Array.isArray(type) && type.every((item) => typeof item === "string");
  return many ? type : null;
}

/**
 * Why a value surely is none that the schema accepts, or null. Looks at a plain `type`, `enum` and `const` only: what
 * they leave open, the validator decides when the program runs.
 */
export function refusesValue(schema: Json | null, value: Json): string | null {
  const listed = listedValues(schema);
  if (listed !== null && !listed.some((item) => jsonEquals(item, value))) {
    return `it is none of ${listed.map((item) => JSON.stringify(item)).join(", ")}`;
  }
  const types = plainTypes(schema);
  if (types !== null && !types.some((type) => hasType(value, type))) return `it is no ${types.join(" or ")}`;
  return null;
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
  return overlap ? null : `a ${given.join(" or ")} is no ${wanted.join(" or ")}`;
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
