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
  thrownMessage,
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
      const file = option.slice(1);
      const read = inputsOf(await readJson(file, cwd), file);
      problems.push(...read.problems);
      for (const { on, name, value } of read.values) put(on, name, value);
      continue;
    }
    const located = locate(option, ir);
    if (located === null) problems.push(notAnInput(option, ir));
    else put(located.on, located.name, parseValue(located.text, located, ir));
  }
  const first = problems[0];
  if (first === undefined) return inputs;
  throw new LightconeError({
    code: "run/inputs",
    what: first.message,
    place: first.place,
    remedy: first.remedy,
    suggestion: first.suggestion,
    diagnostics: problems,
  });
}

interface FileInputs {
  readonly values: readonly { readonly on: Lifeline; readonly name: string; readonly value: Json }[];
  readonly problems: readonly Diagnostic[];
}

/** The inputs in a file's JSON: an object from lifeline to an object from variable to value. */
function inputsOf(json: Json, file: string): FileInputs {
  const wrong = (message: string): Diagnostic =>
    diagnostic({
      code: "run/inputs",
      message,
      place: { file },
      remedy: 'Write {"Lifeline": {"variable": value}}.',
    });
  const lifelines = fieldsOf(json);
  if (lifelines === undefined) return { values: [], problems: [wrong(`${file} holds no JSON object`)] };
  const problems: Diagnostic[] = [];
  const values = Object.entries(lifelines).flatMap(([on, variables]) => {
    const fields = fieldsOf(variables);
    if (fields === undefined) problems.push(wrong(`${on} in ${file} is no object of variables`));
    return Object.entries(fields ?? {}).map(([name, value]) => ({ on, name, value }));
  });
  return { values, problems };
}

function notAnInput(option: string, ir: Choreography): Diagnostic {
  const known = ir.inputs.map((input) => `${input.on}.${input.name}`);
  const names = known.length === 0 ? "it has none" : `its inputs are ${known.join(", ")}`;
  const equals = option.indexOf("=");
  const key = equals < 0 ? option : option.slice(0, equals);
  const alike = ir.inputs.filter((input) => input.name === key).map((input) => `${input.on}.${key}`);
  const message =
    equals < 0
      ? `--input ${option} has no "="`
      : alike.length > 1
        ? `${key} may be ${alike.join(" or ")}`
        : `${key} is no input of ${ir.name}: ${names}`;
  const remedy = "Write --input Lifeline.variable=value.";
  return diagnostic({ code: "run/inputs", message, remedy, suggestion: nearest(key, known) });
}

interface LocatedInput {
  readonly on: Lifeline;
  readonly name: string;
  readonly text: string;
}

/** The input that an option names: with its lifeline, or alone where only one has the name. Names may hold `=` and `.`. */
function locate(option: string, ir: Choreography): LocatedInput | null {
  const named = (key: (input: { readonly on: Lifeline; readonly name: string }) => string): LocatedInput[] =>
    ir.inputs
      .filter((input) => option.startsWith(`${key(input)}=`))
      .map((input) => ({ ...input, text: option.slice(key(input).length + 1) }));
  const full = named(({ on, name }) => `${on}.${name}`);
  const short = named(({ name }) => name);
  const [only, ...others] = full.length > 0 ? full : short;
  return others.length === 0 ? (only ?? null) : null;
}

function parseValue(
  text: string,
  input: { readonly on: Lifeline; readonly name: string },
  ir: Choreography,
): Json {
  const variables = ir.lifelines.find((decl) => decl.name === input.on)?.variables ?? {};
  const schema = fieldsOf(lookup(variables, input.name)?.schema ?? null) ?? {};
  if (lookup(schema, "type") === "string") return text;
  try {
    const json = toJson(JSON.parse(text));
    return json.ok ? json.value : text;
  } catch {
    return text; // not JSON: plain text, which the variable's schema then judges
  }
}

/**
 * Reads a JSON file.
 *
 * @throws LightconeError `cli/file`, with line and column where the host's parser tells them.
 */
export async function readJson(path: string, cwd: string): Promise<Json> {
  const text = await readFile(resolve(cwd, path), "utf8").catch((cause: unknown) => {
    throw fileError("read", path, cause);
  });
  const parsed = parseJson(text.replace(/^\ufeff/, ""), path);
  const json = toJson(parsed);
  if (json.ok) return json.value;
  throw new LightconeError({ code: "cli/file", what: `${path}: ${json.why}`, place: { file: path } });
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const at = /at position (\d+)/.exec(thrownMessage(cause))?.[1];
    const before = at === undefined ? [] : text.slice(0, Number(at)).split("\n");
    const last = before.at(-1);
    throw new LightconeError({
      code: "cli/file",
      what: `${path} is no JSON: ${thrownMessage(cause).slice(0, 200)}`,
      place: { file: path, ...(last === undefined ? {} : { line: before.length, column: last.length + 1 }) },
      remedy: "Mend the JSON.",
    });
  }
}

/** The fields of a JSON object; undefined for anything else. */
export function fieldsOf(value: Json): Vars | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Vars) : undefined; // narrowed by hand
}
