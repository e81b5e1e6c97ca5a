import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compareCodePoints,
  define,
  hasLoneSurrogate,
  type Json,
  jsonEquals,
  lookup,
} from "../../src/base/index.ts";
import { arbitraryValue } from "../../src/testing/index.ts";

/** JSON values in classes of equal ones: every two of one class are equal, every two of different ones are not. */
const classes: readonly (readonly Json[])[] = [
  [null],
  [true],
  [false],
  [0, -0, 0.0],
  [1, 1.0, 1],
  [-1],
  [0.1 + 0.2, 0.30000000000000004],
  [0.3],
  [9007199254740992, Number("9007199254740993")],
  [5e-324],
  [""],
  ["0"],
  ["1"],
  ["null"],
  ["a"],
  ["A"],
  ["a "],
  ["\u00e9"],
  ["e\u0301"],
  ["\u212b"],
  ["\u00c5"],
  [[]],
  [[null]],
  [[[]]],
  [[0], [-0]],
  [[1, 2]],
  [[2, 1]],
  [[1, 2, null]],
  [["1", "2"]],
  [{}],
  [{ a: null }],
  [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ],
  [{ a: 2, b: 1 }],
  [
    { a: { x: [1], y: {} }, b: 0 },
    { b: -0, a: { y: {}, x: [1] } },
  ],
  [{ a: { x: [1], y: [] }, b: 0 }],
  [{ 0: "a" }],
  [["a"]],
  [{ length: 0 }],
  [JSON.parse('{"__proto__":1}')],
  [JSON.parse('{"__proto__":2}')],
  [{ toString: 1 }],
  [{ constructor: 1 }],
];

describe("jsonEquals", () => {
  const members = classes.flatMap((values, c) => values.map((value) => ({ value, c })));

  it("holds within a class and not across two", () => {
    for (const a of members) {
      for (const b of members) {
        expect([a.value, b.value, jsonEquals(a.value, b.value)]).toEqual([a.value, b.value, a.c === b.c]);
      }
    }
  });

  it("is an equivalence that wrapping keeps", () => {
    const value = arbitraryValue();
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        expect(jsonEquals(a, a)).toBe(true);
        expect(jsonEquals(a, b)).toBe(jsonEquals(b, a));
        if (jsonEquals(a, b) && jsonEquals(b, c)) expect(jsonEquals(a, c)).toBe(true);
        expect(jsonEquals([a, c], [b, c])).toBe(jsonEquals(a, b));
        expect(jsonEquals({ k: a, c }, { c, k: b })).toBe(jsonEquals(a, b));
        expect(jsonEquals({ k: a }, { l: a })).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it("does not mistake an inherited key for a missing one", () => {
    expect(jsonEquals({ toString: null, a: 1 }, { a: 1, b: null })).toBe(false);
    expect(jsonEquals({ hasOwnProperty: null }, { valueOf: null })).toBe(false);
  });
});

describe("compareCodePoints", () => {
  const points = (text: string): readonly number[] => Array.from(text, (c) => c.codePointAt(0) ?? 0);

  /** The order of the lists of code points, a prefix first. */
  function bySequence(a: string, b: string): number {
    const [left, right] = [points(a), points(b)];
    for (let i = 0; i < Math.min(left.length, right.length); i++) {
      const difference = (left[i] ?? 0) - (right[i] ?? 0);
      if (difference !== 0) return Math.sign(difference);
    }
    return Math.sign(left.length - right.length);
  }

  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        "a",
        "b",
        "\u0000",
        "\ud7ff",
        "\ue000",
        "\ufb33",
        "\uffff",
        "\u{10000}",
        "\u{1f600}",
        "\u{10ffff}",
      ),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    ),
    maxLength: 5,
  });

  it("is the order of the lists of code points", () => {
    fc.assert(
      fc.property(text, text, text, (a, b, stem) => {
        expect(Math.sign(compareCodePoints(a, b))).toBe(bySequence(a, b));
        expect(Math.sign(compareCodePoints(stem + a, stem + b))).toBe(bySequence(a, b));
      }),
      { numRuns: 2000 },
    );
  });

  it("is that of the UTF-8 bytes", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareCodePoints(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
      { numRuns: 500 },
    );
  });

  it("sorts what code units would put in another order", () => {
    const sorted = [
      "",
      "\u0000",
      "A",
      "Z",
      "a",
      "aa",
      "é",
      "\ud7ff",
      "\ue000",
      "\uffff",
      "\u{10000}",
      "\u{10ffff}",
    ];
    expect(sorted.toReversed().sort(compareCodePoints)).toEqual(sorted);
    expect(sorted.toSorted()).not.toEqual(sorted);
  });
});

describe("hasLoneSurrogate", () => {
  it.each([
    ["", false],
    ["plain", false],
    ["\u{1f600}", false],
    ["\u{1f600}\u{1f600}", false],
    ["\ud7ff\ue000", false],
    ["\ud800", true],
    ["\udbff", true],
    ["\udc00", true],
    ["\udfff", true],
    ["\udc00\ud800", true],
    ["\ud800\ud800\udc00", true],
    ["\ud800\udc00\udc00", true],
    ["\ud800a\udc00", true],
    [`${"x".repeat(1000)}\ud800`, true],
  ])("%j: %s", (text, expected) => expect(hasLoneSurrogate(text)).toBe(expected));

  it("agrees with the language's own test", () => {
    const unit = fc.constantFrom("\ud800", "\udbff", "\udc00", "\udfff", "a", "\ue000");
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 8 }), (units) => {
        const joined = units.join("");
        expect(hasLoneSurrogate(joined)).toBe(Buffer.from(joined).toString() !== joined);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("lookup and define", () => {
  const hostile = [
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "valueOf",
    "length",
    "",
  ] as const;

  it.each(hostile)("%j is unset until it is defined", (name) => {
    const record: { [key: string]: Json } = {};
    expect(lookup(record, name)).toBeUndefined();
    define(record, name, null);
    expect(lookup(record, name)).toBeNull();
    define(record, name, { polluted: true });
    expect(lookup(record, name)).toEqual({ polluted: true });
    expect(Object.keys(record)).toEqual([name]);
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
    expect("polluted" in {}).toBe(false);
    delete record[name];
    expect(lookup(record, name)).toBeUndefined();
  });

  it("are a map", () => {
    const name = fc.oneof(fc.constantFrom(...hostile), fc.string({ maxLength: 2 }));
    fc.assert(
      fc.property(fc.array(fc.tuple(name, arbitraryValue()), { maxLength: 12 }), (writes) => {
        const record: { [key: string]: Json } = {};
        const model = new Map<string, Json>();
        for (const [key, value] of writes) {
          define(record, key, value);
          model.set(key, value);
        }
        for (const [key] of writes) expect(lookup(record, key)).toEqual(model.get(key));
        expect(Object.keys(record).sort()).toEqual([...model.keys()].sort());
        expect(JSON.parse(JSON.stringify(record))).toEqual(
          JSON.parse(JSON.stringify(Object.fromEntries(model))),
        );
      }),
      { numRuns: 300 },
    );
  });
});
