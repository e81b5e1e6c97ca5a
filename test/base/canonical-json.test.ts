import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, type Json, jsonEquals } from "../../src/base/index.ts";

/** The double with these 64 bits. */
function double(hex: string): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(`0x${hex}`));
  return view.getFloat64(0);
}

const shortEscapes: ReadonlyMap<number, string> = new Map([
  [0x08, "\\b"],
  [0x09, "\\t"],
  [0x0a, "\\n"],
  [0x0c, "\\f"],
  [0x0d, "\\r"],
  [0x22, '\\"'],
  [0x5c, "\\\\"],
]);

/** RFC 8785, 3.2.2.2, code unit by code unit. */
function quotedText(text: string): string {
  let inner = "";
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const hex = `\\u00${unit < 16 ? "0" : ""}${unit.toString(16)}`;
    inner += shortEscapes.get(unit) ?? (unit < 0x20 ? hex : text.charAt(i));
  }
  return `"${inner}"`;
}

/** RFC 8785, 3.2.3: as arrays of unsigned 16-bit numbers, a prefix first. */
function compareUnits(a: string, b: string): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const difference = a.charCodeAt(i) - b.charCodeAt(i);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** The canonical form once more, without `JSON.stringify` and without the default sort. */
function reference(value: Json): string {
  if (value === null) return "null";
  if (typeof value === "string") return quotedText(value);
  if (typeof value === "number") return Object.is(value, -0) ? "0" : String(value);
  if (typeof value === "boolean") return value ? "true" : "false";
  if (Array.isArray(value)) return `[${value.map(reference).join(",")}]`;
  const entries = Object.entries(value).sort(([a], [b]) => compareUnits(a, b));
  return `{${entries.map(([key, item]) => `${quotedText(key)}:${reference(item)}`).join(",")}}`;
}

const text = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: "binary", maxLength: 6 }),
    fc.string({
      unit: fc.constantFrom("\u0000", "\u001f", '"', "\\", "/", "\u007f", "\u2028", "\ufffd", "😀"),
    }),
  );

const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<Json>(null, true, false, -0, 0),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    text(),
    fc.array(tie("json"), { maxLength: 4 }),
    fc.dictionary(text(), tie("json"), { maxKeys: 4 }),
  ),
}));

/** The same value with the keys of every object the other way round. */
function reversed(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  );
}

describe("numbers of RFC 8785, appendix B", () => {
  it.each([
    ["0000000000000000", "0"],
    ["8000000000000000", "0"],
    ["0000000000000001", "5e-324"],
    ["8000000000000001", "-5e-324"],
    ["7fefffffffffffff", "1.7976931348623157e+308"],
    ["ffefffffffffffff", "-1.7976931348623157e+308"],
    ["4340000000000000", "9007199254740992"],
    ["c340000000000000", "-9007199254740992"],
    ["4430000000000000", "295147905179352830000"],
    ["44b52d02c7e14af5", "9.999999999999997e+22"],
    ["44b52d02c7e14af6", "1e+23"],
    ["44b52d02c7e14af7", "1.0000000000000001e+23"],
    ["444b1ae4d6e2ef4e", "999999999999999700000"],
    ["444b1ae4d6e2ef4f", "999999999999999900000"],
    ["444b1ae4d6e2ef50", "1e+21"],
    ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
    ["3eb0c6f7a0b5ed8d", "0.000001"],
    ["41b3de4355555553", "333333333.3333332"],
    ["41b3de4355555554", "333333333.33333325"],
    ["41b3de4355555555", "333333333.3333333"],
    ["41b3de4355555556", "333333333.3333334"],
    ["41b3de4355555557", "333333333.33333343"],
    ["becbf647612f3696", "-0.0000033333333333333333"],
    ["43143ff3c1cb0959", "1424953923781206.2"],
  ])("%s is written %s", (hex, written) => {
    expect(canonicalJson(double(hex))).toBe(written);
    expect(canonicalJson([double(hex), { n: double(hex) }])).toBe(`[${written},{"n":${written}}]`);
  });

  it.each(["7fffffffffffffff", "7ff0000000000000", "fff0000000000000", "7ff8000000000000"])(
    "%s is refused",
    (hex) => {
      for (const value of [double(hex), [double(hex)], { deep: { er: double(hex) } }]) {
        expect(() => canonicalJson(value)).toThrow(expect.objectContaining({ code: "json/not-json" }));
      }
    },
  );
});

describe("texts", () => {
  it("are those of RFC 8785, 3.2.2", () => {
    const value = {
      numbers: [Number("333333333.33333329"), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/",
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it.each([
    ["\u0000", String.raw`"\u0000"`],
    ["\u0007\b\t\n\v\f\r", String.raw`"\u0007\b\t\n\u000b\f\r"`],
    ["\u001b\u001F", String.raw`"\u001b\u001f"`],
    ["\u007f\u0080", '"\u007f\u0080"'],
    ["\u2028\u2029", '"\u2028\u2029"'],
    ["</script>", '"</script>"'],
    ["\ufeff", '"\ufeff"'],
    ["é", '"é"'],
    ["e\u0301", '"e\u0301"'],
    ["\u{10ffff}", '"\u{10ffff}"'],
    ["", '""'],
  ])("%j", (value, written) => expect(canonicalJson(value)).toBe(written));

  it.each(["\ud83d", "\ude00", "\ude00\ud83d", "a\ud800b", "\ud83d\ude00\ude00"])(
    "with a lone surrogate are refused, as a value and as a key: %j",
    (value) => {
      for (const holder of [value, [value], { [value]: 1 }, { a: { [value]: 1 } }]) {
        expect(() => canonicalJson(holder)).toThrow(expect.objectContaining({ code: "json/not-json" }));
      }
    },
  );
});

describe("keys", () => {
  it("are ordered as in RFC 8785, 3.2.3", () => {
    const value = JSON.parse(
      String.raw`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh",` +
        String.raw`"1":"One","\ud83d\ude00":"Emoji","\u0080":"Control","\u00f6":"O With Diaeresis"}`,
    );
    const order = [...canonicalJson(value).matchAll(/"([^"]*)":/g)].map(([, key]) => key);
    expect(order).toEqual(["\\r", "1", "\u0080", "\u00f6", "\u20ac", "\u{1f600}", "\ufb33"]);
  });

  it.each<[readonly string[]]>([
    [["", "a"]],
    [["1", "10", "2"]],
    [["A", "B", "a", "b"]],
    [["a", "aa", "ab"]],
    [["__proto__", "constructor", "toString"]],
    [["\ud7ff", "\u{10000}", "\ue000"]],
    [["-1", "0", "00"]],
  ])("%j stand in this order whatever the order of making", (order) => {
    const written = `{${order.map((key) => `${JSON.stringify(key)}:0`).join(",")}}`;
    for (const keys of [order, order.toReversed(), [...order.slice(1), ...order.slice(0, 1)]]) {
      expect(canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])))).toBe(written);
    }
  });
});

describe("laws", () => {
  it("agrees with the RFC read literally", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(value)).toBe(reference(value));
      }),
      { numRuns: 1000 },
    );
  });

  it("is read back as an equal value, and written the same again", () => {
    fc.assert(
      fc.property(json, (value) => {
        const written = canonicalJson(value);
        const back: Json = JSON.parse(written);
        expect(jsonEquals(back, value)).toBe(true);
        expect(canonicalJson(back)).toBe(written);
      }),
      { numRuns: 500 },
    );
  });

  it("is one text for equal values and two for different ones", () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(canonicalJson(reversed(a))).toBe(canonicalJson(a));
        expect(canonicalJson(a) === canonicalJson(b)).toBe(jsonEquals(a, b));
      }),
      { numRuns: 500 },
    );
  });
});

describe("depth", () => {
  const lists = (depth: number): Json => Array.from({ length: depth }).reduce<Json>((inner) => [inner], 0);
  const objects = (depth: number): Json =>
    Array.from({ length: depth }).reduce<Json>((inner) => ({ k: inner }), 0);

  it("goes to 256 levels and no further", () => {
    expect(canonicalJson(lists(256))).toBe(`${"[".repeat(256)}0${"]".repeat(256)}`);
    expect(canonicalJson(objects(256))).toHaveLength(256 * 6 + 1);
    for (const deep of [lists(257), objects(257), lists(100_000)]) {
      expect(() => canonicalJson(deep)).toThrow(expect.objectContaining({ code: "json/not-json" }));
    }
  });
});
