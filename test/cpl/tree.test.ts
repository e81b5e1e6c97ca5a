import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeFormula } from "../../src/cpl/check-formula.ts";
import {
  checkFormula,
  type Formula,
  foldFormula,
  lifelinesOf,
  mapFormula,
  parseFormula,
  printFormula,
  variablesOf,
} from "../../src/cpl/index.ts";
import { childrenOf } from "../../src/cpl/tree.ts";
import { arbitraryFormula } from "../../src/testing/index.ts";

function parse(text: string): Formula {
  const parsed = parseFormula(text);
  if (!parsed.ok) throw new Error(parsed.diagnostics.map((d) => d.message).join());
  return parsed.formula;
}

/** Every subformula, children first, with no help from the code under test. */
function subformulas(f: Formula): readonly Formula[] {
  const inside = "body" in f ? [f.body] : "left" in f && !("op" in f) ? [f.left, f.right] : [];
  return [...inside.flatMap(subformulas), f];
}

const truth: Formula = { kind: "bool", value: true };

describe("walking", () => {
  it("8: visits children before parents, left to right", () => {
    const order: string[] = [];
    foldFormula(parse("!p() & Y (q() S @A(r()))"), (node) => {
      order.push(printFormula(node));
    });
    expect(order).toEqual([
      "p()",
      "!p()",
      "q()",
      "r()",
      "@A(r())",
      "q() S @A(r())",
      "Y (q() S @A(r()))",
      "!p() & Y (q() S @A(r()))",
    ]);
  });

  it("2, 9: visits a shared node once, and equal ones each", () => {
    const shared = parse("x == 1");
    const count = (f: Formula): number => {
      let visits = 0;
      foldFormula(f, () => {
        visits += 1;
      });
      return visits;
    };
    expect(count({ kind: "and", left: shared, right: shared })).toBe(2);
    expect(count({ kind: "and", left: shared, right: { ...shared } })).toBe(3);
    expect(childrenOf(shared)).toEqual([]);
  });

  it("does not overflow on chains, nor blow up on shared nodes", () => {
    const chain = parse(`x == 1${" S x == 1".repeat(6000)}`);
    expect(foldFormula<number>(chain, (_, sizes) => 1 + sizes.reduce((a, b) => a + b, 0))).toBe(12_001);
    let shared: Formula = truth;
    for (let i = 0; i < 200; i++) shared = { kind: "and", left: shared, right: shared };
    expect(checkFormula(shared).map((d) => d.code)).toEqual(["formula/too-large"]);
  });
});

describe("mapFormula", () => {
  it("gives the same object when nothing changed", () => {
    fc.assert(
      fc.property(arbitraryFormula(), (f) => {
        expect(mapFormula(f, (node) => node)).toBe(f);
      }),
    );
  });

  it("6: rewrites what it is told, and keeps the rest as it is", () => {
    const before = parse("@A(x == 1) & (y == 2 S @B.x == 3)");
    const after = mapFormula(before, (node) => (node.kind === "at" ? { ...node, lifeline: "C" } : node));
    expect(printFormula(after)).toBe(
      "@C(x == 1) & (y == 2 S @B.x == 3)".replace("(y", "y").replace("3)", "3"),
    );
    expect(after.kind === "and" && before.kind === "and" && after.right === before.right).toBe(true);
  });

  it("sees every subformula", () => {
    fc.assert(
      fc.property(arbitraryFormula({ depth: 3 }), (f) => {
        const seen = new Set<Formula>();
        mapFormula(f, (node) => {
          seen.add(node);
          return node;
        });
        expect(seen).toEqual(new Set(subformulas(f)));
      }),
    );
  });
});

describe("names", () => {
  it("lists lifelines once, in the order of the text", () => {
    expect(lifelinesOf(parse("P[B] @A.x == @C.y & seen(A) & @D(P true) & @B.x == 1"))).toEqual([
      "B",
      "A",
      "C",
      "D",
    ]);
  });

  it("lists variables with the lifeline whose they are", () => {
    const uses = variablesOf(
      parse("x == 1 & @B(x == @C.y & Y z == $kind) & P w == 1 & P[D] v == 1 & x == 2"),
    );
    expect(uses.map(({ name, lifeline, anywhere }) => `${lifeline}.${name}${anywhere ? "*" : ""}`)).toEqual([
      "null.x",
      "B.x",
      "C.y",
      "B.z",
      "null.w*",
      "D.v",
    ]);
  });
});

describe("checkFormula", () => {
  const variable = (name: string): Formula => ({
    kind: "compare",
    op: "==",
    left: { kind: "var", name },
    right: { kind: "const", value: 1 },
  });
  const constant = (value: unknown): Formula => ({
    kind: "predicate",
    name: "p",
    args: [{ kind: "const", value: value as never }],
  });

  it.each([
    ["an empty variable", variable(""), "formula/name"],
    ["a variable with $", variable("$x"), "formula/name"],
    ["a lone surrogate", variable("\ud800"), "formula/name"],
    ["an empty lifeline", { kind: "seen", lifeline: "" } as Formula, "formula/name"],
    ["an empty predicate", { kind: "predicate", name: "", args: [] } as Formula, "formula/name"],
    ["a predicate with $", { kind: "predicate", name: "$kind", args: [] } as Formula, "formula/name"],
    ["a non-finite number", constant(Number.NaN), "formula/value"],
    ["undefined", constant(undefined), "formula/value"],
    ["a lone surrogate in a constant", constant(["\udc00"]), "formula/value"],
  ])("refuses %s", (_, f, code) => {
    expect(checkFormula(f).map((d) => d.code)).toEqual([code]);
    expect(() => makeFormula(f)).toThrow(expect.objectContaining({ code }));
  });

  it("accepts what is generated, and makes it as it is", () => {
    fc.assert(
      fc.property(arbitraryFormula(), (f) => {
        expect(checkFormula(f)).toEqual([]);
        expect(makeFormula(f)).toBe(f);
      }),
    );
    expect(checkFormula(variable("$type"))).toEqual([]);
  });

  it("refuses depth above 256 of what was built by hand", () => {
    const nested = (n: number): Formula => {
      let f: Formula = truth;
      for (let i = 1; i < n; i++) f = { kind: "at", lifeline: "A", body: f };
      return f;
    };
    expect(checkFormula(nested(256))).toEqual([]);
    expect(checkFormula(nested(257)).map((d) => d.code)).toEqual(["formula/too-deep"]);
  });
});
