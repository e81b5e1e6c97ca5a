import { describe, expect, it } from "vitest";
import { exhaustMonitor, exhaustProjection } from "../../scripts/exhaustive.ts";
import { mistakes } from "./mutants/mistakes.ts";
import { smallMonitor } from "./mutants/small-monitor.ts";
import { exhaust, sizesOf, smallCharts, smallFormulas } from "./small-charts.ts";

/**
 * The theorem of the paper (the monitor decides exactly what the semantics says), as a finite one: no sample is drawn.
 * Larger bounds are those of `npm run exhaustive`.
 */
describe("monitor = reference, on every small chart for every small formula", () => {
  it("there are so many", () => {
    expect(sizesOf(smallCharts(3))).toEqual([1, 4, 35, 306]);
    expect([1, 2, 3].map((nodes) => smallFormulas(nodes).length)).toEqual([13, 130, 1690]);
  });

  it("up to 3 events and 3 nodes", () => {
    const { difference, cases, trues } = exhaust(smallCharts(3), smallFormulas(3));
    expect(difference).toBeNull();
    expect(cases).toBe((4 + 35 + 306) * 1690);
    expect(trues / cases).toBeGreaterThan(0.2);
  });

  // The others need another value, a second variable, more events, or stores that are one object along a chart.
  const small = mistakes.filter(
    (mistake) =>
      ![
        "strings by code unit",
        "not evaluating when the store did not change",
        "last arrival winning over latest event",
        "taking a whole message because its sender is ahead on some lifeline",
        "merging fields so that deleted ones stay",
        "Y @B φ recomputed",
        "@B(@C φ) from one's own view of C",
      ].includes(mistake),
  );
  it.each(small)("is not held by a monitor with the mistake: %s", (mistake) => {
    expect(exhaust(smallCharts(3), smallFormulas(3), smallMonitor(mistake)).difference).not.toBeNull();
  });
});

describe("the exhaustive run", () => {
  it("says what it has tried", () => {
    const said: string[] = [];
    const bounds = { events: 1, nodes: 2, statements: 1 };
    expect(exhaustMonitor(bounds, (line) => said.push(line))).toBe(true);
    expect(exhaustProjection(bounds, (line) => said.push(line))).toBe(true);
    expect(
      said
        .join("\n")
        .replace(/[\d.]+ s$/gm, "T s")
        .replace(/[\d.]+ %/, "P %"),
    ).toBe(
      "monitor = semantics: agreed on 520 cases: 4 charts of 1 to 1 events, 130 formulas of up to 2 nodes, P % true, in T s\n" +
        "projection = interpreter: agreed, without a deadlock, on 1 + 2 choreographies of 0 to 1 statements, 3 ends, in T s",
    );
  });
});
