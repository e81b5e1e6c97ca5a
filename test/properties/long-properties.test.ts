import { describe, expect, it } from "vitest";
import { longRun, readArguments } from "../../scripts/long-properties.ts";
import { parseFormula } from "../../src/cpl/index.ts";
import { readMscRecording } from "../../src/formats/index.ts";
import { baselineMonitor } from "../../src/monitor/index.ts";
import { firstDifference, linesOf } from "./cases.ts";
import { smallMonitor } from "./mutants/small-monitor.ts";

describe("the long run of the properties", () => {
  it("tries as many cases as asked for, and reports its progress", () => {
    const seen: number[] = [];
    const { coverage, failure } = longRun({
      cases: 1000,
      seed: 1,
      progress: ({ cases }) => seen.push(cases),
    });
    expect(failure).toBeNull();
    expect(coverage.cases).toBeGreaterThanOrEqual(1000);
    expect(seen).toEqual([coverage.cases]);
  });

  it("shrinks what a wrong monitor fails on to a small recording, which shows the mistake again", () => {
    const make = smallMonitor("undefined == undefined true");
    const { failure } = longRun({ cases: 100_000, seed: 1, make });
    if (failure === null) expect.unreachable("the mistake was not found");
    expect(failure.text).toMatch(/; the monitor says (true|false)$/);
    const read = readMscRecording(linesOf(failure.tried).join("\n"));
    if (!read.ok) expect.unreachable("the lines are no recording");
    const formulas = Object.values(read.recording.meta.guards).map((text) => {
      const parsed = parseFormula(text);
      return parsed.ok ? parsed.formula : expect.unreachable(text);
    });
    const again = { msc: read.recording.msc, formulas };
    expect(again.msc.events.length).toBeLessThanOrEqual(12);
    expect(formulas).toHaveLength(1);
    expect(firstDifference(again, make)?.text).toBe(failure.text);
    expect(firstDifference(again, smallMonitor(null))).toBeNull();
  });

  it("gives the case on which a monitor throws", () => {
    const make: typeof baselineMonitor = (plan, predicates) => ({
      ...baselineMonitor(plan, predicates),
      receive: () => {
        throw new RangeError("no news today");
      },
    });
    const { failure } = longRun({ cases: 1000, seed: 1, make });
    expect(failure?.text).toBe("no news today");
    expect(failure?.tried.msc.events.map((event) => event.kind)).toContain("recv");
  });

  it.each([
    [[], { cases: 200_000, seed: null }],
    [["5000"], { cases: 5000, seed: null }],
    [["5000", "7"], { cases: 5000, seed: 7 }],
    [["0"], undefined],
    [["many"], undefined],
    [["5000", "x"], undefined],
    [["1", "2", "3"], undefined],
  ])("reads the arguments %j", (given, expected) => {
    expect(readArguments(given)).toEqual(expected);
  });
});
