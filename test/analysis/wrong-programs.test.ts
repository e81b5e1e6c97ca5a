import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Choreography } from "../../src/choreography/index.ts";
import { projectAll } from "../../src/projection/index.ts";
import { compare, differenceOf, random } from "./agreement.ts";
import { randomChoreography } from "./random-ir.ts";
import { systemOf } from "./walk.ts";
import { type Mistake, mistakes } from "./wrong-programs.ts";

/** Whether the property of the right projection holds of another one; programs that it does not change are passed over. */
function tryOut(mistake: Mistake, seed: number): fc.RunDetails<[Choreography]> {
  const property = fc.property(randomChoreography, (ir) => {
    const programs = mistake(ir);
    if (JSON.stringify(programs) === JSON.stringify(projectAll(ir))) return;
    const compared = compare(ir, systemOf(programs, random.inputs, random.outcome), 2_000);
    const difference = compared === null ? null : differenceOf(compared);
    if (difference !== null) throw new TypeError(difference);
  });
  return fc.check(property, { seed, numRuns: 400, endOnFailure: true });
}

describe("a wrong projection is found by the property of random choreographies", () => {
  it("there are a dozen", () => {
    expect(Object.keys(mistakes).length).toBeGreaterThanOrEqual(12);
  });

  describe.each([1, 2, 3, 4])("seed %i", (seed) => {
    it.each(Object.entries(mistakes))("%s", (_what, mistake) => {
      const found = tryOut(mistake, seed);
      console.log(_what, found.numRuns, String(found.errorInstance).slice(0, 100));
      expect(found.failed).toBe(true);
      // A difference, not a crash.
      expect(String(found.errorInstance)).toMatch(/^TypeError: (deadlock|untaken|misjudged|an end)/);
    });
  });
});
