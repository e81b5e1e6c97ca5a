import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { metaFields } from "../../src/cpl/formula.ts";
import { baselineMonitor } from "../../src/monitor/index.ts";
import { agreement, arbitraryCase, firstDifference } from "./cases.ts";
import { Coverage } from "./coverage.ts";
import { restarted } from "./watched.ts";

describe("Theorem (Bollig, section 5): the value that the monitor computes at an event is that of the semantics", () => {
  const coverage = new Coverage();

  it("on at least 50 000 random (chart, formula, event) cases", () => {
    fc.assert(
      agreement(baselineMonitor, (tried, values) => coverage.add(tried, values)),
      { numRuns: 420, interruptAfterTimeLimit: 40_000 },
    );
    expect(coverage.cases).toBeGreaterThanOrEqual(50_000);
  });

  it("with at least a fifth of the values true, and a fifth false", () => {
    expect(coverage.trues / coverage.cases).toBeGreaterThan(0.2);
    expect(coverage.trues / coverage.cases).toBeLessThan(0.8);
  });

  it("with every operator, every metadata field, and the shapes that are easy to get wrong", () => {
    const operators = [
      "and",
      "at",
      "bool",
      "compare",
      "not",
      "once",
      "or",
      "predicate",
      "prev",
      "seen",
      "since",
    ];
    expect([...coverage.operators].sort()).toEqual(operators);
    expect([...coverage.metadata].sort()).toEqual([...metaFields].sort());
    expect(coverage.depth).toBeGreaterThanOrEqual(5);
    expect(coverage.formulas.since).toBeGreaterThan(700);
    expect(coverage.formulas.nested).toBeGreaterThan(50);
    expect(coverage.formulas.prevAt).toBeGreaterThan(300);
    expect(coverage.formulas.remote).toBeGreaterThan(800);
  });

  it("with messages that overtake others, bring old news with new, or stay in transit", () => {
    expect(coverage.receives.overtaken).toBeGreaterThan(150);
    expect(coverage.receives.mixed).toBeGreaterThan(600);
    expect(coverage.inTransit).toBeGreaterThan(1000);
  });

  it("with variables that become unset, several set at once, and stores filled before the first event", () => {
    expect(coverage.stores.unset).toBeGreaterThan(350);
    expect(coverage.stores.several).toBeGreaterThan(500);
    expect(coverage.stores.initial).toBeGreaterThan(350);
  });

  it("also where states and wires pass through JSON text to monitors made anew, at random events", () => {
    let cases = 0;
    const coins = fc.array(fc.boolean(), { minLength: 40, maxLength: 40, size: "max" });
    fc.assert(
      fc.property(arbitraryCase(), coins, (tried, fallen) => {
        cases += tried.msc.events.length * tried.formulas.length;
        expect(firstDifference(tried, restarted(baselineMonitor, fallen))?.text).toBeUndefined();
      }),
      { numRuns: 60 },
    );
    expect(cases).toBeGreaterThan(5000);
  });
});
