import * as fc from "fast-check";
import { type Json, type Lifeline, LightconeError, type Vars } from "../base/index.ts";
import { buildMsc, type Event, type Msc } from "../causality/index.ts";
import { arbitraryValue, sampleNames } from "./values.ts";

/** What {@link arbitraryMsc} draws from. */
export interface MscArbitraryOptions {
  /** The first 2 to all of these take part. */
  readonly lifelines?: readonly Lifeline[];
  readonly variables?: readonly string[];
  readonly minEvents?: number;
  readonly maxEvents?: number;
}

/** What a step does, as numbers that mean something whatever the steps before it did: so that shrinking works. */
interface Step {
  readonly roll: number;
  readonly on: number;
  readonly pick: number;
  readonly change: Change;
  readonly type: string | null;
}

interface Change {
  readonly set: readonly (readonly [string, Json])[];
  readonly unset: readonly string[];
}

/**
 * Charts of 2–5 lifelines and 5–45 events: messages overtake one another, get lost or stay in transit; several variables
 * are set and unset at once; some stores are filled before the first event.
 */
export function arbitraryMsc(options: MscArbitraryOptions = {}): fc.Arbitrary<Msc> {
  const { lifelines = sampleNames.lifelines, variables = sampleNames.variables } = options;
  const { minEvents = 5, maxEvents = 45 } = options;
  const store = fc.dictionary(fc.constantFrom(...variables), arbitraryValue());
  return fc
    .record({
      width: fc.integer({ min: Math.min(2, lifelines.length), max: lifelines.length }),
      stores: fc.array(store, { minLength: lifelines.length, maxLength: lifelines.length }),
      // "max": every length up to the bound, not mostly the short ones
      steps: fc.array(arbitraryStep(variables), { minLength: minEvents, maxLength: maxEvents, size: "max" }),
    })
    .map(({ width, stores, steps }) => mscOf(lifelines.slice(0, width), stores, steps));
}

function arbitraryStep(variables: readonly string[]): fc.Arbitrary<Step> {
  const name = fc.constantFrom(...variables);
  return fc.record({
    roll: fc.nat({ max: 99 }),
    on: fc.nat({ max: 999 }),
    pick: fc.nat({ max: 999 }),
    change: fc.record({
      set: fc.array(fc.tuple(name, arbitraryValue()), { maxLength: 2 }),
      unset: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, fc.array(name, { maxLength: 2 })),
    }),
    type: fc.constantFrom(null, null, "test", "review"),
  });
}

function mscOf(lifelines: readonly Lifeline[], stores: readonly Vars[], steps: readonly Step[]): Msc {
  const inTransit: { readonly msg: string; readonly to: Lifeline }[] = [];
  const events = steps.map((step, i): Event => {
    const on = lifelines[step.on % lifelines.length] ?? "";
    const type = step.type === null ? {} : { type: step.type };
    if (step.roll < 38 && inTransit.length > 0) {
      const [taken] = inTransit.splice(step.pick % inTransit.length, 1);
      if (step.roll < 4) inTransit.splice(step.on % Math.max(1, inTransit.length), 1); // another one gets lost
      if (taken !== undefined)
        return { kind: "recv", on: taken.to, msg: taken.msg, ...changeOf(step), ...type };
    }
    if (step.roll < 75) {
      const others = lifelines.filter((name) => name !== on);
      const to = others[step.pick % others.length];
      if (to !== undefined) {
        inTransit.push({ msg: `m${i}`, to });
        return { kind: "send", on, msg: `m${i}`, to, ...type };
      }
    }
    if (step.roll < 82) return { kind: "choice", on, guard: "g", value: step.pick % 2 === 0, ...type };
    return { kind: "act", on, ...changeOf(step), ...type };
  });
  const initial = Object.fromEntries(lifelines.map((name, i) => [name, stores[i] ?? {}]));
  const built = buildMsc({ lifelines, initial, events });
  if (built.ok) return built.msc;
  throw new LightconeError({
    code: "internal/unreachable",
    what: `a generated chart is not one: ${built.problems.map((problem) => problem.message).join("; ")}`,
  });
}

function changeOf({ change }: Step): { set?: Vars; unset?: readonly string[] } {
  const set = Object.fromEntries(change.set);
  const unset = change.unset.filter((name) => !Object.hasOwn(set, name));
  return {
    ...(change.set.length === 0 ? {} : { set }),
    ...(unset.length === 0 ? {} : { unset }),
  };
}
