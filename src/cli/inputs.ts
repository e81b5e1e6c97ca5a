import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import {
  type Diagnostic,
  define,
  diagnostic,
  type Json,
  type Lifeline,
  LightconeError,
  lookup,
  nearest,
  toJson,
  type Vars,
} from "../base/index.ts";
import type { Choreography } from "../choreography/index.ts";
import { fileError } from "../host/index.ts";

type Inputs = { readonly [lifeline: Lifeline]: Vars };

/**
 * Reads `--input` options: `Lifeline.variable=value`, `variable=value` where one input has that name, or `@file.json` with
 * an object from lifeline to variable to value. A value is JSON where it parses as JSON and the variable is not text.
 *
 * @throws LightconeError `run/inputs` with every problem, `cli/file`.
 */
export async function readInputs(options: readonly string[], ir: Choreography, cwd: string): Promise<Inputs> {
  const inputs: { [lifeline: Lifeline]: { [name: string]: Json } } = {};
  const problems: Diagnostic[] = [];
  const put = (on: string, name: string, value: Json): void => {
    const values = lookup(inputs, on) ?? {};
    define(values, name, value);
    define(inputs, on, values);
  };
  for (const option of options) {
    if (option.startsWith("@")) {
      for (const [on, values] of Object.entries(record(await readJson(option.slice(1), cwd)))) {
        for (const [name, value] of Object.entries(record(values))) put(on, name, value);
      }
      continue;
    }
    const equals = option.indexOf("=");
    const key = equals < 0 ? option : option.slice(0, equals);
    const located = equals < 0 ? null : locate(key, ir);
    if (located === null) problems.push(notAnInput(option, key, ir));
    else put(located.on, located.name, parseValue(option.slice(equals + 1), located, ir));
  }
  const first = problems[0];
  if (first === undefined) return inputs;
  throw new LightconeError({
    code: "run/inputs",
    what: first.message,
    remedy: first.remedy,
    diagnostics: problems,
  });
}

function notAnInput(option: string, key: string, ir: Choreography): Diagnostic {
  const known = ir.inputs.map((input) => `${input.on}.${input.name}`);
  const names = known.length === 0 ? "it has none" : `its inputs are ${known.join(", ")}`;
  const message = option.includes("=")
    ? `${key} is no input of ${ir.name}: ${names}`
    : `--input ${option} has no "="`;
  return diagnostic({
    code: "run/inputs",
    message,
    remedy: "Write --input Lifeline.variable=value.",
    suggestion: nearest(key, known),
  });
}

/** The input that a key names: with its lifeline, or alone where only one has the name. */
function locate(key: string, ir: Choreography): { readonly on: Lifeline; readonly name: string } | null {
  const full = ir.inputs.find((input) => `${input.on}.${input.name}` === key);
  if (full !== undefined) return full;
  const short = ir.inputs.filter((input) => input.name === key);
  return short.length === 1 ? (short[0] ?? null) : null;
}

function parseValue(
  text: string,
  input: { readonly on: Lifeline; readonly name: string },
  ir: Choreography,
): Json {
  const variables = ir.lifelines.find((decl) => decl.name === input.on)?.variables ?? {};
  const schema = record(lookup(variables, input.name)?.schema ?? null);
  if (lookup(schema, "type") === "string") return text;
  try {
    const json = toJson(JSON.parse(text));
    return json.ok ? json.value : text;
  } catch {
    return text; // not JSON: plain text, which the variable's schema then judges
  }
}

/** Reads a JSON file. @throws LightconeError `cli/file`. */
export async function readJson(path: string, cwd: string): Promise<Json> {
  try {
    const parsed = toJson(JSON.parse(await readFile(resolve(cwd, path), "utf8")));
    if (parsed.ok) return parsed.value;
    throw new LightconeError({ code: "cli/file", what: `${path}: ${parsed.why}`, place: { file: path } });
  } catch (cause) {
    throw cause instanceof LightconeError ? cause : fileError("read", path, cause);
  }
}

/** The fields of a JSON object; none for anything else. */
export function record(value: Json): Vars {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Vars) : {}; // narrowed by hand
}
