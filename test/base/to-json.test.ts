import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, jsonEquals, toJson } from "../../src/base/index.ts";

/** The sentence of a refusal; "taken" when there is none. */
function why(value: unknown): string {
  const result = toJson(value);
  return result.ok ? "taken" : result.why;
}

function taken(value: unknown): unknown {
  const result = toJson(value);
  if (!result.ok) throw new Error(result.why);
  return result.value;
}

class Money {
  readonly amount = 1;
  toJSON(): number {
    return 1;
  }
}

const cyclic: { self?: unknown; list: unknown[] } = { list: [] };
cyclic.self = cyclic;
const ring: unknown[] = [];
ring.push([[ring]]);

describe("plain data", () => {
  it.each([
    [null],
    [true],
    [0],
    [-1.5e300],
    [""],
    ["😀"],
    [[]],
    [{}],
    [[[[]]]],
    [{ a: [1, "2", { b: null }] }],
    [{ toJSON: 1 }],
    [{ then: 1, length: 2, constructor: 3 }],
    [Object.assign(Object.create(null), { bare: true })],
    [Object.freeze({ frozen: Object.freeze([1]) })],
  ])("%j is taken as it is", (value) => expect(taken(value)).toEqual(value));

  it("is copied, so that later changes of the source do not show", () => {
    const source = { list: [1], inner: { x: 1 } };
    const copy = taken(source);
    source.list.push(2);
    source.inner.x = 2;
    expect(copy).toEqual({ list: [1], inner: { x: 1 } });
  });

  it("keeps -0 a zero, and an own __proto__ an ordinary key", () => {
    expect(jsonEquals(-0, 0) && taken([-0])).toHaveLength(1);
    const copy = taken(JSON.parse('{"__proto__":{"polluted":1},"constructor":2}'));
    expect(Object.keys(Object(copy))).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect("polluted" in {}).toBe(false);
  });

  it("may be shared: only what refers to itself is endless", () => {
    const shared = { x: [1] };
    expect(taken([shared, shared, { shared }])).toEqual([{ x: [1] }, { x: [1] }, { shared: { x: [1] } }]);
  });

  it("is what the canonical text takes", () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withSparseArray: true }),
        (value) => {
          const result = toJson(value);
          if (result.ok)
            expect(JSON.parse(canonicalJson(result.value))).toEqual(JSON.parse(JSON.stringify(value)));
          else expect(result.why).toMatch(/^(the value|[.[]|a key)/);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe("what is refused, with its place", () => {
  it.each<[string, unknown, RegExp]>([
    ["undefined", undefined, /^the value is undefined/],
    ["a function", () => 1, /^the value is a function/],
    ["a symbol", Symbol("s"), /^the value is a symbol/],
    ["a bigint", 10n, /^the value is a bigint/],
    ["NaN", Number.NaN, /^the value is NaN.*finite/],
    ["Infinity", Number.POSITIVE_INFINITY, /^the value is Infinity/],
    ["-Infinity", Number.NEGATIVE_INFINITY, /^the value is -Infinity/],
    ["a lone surrogate", "x\ud800", /^the value holds a lone surrogate/],
    ["a date", new Date(0), /^the value is not a plain object/],
    ["a map", new Map([["a", 1]]), /not a plain object/],
    ["a set", new Set([1]), /not a plain object/],
    ["a regular expression", /x/, /not a plain object/],
    ["a boxed number", Object(1), /not a plain object/],
    ["a boxed text", Object("text"), /not a plain object/],
    ["bytes", new Uint8Array(2), /not a plain object/],
    ["an error", new Error("e"), /not a plain object/],
    ["a promise", Promise.resolve(1), /not a plain object/],
    ["an instance with toJSON", new Money(), /not a plain object/],
    ["an object that inherits", Object.create({ inherited: 1 }), /not a plain object/],
    ["deep inside an object", { a: { b: { c: undefined } } }, /^\.a\.b\.c is undefined/],
    ["deep inside a list", [1, [2, [Number.NaN]]], /^\[1\]\[1\]\[0\] is NaN/],
    ["mixed", { rows: [{ ok: 1 }, { ok: 1n }] }, /^\.rows\[1\]\.ok is a bigint/],
    ["a key", { a: { "\udc00": 1 } }, /^a key of \.a holds a lone surrogate/],
    ["a cycle of objects", cyclic, /refers to itself/],
    ["a cycle of lists", ring, /refers to itself/],
  ])("%s", (_, value, sentence) => expect(why(value)).toMatch(sentence));

  it("goes as deep as it is told, without a call for each level", () => {
    let deep: unknown = 1;
    for (let i = 0; i < 50_000; i++) deep = i % 2 === 0 ? [deep] : { deep };
    const copy = toJson(deep, 50_000);
    expect(copy.ok).toBe(true);
    expect(toJson(deep, 49_999).ok).toBe(false);
    const again = toJson(deep, 50_000);
    expect(copy.ok && again.ok && jsonEquals(copy.value, again.value)).toBe(true);
    expect(copy.ok && canonicalJson(copy.value, 50_000).length).toBeGreaterThan(270_000);
  });

  it("counts 256 levels", () => {
    const nested = (depth: number): unknown =>
      Array.from({ length: depth }).reduce<unknown>((inner, _, i) => (i % 2 === 0 ? [inner] : { inner }), 1);
    expect(why(nested(256))).toBe("taken");
    expect(why(nested(257))).toMatch(/256/);
    expect(why(nested(200_000))).toMatch(/256/);
  });
});

describe("hostile objects", () => {
  it("a hole in a list is no value: it is refused like undefined", () => {
    // biome-ignore lint/suspicious/noSparseArray: the hole is what is tested
    expect(why([1, , 3])).toMatch(/^\[1\] is undefined/);
    expect(why(new Array(3))).toMatch(/^\[0\] is undefined/);
    expect(why({ rows: Object.assign([], { length: 1 }) })).toMatch(/^\.rows\[0\] is undefined/);
  });

  it("a getter is read at most once, and what it gave is what counts", () => {
    let reads = 0;
    const value = {
      get changing() {
        reads += 1;
        return reads;
      },
    };
    expect(taken(value)).toEqual({ changing: 1 });
    expect(reads).toBe(1);
  });

  it("a getter that throws is a refusal, not a throw", () => {
    const value = {
      get boom(): never {
        throw new TypeError("from the getter");
      },
    };
    expect(why(value)).toMatch(/from the getter/);
    expect(why([{ deep: value }])).toMatch(/from the getter/);
  });

  it("a proxy that throws in every trap is a refusal, not a throw", () => {
    const fail = (): never => {
      throw new RangeError("trap");
    };
    const hostile = new Proxy({}, { getPrototypeOf: fail, ownKeys: fail, get: fail });
    expect(why(hostile)).toMatch(/trap/);
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(toJson(proxy).ok).toBe(false);
    expect(toJson([proxy]).ok).toBe(false);
  });

  it("a proxy that behaves is copied as what it shows", () => {
    const proxy = new Proxy({ a: 1 }, {});
    const copy = taken({ proxy });
    expect(copy).toEqual({ proxy: { a: 1 } });
    expect(why(new Proxy(() => 1, {}))).toMatch(/function/);
  });

  it("a list of a class of its own becomes a plain list", () => {
    class Rows extends Array<number> {}
    const copy = taken(Rows.from([1, 2]));
    expect(copy).toEqual([1, 2]);
    expect(Object.getPrototypeOf(copy)).toBe(Array.prototype);
  });

  it("a list whose own map lies is copied by its items", () => {
    const lying = Object.assign([1, 2], { map: () => [() => "code"] });
    expect(taken(lying)).toEqual([1, 2]);
  });

  it("data of another realm are either refused or copied into this one, never passed through", () => {
    const foreign: unknown = runInNewContext("({ a: [1, { b: 2 }] })");
    const result = toJson(foreign);
    if (result.ok) expect(Object.getPrototypeOf(result.value)).toBe(Object.prototype);
    else expect(result.why).toMatch(/not a plain object/);
  });
});
