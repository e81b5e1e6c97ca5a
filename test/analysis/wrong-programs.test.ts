import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Choreography } from "../../src/choreography/index.ts";
import { projectAll } from "../../src/projection/index.ts";
import type { Mistake as Misreading } from "../properties/mutants/mistakes.ts";
import { smallMonitor } from "../properties/mutants/small-monitor.ts";
import { compare, differenceOf, random } from "./agreement.ts";
import { randomChoreography } from "./random-ir.ts";
import { type System, systemOf } from "./walk.ts";
import { type Mistake, mistakes } from "./wrong-programs.ts";

function agree(ir: Choreography, system: System): void {
  const compared = compare(ir, system, 2_000);
  const difference = compared === null ? null : differenceOf(compared);
  if (difference !== null) throw new TypeError(difference);
}

/** Whether the property of the right projection holds of another one; programs that it does not change are passed over. */
function tryOut(mistake: Mistake, seed: number): fc.RunDetails<[Choreography]> {
  const property = fc.property(randomChoreography, (ir) => {
    const programs = mistake(ir);
    if (JSON.stringify(programs) === JSON.stringify(projectAll(ir))) return;
    agree(ir, systemOf(programs, random.inputs, random.outcome));
  });
  return fc.check(property, { seed, numRuns: 500, endOnFailure: true });
}

describe("a wrong projection is found by the property of random choreographies", () => {
  it("there are a dozen", () => {
    expect(Object.keys(mistakes).length).toBeGreaterThanOrEqual(12);
  });

  describe.each([1, 2])("seed %i", (seed) => {
    it.each(Object.entries(mistakes))("%s", (_what, mistake) => {
      const found = tryOut(mistake, seed);
      expect(found.failed).toBe(true);
      // A difference, not a crash.
      expect(String(found.errorInstance)).toMatch(/^TypeError: (deadlock|untaken|misjudged|an end)/);
    });
  });
});

/** Those that small choreographies show soon; the others need charts that are made for them. */
const misreadings: readonly Misreading[] = [
  "strict self-@",
  "Y true at the first event",
  "strict S",
  "undefined != v true",
  "undefined == undefined true",
  "self @A.x reading the old value",
  "not evaluating when the store did not change",
  "aliased snapshots",
  "@B(@A φ) at the current A-event",
];

describe("a wrong monitor is found by its verdicts at choices", () => {
  it.each(misreadings)("%s", (mistake) => {
    const property = fc.property(randomChoreography, (ir) => {
      agree(ir, systemOf(projectAll(ir), random.inputs, random.outcome, smallMonitor(mistake)));
    });
    const found = fc.check(property, { seed: 5, numRuns: 400, endOnFailure: true });
    expect(String(found.errorInstance)).toMatch(/^TypeError: misjudged/);
  });
});
