import { type Diagnostic, diagnostic, LightconeError, nearest } from "../base/index.ts";
import type { RunOptions } from "./options.ts";

/** What is wrong with an option's value, each as the end of a sentence that begins with the option's name. */
type Check = (value: unknown) => readonly string[];

const checks: { readonly [K in keyof RunOptions]-?: Check } = {
  implementations: (value) =>
    Array.isArray(value)
      ? value.flatMap(implementationProblems)
      : [`is ${shown(value)}, not a list of what implement(…) and script(…) return`],
  inputs: (value) =>
    isRecord(value) ? [] : [`is ${shown(value)}, not an object such as { Lifeline: { variable: value } }`],
  schedule: scheduleProblems,
  signal: (value) =>
    hasFunctions(value, "addEventListener", "removeEventListener")
      ? []
      : [`is ${shown(value)}, not the signal of an AbortController`],
  run: (value) => (typeof value === "string" ? [] : [`is ${shown(value)}, not the run's name`]),
  onEvent: isCallback,
  onAction: isCallback,
  clock: (value) =>
    hasFunctions(value, "now") ? [] : [`is ${shown(value)}, not an object with a function \`now\``],
  timers: (value) =>
    hasFunctions(value, "after") ? [] : [`is ${shown(value)}, not an object with a function \`after\``],
};

/** Everything that is wrong with the form of what `run` was given; that inputs and implementations fit comes later. */
export function optionProblems(definition: unknown, options: unknown): readonly Diagnostic[] {
  const problems: Diagnostic[] = [];
  const wrong = (message: string, suggestion?: string): void =>
    void problems.push(diagnostic({ code: "run/options", message, suggestion }));
  if (!isDefinition(definition))
    wrong(`The first argument of run is ${shown(definition)}, not what choreography(…) returns`);
  if (!isRecord(options)) {
    wrong(`The second argument of run is ${shown(options)}, not an object of options`);
    return problems;
  }
  const known = new Map<string, Check>(Object.entries(checks));
  for (const [name, value] of Object.entries(options)) {
    const check = known.get(name);
    if (check === undefined) wrong(`run has no option ${name}`, nearest(name, known.keys()));
    else if (value !== undefined) for (const problem of check(value)) wrong(`The option ${name} ${problem}`);
  }
  return problems;
}

/**
 * Throws one error for all problems that there are.
 *
 * @throws LightconeError with the first problem's code.
 */
export function refuse(problems: readonly Diagnostic[], summary: string): void {
  const [first] = problems;
  if (first === undefined) return;
  const { code, message, place, remedy, suggestion } = first;
  const what = problems.length === 1 ? message : `${summary} ${problems.length} problems`;
  throw new LightconeError({
    code,
    what,
    place: problems.length === 1 ? place : {},
    remedy,
    suggestion,
    diagnostics: problems,
  });
}

function implementationProblems(value: unknown, index: number): readonly string[] {
  if (isRecord(value) && value["kind"] === "implementation") return [];
  const what =
    isRecord(value) && value["kind"] === "provider"
      ? "a provider, which only the command line takes,"
      : shown(value);
  return [`has ${what} at place ${index}, not what implement(…) or script(…) returns`];
}

function scheduleProblems(value: unknown): readonly string[] {
  if (typeof value === "number") {
    const seed = Number.isSafeInteger(value) && value >= 0;
    return seed ? [] : [`is ${value}, which is no seed: a seed is a whole number from 0 to 2^53 - 1`];
  }
  const kind = isRecord(value) ? value["kind"] : undefined;
  const form =
    isRecord(value) &&
    (kind === "live" ||
      (kind === "seeded" && hasFunctions(value["random"], "below")) ||
      (kind === "recorded" && Array.isArray(value["order"])));
  return form ? [] : [`is ${shown(value)}, not a seed and no schedule`];
}

function isCallback(value: unknown): readonly string[] {
  return typeof value === "function" ? [] : [`is ${shown(value)}, not a function`];
}

function isDefinition(value: unknown): boolean {
  return (
    isRecord(value) &&
    value["kind"] === "choreography" &&
    isRecord(value["ir"]) &&
    isRecord(value["schemas"]) &&
    isRecord(value["sources"])
  );
}

function hasFunctions(value: unknown, ...names: readonly string[]): boolean {
  return isRecord(value) && names.every((name) => typeof value[name] === "function");
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value in few words, for a message. */
function shown(value: unknown): string {
  if (typeof value === "function") return "a function";
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 39)}…` : value);
  if (Array.isArray(value)) return "a list";
  if (!isRecord(value))
    return typeof value === "bigint" || typeof value === "symbol" ? `a ${typeof value}` : String(value);
  const kind = value["kind"];
  return participantIn(value) ?? (typeof kind === "string" ? `an object of the kind ${kind}` : "an object");
}

/** Handles are known by a registered symbol: they may come from another copy of this package. */
function participantIn(value: object): string | undefined {
  const participant: unknown = Reflect.get(value, Symbol.for("lightcone.participant"));
  return isRecord(participant) ? `the lifeline ${String(participant["name"])} itself` : undefined;
}
