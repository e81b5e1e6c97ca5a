import { define, type Json } from "../base/index.ts";
import type { Cursor } from "./cursor.ts";
import type { Term } from "./formula.ts";
import { MAX_DEPTH } from "./syntax.ts";

/** Reads a term. @throws LightconeError when none comes. */
export function parseTerm(cursor: Cursor): Term {
  const { token } = cursor;
  if (token.kind === "name" || token.kind === "meta") {
    cursor.take();
    cursor.checkVariable(token);
    return { kind: "var", name: token.name };
  }
  if (cursor.takes("@")) {
    const lifeline = cursor.lifeline();
    cursor.expect(".", "and a variable: only `@B.x` is a term");
    return { kind: "remote", lifeline, name: cursor.variable() };
  }
  if (token.kind === "value") {
    cursor.take();
    return { kind: "const", value: token.value };
  }
  if (startsJson(cursor)) return { kind: "const", value: parseJson(cursor, 1) };
  throw cursor.expected("a term: a variable, `@B.x` or a JSON value");
}

/** Whether a JSON value that is no number and no string comes next. */
export function startsJson(cursor: Cursor): boolean {
  return ["true", "false", "null", "[", "{"].some((sign) => cursor.sees(sign));
}

function parseJson(cursor: Cursor, depth: number): Json {
  const { token } = cursor;
  if (token.kind === "value" && token.json) {
    cursor.take();
    return token.value;
  }
  if (cursor.takes("true")) return true;
  if (cursor.takes("false")) return false;
  if (cursor.takes("null")) return null;
  if (depth > MAX_DEPTH && (cursor.sees("[") || cursor.sees("{"))) {
    throw cursor.source.fail(token.at, `the value nests deeper than ${MAX_DEPTH} levels`, {
      code: "formula/value",
    });
  }
  if (cursor.takes("[")) return parseItems(cursor, depth);
  if (cursor.takes("{")) return parseFields(cursor, depth);
  throw cursor.expected("a JSON value");
}

function parseItems(cursor: Cursor, depth: number): Json {
  const items: Json[] = [];
  if (cursor.takes("]")) return items;
  do {
    items.push(parseJson(cursor, depth + 1));
  } while (cursor.takes(","));
  cursor.expect("]", "or `,` in the array");
  return items;
}

function parseFields(cursor: Cursor, depth: number): Json {
  const fields: { [key: string]: Json } = {};
  if (cursor.takes("}")) return fields;
  do {
    const key = cursor.token;
    if (key.kind !== "value" || !key.json || typeof key.value !== "string") {
      throw cursor.expected("a key in double quotes");
    }
    cursor.take();
    cursor.expect(":", "after the key");
    define(fields, key.value, parseJson(cursor, depth + 1)); // a repeated key: the last counts
  } while (cursor.takes(","));
  cursor.expect("}", "or `,` in the object");
  return fields;
}
