import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { centralKey, endKey } from "../../src/analysis/ends.ts";
import { type ExploredEnd, explore } from "../../src/analysis/index.ts";
import { buildMsc, latestVisible, mscKey } from "../../src/causality/index.ts";
import type { Choreography } from "../../src/choreography/index.ts";
import { centralRuns } from "../../src/projection/index.ts";
import type { Outcome } from "../../src/runtime/index.ts";
import { random } from "./agreement.ts";
import { concurrentChoreography, randomChoreography } from "./random-ir.ts";
import { workflowOf } from "./workflows.ts";

const error = { code: "action/failed", message: "", place: {}, remedy: "", details: null } as const;

function outcomes(
  _on: string,
  request: { readonly action: string; readonly args: object },
  occurrence: number,
): Outcome {
  const value = random.outcome(
    request.action,
    occurrence,
    request.args as Parameters<typeof random.outcome>[2],
  );
  return value === "fails" ? { kind: "failed", error } : { kind: "ok", value };
}

/** An end by what does not depend on when the others stopped: a failed one by the causal past of the failure. */
function timeless(end: ExploredEnd): string {
  const { failure, events } = end;
  if (failure === null) return endKey(end);
  const built = buildMsc({ lifelines: ["A", "B", "C"], initial: random.inputs, events });
  if (!built.ok) throw new TypeError(built.problems[0]?.message);
  const { msc } = built;
  const last = msc.events.findLastIndex(({ on }) => on === failure.lifeline);
  const past = msc.events.filter(
    (_, e) => last >= 0 && msc.position[latestVisible(msc, last, msc.on[e]!)]! >= msc.position[e]!,
  );
  const cut = buildMsc({ lifelines: ["A", "B", "C"], initial: random.inputs, events: past });
  if (!cut.ok) throw new TypeError(cut.problems[0]?.message);
  return endKey({ failure, chart: mscKey(cut.msc), results: {} });
}

const counts = { choreographies: 0, failing: 0, all: 0, reduced: 0 };

function compareReduced(ir: Choreography): void {
  const workflow = workflowOf(ir);
  const limit = 4_000;
  const central = centralRuns(ir, {
    inputs: random.inputs,
    outcomes: (_on, action, n, args) => {
      const value = random.outcome(action, n, args);
      return value === "fails" ? { kind: "failed" } : { kind: "ok", value };
    },
    limit,
  });
  fc.pre(central.complete);
  const all = explore(workflow, { inputs: random.inputs, outcomes });
  const reduced = explore(workflow, { inputs: random.inputs, outcomes, reduce: true });
  const keys = [...reduced.ends.keys()].sort();
  expect(keys).toEqual([...new Set([...all.ends.values()].map(timeless))].sort());
  expect(keys).toEqual([...new Set([...central.runs.values()].map(centralKey))].sort());
  expect(reduced.deadlocks).toEqual([]);
  counts.choreographies += 1;
  counts.all += all.configurations;
  counts.reduced += reduced.configurations;
  if ([...reduced.ends.values()].some(({ failure }) => failure !== null)) counts.failing += 1;
}

describe("with reduction, every chart is still reached", () => {
  it.each([1, 2, 3])("of random choreographies (seed %i)", (seed) => {
    fc.assert(fc.property(randomChoreography, compareReduced), { seed, numRuns: 60 });
  });

  it.each([1, 2, 3, 4])("of random choreographies with parallel arms and co-regions (seed %i)", (seed) => {
    fc.assert(fc.property(concurrentChoreography, compareReduced), { seed, numRuns: 60 });
  });

  it("and it saves something", () => {
    expect(counts.choreographies).toBe(420);
    expect(counts.failing).toBeGreaterThan(50);
    expect(counts.reduced).toBeLessThan(counts.all / 2);
  });
});
