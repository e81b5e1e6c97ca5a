import { describe, expect, it } from "vitest";
import type { Json } from "../../src/base/index.ts";
import { makeFormula } from "../../src/cpl/check-formula.ts";
import { checkFormula, type Formula, printFormula } from "../../src/cpl/index.ts";
import { atom, constant, equal, formulaOf, problemsOf, variable } from "./formulas.ts";

const yes: Formula = { kind: "bool", value: true };

/** A node around another, and the text that it adds before and after. */
interface Wrapping {
  readonly name: string;
  readonly text: readonly [before: string, after: string];
  readonly node: (body: Formula) => Formula;
}

/** Every operator that lengthens the path by one node. */
const wrappings: readonly Wrapping[] = [
  { name: "!", text: ["!", ""], node: (body) => ({ kind: "not", body }) },
  { name: "not", text: ["not ", ""], node: (body) => ({ kind: "not", body }) },
  { name: "Y", text: ["Y ", ""], node: (body) => ({ kind: "prev", body }) },
  { name: "P", text: ["P ", ""], node: (body) => ({ kind: "once", lifeline: null, body }) },
  { name: "P[B]", text: ["P[B] ", ""], node: (body) => ({ kind: "once", lifeline: "B", body }) },
  { name: "@B(…)", text: ["@B(", ")"], node: (body) => ({ kind: "at", lifeline: "B", body }) },
  {
    name: "right of |",
    text: ["p() | (", ")"],
    node: (body) => ({ kind: "or", left: atom("p"), right: body }),
  },
  {
    name: "right of &",
    text: ["p() & (", ")"],
    node: (body) => ({ kind: "and", left: atom("p"), right: body }),
  },
  {
    name: "right of S",
    text: ["p() S (", ")"],
    node: (body) => ({ kind: "since", left: atom("p"), right: body }),
  },
];

const repeated = ({ text: [before, after] }: Wrapping, times: number, core = "true"): string =>
  before.repeat(times) + core + after.repeat(times);

const built = ({ node }: Wrapping, times: number, core: Formula = yes): Formula =>
  Array.from({ length: times }).reduce<Formula>((body) => node(body), core);

const codes = (formula: Formula): readonly string[] => checkFormula(formula).map(({ code }) => code);

describe("depth: nodes on a path", () => {
  it.each(wrappings)("$name: 256 are taken and 257 refused, as text and as data", (wrapping) => {
    expect(problemsOf(repeated(wrapping, 255))).toEqual([]);
    expect(problemsOf(repeated(wrapping, 256))).toEqual(["1:1 formula/too-deep"]);
    expect(codes(built(wrapping, 255))).toEqual([]);
    expect(codes(built(wrapping, 256))).toEqual(["formula/too-deep"]);
    expect(makeFormula(built(wrapping, 255))).toBeDefined();
    expect(() => makeFormula(built(wrapping, 256))).toThrow(
      expect.objectContaining({ code: "formula/too-deep", what: expect.stringMatching(/257/) }),
    );
  });

  it.each(wrappings)("$name: 255 around an atom round-trip", (wrapping) => {
    const formula = built(wrapping, 255, atom("q"));
    expect(formulaOf(printFormula(formula))).toEqual(formula);
  });

  it.each(["x == 1", "p(x, y)", "seen(A)", "x == [[[[1]]]]", "@B.x < @C.y"])(
    "an atom is one node: %s",
    (core) => {
      const [not] = wrappings;
      if (not === undefined) return;
      expect(problemsOf(repeated(not, 255, core))).toEqual([]);
      expect(problemsOf(repeated(not, 256, core))).toEqual(["1:1 formula/too-deep"]);
    },
  );

  it("is no matter of parentheses and white space", () => {
    expect(problemsOf(`${"( ".repeat(5000)}true${" )".repeat(5000)}`)).toEqual([]);
    expect(
      problemsOf(`@B(${"(".repeat(300)}${repeated(wrappings[0] as Wrapping, 254)}${")".repeat(300)})`),
    ).toEqual([]);
  });

  it.each(["&", "|", "S"])("a left-associative chain of %s counts once, however long", (sign) => {
    const chain = (n: number): string => Array.from({ length: n }, () => "p()").join(` ${sign} `);
    expect(problemsOf(chain(6000))).toEqual([]);
    expect(problemsOf(`${"!".repeat(254)}(${chain(600)})`)).toEqual([]);
    expect(problemsOf(`${"!".repeat(255)}(${chain(2)})`)).toEqual(["1:1 formula/too-deep"]);
    // The operands hang below the chain's one node, the first and the last alike.
    expect(problemsOf(`${"!".repeat(254)}p() ${sign} ${chain(50)}`)).toEqual([]);
    expect(problemsOf(`${"!".repeat(255)}p() ${sign} ${chain(50)}`)).toEqual(["1:1 formula/too-deep"]);
    expect(problemsOf(`${chain(50)} ${sign} ${"!".repeat(254)}p()`)).toEqual([]);
    expect(problemsOf(`${chain(50)} ${sign} ${"!".repeat(255)}p()`)).toEqual(["1:1 formula/too-deep"]);
    expect(problemsOf(`${chain(25)} ${sign} ${"!".repeat(255)}p() ${sign} ${chain(25)}`)).toEqual([
      "1:1 formula/too-deep",
    ]);
  });

  it("a chain of another operator is another node", () => {
    const mixed = (n: number): string => `${"(".repeat(n)}p()${" & p() | p())".repeat(n)}`;
    expect(problemsOf(mixed(127))).toEqual([]); // 2 · 127 nodes, and an atom
    expect(problemsOf(mixed(128))).toEqual(["1:1 formula/too-deep"]);
    const three = (n: number): string => `${"(".repeat(n)}p()${" S p() & p() | p())".repeat(n)}`;
    expect(problemsOf(three(85))).toEqual([]); // 3 · 85 + 1 = 256
    expect(problemsOf(three(86))).toEqual(["1:1 formula/too-deep"]);
  });

  it("far beyond the call stack is refused, as text and as data", () => {
    for (const wrapping of wrappings) {
      expect(problemsOf(repeated(wrapping, 12_000))).toContain("1:1 formula/too-deep");
      expect(codes(built(wrapping, 12_000))).toContain("formula/too-deep");
    }
  });

  it("tells where the text begins, and how deep it is", () => {
    expect(problemsOf(`\n  ${"!".repeat(300)}true`, { line: 7, column: 3 })).toEqual([
      "7:3 formula/too-deep",
    ]);
    expect(checkFormula(built(wrappings[0] as Wrapping, 299))[0]?.message).toMatch(/300.*256/);
  });
});

describe("depth of constants", () => {
  const lists = (n: number, core = ""): string => `${"[".repeat(n)}${core}${"]".repeat(n)}`;
  const objects = (n: number): string => `${'{"k":'.repeat(n)}1${"}".repeat(n)}`;

  it.each<[string, readonly string[]]>([
    [`x == ${lists(256)}`, []],
    [`x == ${lists(257)}`, ["formula/value"]],
    [`x == ${objects(255)}`, []],
    [`x == ${objects(300)}`, ["formula/value"]],
    [`p(1, ${lists(300)})`, ["formula/value"]],
    [`${lists(300, "1")} == x`, ["formula/value"]],
    [`x == [${lists(200)},${lists(300)}]`, ["formula/value"]],
    [`x == ${lists(100_000)}`, ["formula/value"]],
    [`x == ${"[".repeat(100_000)}`, ["formula/value"]],
    [`x == ${'{"a":'.repeat(100_000)}`, ["formula/value"]],
  ])("%.20s…", (text, expected) =>
    expect(problemsOf(text).map((p) => p.slice(p.indexOf(" ") + 1))).toEqual(expected),
  );

  it("what the text takes, the check of data takes, and the other way round", () => {
    const nested = (n: number): Json => Array.from({ length: n }).reduce<Json>((inner) => [inner], []);
    for (const depth of [1, 128, 254, 255, 256, 257]) {
      const formula = equal(variable("x"), constant(nested(depth)));
      const sound = checkFormula(formula).length === 0;
      expect([depth, sound]).toEqual([depth, problemsOf(`x == ${lists(depth + 1)}`).length === 0]);
      if (sound) expect(formulaOf(printFormula(formula))).toEqual(formula);
    }
  });

  it("values that are no JSON are refused in data", () => {
    const values: readonly unknown[] = [
      Number.NaN,
      1 / 0,
      undefined,
      1n,
      "\ud800",
      { "\udc00": 1 },
      new Date(0),
      () => 1,
      [undefined],
    ];
    for (const value of values) {
      const formula = equal(variable("x"), constant(value as Json));
      expect(codes(formula)).toEqual(["formula/value"]);
      expect(() => makeFormula(formula)).toThrow(expect.objectContaining({ code: "formula/value" }));
    }
  });
});

describe("64 KiB of UTF-8", () => {
  const most = 65_536;

  it.each<[string, string, number]>([
    ["one byte", "a", 1],
    ["two bytes", "é", 2],
    ["three bytes", "日", 3],
    ["four bytes", "😀", 4],
    ["an escape of two", '\\"', 2],
    ["an escape of six", "\\u0001", 6],
  ])("characters of %s: the last text that fits and the first that does not", (_, unit, bytes) => {
    const text = (total: number): string => {
      const room = total - 'x == ""'.length;
      return `x == "${unit.repeat(Math.floor(room / bytes))}${"a".repeat(room % bytes)}"`;
    };
    expect(new TextEncoder().encode(printFormula(formulaOf(text(most))))).toHaveLength(most);
    expect(problemsOf(text(most))).toEqual([]);
    expect(problemsOf(text(most + 1))).toEqual(["1:1 formula/too-large"]);
  });

  it("count the canonical text, not the one that was read", () => {
    expect(problemsOf(`x == 1${" ".repeat(most)}`)).toEqual([]);
    expect(problemsOf(`${"(".repeat(most)}x == 1${")".repeat(most)}`)).toEqual([]);
    expect(problemsOf(`x == "${"\\u0061".repeat(20_000)}"`)).toEqual([]);
    // Written shorter than it is printed.
    const tight = Array.from({ length: 10_000 }, () => "p()").join("&");
    expect(new TextEncoder().encode(tight)).toHaveLength(39_999);
    expect(problemsOf(tight)).toEqual([]); // 59 997 bytes
    expect(problemsOf(`${tight}&${tight.slice(0, 3999)}`)).toEqual(["1:1 formula/too-large"]);
  });

  it("count names and quotes", () => {
    const name = (n: number): string => "n".repeat(n);
    expect(problemsOf(`${name(most - 5)} == 1`)).toEqual([]);
    expect(problemsOf(`${name(most - 4)} == 1`)).toEqual(["1:1 formula/too-large"]);
    const ticks = (n: number): string => `\`${"``".repeat(n)}\`()`;
    expect(problemsOf(ticks((most - 4) / 2))).toEqual([]);
    expect(problemsOf(ticks((most - 2) / 2))).toEqual(["1:1 formula/too-large"]);
  });

  it("hold for data too, shared parts counted each time they are printed", () => {
    const text = (n: number): Formula => equal(variable("x"), constant("é".repeat(n)));
    expect(codes(text((most - 8) / 2))).toEqual([]);
    expect(codes(text((most - 6) / 2))).toEqual(["formula/too-large"]);
    let shared: Formula = atom("p");
    for (let i = 0; i < 60; i++) shared = { kind: "and", left: shared, right: shared };
    expect(codes(shared)).toEqual(["formula/too-large"]);
    expect(() => makeFormula(shared)).toThrow(expect.objectContaining({ code: "formula/too-large" }));
  });

  it("all broken limits and unknown names are told at once", () => {
    const text = `${"!".repeat(300)}x == 1 & @B(y == 1)`;
    expect(problemsOf(text, { variables: ["x"], lifelines: [] })).toEqual([
      "1:311 formula/unknown-lifeline",
      "1:313 formula/unknown-variable",
      "1:1 formula/too-deep",
    ]);
  });
});
