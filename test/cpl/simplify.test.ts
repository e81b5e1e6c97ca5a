import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutAt, joinCuts } from "../../src/causality/index.ts";
import {
  type Formula,
  parseFormula,
  printFormula,
  referenceOf,
  satisfies,
  simplify,
} from "../../src/cpl/index.ts";
import { arbitraryFormula, arbitraryMsc, samplePredicates } from "../../src/testing/index.ts";

function parse(text: string): Formula {
  const parsed = parseFormula(text);
  if (!parsed.ok) throw new Error(parsed.diagnostics.map((d) => d.message).join());
  return parsed.formula;
}

const simple = (text: string): string => printFormula(simplify(parse(text)));

/** Formulas in which constants and repetitions abound. */
const arbitraryRedundant = (): fc.Arbitrary<Formula> =>
  fc.letrec<{ f: Formula }>((tie) => ({
    f: fc.oneof(
      { maxDepth: 5, depthIdentifier: "f" },
      fc.constantFrom(parse("true"), parse("false"), parse("x == 1"), parse("seen(A)"), parse("@A.x == x")),
      fc.record({ kind: fc.constantFrom("not" as const, "prev" as const), body: tie("f") }),
      fc.record({
        kind: fc.constantFrom("and" as const, "or" as const, "since" as const),
        left: tie("f"),
        right: tie("f"),
      }),
      fc.record({ kind: fc.constant("at" as const), lifeline: fc.constantFrom("A", "B"), body: tie("f") }),
      fc.record({
        kind: fc.constant("once" as const),
        lifeline: fc.constantFrom("A", "B", null),
        body: tie("f"),
      }),
    ),
  })).f;

describe("simplify", () => {
  it("keeps the value at every event", () => {
    let changed = 0;
    fc.assert(
      fc.property(arbitraryMsc(), fc.oneof(arbitraryFormula(), arbitraryRedundant()), (msc, f) => {
        const simpler = simplify(f);
        if (simpler !== f) changed += 1;
        const holds = referenceOf(msc, { predicates: samplePredicates });
        for (const e of msc.events.keys()) expect(holds(e, simpler)).toBe(holds(e, f));
      }),
      { numRuns: 1500 },
    );
    expect(changed).toBeGreaterThan(200);
  });

  it("keeps the value in every cut", () => {
    fc.assert(
      fc.property(arbitraryMsc({ maxEvents: 15 }), arbitraryRedundant(), fc.nat(), (msc, f, n) => {
        for (const e of msc.events.keys()) {
          const cut = joinCuts(cutAt(msc, e), cutAt(msc, n % msc.events.length));
          expect(satisfies(msc, e, simplify(f), { cut })).toBe(satisfies(msc, e, f, { cut }));
        }
      }),
      { numRuns: 150 },
    );
  });

  it("is done after one pass, and gives the same object when there is nothing to do", () => {
    fc.assert(
      fc.property(fc.oneof(arbitraryFormula(), arbitraryRedundant()), (f) => {
        const once = simplify(f);
        expect(simplify(once)).toBe(once);
      }),
      { numRuns: 500 },
    );
    const f = parse("@A(x == 1 S y == 2)");
    expect(simplify(f)).toBe(f);
  });

  it.each([
    ["x == 1 & true", "x == 1"],
    ["false | x == 1", "x == 1"],
    ["p(x) & false", "false"],
    ["!!x == 1", "x == 1"],
    ["x == 1 & x == 1", "x == 1"],
    ["x == 1 | !x == 1", "true"],
    ["!x == 1 & x == 1", "false"],
    ["Y false", "false"],
    ["Y true", "Y true"],
    ["x == 1 S true", "true"],
    ["x == 1 S false", "false"],
    ["false S x == 1", "x == 1"],
    ["true S x == 1", "true S x == 1"],
    ["@B(true)", "seen(B)"],
    ["@B(false)", "false"],
    ["@B(@B(x == 1))", "@B(x == 1)"],
    ["@B(@A(x == 1))", "@B(@A(x == 1))"],
    ["P true", "true"],
    ["P[B] true", "seen(B)"],
    ["P[B] @B(x == 1)", "P[B] x == 1"],
    ["P P x == 1", "P x == 1"],
    ["P[A] P[B] x == 1", "P[A] P[B] x == 1"],
    ['1 < 2 & "a" < "b"', "true"],
    ["1 == true", "false"],
    ['{"a":1} != [1]', "true"],
  ])("%s becomes %s", (text, expected) => expect(simple(text)).toBe(expected));

  it.each(["!a < b", "!a == b", "!a != b", "x == x", "x != x", "x <= x", "@A.x == @A.x"])(
    "leaves %s",
    (text) => {
      expect(simple(text)).toBe(text);
    },
  );

  it("does not overflow on long chains", () => {
    const chain = parse(`x == 1${" & true".repeat(6000)}`);
    expect(simplify(chain)).toEqual(parse("x == 1"));
  });
});
