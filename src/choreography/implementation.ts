import { count, LightconeError, nearest, type Vars } from "../base/index.ts";
import { participantKey } from "../cpl/index.ts";
import type { Duration } from "./action-types.ts";
import type { ActionContext, ActionImplementation, Implementation, Provider } from "./definition.ts";
import type { Actor, ImplementationsOf, ScriptsOf } from "./lifeline.ts";

/**
 * Supplies a lifeline's actions, all of them.
 *
 * @throws LightconeError `choreography/missing-implementation`, `choreography/duration`.
 */
export function implement<X extends Actor>(lifeline: X, actions: ImplementationsOf<X>): Implementation {
  return implementation(lifeline, actions, (given, name) => {
    if (typeof given === "function")
      return { run: given as Untyped, timeout: null, retries: 0, fallback: null };
    if (typeof given !== "object" || given === null) throw missing(`${name} has no function`);
    const { run, timeout = null, retries = 0 } = given as Limited; // the shape that the type of `actions` allows
    if (typeof run !== "function") throw missing(`${name} has no function \`run\``);
    if (!Number.isSafeInteger(retries) || retries < 0) throw badDuration(`${name}: retries are ${retries}`);
    const fallback = Object.hasOwn(given, "fallback") ? fallbackOf((given as Limited).fallback) : null;
    return { run, timeout: timeout === null ? null : milliseconds(timeout, name), retries, fallback };
  });
}

type Untyped = ActionImplementation["run"];

interface Limited {
  readonly run: Untyped;
  readonly timeout?: Duration;
  readonly retries?: number;
  readonly fallback?: unknown;
}

function fallbackOf(given: unknown): NonNullable<ActionImplementation["fallback"]> {
  return typeof given === "function" ? (given as NonNullable<ActionImplementation["fallback"]>) : () => given;
}

/**
 * Supplies a lifeline's actions from lists of results, consumed in order over all runs that use it.
 *
 * @throws LightconeError `choreography/missing-implementation`; the action itself, when its list has run out,
 * `choreography/script-exhausted`.
 */
export function script<X extends Actor>(lifeline: X, results: ScriptsOf<X>): Implementation {
  return implementation(lifeline, results, (given, name) => {
    if (!Array.isArray(given)) throw missing(`${name} has no list of results`);
    const values: readonly unknown[] = [...given];
    let used = 0;
    const run = (_args: Vars, context: ActionContext): unknown => {
      if (used < values.length) return values[used++];
      throw new LightconeError({
        code: "choreography/script-exhausted",
        what: `${name} was called ${count(values.length + 1, "time")}, and its script has ${count(values.length, "result")}`,
        place: { lifeline: context.lifeline, step: context.step },
      });
    };
    return { run, timeout: null, retries: 0, fallback: null };
  });
}

/** Implementations that need a place to work in: made by the command line when the run begins. */
export function provide(make: Provider["provide"]): Provider {
  return { kind: "provider", provide: make };
}

function implementation(
  lifeline: Actor,
  given: { readonly [action: string]: unknown },
  read: (value: unknown, name: string) => ActionImplementation,
): Implementation {
  const participant: unknown = (lifeline as Partial<Actor> | null | undefined)?.[participantKey]; // callers without types
  if (participant === undefined)
    throw missing("what is to be implemented is no lifeline, as lifeline(…) returns it");
  const { name, actions } = lifeline[participantKey];
  if (typeof given !== "object" || given === null)
    throw missing(`${name} has no object of actions beside it`);
  const declared = Object.keys(actions);
  const problems: LightconeError[] = Object.keys(given)
    .filter((action) => !declared.includes(action))
    .map((action) => missing(`${name} has no action ${JSON.stringify(action)}`, nearest(action, declared)));
  const entries = declared.flatMap((action) => {
    const full = `${name}.${action}`;
    try {
      if (!Object.hasOwn(given, action)) throw missing(`${full} has no implementation`);
      return [[action, read(given[action], full)] as const];
    } catch (error) {
      if (!(error instanceof LightconeError)) throw error;
      problems.push(error);
      return [];
    }
  });
  throwAll(problems, name);
  return { kind: "implementation", lifeline: name, actions: Object.fromEntries(entries) };
}

/** Throws one error that tells all. */
function throwAll(problems: readonly LightconeError[], name: string): void {
  const [first, second] = problems;
  if (first === undefined) return;
  if (second === undefined) throw first;
  const what = `The implementation of ${name} has ${problems.length} problems`;
  throw new LightconeError({
    code: first.code,
    what,
    diagnostics: problems.flatMap(({ diagnostics }) => diagnostics),
  });
}

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

function milliseconds(duration: Duration, name: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(typeof duration === "number" ? `${duration}ms` : duration);
  const unit = match?.[2] as keyof typeof units | undefined; // the alternatives of the pattern
  const value = unit === undefined ? 0 : Number(match?.[1]) * units[unit];
  if (value > 0 && Number.isFinite(value)) return value;
  throw badDuration(`${name}: ${JSON.stringify(duration)} is no time span above zero`);
}

function missing(what: string, suggestion?: string): LightconeError {
  return new LightconeError({ code: "choreography/missing-implementation", what, suggestion });
}

function badDuration(what: string): LightconeError {
  return new LightconeError({ code: "choreography/duration", what });
}
