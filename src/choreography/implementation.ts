import { LightconeError, nearest, type Vars } from "../base/index.ts";
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
    if (typeof given === "function") return { run: given as Untyped, timeout: null, retries: 0 };
    if (typeof given !== "object" || given === null) throw missing(`${name} has no function`);
    const { run, timeout = null, retries = 0 } = given as Limited; // the shape that the type of `actions` allows
    if (typeof run !== "function") throw missing(`${name} has no function \`run\``);
    if (!Number.isSafeInteger(retries) || retries < 0) throw badDuration(`${name}: retries are ${retries}`);
    return { run, timeout: timeout === null ? null : milliseconds(timeout, name), retries };
  });
}

type Untyped = ActionImplementation["run"];

interface Limited {
  readonly run: Untyped;
  readonly timeout?: Duration;
  readonly retries?: number;
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
        what: `${name} was called ${values.length + 1} times, and its script has ${values.length} results`,
        place: { lifeline: context.lifeline, step: context.step },
      });
    };
    return { run, timeout: null, retries: 0 };
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
  const { name, actions } = lifeline[participantKey];
  const declared = Object.keys(actions);
  for (const action of Object.keys(given)) {
    if (declared.includes(action)) continue;
    throw missing(`${name} has no action ${JSON.stringify(action)}`, nearest(action, declared));
  }
  const entries = declared.map((action) => {
    const full = `${name}.${action}`;
    if (!Object.hasOwn(given, action)) throw missing(`${full} has no implementation`);
    return [action, read(given[action], full)] as const;
  });
  return { kind: "implementation", lifeline: name, actions: Object.fromEntries(entries) };
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
