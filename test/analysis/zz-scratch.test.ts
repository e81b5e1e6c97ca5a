import fc from "fast-check";
import { it } from "vitest";
import { checkChoreography } from "../../src/choreography/index.ts";
import { centralRuns, checkProjection } from "../../src/projection/index.ts";
import { inputs, outcomeOf, randomChoreography } from "./random-ir.ts";
import { projectedSystem, TooLarge, walk } from "./walk.ts";

it("measure", () => {
  const irs = fc.sample(randomChoreography, { numRuns: 600, seed: 1 });
  let large = 0,
    confs = 0,
    fails = 0,
    ok = 0,
    checked = 0,
    tc = 0,
    tw = 0,
    diff = 0,
    ends = 0,
    ch = 0;
  const big: number[] = [];
  for (const ir of irs) {
    const t0 = performance.now();
    const central = centralRuns(ir, {
      inputs,
      outcomes: (_l, a, n, args) => {
        const value = outcomeOf(a, n, args);
        return value === "fails" ? { kind: "failed" } : { kind: "ok", value };
      },
      limit: 1500,
    });
    const t1 = performance.now();
    tc += t1 - t0;
    if (!central.complete) {
      large++;
      continue;
    }
    try {
      const w = walk(projectedSystem(ir, inputs, outcomeOf), 1500);
      tw += performance.now() - t1;
      confs += w.configurations;
      big.push(w.configurations);
      ch += 0;
      ends += w.ends.size;
      if ([...w.ends.values()].some((e) => e.failed)) fails++;
      else ok++;
      if (
        JSON.stringify([...w.ends.keys()].sort()) !== JSON.stringify([...central.runs.keys()].sort()) ||
        w.deadlocks.length ||
        w.untaken.length ||
        w.misjudged.length
      ) {
        diff++;
        console.log(
          JSON.stringify(ir.body),
          w.deadlocks,
          w.untaken,
          w.misjudged,
          w.ends.size,
          central.runs.size,
        );
      }
      const errs = [...checkChoreography(ir), ...checkProjection(ir, {})].filter(
        (d) => d.severity === "error",
      );
      if (errs.length === 0) checked++;
    } catch (e) {
      if (e instanceof TooLarge) large++;
      else throw e;
    }
  }
  big.sort((a, b) => a - b);
  console.log({
    large,
    confs,
    fails,
    ok,
    checked,
    tc,
    tw,
    diff,
    ends,
    ch,
    med: big[big.length >> 1],
    p90: big[Math.floor(big.length * 0.9)],
  });
});
