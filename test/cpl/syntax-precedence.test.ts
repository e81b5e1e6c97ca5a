import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Formula, printFormula } from "../../src/cpl/index.ts";
import { atom, canonicalText, formulaOf } from "./formulas.ts";

type Binary = "or" | "and" | "since";

const signs: { readonly [K in Binary]: string } = { or: "|", and: "&", since: "S" };
const binaries: readonly Binary[] = ["or", "and", "since"]; // the loosest first
const [a, b, c, d] = [atom("a"), atom("b"), atom("c"), atom("d")];

const join = (kind: Binary, left: Formula, right: Formula): Formula => ({ kind, left, right });

/** The prefix operators, with what they make of their operand. */
const prefixes: readonly (readonly [string, (body: Formula) => Formula])[] = [
  ["!", (body) => ({ kind: "not", body })],
  ["Y ", (body) => ({ kind: "prev", body })],
  ["P ", (body) => ({ kind: "once", lifeline: null, body })],
  ["P[B] ", (body) => ({ kind: "once", lifeline: "B", body })],
];

const pairs = binaries.flatMap((first) => binaries.map((second) => [first, second] as const));

describe("two binary operators in a row", () => {
  it.each(pairs)("a %s b %s c: the tighter one binds, equals to the left", (first, second) => {
    const text = `a() ${signs[first]} b() ${signs[second]} c()`;
    const rightBinds = binaries.indexOf(second) > binaries.indexOf(first);
    const toTheLeft = join(second, join(first, a, b), c);
    const toTheRight = join(first, a, join(second, b, c));
    expect(formulaOf(text)).toEqual(rightBinds ? toTheRight : toTheLeft);
    expect(canonicalText(text)).toBe(text);
    // Both ways of writing parentheses are read as written, and printed with the fewest.
    expect(formulaOf(`(a() ${signs[first]} b()) ${signs[second]} c()`)).toEqual(toTheLeft);
    expect(formulaOf(`a() ${signs[first]} (b() ${signs[second]} c())`)).toEqual(toTheRight);
    expect(printFormula(toTheLeft)).toBe(
      rightBinds ? `(a() ${signs[first]} b()) ${signs[second]} c()` : text,
    );
    expect(printFormula(toTheRight)).toBe(
      rightBinds ? text : `a() ${signs[first]} (b() ${signs[second]} c())`,
    );
  });

  it.each(binaries.flatMap((x) => pairs.map(([y, z]) => [x, y, z] as const)))(
    "a %s b %s c %s d, against a climbing parser",
    (...ops) => {
      const atoms = [a, b, c, d];
      const climb = (from: number, level: number): readonly [Formula, number] => {
        let left = atoms[from] ?? a;
        let at = from;
        for (let op = ops[at]; op !== undefined && binaries.indexOf(op) >= level; op = ops[at]) {
          const [right, next] = climb(at + 1, binaries.indexOf(op) + 1);
          left = join(op, left, right);
          at = next;
        }
        return [left, at];
      };
      const text = `a() ${signs[ops[0]]} b() ${signs[ops[1]]} c() ${signs[ops[2]]} d()`;
      expect(formulaOf(text)).toEqual(climb(0, 0)[0]);
      expect(canonicalText(text)).toBe(text);
    },
  );
});

describe("a prefix operator binds tighter than every binary one", () => {
  it.each(prefixes.flatMap(([sign, wrap]) => binaries.map((op) => [sign, op, wrap] as const)))(
    "%s before %s",
    (sign, op, wrap) => {
      const text = `${sign}a() ${signs[op]} b()`;
      expect(formulaOf(text)).toEqual(join(op, wrap(a), b));
      expect(formulaOf(`a() ${signs[op]} ${sign}b()`)).toEqual(join(op, a, wrap(b)));
      expect(formulaOf(`${sign}(a() ${signs[op]} b())`)).toEqual(wrap(join(op, a, b)));
      expect(canonicalText(text)).toBe(text);
      expect(canonicalText(`${sign}(a() ${signs[op]} b())`)).toBe(`${sign}(a() ${signs[op]} b())`);
      expect(canonicalText(`(${sign}a()) ${signs[op]} (${sign}(b()))`)).toBe(
        `${sign}a() ${signs[op]} ${sign}b()`,
      );
    },
  );

  it.each(prefixes.flatMap(([one, f]) => prefixes.map(([two, g]) => [one, two, f, g] as const)))(
    "%s%s stand in a row without parentheses",
    (one, two, f, g) => {
      expect(formulaOf(`${one}${two}a()`)).toEqual(f(g(a)));
      expect(formulaOf(`${one}(${two}(a()))`)).toEqual(f(g(a)));
      expect(printFormula(f(g(a)))).toBe(`${one}${two}a()`);
    },
  );

  it.each(["==", "!=", "<", "<=", ">", ">="])("and looser than %s", (op) => {
    for (const [sign, wrap] of prefixes) {
      const compared = formulaOf(`x ${op} 1`);
      expect(formulaOf(`${sign}x ${op} 1`)).toEqual(wrap(compared));
      expect(printFormula(wrap(compared))).toBe(`${sign}x ${op} 1`);
      expect(canonicalText(`${sign}(x ${op} 1)`)).toBe(`${sign}x ${op} 1`);
    }
  });
});

describe("parentheses", () => {
  it.each<[string, string]>([
    ["((((a()))))", "a()"],
    ["(a() & b()) & c()", "a() & b() & c()"],
    ["a() & (b() & c())", "a() & (b() & c())"],
    ["(a() | b()) | (c() | d())", "a() | b() | (c() | d())"],
    ["(a() & b()) | (c() & d())", "a() & b() | c() & d()"],
    ["(a() | b()) & (c() | d())", "(a() | b()) & (c() | d())"],
    ["(a() S b()) & (c() S d())", "a() S b() & c() S d()"],
    ["(a() & b()) S (c() & d())", "(a() & b()) S (c() & d())"],
    ["@A((a()))", "@A(a())"],
    ["@A((a() | b()) & c())", "@A((a() | b()) & c())"],
    ["@A(a() | b()) & c()", "@A(a() | b()) & c()"],
    ["@A(@B(@C((a()))))", "@A(@B(@C(a())))"],
    ["!(@A(a() | b()))", "!@A(a() | b())"],
    ["Y (seen(A))", "Y seen(A)"],
    ["P (P[A] (a()))", "P P[A] a()"],
    ["P ([1] == x)", "P ([1] == x)"],
    ["P ([] != x & a())", "P ([] != x & a())"],
    ["P (![1] == x)", "P ![1] == x"],
    ["P[A] ([1] == x)", "P[A] [1] == x"],
    ["Y ([1] == x)", "Y [1] == x"],
    ["!([1] == x)", "![1] == x"],
    ["P (x == [1])", "P x == [1]"],
    ["P ({} == x)", "P {} == x"],
    ["P (P ([1] == x))", "P P ([1] == x)"],
    ["!((true))", "!true"],
    ["(true == x) S (false)", "true == x S false"],
  ])("%s is written %s", (text, canonical) => {
    expect(canonicalText(text)).toBe(canonical);
    expect(formulaOf(canonical)).toEqual(formulaOf(text));
  });
});

/** A formula with one of its many texts: any spelling, white space and extra parentheses, as dice have it. */
interface Told {
  readonly formula: Formula;
  readonly text: string;
  /** 0 or, 1 and, 2 since, 3 unary. */
  readonly level: number;
}

const spellings: { readonly [K in Binary]: readonly string[] } = {
  or: ["|", " | ", "∨", " or ", "\n|\t"],
  and: ["&", " & ", "∧", " and ", " &\r\n"],
  since: [" S ", " since ", "\tS\n"],
};

const grouped = (told: Told, least: number, extra: boolean): string =>
  told.level < least || extra ? `( ${told.text})` : told.text;

const leaf: fc.Arbitrary<Told> = fc.constantFrom<Told>(
  { formula: a, text: "a( )", level: 3 },
  { formula: b, text: " b()", level: 3 },
  { formula: { kind: "bool", value: true }, text: "true ", level: 3 },
  { formula: { kind: "seen", lifeline: "S" }, text: "seen (`S`)", level: 3 },
  { formula: formulaOf("x == [1]"), text: "x=[ 1 ]", level: 3 },
  { formula: formulaOf('@B.y != "q"'), text: "@B . y≠'q'", level: 3 },
);

const { told } = fc.letrec<{ told: Told }>((tie) => ({
  told: fc.oneof(
    { maxDepth: 5, depthSize: "small" },
    leaf,
    fc
      .tuple(fc.constantFrom(...binaries), tie("told"), tie("told"), fc.nat(), fc.boolean(), fc.boolean())
      .map(([op, left, right, pick, l, r]): Told => {
        const level = binaries.indexOf(op);
        const sign = spellings[op][pick % spellings[op].length] ?? "";
        const text = `${grouped(left, level, l)}${sign}${grouped(right, level + 1, r)}`;
        return { formula: join(op, left.formula, right.formula), text, level };
      }),
    fc
      .tuple(fc.nat(), tie("told"), fc.boolean(), fc.constantFrom(0, 1))
      .map(([pick, body, extra, spelling]): Told => {
        const [sign = "", wrap = () => a] = prefixes[pick % prefixes.length] ?? [];
        const word = spelling === 1 ? ({ "!": "not ", "Y ": "prev " }[sign] ?? sign) : sign;
        return { formula: wrap(body.formula), text: `${word}${grouped(body, 3, extra)}`, level: 3 };
      }),
    tie("told").map(
      ({ formula, text }): Told => ({
        formula: { kind: "at", lifeline: "A", body: formula },
        text: `@ A(${text})`,
        level: 3,
      }),
    ),
  ),
}));

describe("every text of a formula", () => {
  it("is read as that formula, and has one canonical text", () => {
    const canonical = new Map<string, string>();
    fc.assert(
      fc.property(told, ({ formula, text }) => {
        expect(formulaOf(text)).toEqual(formula);
        const printed = printFormula(formula);
        expect(canonicalText(text)).toBe(printed);
        expect(formulaOf(printed)).toEqual(formula);
        expect(printed).not.toMatch(/[^ -~]|^ | $| {2}/);
        const key = JSON.stringify(formula);
        expect(canonical.get(printed) ?? key).toBe(key);
        canonical.set(printed, key);
      }),
      { numRuns: 800 },
    );
  });
});
