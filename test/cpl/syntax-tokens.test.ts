import { describe, expect, it } from "vitest";
import type { Json } from "../../src/base/index.ts";
import { type Formula, parseFormula } from "../../src/cpl/index.ts";
import { atom, canonicalText, constant, equal, formulaOf, problemsOf, variable } from "./formulas.ts";

const x1: Formula = equal(variable("x"), constant(1));

describe("tokens are the longest match", () => {
  it.each<[string, string]>([
    ["Yx == 1", "Yx == 1"],
    ["Y x == 1", "Y x == 1"],
    ["Px == 1", "Px == 1"],
    ["Sx == 1 S Sy == 1", "Sx == 1 S Sy == 1"],
    ["YY == 1", "YY == 1"],
    ["Y Y x == 1", "Y Y x == 1"],
    ["trueish == true", "trueish == true"],
    ["nullx == null", "nullx == null"],
    ["notx == 1", "notx == 1"],
    ["andor == 1 and or1 == 1", "andor == 1 & or1 == 1"],
    ["seen1 == 1 | seen(A)", "seen1 == 1 | seen(A)"],
    ["since_ == 1 since prev_ == 1", "since_ == 1 S prev_ == 1"],
    ["_ == 1", "_ == 1"],
    ["__proto__ == 1", "__proto__ == 1"],
    ["x9 == 9", "x9 == 9"],
    ["s == 1", "s == 1"],
    ["y == 1 & p == 2", "y == 1 & p == 2"],
    ["True == TRUE", "True == TRUE"],
    ["NOT == 1", "NOT == 1"],
    ["x<=1", "x <= 1"],
    ["x<1", "x < 1"],
    ["x>=-1", "x >= -1"],
    ["x!=1", "x != 1"],
    ["!x==1", "!x == 1"],
    ["x=1", "x == 1"],
    ["x==1", "x == 1"],
    ["x=-1", "x == -1"],
    ["x==-1e5", "x == -100000"],
    ["!!x=1", "!!x == 1"],
    ["a=1&!b=2|!c=3", "a == 1 & !b == 2 | !c == 3"],
    ["x==1&y==2|z==3", "x == 1 & y == 2 | z == 3"],
    ["x==[1]S y==2", "x == [1] S y == 2"],
    ["x=='a'S y==2", 'x == "a" S y == 2'],
    ["p()S q()", "p() S q()"],
    ["(x==1)S(y==2)", "x == 1 S y == 2"],
    ["@A(p())&@B(q())", "@A(p()) & @B(q())"],
    ["P[A]true&P(p())", "P[A] true & P p()"],
    ["Y(p())|Y!p()", "Y p() | Y !p()"],
    ["@A.x==@B.y", "@A.x == @B.y"],
    ["x==@A.y&p()", "x == @A.y & p()"],
    ["x==`y`S`z`==1", "x == y S z == 1"],
    ["x==1∧y==2∨¬z==3", "x == 1 & y == 2 | !z == 3"],
    ["x≠1∧x≤2∧x≥0", "x != 1 & x <= 2 & x >= 0"],
    ["$kind=='act'&x==1", '$kind == "act" & x == 1'],
    ["1==x", "1 == x"],
    ["1<2&3>2", "1 < 2 & 3 > 2"],
  ])("%s", (text, canonical) => expect(canonicalText(text)).toBe(canonical));

  it.each<[string, number]>([
    ["x == 1S y == 2", 6],
    ["x == 1and y == 2", 6],
    ["x == 1Y", 6],
    ["1S == 2", 1],
    ["x == 1_0", 6],
    ["x == 1x", 6],
    ["x == 0x10", 6],
    ["x == 1$kind", 6],
    ["x == 1.5.2", 6],
    ["x == 1e", 6],
    ["x == 1e+", 6],
    ["x == 1.e5", 6],
    ["x == .5", 6],
    ["x == 5.", 6],
    ["x == +5", 6],
    ["x == - 5", 6],
    ["x == --5", 6],
    ["x == 00", 6],
    ["x == -01", 6],
    ["x == 1n", 6],
    ["x == NaN(1)", 9],
    ["x < = 1", 5],
    ["x = = 1", 5],
    ["x ! = 1", 1],
    ["x === 1", 5],
    ["x !== 1", 5],
    ["x <> 1", 4],
    ["x => 1", 4],
    ["x =< 1", 4],
    ["x == 1 && y == 2", 9],
    ["x == 1 || y == 2", 9],
    ["x == 1 -1", 8],
    ["p() S S q()", 7],
    ["p() & & q()", 7],
    ["$ kind == 1", 1],
    ["@ . x == 1", 3],
    ["x == 1;", 7],
    ["x == 1 // remark", 8],
    ["x == 1 # remark", 8],
    ["x == /* */ 1", 6],
    ["x + 1 == 2", 3],
    ["x == ~1", 6],
    ["x ? y", 3],
    ["x == \\u0041", 6],
    ["“x” == 1", 1],
    ["x\u2003== 1", 2],
    ["\ufeffx == 1", 1],
    ["x == 1\f", 7],
    ["x == 1\v", 7],
    ["x == 1\u0085", 7],
    ["é == 1", 1],
    ["x\u0000 == 1", 2],
  ])("%j is an error at column %i", (text, column) => {
    const [problem] = problemsOf(text);
    expect(problem).toMatch(new RegExp(`^1:${column} formula/(syntax|name|bare-term)$`));
  });
});

describe("white space", () => {
  const tokens = [
    "!",
    "P",
    "[",
    "`B`",
    "]",
    "(",
    "Y",
    "@",
    "C",
    "(",
    "x",
    "==",
    "{",
    '"a"',
    ":",
    "[",
    "1",
    ",",
    "2",
  ];
  const rest = ["]", "}", ")", "S", "@", "D", ".", "y", "!=", "p", ")"];
  const all = [...tokens, ...rest.slice(0, -2), "null", ")"];

  it.each([" ", "\t", "\n", "\r", "\r\n", " \t\r\n ", "\n\n\n"])(
    "%j may stand between any two tokens",
    (blank) => {
      expect(canonicalText(blank + all.join(blank) + blank)).toBe(
        '!P[B] (Y @C(x == {"a":[1,2]}) S @D.y != null)',
      );
    },
  );

  it("may be left out wherever two tokens cannot be one", () => {
    expect(canonicalText('!P[`B`](Y@C(x=={"a":[1,2]})S@D.y!=null)')).toBe(canonicalText(all.join(" ")));
    expect(canonicalText("seen(A)&seen ( A )")).toBe("seen(A) & seen(A)");
    expect(canonicalText("p ( x , 1 )")).toBe("p(x, 1)");
    expect(canonicalText("p\n(\n)")).toBe("p()");
  });

  it.each(["", " ", "\n\t\r\n"])("alone (%j) is no formula", (text) => {
    expect(problemsOf(text)[0]).toMatch(/formula\/syntax$/);
  });

  it("inside strings and names counts", () => {
    expect(formulaOf("x == ' a  b '")).toEqual(equal(variable("x"), constant(" a  b ")));
    expect(formulaOf("` x ` == 1")).toEqual(equal(variable(" x "), constant(1)));
  });
});

describe("other spellings mean the same", () => {
  it.each<[string, string]>([
    ["not p()", "!p()"],
    ["not not p()", "!!p()"],
    ["not(p())", "!p()"],
    ["¬p()", "!p()"],
    ["¬ ¬p()", "!!p()"],
    ["p() and q() or r()", "p() & q() | r()"],
    ["p()∧q()∨r()", "p() & q() | r()"],
    ["p() since q()", "p() S q()"],
    ["prev p()", "Y p()"],
    ["prev(p())", "Y p()"],
    ["prev prev p()", "Y Y p()"],
    ["x = 1", "x == 1"],
    ["x ≠ 1", "x != 1"],
    ["x ≤ 1", "x <= 1"],
    ["x ≥ 1", "x >= 1"],
    ["not prev p() since not q() and r()", "!Y p() S !q() & r()"],
  ])("%s is %s", (text, canonical) => {
    expect(formulaOf(text)).toEqual(formulaOf(canonical));
    expect(canonicalText(text)).toBe(canonical);
  });

  it.each(["⊤", "⊥", "p() → q()", "p() <-> q()", "p() xor q()", "x ∈ y", "x <= 1 <= 2", "once p()", "AND"])(
    "%s is none of them",
    (text) => expect(problemsOf(text)).toHaveLength(1),
  );
});

describe("constants", () => {
  const value = (text: string): Json | undefined => {
    const parsed = parseFormula(`x == ${text}`);
    if (!parsed.ok || parsed.formula.kind !== "compare") return undefined;
    return parsed.formula.right.kind === "const" ? parsed.formula.right.value : undefined;
  };

  it.each<[string, Json]>([
    ["0", 0],
    ["-0", 0],
    ["-0.0e0", 0],
    ["10", 10],
    ["-12.5", -12.5],
    ["1E3", 1000],
    ["1e+3", 1000],
    ["1.5e-3", 0.0015],
    ["0.1", 0.1],
    ["9007199254740993", 9007199254740992],
    ["1e308", 1e308],
    ["1e-400", 0],
    ["123456789012345678901234567890", 123456789012345680000000000000],
    ["true", true],
    ["false", false],
    ["null", null],
    ["[]", []],
    ["{}", {}],
    ["[ [ ] , { } ]", [[], {}]],
    ['[1,"a",null,true,{"b":[-0]}]', [1, "a", null, true, { b: [0] }]],
    ['{"a":1,"b":{"a":2}}', { a: 1, b: { a: 2 } }],
    ['{"":0}', { "": 0 }],
    ['{"a":1,"a":2}', { a: 2 }],
    ['{"a":1,"\\u0061":3}', { a: 3 }],
    ['{ "P" : "S" }', { P: "S" }],
    ["'single'", "single"],
    ['"double"', "double"],
    ["''", ""],
    ['""', ""],
  ])("%s", (text, expected) => expect(value(text)).toEqual(expected));

  it.each([
    "[1,]",
    "[,1]",
    "[1 2]",
    "[1",
    "[1}",
    "{a:1}",
    "{'a':1}",
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{"a":1 "b":2}',
    '{"a" 1}',
    "{1:2}",
    "{null:1}",
    "['a']",
    "[x]",
    "[@B.x]",
    '{"a":x}',
    "[+1]",
    "[01]",
    "[NaN]",
    "[Infinity]",
    "[undefined]",
    "[True]",
    "[`a`]",
    "[$kind]",
    "[!true]",
    "[not true]",
    "[1e999]",
    "[[[1e999]]]",
    '{"a":-1e999}',
    '["\\ud800"]',
    '{"\\udfff":1}',
  ])("%s is none", (text) => expect(problemsOf(`x == ${text}`)).toHaveLength(1));

  it("a key __proto__ is an ordinary one", () => {
    expect(canonicalText('x == {"__proto__":{"a":1},"constructor":2}')).toBe(
      'x == {"__proto__":{"a":1},"constructor":2}',
    );
    expect("a" in {}).toBe(false);
  });

  it("true and false before a comparison are terms, elsewhere formulas", () => {
    expect(formulaOf("true")).toEqual({ kind: "bool", value: true });
    expect(formulaOf("true == x")).toEqual(equal(constant(true), variable("x")));
    expect(formulaOf("false = false")).toEqual(equal(constant(false), constant(false)));
    expect(formulaOf("true & x == 1")).toEqual({
      kind: "and",
      left: { kind: "bool", value: true },
      right: x1,
    });
    expect(formulaOf("(false) | true")).toMatchObject({
      kind: "or",
      left: { kind: "bool" },
      right: { kind: "bool" },
    });
    expect(formulaOf("Y true S false")).toMatchObject({ kind: "since", left: { kind: "prev" } });
    expect(formulaOf("p(true, false)")).toEqual({ ...atom("p"), args: [constant(true), constant(false)] });
    expect(problemsOf("(true) == x")[0]).toBe("1:8 formula/syntax");
    expect(problemsOf("!true == x")).toEqual([]);
  });
});
