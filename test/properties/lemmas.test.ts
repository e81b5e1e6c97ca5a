import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replay } from "../../src/analysis/index.ts";
import { type EventIndex, eventName, type Msc } from "../../src/causality/index.ts";
import { type Formula, printFormula, referenceOf, termValue } from "../../src/cpl/index.ts";
import { baselineMonitor } from "../../src/monitor/index.ts";
import { arbitraryFormula, arbitraryMsc } from "../../src/testing/index.ts";
import { among } from "./cases.ts";
import { type Log, type StoredState, watched } from "./watched.ts";

/** The events of each lifeline in the causal past of an event, itself included, by its definition: {f ∈ E_B | f ≤ e}. */
function visibleFrom(msc: Msc, event: EventIndex): readonly (readonly EventIndex[])[] {
  const past = new Set<EventIndex>();
  const pending = [event];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next === -1 || past.has(next)) continue;
    past.add(next);
    pending.push(msc.previous[next] ?? -1, msc.source[next] ?? -1);
  }
  const events = [...past].sort((a, b) => a - b);
  return msc.lifelines.map((_, b) => events.filter((f) => msc.on[f] === b));
}

interface Watched {
  readonly msc: Msc;
  readonly log: Log;
}

/**
 * Charts that monitors went through, with what they stored after each event. Without predicates: they are called only
 * where a guard asks for them.
 */
function arbitraryWatched(): fc.Arbitrary<Watched> {
  const formulas = fc.tuple(
    arbitraryFormula({ depth: 2, predicates: false }),
    arbitraryFormula({ depth: 4, predicates: false }),
  );
  return fc.tuple(arbitraryMsc({ maxEvents: 40 }), formulas).map(([msc, drawn]) => {
    const log: Log = { states: [] };
    const asked = drawn.map((formula) => among(msc.lifelines, formula));
    replay(msc, asked, {}, watched(baselineMonitor, log));
    return { msc, log };
  });
}

/** Calls back at each event for each lifeline, with what the event's monitor stored. */
function atEach(
  { msc, log }: Watched,
  see: (where: {
    event: EventIndex;
    name: string;
    b: number;
    stored: StoredState;
    visible: readonly EventIndex[];
  }) => void,
): void {
  for (const event of msc.events.keys()) {
    const stored = log.states[event];
    if (stored === undefined) throw new TypeError(`nothing was stored at ${eventName(msc, event)}`);
    visibleFrom(msc, event).forEach((visible, b) => {
      see({ event, name: `${msc.lifelines[b]} seen from ${eventName(msc, event)}`, b, stored, visible });
    });
  }
}

describe("Lemma 2 (Bollig, section 5): after each event, the state of its lifeline's monitor", () => {
  it("(i) counts for each lifeline the events in the causal past", () => {
    fc.assert(
      fc.property(arbitraryWatched(), (run) => {
        atEach(run, ({ name, b, stored, visible }) => {
          expect(stored.counts[b], name).toBe(visible.length);
        });
      }),
      { numRuns: 80 },
    );
  });

  it("(ii) has no row of a lifeline of which no event is visible", () => {
    let absent = 0;
    fc.assert(
      fc.property(arbitraryWatched(), (run) => {
        atEach(run, ({ name, b, stored, visible }) => {
          expect(stored.rows[b] === null, name).toBe(visible.length === 0);
          if (visible.length === 0) absent += 1;
        });
      }),
      { numRuns: 80 },
    );
    expect(absent).toBeGreaterThan(400);
  });

  it("(iii) has every tracked variable as the latest visible event of each lifeline left it", () => {
    let values = 0;
    fc.assert(
      fc.property(arbitraryWatched(), (run) => {
        const variables = run.log.plan?.variables ?? [];
        atEach(run, ({ name, b, stored, visible }) => {
          const latest = visible.at(-1);
          if (latest === undefined) return;
          variables.forEach((variable, position) => {
            const value = stored.rows[b]?.values[position];
            expect(value, `${variable} of ${name}`).toEqual(
              termValue(run.msc, latest, { kind: "var", name: variable }),
            );
            if (value !== undefined) values += 1;
          });
        });
      }),
      { numRuns: 80 },
    );
    expect(values).toBeGreaterThan(1000);
  });

  it("(iv) has the value of every subformula at the latest visible event of each lifeline", () => {
    const seen = { true: 0, false: 0 };
    fc.assert(
      fc.property(arbitraryWatched(), (run) => {
        const formulas: readonly Formula[] = run.log.plan?.formulas ?? [];
        const holds = referenceOf(run.msc);
        atEach(run, ({ event, name, b, stored, visible }) => {
          const latest = visible.at(-1);
          if (latest === undefined) return;
          const wanted = formulas.map((formula) => (holds(latest, formula) ? "1" : "0")).join("");
          const wrong = formulas.find((_, id) => stored.rows[b]?.truth[id] !== wanted[id]);
          expect(wrong === undefined ? "" : printFormula(wrong), name).toBe("");
          if (run.msc.on[event] === b) return;
          seen.true += wanted.split("1").length - 1;
          seen.false += wanted.split("0").length - 1;
        });
      }),
      { numRuns: 80 },
    );
    // Of other lifelines alone: what one's own row says is the theorem.
    expect(seen.true).toBeGreaterThan(1000);
    expect(seen.false).toBeGreaterThan(3000);
  });
});
