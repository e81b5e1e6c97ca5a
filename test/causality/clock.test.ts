import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseClock, VectorClock } from "../../src/causality/index.ts";

const clock = (counts: { readonly [l: string]: number } = {}): VectorClock => VectorClock.of(counts);
const arbitraryClock = (): fc.Arbitrary<VectorClock> =>
  fc.dictionary(fc.constantFrom("A", "B", "C", "__proto__"), fc.nat({ max: 3 })).map(VectorClock.of);
const invalid = expect.objectContaining({ code: "clock/invalid" });

describe("comparing", () => {
  it("A1: empty clocks are equal", () => expect(clock().compare(clock())).toBe("equal"));

  it("A2: a smaller count is before", () => {
    expect(clock({ A: 1 }).compare({ A: 2 })).toBe("before");
    expect(clock({ A: 2 }).compare({ A: 1 })).toBe("after");
  });

  it("A3: counts ahead on both sides are concurrent", () => {
    expect(clock({ A: 2, B: 1 }).compare({ A: 1, B: 2 })).toBe("concurrent");
    expect(clock({ A: 1, B: 2 }).compare({ A: 2, B: 1 })).toBe("concurrent");
  });

  it("A4: explicit zeros do not count, against plain data either", () => {
    const zeros = clock({ A: 1, B: 0 });
    expect(zeros.compare({ A: 1 })).toBe("equal");
    expect(zeros.compare({ A: 1, B: 0, C: 0 })).toBe("equal");
    expect(zeros.toString()).toBe('{"A":1}');
  });

  it("A5: the empty clock is before every other", () => expect(clock().compare({ A: 1 })).toBe("before"));

  it("A7, A8, A10: exactly one relation holds, and ≤ is a partial order given by join", () => {
    const atMost = (a: VectorClock, b: VectorClock): boolean => ["before", "equal"].includes(a.compare(b));
    const mirrored = { before: "after", after: "before", equal: "equal", concurrent: "concurrent" };
    fc.assert(
      fc.property(arbitraryClock(), arbitraryClock(), arbitraryClock(), (a, b, c) => {
        expect(b.compare(a)).toBe(mirrored[a.compare(b)]);
        expect(a.compare(a)).toBe("equal");
        expect(a.compare(b) === "equal").toBe(a.toString() === b.toString());
        if (atMost(a, b) && atMost(b, c)) expect(atMost(a, c)).toBe(true);
        expect(atMost(a, b)).toBe(a.join(b).compare(b) === "equal");
      }),
      { numRuns: 10_000 },
    );
  });
});

describe("joining and ticking", () => {
  it("A9: join is the least upper bound: commutative, associative, idempotent, with {} neutral", () => {
    const atMost = (a: VectorClock, b: VectorClock): boolean => ["before", "equal"].includes(a.compare(b));
    fc.assert(
      fc.property(arbitraryClock(), arbitraryClock(), arbitraryClock(), (a, b, c) => {
        const joined = a.join(b);
        expect(joined.compare(b.join(a))).toBe("equal");
        expect(joined.join(c).compare(a.join(b.join(c)))).toBe("equal");
        expect(a.join(a).compare(a)).toBe("equal");
        expect(a.join({}).compare(a)).toBe("equal");
        expect(atMost(a, joined) && atMost(b, joined)).toBe(true);
        if (atMost(a, c) && atMost(b, c)) expect(atMost(joined, c)).toBe(true);
      }),
    );
  });

  it("A11: tick makes a later clock and leaves the old one", () => {
    const before = clock({ A: 1, B: 2 });
    expect(before.tick("A").toJSON()).toEqual({ A: 2, B: 2 });
    expect(before.toJSON()).toEqual({ A: 1, B: 2 });
    expect(before.compare(before.tick("A"))).toBe("before");
    expect(clock().tick("C").get("C")).toBe(1);
    expect(() => clock({ A: Number.MAX_SAFE_INTEGER }).tick("A")).toThrow(invalid);
  });

  it("A13: join with plain data takes the larger counts either way round", () => {
    expect(clock({ A: 1 }).join({ A: 5 }).get("A")).toBe(5);
    expect(
      VectorClock.of({ A: 5 })
        .join(clock({ A: 1 }))
        .get("A"),
    ).toBe(5);
  });
});

describe("a value", () => {
  it("A6: every reader gives 0 for an unknown lifeline", () => {
    expect(clock().get("x")).toBe(0);
    expect(clock({ x: 0 }).entries()).toEqual([]);
  });

  it("A12: never changes", () => {
    const source = { A: 1 };
    const value = clock(source);
    source.A = 9;
    Object.assign(value.toJSON(), { A: 7 });
    expect(() => Object.assign(value, { A: 3 })).toThrow(TypeError);
    expect(() => Object.defineProperty(value, "get", { value: () => 4 })).toThrow(TypeError);
    expect(value.get("A")).toBe(1);
    expect(Object.isFrozen(value)).toBe(true);
  });

  it("A14: operators throw and name join, tick and compare", () => {
    const [a, b] = [clock({ A: 1 }), clock({ A: 2 })] as unknown as [number, number];
    const failure = expect.objectContaining({
      code: "clock/arithmetic",
      message: expect.stringMatching(/join\(\).*tick\(\).*compare\(\)/),
    });
    for (const use of [() => a + b, () => a < b, () => a >= b, () => +a]) {
      expect(use).toThrow(failure);
    }
    expect(`${a}`).toBe('{"A":1}');
  });

  it("A15: serialises to the same bytes whatever the order of making, keys by code point", () => {
    const keys = ["b", "10", "9", "\u{1f600}", "\uffff", "a"];
    const made = clock(Object.fromEntries(keys.map((key, i) => [key, i + 1])));
    const reversed = clock(Object.fromEntries(keys.map((key, i) => [key, i + 1] as const).reverse()));
    expect(made.toString()).toBe(reversed.toString());
    expect(parseClock(made.toString()).toString()).toBe(made.toString());
    expect(made.entries().map(([key]) => key)).toEqual(["10", "9", "a", "b", "\uffff", "\u{1f600}"]);
  });

  it.each([
    ["", /""/],
    ["null", /null/],
    ["[]", /array/],
    ["{", /"\{"/],
    ['{"A":-1}', /"A"/],
    ['{"A":1.5}', /"A"/],
    ['{"A":"3"}', /"A"/],
    ['{"A":true}', /"A"/],
    ['{"A":1e400}', /"A"/],
    ['{"A":9007199254740992}', /"A"/],
  ])("A16: refuses %s", (text, named) => {
    expect(() => parseClock(text)).toThrow(invalid);
    expect(() => parseClock(text)).toThrow(named);
  });

  it("A17: hostile names are ordinary names", () => {
    const value = parseClock('{"__proto__":2,"constructor":1}');
    expect(["__proto__", "constructor", "toString", "hasOwnProperty"].map((key) => value.get(key))).toEqual([
      2, 1, 0, 0,
    ]);
    expect(value.toString()).toBe('{"__proto__":2,"constructor":1}');
    expect(value.tick("toString").get("toString")).toBe(1);
  });

  it("A18: names that differ in case or normalisation are different", () => {
    const value = clock({ a: 1, A: 2, "\u00e9": 3, "e\u0301": 4 });
    expect(value.entries()).toHaveLength(4);
  });

  it("A19: 500 components are compared, joined and parsed", () => {
    const big = clock(Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`agent${i}`, i + 1])));
    const read = parseClock(big.toString());
    expect(read.entries()).toHaveLength(500);
    expect(read.compare(big)).toBe("equal");
    expect(read.tick("agent7").compare(big)).toBe("after");
    expect(big.join(read.tick("agent7")).get("agent7")).toBe(9);
    expect(big.join(read).entries()).toEqual(big.entries());
  });
});
