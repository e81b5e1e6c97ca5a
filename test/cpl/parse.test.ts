import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Formula, parseFormula, printFormula } from "../../src/cpl/index.ts";
import { arbitraryFormula } from "../../src/testing/index.ts";

function parse(text: string): Formula {
  const parsed = parseFormula(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.diagnostics.map((d) => d.message).join()}`);
  return parsed.formula;
}

const canonical = (text: string): string => printFormula(parse(text));

/** Line, column and code of the first diagnostic. */
function failure(text: string, options = {}): string {
  const parsed = parseFormula(text, options);
  const [first] = parsed.ok ? [] : parsed.diagnostics;
  return first === undefined ? "fine" : `${first.place.line}:${first.place.column} ${first.code}`;
}

describe("precedence", () => {
  it.each([
    ["a == 1 | b == 2 & c == 3 S d == 4", "a == 1 | b == 2 & c == 3 S d == 4"],
    ["(a == 1 | b == 2) & c == 3", "(a == 1 | b == 2) & c == 3"],
    ["a == 1 S (b == 2 S c == 3)", "a == 1 S (b == 2 S c == 3)"],
    ["((a == 1 S b == 2) S c == 3)", "a == 1 S b == 2 S c == 3"],
    ["!(a < b)", "!a < b"],
    ["!(a == 1 & b == 1)", "!(a == 1 & b == 1)"],
    ["Y(a == 1 | b == 1)", "Y (a == 1 | b == 1)"],
    ["! Y P P [ B ] @ B ( ( true ) )", "!Y P P[B] @B(true)"],
    ["(a == 1 & b == 1) S (c == 1 | d == 1)", "(a == 1 & b == 1) S (c == 1 | d == 1)"],
  ])("%s", (text, printed) => expect(canonical(text)).toBe(printed));

  it("6: binary operators are left-associative binary nodes and keep the order of their operands", () => {
    expect(parse("p() & q() & r()")).toEqual({
      kind: "and",
      left: {
        kind: "and",
        left: { kind: "predicate", name: "p", args: [] },
        right: { kind: "predicate", name: "q", args: [] },
      },
      right: { kind: "predicate", name: "r", args: [] },
    });
  });
});

describe("scenarios", () => {
  it("1: an atom keeps its predicate and prints as it is named", () => {
    expect(parse("isText(x)")).toMatchObject({ kind: "predicate", name: "isText" });
    expect(canonical("isText( x )")).toBe("isText(x)");
  });

  it("4: every operator takes a bare predicate", () => {
    expect(canonical("Y p() | @A(p()) | p() S q() | P p()")).toBe("Y p() | @A(p()) | p() S q() | P p()");
  });

  it("63: a call of a function that nobody gave is refused, a formula over variables is not", () => {
    const known = { variables: ["n"], predicates: ["even"] };
    expect(failure("len(n)", known)).toBe("1:1 formula/unknown-predicate");
    expect([failure("n > 0", known), failure("even(n)", known)]).toEqual(["fine", "fine"]);
  });
});

describe("spellings", () => {
  it.each([
    ["not a = 1 and b ≠ 2 or prev c ≤ 3 since d ≥ 4", "!a == 1 & b != 2 | Y c <= 3 S d >= 4"],
    ["¬a==1∧b==1∨c==1", "!a == 1 & b == 1 | c == 1"],
    ["x == 'say \"hi\", it\\'s \\u0041'", String.raw`x == "say \"hi\", it's A"`],
    ["`my var` == `a``b`", "`my var` == `a``b`"],
    ["@`the B`.`x y` == 1 & P[`the B`] seen(`P`)", "@`the B`.`x y` == 1 & P[`the B`] seen(`P`)"],
    ["`plain` == 1", "plain == 1"],
    ['x == { "b" : [ 1 , true , null ] , "a" : -0.5e1 }', 'x == {"a":-5,"b":[1,true,null]}'],
    ['x == {"a":1,"a":2}', 'x == {"a":2}'],
    ["true == x & false != y & true", "true == x & false != y & true"],
    ["null == x", "null == x"],
    ["P ([1] == x)", "P ([1] == x)"],
    ["x == -0", "x == 0"],
    ["$kind == 'send' & @B.$message == $message", '$kind == "send" & @B.$message == $message'],
    ["p(x, @B.y, 1, 'a', [2])", 'p(x, @B.y, 1, "a", [2])'],
    ["x==1&y==2", "x == 1 & y == 2"],
    ["Yx == 1 & Sx == 1 & seenB == 2", "Yx == 1 & Sx == 1 & seenB == 2"],
    ["x == 1\tS\r\ny\n==\t2", "x == 1 S y == 2"],
    ["x == \"\u{1f600}\" | x == '\\ud83d\\ude00'", 'x == "\u{1f600}" | x == "\u{1f600}"'],
  ])("%s", (text, printed) => {
    expect(canonical(text)).toBe(printed);
    expect(canonical(printed)).toBe(printed);
  });

  it("keeps hostile names and keys as ordinary ones", () => {
    const formula = parse('@__proto__.constructor == {"__proto__":1}');
    expect(printFormula(formula)).toBe('@__proto__.constructor == {"__proto__":1}');
  });

  it("3: a lifeline is the same with and without quotes", () => {
    expect(parse("@A(true)")).toEqual(parse("@`A`(true)"));
  });

  it("5: @A.v is a remote term and v a local one", () => {
    expect(parse("@A.v == v")).toEqual({
      kind: "compare",
      op: "==",
      left: { kind: "remote", lifeline: "A", name: "v" },
      right: { kind: "var", name: "v" },
    });
  });
});

describe("round trips", () => {
  it("parse(print(f)) is f, and print is canonical", () => {
    fc.assert(
      fc.property(
        arbitraryFormula({ lifelines: ["A", "b c", "P", "`", "$kind"], variables: ["x", "S", "é\n"] }),
        (f) => {
          const text = printFormula(f);
          expect(parse(text)).toEqual(f);
          expect(canonical(text)).toBe(text);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("no fewer parentheses mean the same", () => {
    const pair = /\(([^()]*)\)/g;
    fc.assert(
      fc.property(arbitraryFormula({ depth: 3, predicates: false }), (f) => {
        const text = printFormula(f);
        for (const match of text.matchAll(pair)) {
          const before = text.slice(0, match.index);
          if (/(@\w|seen)$/.test(before) || /["'`]/.test(match[1] ?? "")) continue;
          const without = `${before}${match[1]}${text.slice((match.index ?? 0) + match[0].length)}`;
          const parsed = parseFormula(without);
          expect(parsed.ok && JSON.stringify(parsed.formula) === JSON.stringify(parse(text))).toBe(false);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("never throws, whatever the text", () => {
    const pieces = [
      "x",
      "@B",
      "(",
      ")",
      "P",
      "[",
      "]",
      "Y",
      "S",
      "&",
      "==",
      "'",
      '"',
      "`",
      "1",
      "-",
      "{",
      ":",
      ",",
      "true",
      " ",
      "$kind",
      "\u{1f600}",
      "\ud800",
      "\\",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 25 }), (parts) => {
        const parsed = parseFormula(parts.join(""));
        if (parsed.ok) expect(canonical(printFormula(parsed.formula))).toBe(printFormula(parsed.formula));
        else expect(parsed.diagnostics.length).toBeGreaterThan(0);
      }),
      { numRuns: 3000 },
    );
  });
});

describe("errors", () => {
  it.each([
    ["", "1:1 formula/syntax"],
    ["x", "1:1 formula/bare-term"],
    ["@B.x & y == 1", "1:1 formula/bare-term"],
    ["y == 1 & null", "1:10 formula/bare-term"],
    ["x == 1 &", "1:9 formula/syntax"],
    ["(x == 1", "1:8 formula/syntax"],
    ["x == 1)", "1:7 formula/syntax"],
    ["x == 1 y == 2", "1:8 formula/syntax"],
    ["x == 1S y == 2", "1:6 formula/syntax"],
    ["a < b < c", "1:7 formula/syntax"],
    ["x === 1", "1:5 formula/syntax"],
    ["x == 1 && y == 1", "1:9 formula/syntax"],
    ["x == 01", "1:6 formula/syntax"],
    ["x == 1.", "1:6 formula/syntax"],
    ["x == -", "1:6 formula/syntax"],
    ["x == 1e999", "1:6 formula/value"],
    ["x == 'a", "1:6 formula/syntax"],
    ["x == 'a\\q'", "1:6 formula/syntax"],
    ['x == "\\\'"', "1:6 formula/syntax"],
    ["x == 'a\nb'", "1:6 formula/syntax"],
    ["x == '\\ud800'", "1:6 formula/value"],
    ["x == '\ud800'", "1:6 formula/value"],
    ["`\ud800` == 1", "1:1 formula/name"],
    ["`` == 1", "1:1 formula/name"],
    ["`a == 1", "1:1 formula/syntax"],
    ["x == [1,]", "1:9 formula/syntax"],
    ["x == {a:1}", "1:7 formula/syntax"],
    ["x == ['a']", "1:7 formula/syntax"],
    ["$foo == 1", "1:1 formula/name"],
    ["`$kind` == 1", "1:1 formula/name"],
    ["@B.`$x` == 1", "1:4 formula/name"],
    ["$kind(x)", "1:1 formula/name"],
    ["`$p`(x)", "1:1 formula/name"],
    ["@P(true)", "1:2 formula/reserved"],
    ["seen(true)", "1:6 formula/reserved"],
    ["@B.S == 1", "1:4 formula/reserved"],
    ["P[1] == x", "1:3 formula/syntax"],
    ["P(x)", "1:3 formula/bare-term"],
    ["seen == 1", "1:6 formula/syntax"],
    ["x\u00a0== 1", "1:2 formula/syntax"],
    ["x == 1 # no", "1:8 formula/syntax"],
    ["x == 1\n & (\r\n  y", "3:3 formula/bare-term"],
    ["'\u{1f600}' == x y", "1:10 formula/syntax"],
    ["P Y S x == 1", "1:5 formula/syntax"],
    ["63 == f(x)", "1:8 formula/syntax"],
  ])("%j: %s", (text, expected) => expect(failure(text)).toBe(expected));

  it("5, 63: a bare term suggests a comparison, a misspelt word the nearest operator", () => {
    expect(parseFormula("@B.x")).toMatchObject({ diagnostics: [{ remedy: "Compare it: `@B.x == true`." }] });
    expect(parseFormula("x == 1 sinse y == 2")).toMatchObject({
      diagnostics: [
        { message: "expected an operator or the end of the text, found `sinse`", suggestion: "since" },
      ],
    });
  });

  it("says which parenthesis is open", () => {
    for (const [text, open] of [
      ["x == 1 & (y == 2", "`(` in column 10"],
      ["@B(x == 1", "`(` in column 3"],
      ["((x == 1) | y == 2", "`(` in column 1"],
      ["x == 1 &\n  (y == 2", "`(` in line 2, column 3"],
    ] as const) {
      expect(parseFormula(text)).toMatchObject({
        diagnostics: [
          { message: `expected an operator or \`)\` for the ${open}, found the end of the text` },
        ],
      });
    }
  });

  it("names every unknown lifeline, variable and predicate with the nearest one", () => {
    const known = { lifelines: ["TestRunner"], variables: ["status"], predicates: ["isText"] };
    const parsed = parseFormula("@TestRuner(staus == 1) &\n istext(status) & @TestRunner.$type == 1", {
      ...known,
      file: "f.ts",
    });
    expect(parsed).toMatchObject({
      ok: false,
      diagnostics: [
        {
          code: "formula/unknown-lifeline",
          suggestion: "TestRunner",
          place: { file: "f.ts", line: 1, column: 2 },
        },
        { code: "formula/unknown-variable", suggestion: "status", place: { line: 1, column: 12 } },
        { code: "formula/unknown-predicate", suggestion: "isText", place: { line: 2, column: 2 } },
      ],
    });
    expect(parseFormula("@TestRunner(isText(status))", known).ok).toBe(true);
  });

  it("reports at most 100 unknown names", () => {
    const many = Array.from({ length: 5000 }, (_, i) => `v${i} == 1`).join(" & ");
    const parsed = parseFormula(many, { variables: ["known"] });
    expect(parsed.ok || parsed.diagnostics.length).toBe(100);
  });

  it("counts lines and columns from where the text begins", () => {
    expect(failure("x &\n y", { line: 10, column: 5 })).toBe("10:5 formula/bare-term");
    expect(failure("x == 1 &\n y", { line: 10, column: 5 })).toBe("11:2 formula/bare-term");
  });
});

describe("limits", () => {
  it("64: values nest at most 256 levels", () => {
    const nested = (n: number): string => `x == ${"[".repeat(n)}${"]".repeat(n)}`;
    expect(failure(nested(256))).toBe("fine");
    expect(failure(nested(257))).toBe("1:262 formula/value");
    expect(failure(nested(100_000))).toBe("1:262 formula/value");
  });

  it("counts a left-associative chain once, parentheses not at all, and everything else by nodes", () => {
    expect(failure(`${"!".repeat(255)}true`)).toBe("fine");
    expect(failure(`${"!".repeat(256)}true`)).toBe("1:1 formula/too-deep");
    expect(failure(`x == 1${" & x == 1".repeat(5000)}`)).toBe("fine");
    expect(failure(`${"(".repeat(50_000)}true${")".repeat(50_000)}`)).toBe("fine");
    const right = (n: number): string => `${"true & (".repeat(n)}true${")".repeat(n)}`;
    expect(failure(right(255))).toBe("fine");
    expect(failure(right(256))).toBe("1:1 formula/too-deep");
    expect(failure(right(50_000))).toBe("1:1 formula/too-deep");
    const mixed = (n: number): string => `${"(".repeat(n)}true${" & true | true)".repeat(n)}`;
    expect(failure(mixed(127))).toBe("fine");
    expect(failure(mixed(128))).toBe("1:1 formula/too-deep");
  });

  it("takes canonical texts of up to 64 KiB of UTF-8, however long the text that was read", () => {
    const sized = (bytes: number): string => `x == "${"é".repeat((bytes - 7) / 2)}"`;
    expect(failure(sized(65_535))).toBe("fine");
    expect(failure(sized(65_537))).toBe("1:1 formula/too-large");
    expect(failure(`x == 1${" ".repeat(100_000)}`)).toBe("fine");
  });
});
