import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lateEvidence } from "../../src/analysis/index.ts";
import { buildMsc, type EventIndex, type Msc } from "../../src/causality/index.ts";
import { type Formula, satisfies } from "../../src/cpl/index.ts";
import { arbitraryFormula, arbitraryMsc, samplePredicates } from "../../src/testing/index.ts";
import { among } from "./cases.ts";

/** The events that an event comes after, itself included, from the arrows of the chart alone. */
function pastOf(msc: Msc, event: EventIndex): ReadonlySet<EventIndex> {
  const past = new Set<EventIndex>();
  const pending = [event];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next === -1 || past.has(next)) continue;
    past.add(next);
    pending.push(msc.previous[next] ?? -1, msc.source[next] ?? -1);
  }
  return past;
}

/** How many events of each lifeline are among these. */
function clockOf(msc: Msc, events: ReadonlySet<EventIndex>): { readonly [lifeline: string]: number } {
  const count = (b: number): number => [...events].filter((event) => msc.on[event] === b).length;
  return Object.fromEntries(msc.lifelines.map((name, b) => [name, count(b)]));
}

/**
 * The guard at a decision that knows the given events: a chart of those alone is built, in which every event states its
 * own clock, and the decision one that counts them all.
 */
function valueKnowing(
  msc: Msc,
  decision: EventIndex,
  known: ReadonlySet<EventIndex>,
  guard: Formula,
): boolean {
  const kept = [...known].sort((a, b) => a - b);
  const events = kept.flatMap((event) =>
    msc.events.slice(event, event + 1).map((content) => ({
      ...content,
      clock: clockOf(msc, event === decision ? known : pastOf(msc, event)),
    })),
  );
  const { lifelines, initial } = msc;
  const built = buildMsc({ lifelines, initial, events, causality: "clocks" });
  if (!built.ok) throw new TypeError(built.problems.map(({ message }) => message).join());
  const place = built.order.indexOf(kept.indexOf(decision));
  return satisfies(built.msc, place, guard, { predicates: samplePredicates });
}

/** late(d) by its definition in design section 7. */
function lateByDefinition(msc: Msc, decision: EventIndex, guard: Formula): readonly EventIndex[] {
  const past = pastOf(msc, decision);
  const value = valueKnowing(msc, decision, past, guard);
  return [...msc.events.keys()].filter((event) => {
    const other = pastOf(msc, event);
    if (past.has(event) || other.has(decision)) return false;
    return valueKnowing(msc, decision, new Set([...past, ...other]), guard) !== value;
  });
}

/** Guards, a good part of which ask every lifeline without naming one. */
function arbitraryGuard(): fc.Arbitrary<Formula> {
  const everyone = arbitraryFormula({ depth: 1 }).map(
    (body): Formula => ({ kind: "once", lifeline: null, body }),
  );
  return fc.oneof({ weight: 2, arbitrary: arbitraryFormula({ depth: 3 }) }, everyone);
}

describe("late evidence", () => {
  it("is the events that, had they been known, would have changed the decision", () => {
    let concurrent = 0;
    let late = 0;
    let decisions = 0;
    fc.assert(
      fc.property(arbitraryMsc({ maxEvents: 25 }), arbitraryGuard(), fc.nat(), (msc, drawn, n) => {
        const guard = among(msc.lifelines, drawn);
        const decision = n % msc.events.length;
        const found = lateEvidence(msc, decision, guard, samplePredicates);
        expect(found).toEqual(lateByDefinition(msc, decision, guard));
        const past = pastOf(msc, decision);
        concurrent += [...msc.events.keys()].filter(
          (event) => !past.has(event) && !pastOf(msc, event).has(decision),
        ).length;
        late += found.length;
        decisions += found.length > 0 ? 1 : 0;
      }),
      { numRuns: 400 },
    );
    expect(concurrent).toBeGreaterThan(1000);
    expect(late).toBeGreaterThan(30);
    expect(decisions).toBeGreaterThan(12);
  });
});
