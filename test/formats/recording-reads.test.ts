import { describe, expect, test } from "vitest";
import { readMscRecording } from "../../src/formats/index.ts";

const header = { format: "lightcone/msc", version: 1, lifelines: ["A", "B"] };
const act = (on: string, reads?: number) => ({ on, kind: "act", ...(reads === undefined ? {} : { reads }) });

function problems(lines: readonly object[], head: object = header): readonly string[] {
  const read = readMscRecording([head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(""));
  return read.ok
    ? []
    : read.diagnostics.map(({ code, place, message }) => `${place.line} ${code}: ${message}`);
}

describe("what an act has read", () => {
  test("lies before it on its own lifeline", () => {
    expect(problems([act("A", 0), act("A", 1), act("A", 0), act("B", 0)])).toEqual([]);
    expect(problems([act("A", 1)])).toEqual([
      '2 recording/reads-ahead: "reads" is 1, but A has 0 events before this one',
    ]);
    expect(problems([act("A"), act("A"), act("B", 2), act("A", 3), act("A", 9)])).toEqual([
      '4 recording/reads-ahead: "reads" is 2, but B has 0 events before this one',
      '5 recording/reads-ahead: "reads" is 3, but A has 2 events before this one',
      '6 recording/reads-ahead: "reads" is 9, but A has 3 events before this one',
    ]);
  });

  test("is counted along the clocks where order comes from them, whatever the order of the lines", () => {
    const clocks = { ...header, causality: "clocks" };
    const at = (own: number, reads: number) => ({ ...act("A", reads), clock: { A: own } });
    expect(problems([at(2, 1), at(1, 0)], clocks)).toEqual([]);
    expect(problems([at(2, 0), at(1, 1)], clocks)).toEqual([
      '3 recording/reads-ahead: "reads" is 1, but A has 0 events before this one',
    ]);
  });

  test("is told together with what else is wrong", () => {
    const found = problems([act("A", 5), { on: "A", kind: "act", set: 1 }]);
    expect(found.map((text) => text.split(":")[0])).toEqual([
      "2 recording/reads-ahead",
      "3 recording/invalid-value",
    ]);
  });
});
