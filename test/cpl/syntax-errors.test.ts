import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../src/base/index.ts";
import { parseFormula, printFormula } from "../../src/cpl/index.ts";
import { arbitraryFormula } from "../../src/testing/index.ts";
import { formulaOf, problemsOf } from "./formulas.ts";

type Options = NonNullable<Parameters<typeof parseFormula>[1]>;

const found = (text: string, options: Options = {}): readonly Diagnostic[] => {
  const parsed = parseFormula(text, options);
  return parsed.ok ? [] : parsed.diagnostics;
};

const first = (text: string, options: Options = {}): Diagnostic => {
  const [problem] = found(text, options);
  if (problem === undefined) throw new Error(`${text} is a formula`);
  return problem;
};

describe("what was expected, and what was found there", () => {
  it.each<[string, string, RegExp, RegExp]>([
    ["", "1:1", /formula/, /end of the text/],
    ["x == ", "1:6", /term/, /end of the text/],
    ["x == )", "1:6", /term/, /`\)`/],
    ["x == 1 &", "1:9", /formula/, /end of the text/],
    ["x == 1 S", "1:9", /formula/, /end of the text/],
    ["& x == 1", "1:1", /formula/, /`&`/],
    ["x == 1 y", "1:8", /operator/, /`y`/],
    ["x == 1 )", "1:8", /operator|end of the text/, /`\)`/],
    ["(x == 1", "1:8", /`\)`/, /end of the text/],
    ["@B(x == 1", "1:10", /`\)`/, /end of the text/],
    ["@", "1:2", /lifeline/, /end of the text/],
    ["@1", "1:2", /lifeline/, /`1`/],
    ["@B", "1:3", /`\.`|`\(`/, /end of the text/],
    ["@B x == 1", "1:4", /`\.`|`\(`/, /`x`/],
    ["@B.", "1:4", /variable/, /end of the text/],
    ["@B.1 == 1", "1:4", /variable/, /`1`/],
    ["@'B'.x == 1", "1:2", /lifeline/, /`'B'`/],
    ["P[", "1:3", /lifeline/, /end of the text/],
    ["P[B", "1:4", /`\]`/, /end of the text/],
    ["P[B]", "1:5", /formula/, /end of the text/],
    ["P[B) true", "1:4", /`\]`/, /`\)`/],
    ["P['B'] true", "1:3", /lifeline/, /`'B'`/],
    ["seen", "1:5", /`\(`/, /end of the text/],
    ["seen B", "1:6", /`\(`/, /`B`/],
    ["seen()", "1:6", /lifeline/, /`\)`/],
    ["seen(B", "1:7", /`\)`/, /end of the text/],
    ["seen(A, B)", "1:7", /`\)`/, /`,`/],
    ["p(", "1:3", /term/, /end of the text/],
    ["p(x", "1:4", /`,`|`\)`/, /end of the text/],
    ["p(x,)", "1:5", /term/, /`\)`/],
    ["p(,)", "1:3", /term/, /`,`/],
    ["p(x y)", "1:5", /`,`|`\)`/, /`y`/],
    ["p(x == 1)", "1:5", /`,`|`\)`/, /`==`/],
    ["p(!x)", "1:3", /term/, /`!`/],
    ["x == @B", "1:8", /`\.`/, /end of the text/],
    ["x == @B(y)", "1:8", /`\.`/, /`\(`/],
    ["x == (1)", "1:6", /term/, /`\(`/],
    ["x == [1", "1:8", /`\]`/, /end of the text/],
    ['x == {"a":1', "1:12", /`\}`/, /end of the text/],
    ['x == {"a" 1}', "1:11", /`:`/, /`1`/],
    ["x == {1:2}", "1:7", /key/, /`1`/],
    ["x == [y]", "1:7", /JSON value/, /`y`/],
    ["!", "1:2", /formula/, /end of the text/],
    ["Y", "1:2", /formula/, /end of the text/],
    ["()", "1:2", /formula/, /`\)`/],
    ["@B()", "1:4", /formula/, /`\)`/],
  ])("%j at %s", (text, place, expected, met) => {
    const { message, place: where, code } = first(text);
    expect(`${where.line}:${where.column} ${code}`).toBe(`${place} formula/syntax`);
    const [wanted = "", found = ""] = message.split(/, found /);
    expect(wanted).toMatch(expected);
    expect(found).toMatch(met);
  });

  it.each([
    "x",
    "1",
    "'a'",
    "[1]",
    "null",
    "@B.x",
    "$kind",
    "`a b`",
    "x & y == 1",
    "(x)",
    "!x",
    "P x",
    "@A(x)",
    "x S y == 1",
  ])("a bare term in %j suggests a comparison with true", (text) => {
    const { code, remedy, place } = first(text);
    const term = /[x1'[n@$`].*/.exec(text.replace(/^[!(P ]+|^@A\(/, ""))?.[0] ?? "";
    const shown = term.replace(/\)$| & y == 1| S y == 1/, "").replaceAll("'", '"');
    expect([code, place.column]).toEqual(["formula/bare-term", text.indexOf(shown.replaceAll('"', "'")) + 1]);
    expect(remedy).toContain(`\`${shown} == true\``);
    expect(formulaOf(text.replace(shown.replaceAll('"', "'"), `${shown} == true`))).toBeDefined();
  });

  it.each<[string, RegExp]>([
    ["x == 1 && y == 2", /single &/],
    ["x == 1 || y == 2", /single \|/],
    ["1 < x < 3", /&/],
    ["@S(true)", /backticks: `S`|`S` *`|backticks/],
    ["x == 1x", /JSON|white space/],
    ["x == 'a\nb'", /\\n/],
  ])("%j says what to write instead", (text, remedy) => expect(first(text).remedy).toMatch(remedy));

  it.each<[string, string]>([
    ["x == 1 sinse y == 2", "since"],
    ["x == 1 ands y == 2", "and"],
    ["x == 1 orr y == 2", "or"],
    ["x == 1 s y == 2", "S"],
    ["$kin == 'act'", "$kind"],
    ["$mesage == 'm'", "$message"],
  ])("%j: did you mean %s", (text, suggestion) => expect(first(text).suggestion).toBe(suggestion));
});

describe("places", () => {
  it.each<[string, string]>([
    ["x == 1 &\ny", "2:1"],
    ["x == 1 &\r\ny", "2:1"],
    ["\n\n\n  y", "4:3"],
    ["\r\n\r\n\ty", "3:2"],
    ["x == 1\n&\n(y == 2\n|\n  z\n)", "5:3"],
    ["\t\tx ==\t)", "1:8"],
    ["'😀😀😀' == x & y", "1:14"],
    ["x == '😀' &\n'é' == x & y", "2:12"],
    ["`\n\n` == 1 & y", "3:10"],
    ["`a\r\nb` == 1 & y", "2:11"],
    ['x == "e\u0301" & y', "1:13"],
    ["x == 1 & @B.x == 2 & @\nB\n.\n$z == 1", "4:1"],
    ["x == '\u{1f600}\u{1f600}' @", "1:11"],
    ["x == {\n  \"a\": 1,\n  'b': 2\n}", "3:3"],
    ["x == [\r\n1,\r\n]", "3:1"],
    ["p(x,\n  y,\n)", "3:1"],
    ["x == 1\n\n", ""],
    ["x == 1 S\n", "2:1"],
    ["@A(\n@B(\n@C(\nx == 1", "4:7"],
  ])("%j: %s", (text, place) => {
    const [problem] = found(text);
    expect(problem === undefined ? "" : `${problem.place.line}:${problem.place.column}`).toBe(place);
  });

  it("count on from where the text begins in its file", () => {
    const at = (text: string): Diagnostic["place"] =>
      first(text, { file: "wf.ts", line: 40, column: 17 }).place;
    expect(at("y")).toEqual({ file: "wf.ts", line: 40, column: 17 });
    expect(at("x == 1 & y")).toEqual({ file: "wf.ts", line: 40, column: 26 });
    expect(at("x == 1 &\n y")).toEqual({ file: "wf.ts", line: 41, column: 2 });
    expect(first("y", { file: "a.txt" }).place).toEqual({ file: "a.txt", line: 1, column: 1 });
    expect(first("y").place).toEqual({ line: 1, column: 1 });
  });

  it("of what is put into a canonical text are where it was put", () => {
    fc.assert(
      fc.property(
        arbitraryFormula({ depth: 3 }),
        fc.nat(),
        fc.constantFrom("\n", "\r\n", " "),
        (formula, pick, blank) => {
          const words = printFormula(formula).split(" ");
          const at = pick % (words.length + 1);
          const before = words.slice(0, at).join(blank) + (at === 0 ? "" : blank);
          const text = `${before}~ ${words.slice(at).join(" ")}`;
          if (/["'`][^"'`]*$/.test(before.replaceAll(/"(\\.|[^"\\])*"/g, ""))) return; // inside a string
          const lines = before.split("\n");
          expect(problemsOf(text)[0]).toMatch(
            new RegExp(`^${lines.length}:${[...(lines.at(-1) ?? "")].length + 1} |formula/bare-term$`),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("names that are not known", () => {
  const known = {
    lifelines: ["TestRunner", "Committer", "a b"],
    variables: ["status", "candidate"],
    predicates: ["isText"],
  };

  it.each<[string, readonly string[]]>([
    ["@TestRunner(status == 1) & @`a b`.candidate == 1 & isText(status) & seen(Committer)", []],
    ["@TestRuner(true)", ["1:2 lifeline TestRunner"]],
    ["seen(Comitter)", ["1:6 lifeline Committer"]],
    ["P[committer] true", ["1:3 lifeline Committer"]],
    ["@`a  b`.status == 1", ["1:2 lifeline a b"]],
    ["Nobody == 1", ["1:1 variable -"]],
    ["@TestRunner.stauts == 1", ["1:13 variable status"]],
    [
      "statu == @Comitter.candidat",
      ["1:1 variable status", "1:11 lifeline Committer", "1:20 variable candidate"],
    ],
    ["istext(status)", ["1:1 predicate isText"]],
    ["isText(status, statuss)", ["1:16 variable status"]],
    ["x == 1 |\n @X(y == 2)", ["1:1 variable -", "2:3 lifeline -", "2:5 variable -"]],
    ["$kind == $type & @TestRunner.$message == $lifeline", []],
    ["Status == 1 & Status == 2", ["1:1 variable status", "1:15 variable status"]],
    ["TestRunner == 1", ["1:1 variable -"]],
    ["@status(true)", ["1:2 lifeline -"]],
    ["status(candidate)", ["1:1 predicate -"]],
  ])("%j", (text, expected) => {
    expect(
      found(text, known).map(
        ({ code, place, suggestion }) =>
          `${place.line}:${place.column} ${code.replace("formula/unknown-", "")} ${suggestion ?? "-"}`,
      ),
    ).toEqual(expected);
  });

  it.each<[string, Options]>([
    ["lifelines", { lifelines: [] }],
    ["variables", { variables: [] }],
    ["predicates", { predicates: [] }],
  ])("an empty list of %s knows none, a missing one all", (kind, options) => {
    const text = "@A(x == 1) & p(y)";
    const expected = { lifelines: ["1:2"], variables: ["1:4", "1:16"], predicates: ["1:14"] }[kind];
    expect(found(text, options).map(({ place }) => `${place.line}:${place.column}`)).toEqual(expected);
    expect(found(text)).toEqual([]);
  });

  it("prototypes' names are not known unless they are listed", () => {
    const text = "@constructor(toString == 1) & hasOwnProperty(valueOf)";
    expect(found(text, known)).toHaveLength(4);
    const all = ["constructor", "toString", "hasOwnProperty", "valueOf"];
    expect(found(text, { lifelines: all, variables: all, predicates: all })).toEqual([]);
    expect(
      found("@__proto__(__proto__ == 1)", { lifelines: ["__proto__"], variables: ["__proto__"] }),
    ).toEqual([]);
  });
});

describe("every problem", () => {
  it("has a code, a severity, a place and a remedy, and parsing never throws", () => {
    const unit = fc.constantFrom(
      ...["x", "1", "@", "A", "(", ")", "[", "]", "{", "}", ",", ":", ".", "'", '"', "`", "\\", "$", "$kind"],
      ...[
        "P",
        "Y",
        "S",
        "seen",
        "not",
        "true",
        "null",
        "==",
        "=",
        "!",
        "<",
        "&",
        "|",
        "∧",
        "≤",
        "-",
        "e",
        "0",
      ],
      ...[" ", "\n", "\t", "\u0000", "é", "😀", "\ud83d", "\ude00", "\ufeff"],
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 14 }), (units) => {
        const text = units.join("");
        for (const { code, severity, place, remedy, message } of found(text)) {
          expect(code).toMatch(/^formula\//);
          expect(severity).toBe("error");
          expect(message.length * remedy.length).toBeGreaterThan(0);
          const { line = 0, column = 0 } = place;
          const shown = text.split("\n")[line - 1];
          expect(shown).toBeDefined();
          expect(column >= 1 && column <= [...(shown ?? "")].length + 1).toBe(true);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("of an enormous token is told in few words", () => {
    for (const text of [
      `x == ${"9".repeat(50_000)}z`,
      `x == 1 ${"y".repeat(50_000)}`,
      `@${"1".repeat(50_000)}`,
      `x == ${"9".repeat(50_000)}`,
      `@${"B".repeat(50_000)}(true)`,
      "v".repeat(50_000),
      `${"v".repeat(50_000)} == 1`,
      `'${"😀".repeat(10_000)}'`,
      `$${"v".repeat(50_000)} == 1`,
      `\`$${"v".repeat(50_000)}\` == 1`,
    ]) {
      const { message, remedy } = first(text, { variables: ["known"], lifelines: ["known"] });
      expect([message.length < 200, remedy.length < 200]).toEqual([true, true]);
    }
  });
});
