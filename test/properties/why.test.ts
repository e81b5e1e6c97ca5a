import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { why } from "../../src/analysis/index.ts";
import { happensBefore } from "../../src/causality/index.ts";
import { printFormula, satisfies } from "../../src/cpl/index.ts";
import { arbitraryFormula, arbitraryMsc, samplePredicates } from "../../src/testing/index.ts";
import { among } from "./cases.ts";

describe("why", () => {
  it("says what the semantics says, with at least one reason, each once and from the causal past", () => {
    let cases = 0;
    let trues = 0;
    fc.assert(
      fc.property(arbitraryMsc(), arbitraryFormula({ depth: 4 }), (msc, drawn) => {
        const guard = among(msc.lifelines, drawn);
        for (const event of msc.events.keys()) {
          const { holds, reasons } = why(msc, event, guard, samplePredicates);
          expect(holds).toBe(satisfies(msc, event, guard, { predicates: samplePredicates }));
          expect(reasons.length, printFormula(guard)).toBeGreaterThan(0);
          expect(new Set(reasons.map(({ text }) => text)).size).toBe(reasons.length);
          for (const { text, event: read } of reasons) {
            const past = read === -1 || read === event || happensBefore(msc, read, event);
            expect(past, text).toBe(true);
            expect(text).not.toMatch(/undefined|^$/);
          }
          cases += 1;
          if (holds) trues += 1;
        }
      }),
      { numRuns: 100 },
    );
    expect(cases).toBeGreaterThan(1000);
    expect(trues / cases).toBeGreaterThan(0.1);
  });
});
