import { describe, expect, it } from "vitest";
import { why } from "../../src/analysis/index.ts";
import { eventName } from "../../src/causality/index.ts";
import { act, at, chart, choice, formula, mergeScenario, recv, reviewGuard, send } from "./charts.ts";

const merge = mergeScenario();

function reasonsAt(event: string, text: string, msc = merge): readonly string[] {
  return why(msc, at(msc, event), formula(text)).reasons.map((reason) => reason.text);
}

describe("why: the merge scenario", () => {
  it("names what was read where when the guard holds", () => {
    const { holds, reasons } = why(merge, at(merge, "Committer#3"), formula(reviewGuard));
    expect(holds).toBe(true);
    expect(reasons.map(({ text }) => text)).toEqual([
      'TestRunner#3 has the same candidate "c1"',
      'TestRunner#3 has status "passed"',
    ]);
    expect(reasons.map(({ event }) => eventName(merge, event))).toEqual(["TestRunner#3", "TestRunner#3"]);
  });

  it("names only the failing part when it does not", () => {
    const { holds, reasons } = why(merge, at(merge, "Committer#5"), formula(reviewGuard));
    expect(holds).toBe(false);
    expect(reasons).toEqual([{ text: 'TestRunner#6 has status "failed"', event: at(merge, "TestRunner#6") }]);
  });

  it("says when nothing is visible, and when a variable is unset", () => {
    expect(reasonsAt("Orchestrator#1", reviewGuard)).toEqual(["nothing of TestRunner is visible"]);
    expect(reasonsAt("Committer#1", "@TestRunner.candidate == candidate")).toEqual([
      'TestRunner#3 has candidate "c1", here it is unset',
    ]);
    expect(reasonsAt("Committer#3", '@TestRunner.verdict == "ok"')).toEqual(["TestRunner#3 has no verdict"]);
    expect(reasonsAt("Committer#1", "candidate == 1")).toEqual(["candidate is unset"]);
  });

  it("shows both values of a comparison that differs", () => {
    expect(reasonsAt("Committer#3", "@Orchestrator.proposal != candidate")).toEqual([
      'Orchestrator#2 has proposal "c1", candidate is "c1"',
    ]);
    expect(reasonsAt("Committer#3", "@TestRunner.candidate != candidate")).toEqual([
      'TestRunner#3 has the same candidate "c1"',
    ]);
  });
});

describe("why: every operator", () => {
  const msc = chart(
    ["A", "B"],
    [
      act("A", { x: 1 }),
      act("A", { x: 2 }),
      send("A", "m", "B"),
      recv("B", "m"),
      act("B", { y: 1 }),
      choice("B"),
    ],
  );

  it.each<readonly [string, string, readonly string[]]>([
    ["A#1", "true", ["the guard is always true"]],
    ["A#1", "false", ["the guard is always false"]],
    ["A#2", "x == 2", ["x is 2"]],
    ["A#2", "!(x == 1)", ["x is 2"]],
    ["A#2", "x == 2 & x != 3", ["x is 2"]],
    ["A#2", "x == 1 | x == 2", ["x is 2"]],
    ["A#2", "x == 1 | x == 3", ["x is 2"]],
    ["A#2", "Y x == 1", ["A#1 has x 1"]],
    ["A#1", "Y x == 1", ["A#1 is the first there"]],
    ["A#3", "x != 3 S x == 1", ["A#1 has x 1, unbroken up to A#3"]],
    ["A#3", "x == 9 S x == 1", ["x is 2"]],
    ["A#3", "x != 9 S x == 7", ["at no event of A so far: x == 7"]],
    ["B#3", "@A(x == 2)", ["A#3 has x 2"]],
    ["B#3", "@A(@B(true))", ["nothing of B is visible"]],
    ["B#3", "P x == 1", ["A#1 has x 1"]],
    ["B#3", "P[A] x == 1", ["A#1 has x 1"]],
    ["B#3", "P[A] x == 5", ["at no visible event of A: x == 5"]],
    ["B#3", "P x == 5", ["at no visible event of A, B: x == 5"]],
    ["B#3", "seen(A)", ["A#3 is visible"]],
    ["A#3", "seen(B)", ["nothing of B is visible"]],
    ["B#3", "1 == 1", ["both sides are constants"]],
    ["B#3", '$kind == "choice"', ['$kind is "choice"']],
    ["B#3", "@B.y == 1", ["y is 1"]],
  ])("%s: %s", (event, text, expected) => {
    expect(reasonsAt(event, text, msc)).toEqual(expected);
  });

  it("names a predicate with what it was given", () => {
    const odd = (n: unknown): boolean => Number(n) % 2 === 1;
    const { holds, reasons } = why(msc, at(msc, "B#3"), formula("odd(@A.x)"), { odd });
    expect(holds).toBe(false);
    expect(reasons).toEqual([{ text: "odd is false: A#3 has x 2", event: at(msc, "A#3") }]);
  });

  it("says each fact once", () => {
    expect(reasonsAt("B#3", "@A.x == 2 & @A(x == 2) & !(@A.x == 3)", msc)).toEqual(["A#3 has x 2"]);
  });
});
