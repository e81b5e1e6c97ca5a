import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lintFormula, parseFormula, referenceOf } from "../../src/cpl/index.ts";
import { arbitraryFormula, arbitraryMsc, samplePredicates } from "../../src/testing/index.ts";

type Options = Parameters<typeof lintFormula>[1];

const lint = (text: string, options?: Options) => {
  const parsed = parseFormula(text);
  if (!parsed.ok) throw new Error(parsed.diagnostics.map((d) => d.message).join());
  return lintFormula(parsed.formula, options);
};

const codes = (text: string, options?: Options): readonly string[] =>
  lint(text, options).map((d) => d.code.slice("formula/".length));

describe("verdicts without their subject", () => {
  it.each([
    '@T(status == "passed")',
    '@T.status == "passed"',
    'seen(T) & Y @T(status != "failed" S status == "passed")',
    'P[T] status == "passed"',
    '@T(status == "passed") & candidate == "c1"',
  ])("warns of %s", (text) => expect(codes(text, { owner: "C" })).toEqual(["verdict-without-subject"]));

  it.each([
    '@T(status == "passed") & @T.candidate == candidate',
    '@T(status == "passed" & candidate == @C.candidate)',
    '@T(status == "passed") & same(@T.candidate, candidate)',
    '@C(status == "passed")',
    'status == "passed"',
    '@T($kind == "recv")',
    "@T.count > 3",
    "@T.x == @U.x",
    '@T.status == "passed" & @T.candidate == candidate',
    '@T(status == "passed" & candidate == @C.candidate) & seen(U)',
    'P[T] (status == "passed" & candidate == @C.candidate)',
  ])("is silent about %s", (text) => expect(codes(text, { owner: "C" })).toEqual([]));

  it("promises nothing that it would not keep: the comparison in its remedy silences it", () => {
    const [found] = lint('@B.status == "passed"', { owner: "C" });
    const [, comparison] = /`(@B\.[^`]+)`/.exec(found?.remedy ?? "") ?? [];
    expect(comparison).toBe("@B.candidate == candidate");
    expect(codes(`@B.status == "passed" & ${comparison}`, { owner: "C" })).toEqual([]);
    expect(found?.remedy).toContain("the warning stays");
  });

  it("names the lifeline and the variable, once a lifeline", () => {
    const found = lint("@T.a == 1 & @T.b == 2 & @U.c == 3");
    expect(found.map((d) => d.message)).toEqual([
      'the formula asks for "a" of "T" and never for what that is about',
      'the formula asks for "c" of "U" and never for what that is about',
    ]);
    expect(found.every((d) => d.severity === "warning")).toBe(true);
  });
});

describe("comparisons with oneself", () => {
  it.each([
    "x == x",
    "x <= x & y == 1",
    "Y !(x != x)",
    "@C.x == x",
    "x == @C.x",
    "P[T] (x == @T.x)",
    "@T(y == y | @C.candidate == candidate)",
    "$kind == $kind",
    "x == 1 | 1 == 1.0",
  ])("warns of %s", (text) =>
    expect(codes(text, { owner: "C" }).filter((code) => code === "self-comparison")).toHaveLength(1),
  );

  it.each(["@T.x == x", "@T(x == @C.x)", "x == y", "P x == @C.x", "x == 1", "x == 'x'", "1 == 2 | x == 1"])(
    "is silent about %s",
    (text) => expect(codes(text, { owner: "C" })).not.toContain("self-comparison"),
  );

  it("says what it comes to", () => {
    const found = lint("x == x & y < y");
    expect(found.every(({ code }) => code === "formula/self-comparison")).toBe(true);
    const messages = found.map(({ message }) => message);
    expect(messages).toEqual([
      "`x == x` compares something with itself: it holds wherever that has a value",
      "`y < y` compares something with itself: it holds nowhere",
    ]);
  });
});

describe("unguarded negations", () => {
  const unguarded = (text: string): boolean => codes(text, { owner: "C" }).includes("unguarded-negation");

  it.each([
    '!@R(status == "failed")',
    "!@R.x == x",
    "!(@R.x == x & y == 1)",
    "!(@R.x == x | y == 1)",
    "!P[R] x == y",
    "!even(@R.x)",
    "seen(R) | !@R(x == y)",
    "!(seen(R) & @R(x == y))",
    "!@R(x == y) & Y !@R(x == y)",
    "seen(R) & Y !@R(x == y)",
    "seen(R) & @B(!@R(x == y))",
    "!!!@R(x == y)",
    "!(x == 1 S @R(x == y))",
    "(seen(R) | seen(Q)) & !@R(x == y)",
  ])("warns of %s", (text) => expect(unguarded(text)).toBe(true));

  it.each([
    "!@R(x == y) & seen(R)",
    "seen(R) & x == 1 & !@R(x == y)",
    "@R.x == x & !@R(x == y)",
    "@B(seen(R)) & !@R(x == y)",
    "(seen(R) & x == 1 | @R(y == 1)) & !@R(x == y)",
    "!(!seen(R) | @R(x == y))",
    "!(!@R(x == y))",
    "!seen(R)",
    "@R(!x == 1)",
    "@R(!@R(x == y))",
    "!@C(x == y)",
    "!P x == 1",
    "Y seen(R) & !@R(x == y)",
    "(x == 1 S seen(R)) & !@R(x == y)",
  ])("is silent about %s", (text) => expect(unguarded(text)).toBe(false));

  it("warns of every formula that becomes true by not seeing", () => {
    // What is not warned of cannot be true for one who sees nothing and false for one who sees more. `P φ` and `seen`
    // under a negation are meant as they stand and left out.
    let checked = 0;
    fc.assert(
      fc.property(arbitraryMsc(), arbitraryFormula({ depth: 2 }), fc.nat(), (msc, f, n) => {
        const e = n % msc.events.length;
        const owner = msc.events[e]?.on ?? "";
        const warned = lintFormula(f, { owner }).some((d) => d.code === "formula/unguarded-negation");
        if (warned || /"seen"|"once"/.test(JSON.stringify(f))) return;
        const predicates = samplePredicates;
        const latest = msc.lifelines.map((name) => (name === owner ? e : -1));
        if (!referenceOf(msc, { predicates, cut: { at: e, latest } })(e, f)) return;
        checked += 1;
        expect(referenceOf(msc, { predicates })(e, f)).toBe(true);
      }),
      { numRuns: 2000 },
    );
    expect(checked).toBeGreaterThan(50);
  });

  it("tells how to write the guard", () => {
    expect(lint("!@`R 1`(x == y)", { owner: "C" })[0]?.remedy).toContain("`seen(`R 1`)`");
  });
});

describe("constants", () => {
  it("warns of formulas that are always true or false, but not of plain ones", () => {
    expect(codes("x == 1 | !x == 1")).toEqual(["constant"]);
    expect(codes("1 > 2 & x == 1")).toEqual(["constant"]);
    expect(codes("true")).toEqual([]);
    expect(codes("x == x")).not.toContain("constant");
  });
});

describe("names", () => {
  it("refuses unknown lifelines, and warns of unknown variables", () => {
    expect(lint("@TestRuner(seen(Comitter))", { lifelines: ["TestRunner", "Committer"] })).toMatchObject([
      { code: "formula/unknown-lifeline", severity: "error", suggestion: "TestRunner" },
      { code: "formula/unknown-lifeline", suggestion: "Committer" },
    ]);
    expect(lint("staus == x", { variables: ["status", "x"] })).toMatchObject([
      { code: "formula/unknown-variable", severity: "warning", suggestion: "status" },
    ]);
  });

  it("knows whose variable is meant", () => {
    const variables = { A: ["a"], B: ["b"], __proto__: ["p"] };
    const options = { owner: "A", variables };
    expect(codes("a == 1 & @B.b == a & @B(b == @A.a) & P b == a", options)).toEqual([]);
    expect(codes("b == a & @B.a == a & @B(a == @A.a)", options)).toEqual([
      "unknown-variable",
      "unknown-variable",
    ]);
    expect(codes("b == a", { variables })).toEqual([]);
    expect(codes("@C.anything == a", { variables, owner: "A" })).toEqual([]);
  });
});

describe("parts that decide a junction by themselves", () => {
  const said = (text: string): readonly string[] => {
    const parsed = parseFormula(text);
    if (!parsed.ok) return expect.unreachable(text);
    return lintFormula(parsed.formula)
      .filter(({ code }) => code === "formula/contradiction")
      .map(({ message }) => message);
  };

  it.each([
    ["x == 1 & x == 2", "`x == 1` and `x == 2` can never hold together"],
    ["x == 1 & y == 3 & x != 1", "`x == 1` and `x != 1` can never"],
    ["1 == x & x == 2", "can never"],
    ["x < 1 & x > 2", "can never"],
    ["x < 1 & x >= 1", "can never"],
    ['x < "b" & x > "c"', "can never"],
    ['x < 1 & x > "c"', "can never"],
    ["x == 3 & x < 2", "can never"],
    ['x == "a" & x < 2', "can never"],
    ["@B.x == 1 & @B.x == 2", "can never"],
    ["@B.y == 1 | seen(B) & !seen(B)", "can never"],
    ["y == 1 | (Y x == 1) & !(Y x == 1)", "can never"],
    ["z == 1 | !(x == 1 & x == 2)", "can never"],
    ["@B(x == 1 & x == 2)", "can never"],
    ["y == 2 & (x == 1 | !(x == 1))", "`x == 1` or `!x == 1` always holds"],
    ["y == 3 & (seen(B) | y == 1 | !seen(B))", "always holds"],
  ])("%s: %s", (text, message) => {
    const [first, ...more] = said(text);
    expect(first).toContain(message);
    expect(more).toEqual([]);
  });

  it.each([
    "x == 1 & y == 2",
    "x == 1 | x != 1", // both false where x is unset
    "x <= 1 & x >= 1",
    "x > 1 & x < 2",
    "x != 1 & x != 2",
    "x == 1 & x == 1.0",
    "x == 1 & @B.x == 2",
    "x == 1 & @B(x == 2)",
    "x == 1 & Y x == 2",
    "@B(x == 1) & @B(x == 2 S x == 1)",
    "x == 1 S x == 2",
    "x == y & x == 1",
  ])("nothing about %s", (text) => expect(said(text)).toEqual([]));
});
