import { describe, expect, it } from "vitest";
import type { Json } from "../../src/base/index.ts";
import { type Event, eventName, type Msc } from "../../src/causality/index.ts";
import { lintFormula, referenceOf, satisfies, simplify, termValue } from "../../src/cpl/index.ts";
import { chartOf, draw, eventNamed } from "../causality/drawn.ts";
import { formulaOf, truthRow } from "./formulas.ts";

const holds = (chart: Msc, name: string, text: string): boolean =>
  satisfies(chart, eventNamed(chart, name), formulaOf(text));

/** Of each of the mistakes a chart, an event and a formula: what is right there; the mistake would say the opposite. */
const mistakes: readonly (readonly [
  mistake: string,
  lines: readonly string[],
  event: string,
  text: string,
  right: boolean,
])[] = [
  ["strict self-@: the event before", ["A x=1", "A x=2"], "A#2", "@A(x == 2)", true],
  ["strict self-@: nothing at the first event", ["A x=1"], "A#1", "@A(x == 1)", true],
  ["strict self-@: seen(A) at the first event", ["A"], "A#1", "seen(A)", true],
  ["Y true at the first event", ["A x=1"], "A#1", "Y x == 1", false],
  ["Y true at the first event: Y true", ["A"], "A#1", "Y true", false],
  ["Y true at the first event, seen from elsewhere", ["A", "A > B m", "B < m"], "B#1", "@A(Y Y true)", false],
  ["strict S: the right side now", ["A x=1"], "A#1", "x == 2 S x == 1", true],
  ["strict S: without the left side now", ["A k=1 s=1", "A k=0 s=0"], "A#2", "k == 1 S s == 1", false],
  ["undefined != v is true", ["A"], "A#1", "x != 1", false],
  ["undefined != v is true, of a lifeline not seen", ["A", "B x=1"], "A#1", "@B.x != 2", false],
  ["undefined != undefined", ["A"], "A#1", "x != y", false],
  ["undefined == undefined", ["A"], "A#1", "x == y", false],
  ["undefined == undefined, the same term", ["A"], "A#1", "@B.x == @B.x", false],
  ["self @A.x reads the old value", ["A x=1", "A x=2"], "A#2", "@A.x == 2", true],
  ["self @A.x reads the old value: nothing at the first event", ["A x=1"], "A#1", "@A.x == x", true],
  ["no evaluation when the store is as it was", ["A x=1", "A x=2", "A ? true"], "A#3", "Y x == 2", true],
  ["no evaluation at a send", ["A x=1", "A x=2", "A > B m"], "A#3", "Y Y x == 1", true],
  ["no evaluation at a receive that sets nothing", ["B > A m", "A x=1", "A < m"], "A#2", "Y x == 1", true],
  ["@B !φ as !@B φ", ["A", "B x=1"], "A#1", "@B(!x == 2)", false],
  ["@B !φ as !@B φ, the other way", ["A", "B x=1"], "A#1", "!@B(x == 2)", true],
  [
    "@B @A φ at the current A-event",
    ["A x=1", "A > B m", "B < m", "B > A n", "A x=2", "A < n"],
    "A#4",
    "@B(@A(x == 1))",
    true,
  ],
  [
    "@B @A φ at the newest A-event known here",
    ["A x=1", "A > B m", "B < m", "B > C n", "A x=2", "A > C o", "C < n", "C < o"],
    "C#2",
    "@B(@A(x == 1))",
    true,
  ],
  [
    "the last arrival wins over the latest event",
    ["A x=1", "A > B old", "A x=2", "A > B new", "B < new", "B < old"],
    "B#2",
    "@A(x == 2)",
    true,
  ],
  [
    "the last arrival wins, of variables",
    ["A x=1", "A > B old", "A x=2", "A > B new", "B < new", "B < old"],
    "B#2",
    "@A.x == 2",
    true,
  ],
  [
    "@B @C φ from one's own view of C",
    ["C x=1", "B", "B > A n", "C > A m", "A < m", "A < n"],
    "A#2",
    "@B(@C(x == 1))",
    false,
  ],
  ["Y @B φ recomputed", ["B x=1", "A", "B > A m", "A < m"], "A#2", "Y @B(x == 1)", false],
  [
    "Y @B.x recomputed",
    ["B x=1", "B > A m", "A < m", "B x=2", "B > A n", "A < n"],
    "A#2",
    "Y @B.x == 1",
    true,
  ],
  [
    "a whole message taken because its sender is ahead somewhere",
    ["C x=1", "C > B m", "B < m", "C x=2", "C > A n", "A < n", "B > A o", "A < o"],
    "A#2",
    "@C(x == 2)",
    true,
  ],
  [
    "a whole message taken, of variables",
    ["C x=1", "C > B m", "B < m", "C x=2", "C > A n", "A < n", "B > A o", "A < o"],
    "A#2",
    "@C.x == 2",
    true,
  ],
  [
    "fields merged so that deleted ones stay",
    ["A x=1 y=1", "A > B m", "B < m", "A -x", "A > B n", "B < n"],
    "B#2",
    "@A.x == 1",
    false,
  ],
  [
    "fields merged: a deleted one is not even unequal",
    ["A x=1", "A > B m", "B < m", "A -x", "A > B n", "B < n"],
    "B#2",
    "@A.x != 2",
    false,
  ],
  ["S with the old left operand", ["A k=1 s=1", "A k=0 s=0"], "A#2", "k == 1 S s == 1", false],
  ["S with the old left operand, the other way", ["A k=0 s=1", "A k=1 s=0"], "A#2", "k == 1 S s == 1", true],
  ["texts by code unit", ['A x="\uffff" y="\u{1f600}"'], "A#1", "x < y", true],
  ["texts by code unit, the other way", ['A x="\u{10000}" y="\ue000"'], "A#1", "x < y", false],
];

describe("the mistakes of design section 4", () => {
  it.each(mistakes)("%s", (_, lines, event, text, right) => {
    const chart = draw(["A", "B", "C"], lines);
    expect(holds(chart, event, text)).toBe(right);
    expect(satisfies(chart, eventNamed(chart, event), simplify(formulaOf(text)))).toBe(right);
  });

  it("aliased snapshots: what a caller does with a value that was set does not reach the chart's order", () => {
    const list: Json[] = [1];
    const event: Event = { kind: "act", on: "A", set: { list } };
    const chart = chartOf(["A"], [event, { kind: "act", on: "A", set: { list: [1, 2] } }]);
    expect(truthRow(chart, "list == [1]")).toBe("1-");
    expect(truthRow(chart, "Y list == [1]")).toBe("-1");
    const term = { kind: "var", name: "list" } as const;
    expect([termValue(chart, 0, term), termValue(chart, 1, term)]).toEqual([[1], [1, 2]]);
  });
});

describe("trap 1: a verdict without its subject", () => {
  const lines = [
    'R candidate="v1" status="passed"',
    "R > C report",
    'C < report candidate="v1"',
    "C ? true",
    'C candidate="v2"',
    "C ? true",
  ];
  const chart = draw(["R", "C"], lines);

  it("is still true after the next candidate has come; with the subject it is not", () => {
    const verdict = '@R(status == "passed")';
    expect(truthRow(chart, verdict)).toBe("111111");
    expect(truthRow(chart, `${verdict} & @R.candidate == candidate`)).toBe("111" + "1--");
  });

  it("nor when the verdict is reset in the event that takes the new candidate", () => {
    const reset = draw(
      ["R", "C"],
      [...lines, 'R candidate="v2" status="pending"', "R > C again", "C < again"],
    );
    expect(truthRow(reset, '@R(status == "passed")').slice(6)).toBe("---");
  });

  it.each<[string, number]>([
    ['@R(status == "passed")', 1],
    ['@R.status == "passed"', 1],
    ['P[R] status == "passed"', 1],
    ['@R(status == "passed") & @R.candidate == candidate', 0],
    ['@R.status == "passed" & candidate == @R.candidate', 0],
    ['status == "passed"', 0],
    ["seen(R)", 0],
  ])("%s: %i warnings", (text, count) => {
    const found = lintFormula(formulaOf(text), { owner: "C" });
    expect(found.filter(({ code }) => code === "formula/verdict-without-subject")).toHaveLength(count);
    for (const { severity } of found) expect(severity).toBe("warning");
  });
});

describe("trap 2: not seen is not no", () => {
  const chart = draw(["R", "C"], ["C ? true", 'R status="failed"', "R > C m", "C < m", "C ? false"]);

  it("!@R(failed) is true while R is invisible; with seen(R) it is not", () => {
    expect(truthRow(chart, '!@R(status == "failed")')).toBe("1----");
    expect(truthRow(chart, 'seen(R) & !@R(status == "failed")')).toBe("-----");
    expect(truthRow(chart, '@R(!status == "failed")')).toBe("-----");
    expect(truthRow(chart, '@R.status != "failed"')).toBe("-----");
  });

  it.each<[string, number]>([
    ['!@R(status == "failed")', 1],
    ['!@R.status == "failed"', 1],
    ['!P[R] status == "failed"', 1],
    ["!seen(R)", 0],
    ['seen(R) & !@R(status == "failed")', 0],
    ['@R(!status == "failed")', 0],
  ])("%s: %i warnings", (text, count) => {
    const found = lintFormula(formulaOf(text), { owner: "C" });
    expect(found.filter(({ code }) => code === "formula/unguarded-negation")).toHaveLength(count);
  });
});

describe("predicates", () => {
  it("fail by name whatever is thrown", () => {
    const chart = draw(["A"], ["A x=1"]);
    const hostile = Object.create(null);
    for (const thrown of [
      new Error("boom"),
      "text",
      0,
      null,
      undefined,
      Symbol("s"),
      hostile,
      { toString: null },
    ]) {
      const predicates = {
        p: () => {
          throw thrown;
        },
      };
      const ask = () => referenceOf(chart, { predicates })(0, formulaOf("p(x)"));
      expect(ask).toThrow(
        expect.objectContaining({ code: "formula/predicate-failed", what: expect.stringMatching(/"p"/) }),
      );
    }
  });

  it.each<[string, unknown]>([
    ["undefined", undefined],
    ["null", null],
    ["a number", 1],
    ["a text", "true"],
    ["a promise", Promise.resolve(true)],
    ["a boxed boolean", Object(true)],
  ])("must not answer %s", (_, answer) => {
    const predicates = { p: () => answer as boolean };
    const ask = () => truthRow(draw(["A"], ["A x=1"]), "p(x)", predicates);
    expect(ask).toThrow(expect.objectContaining({ code: "formula/predicate-failed" }));
  });

  it("take no arguments, or several, in their order, as they are in the store", () => {
    const calls: unknown[] = [];
    const note = (...args: readonly Json[]): boolean => calls.push(args) > 0;
    const chart = draw(["A", "B"], ['A x={"a":[1]} y=null', "A > B m", "B < m"]);
    expect(truthRow(chart, "p()", { p: note })).toBe("111");
    expect(calls).toEqual([[], [], []]);
    calls.length = 0;
    expect(truthRow(chart, "p(@A.y, 2, @A.x, $kind)", { p: note })).toBe("111");
    expect(calls[2]).toEqual([null, 2, { a: [1] }, "recv"]);
    calls.length = 0;
    expect(truthRow(chart, "p(x, @B.x)", { p: note })).toBe("---");
    expect(calls).toEqual([]);
  });

  it("with hostile names are looked up as their own", () => {
    const chart = draw(["A"], ["A x=1"]);
    const predicates = { ["__proto__"]: () => true, valueOf: () => true };
    expect(truthRow(chart, "__proto__(x) & valueOf(x)", predicates)).toBe("1");
    for (const name of ["constructor", "toString", "hasOwnProperty"]) {
      expect(() => truthRow(chart, `${name}(x)`, predicates)).toThrow(
        expect.objectContaining({ code: "formula/unknown-predicate" }),
      );
    }
    expect(eventName(chart, 0)).toBe("A#1");
  });
});
