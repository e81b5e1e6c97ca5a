import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agreement } from "./cases.ts";
import { mistakes } from "./mutants/mistakes.ts";
import { smallMonitor } from "./mutants/small-monitor.ts";

const seeds = [1, 2, 3, 4, 5];
/** Charts that a mistake may need to show. The theorem's own test tries more. */
const budget = 150;

const tryOut = (make: ReturnType<typeof smallMonitor>, seed: number) =>
  fc.check(agreement(make), { seed, numRuns: budget, endOnFailure: true });

describe("a second monitor, written for the tests", () => {
  it.each(seeds)("agrees with the semantics (seed %i)", (seed) => {
    const found = tryOut(smallMonitor(null), seed);
    expect(found.errorInstance).toBeNull();
    expect(found.numRuns).toBe(budget);
  });
});

describe("the seventeen mistakes of design section 4", () => {
  it("are these", () => {
    expect(mistakes).toHaveLength(17);
    expect(new Set(mistakes).size).toBe(17);
    expect(mistakes).toEqual([
      "strict self-@",
      "Y true at the first event",
      "strict S",
      "undefined != v true",
      "undefined == undefined true",
      "self @A.x reading the old value",
      "not evaluating when the store did not change",
      "@B(!φ) as !@B(φ)",
      "aliased snapshots",
      "@B(@A φ) at the current A-event",
      "last arrival winning over latest event",
      "@B(@C φ) from one's own view of C",
      "Y @B φ recomputed",
      "taking a whole message because its sender is ahead on some lifeline",
      "merging fields so that deleted ones stay",
      "S with the old left operand",
      "strings by code unit",
    ]);
  });

  describe.each(seeds)("are found by the same property (seed %i)", (seed) => {
    it.each(mistakes)("%s", (mistake) => {
      const found = tryOut(smallMonitor(mistake), seed);
      expect(found.failed).toBe(true);
      // A wrong answer, not a crash.
      expect(String(found.errorInstance)).toContain("; the monitor says ");
    });
  });
});
