import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeFormula } from "../../src/cpl/check-formula.ts";
import { checkFormula, type Formula, printFormula } from "../../src/cpl/index.ts";
import { atom, canonicalText, constant, equal, formulaOf, problemsOf, variable } from "./formulas.ts";

const reserved = [
  "P",
  "Y",
  "S",
  "seen",
  "not",
  "and",
  "or",
  "since",
  "prev",
  "true",
  "false",
  "null",
] as const;
const metadata = ["$kind", "$type", "$lifeline", "$message"] as const;

/** Names that are not bare, with what they look like in backticks. */
const strange: readonly (readonly [string, string])[] = [
  ["a b", "`a b`"],
  ["9lives", "`9lives`"],
  ["a-b", "`a-b`"],
  ["a.b", "`a.b`"],
  ["@A", "`@A`"],
  ["#", "`#`"],
  ["`", "````"],
  ["``", "``````"],
  ["a`b", "`a``b`"],
  ["`a`", "```a```"],
  [" ", "` `"],
  ["\n", "`\n`"],
  ["a\tb\r\nc", "`a\tb\r\nc`"],
  ["'", "`'`"],
  ['"', '`"`'],
  ["\\", "`\\`"],
  ["\\u0041", "`\\u0041`"],
  ["é", "`é`"],
  ["😀", "`😀`"],
  ["日本", "`日本`"],
  ["\u0000", "`\u0000`"],
  ["(", "`(`"],
  [")", "`)`"],
  ["]", "`]`"],
  ["==", "`==`"],
  ["true ", "`true `"],
  ["$x ", "`$x `"],
  ["\u202e", "`\u202e`"],
];

const ordinary = [
  "a",
  "_",
  "_1",
  "Yx",
  "s",
  "p",
  "TRUE",
  "Not",
  "__proto__",
  "constructor",
  "toString",
  "kind",
] as const;

describe("bare names", () => {
  it.each(ordinary)("%s is one in every place, and quotes around it are dropped", (name) => {
    const text = `@${name}(${name} == @${name}.${name}) & P[${name}] seen(${name}) & ${name}(${name})`;
    expect(canonicalText(text)).toBe(text);
    expect(formulaOf(text.replaceAll(new RegExp(`\\b${name}\\b`, "g"), `\`${name}\``))).toBeDefined();
    expect(canonicalText(`\`${name}\` == 1`)).toBe(`${name} == 1`);
    expect(canonicalText(`@\`${name}\`(true) & seen(\`${name}\`) & P[\`${name}\`] true`)).toBe(
      `@${name}(true) & seen(${name}) & P[${name}] true`,
    );
  });
});

describe("names in backticks", () => {
  it.each(strange.filter(([name]) => !name.startsWith("$")))(
    "%j is written %j in every place",
    (name, quoted) => {
      const text = `@${quoted}(${quoted} == @${quoted}.${quoted}) & P[${quoted}] seen(${quoted}) & ${quoted}(${quoted})`;
      const formula = formulaOf(text);
      expect(printFormula(formula)).toBe(text);
      const strings = new Set<string>();
      JSON.stringify(formula, (key, value: unknown) => {
        if ((key === "name" || key === "lifeline") && typeof value === "string") strings.add(value);
        return value;
      });
      expect([...strings]).toEqual([name]);
    },
  );

  it("any text without lone surrogates is a name, and survives a round trip", () => {
    const name = fc.oneof(
      fc.string({ unit: "binary", minLength: 1, maxLength: 6 }),
      fc.string({
        unit: fc.constantFrom("`", "\\", "\n", "$", "P", "'", '"', "]", ")"),
        minLength: 1,
        maxLength: 6,
      }),
    );
    fc.assert(
      fc.property(name, name, name, (lifeline, variableName, predicate) => {
        const x = variableName.startsWith("$") ? `_${variableName}` : variableName;
        const p = predicate.startsWith("$") ? `_${predicate}` : predicate;
        const formula: Formula = {
          kind: "since",
          left: { kind: "at", lifeline, body: { kind: "once", lifeline, body: { kind: "seen", lifeline } } },
          right: { kind: "predicate", name: p, args: [{ kind: "remote", lifeline, name: x }, variable(x)] },
        };
        expect(makeFormula(formula)).toBe(formula);
        expect(formulaOf(printFormula(formula))).toEqual(formula);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["``", "1:1 formula/name"],
    ["`` == 1", "1:1 formula/name"],
    ["`\ud83d` == 1", "1:1 formula/name"],
    ["`a\udc00b` == 1", "1:1 formula/name"],
    ["`a == 1", "1:1 formula/syntax"],
    ["`a`` == 1", "1:1 formula/syntax"],
    ["``` == 1", "1:1 formula/syntax"],
    ["x == `", "1:6 formula/syntax"],
    ["@``(true)", "1:2 formula/name"],
    ["@B.`` == 1", "1:4 formula/name"],
    ["seen(``)", "1:6 formula/name"],
    ["P[``] true", "1:3 formula/name"],
    ["@`\ud83d`(true)", "1:2 formula/name"],
    ["``(x)", "1:1 formula/name"],
    ["x == `b``", "1:6 formula/syntax"],
  ])("%j: %s", (text, problem) => expect(problemsOf(text)).toEqual([problem]));
});

describe("reserved words", () => {
  it.each(reserved)("%s is a name only in backticks", (word) => {
    const quoted = `\`${word}\``;
    expect(formulaOf(`${quoted} == 1`)).toEqual(equal(variable(word), constant(1)));
    expect(formulaOf(`1 == ${quoted}`)).toEqual(equal(constant(1), variable(word)));
    const text = `@${quoted}(${quoted}()) & P[${quoted}] seen(${quoted}) & @${quoted}.${quoted} == ${quoted}`;
    expect(canonicalText(text)).toBe(text);
  });

  it.each(reserved)("%s without them is neither a lifeline nor a variable after @B.", (word) => {
    expect(problemsOf(`@${word}(true)`)).toEqual(["1:2 formula/reserved"]);
    expect(problemsOf(`@${word}.x == 1`)).toEqual(["1:2 formula/reserved"]);
    expect(problemsOf(`seen(${word})`)).toEqual(["1:6 formula/reserved"]);
    expect(problemsOf(`P[${word}] true`)).toEqual(["1:3 formula/reserved"]);
    expect(problemsOf(`@B.${word} == 1`)).toEqual(["1:4 formula/reserved"]);
    expect(problemsOf(`x == 1 & Y @B.${word} > 2`)).toEqual(["1:15 formula/reserved"]);
  });

  it.each(reserved)("%s says how to quote it", (word) => {
    expect(canonicalText(`@B.\`${word}\` == 1`)).toBe(`@B.\`${word}\` == 1`);
  });

  it.each(["P", "Y", "S", "seen", "not", "and", "or", "since", "prev"])(
    "%s is no variable, on neither side",
    (word) => {
      expect(problemsOf(`${word} == 1`)).toHaveLength(1);
      expect(problemsOf(`x == ${word}`)).toHaveLength(1);
      expect(problemsOf(`p(${word})`)).toHaveLength(1);
    },
  );

  it.each(["S", "and", "or", "since", "true", "false", "null"])("%s is no predicate", (word) => {
    expect(problemsOf(`${word}(x)`)).toHaveLength(1);
    expect(problemsOf(`${word}()`)).toHaveLength(1);
  });
});

describe("metadata", () => {
  it.each(metadata)("%s is a term here and there, without quotes", (field) => {
    const text = `${field} == @B.${field} & p(${field}, @B.${field})`;
    expect(canonicalText(text)).toBe(text);
    expect(formulaOf(`${field} == 1`)).toEqual(equal(variable(field), constant(1)));
  });

  it.each(metadata)("%s in backticks begins with $ and is refused", (field) => {
    expect(problemsOf(`\`${field}\` == 1`)).toEqual(["1:1 formula/name"]);
    expect(problemsOf(`@B.\`${field}\` == 1`)).toEqual(["1:4 formula/name"]);
    expect(problemsOf(`p(x, \`${field}\`)`)).toEqual(["1:6 formula/name"]);
  });

  it.each([
    "$",
    "$x",
    "$Kind",
    "$KIND",
    "$kinds",
    "$kind_",
    "$kind1",
    "$$kind",
    "$message2",
    "$ kind",
    "$on",
    "$1",
  ])("%s is none", (name) => {
    expect(problemsOf(`${name} == 1`)).toEqual(["1:1 formula/name"]);
    expect(problemsOf(`x == 1 | @B.${name} == 1`)).toEqual(["1:13 formula/name"]);
  });

  it.each(["$x", "$", "$kind", "$kind ", "$ "])(
    "%s is a name of no predicate and no variable, quoted or not",
    (name) => {
      expect(problemsOf(`\`${name}\`(x)`)).toEqual(["1:1 formula/name"]);
      expect(problemsOf(`\`${name}\` == 1`)).toEqual(["1:1 formula/name"]);
      expect(problemsOf(`@B.\`${name}\` == 1`)).toEqual(["1:4 formula/name"]);
    },
  );

  it("a lifeline may begin with $, in backticks", () => {
    for (const text of ["@`$x`(true)", "seen(`$kind`)", "P[`$`] true", "@`$x`.y == 1"]) {
      expect(canonicalText(text)).toBe(text);
    }
  });
});

describe("strings", () => {
  it.each<[string, string]>([
    [String.raw`'it\'s'`, "it's"],
    [`'say "hi"'`, 'say "hi"'],
    [String.raw`'say \"hi\"'`, 'say "hi"'],
    [String.raw`"say \"hi\""`, 'say "hi"'],
    [`"it's"`, "it's"],
    [String.raw`'\\'`, "\\"],
    [String.raw`'\\\''`, "\\'"],
    [String.raw`'\/\b\f\n\r\t'`, "/\b\f\n\r\t"],
    [String.raw`"\/\b\f\n\r\t"`, "/\b\f\n\r\t"],
    [String.raw`'\u0041\u00e9\u20AC'`, "Aé€"],
    [String.raw`'\ud83d\ude00'`, "😀"],
    [String.raw`"\uD83D\uDE00"`, "😀"],
    ["'😀'", "😀"],
    ["'`'", "`"],
    ['"`"', "`"],
    ["'\u007f\u2028'", "\u007f\u2028"],
    [String.raw`'\u0000'`, "\u0000"],
    [String.raw`'"\\"'`, '"\\"'],
    [`'"'`, '"'],
    [`'""'`, '""'],
    [String.raw`"'\\'"`, "'\\'"],
  ])("%s", (text, value) => {
    expect(formulaOf(`x == ${text}`)).toEqual(equal(variable("x"), constant(value)));
    expect(canonicalText(`x == ${text}`)).toBe(`x == ${JSON.stringify(value)}`);
  });

  it.each<[string, string]>([
    ["'abc", "1:6 formula/syntax"],
    ['"abc', "1:6 formula/syntax"],
    [`'abc"`, "1:6 formula/syntax"],
    [`"abc'`, "1:6 formula/syntax"],
    [String.raw`'abc\'`, "1:6 formula/syntax"],
    [String.raw`"abc\"`, "1:6 formula/syntax"],
    ["'a\nb'", "1:6 formula/syntax"],
    ['"a\tb"', "1:6 formula/syntax"],
    ["'a\u0000b'", "1:6 formula/syntax"],
    ["'\u001f'", "1:6 formula/syntax"],
    [String.raw`'\x41'`, "1:6 formula/syntax"],
    [String.raw`'\0'`, "1:6 formula/syntax"],
    [String.raw`'\v'`, "1:6 formula/syntax"],
    [String.raw`'\u41'`, "1:6 formula/syntax"],
    [String.raw`'\u{41}'`, "1:6 formula/syntax"],
    [String.raw`'\U0041'`, "1:6 formula/syntax"],
    [String.raw`"\'"`, "1:6 formula/syntax"],
    ["'a\\\nb'", "1:6 formula/syntax"],
    [String.raw`'\ud83d'`, "1:6 formula/value"],
    [String.raw`"\ude00\ud83d"`, "1:6 formula/value"],
    ["'\ud83d'", "1:6 formula/value"],
    [`'a''b'`, "1:9 formula/syntax"],
    [`"a""b"`, "1:9 formula/syntax"],
  ])("%j: %s", (text, problem) => expect(problemsOf(`x == ${text}`)).toEqual([problem]));

  it("in either quotes say every text, and are printed as JSON", () => {
    const single = (text: string): string =>
      `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("'", '"', "\\", "\n", "u", "0", "é", "😀"), maxLength: 8 }),
        (text) => {
          const expected = equal(variable("x"), constant(text));
          // A backslash before a bare double quote would join it: such texts keep their escapes.
          if (!text.includes('\\"')) expect(formulaOf(`x == ${single(text)}`)).toEqual(expected);
          expect(formulaOf(`x == ${JSON.stringify(text)}`)).toEqual(expected);
          expect(printFormula(expected)).toBe(`x == ${JSON.stringify(text)}`);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("names in plain data", () => {
  const codes = (formula: Formula): readonly string[] => checkFormula(formula).map(({ code }) => code);
  const there = (lifeline: string): readonly Formula[] => [
    { kind: "at", lifeline, body: atom("p") },
    { kind: "seen", lifeline },
    { kind: "once", lifeline, body: atom("p") },
    equal({ kind: "remote", lifeline, name: "x" }, constant(1)),
  ];

  it.each(["", "\ud800", "a\udfff"])("the lifeline %j is refused wherever it stands", (name) => {
    for (const formula of there(name)) {
      expect(codes(formula)).toEqual(["formula/name"]);
      expect(() => makeFormula(formula)).toThrow(expect.objectContaining({ code: "formula/name" }));
    }
  });

  it.each(["", "\ud800", "$x", "$", "$kind "])("the variable and the predicate %j are refused", (name) => {
    expect(codes(equal(variable(name), constant(1)))).toEqual(["formula/name"]);
    expect(codes(equal({ kind: "remote", lifeline: "B", name }, constant(1)))).toEqual(["formula/name"]);
    expect(codes(atom(name))).toEqual(["formula/name"]);
  });

  it("names that the text form can quote are fine", () => {
    for (const name of [...reserved, ...ordinary, ...strange.map(([n]) => n)]) {
      for (const formula of there(name)) {
        expect(codes(formula)).toEqual([]);
        expect(formulaOf(printFormula(formula))).toEqual(formula);
      }
    }
  });
});
