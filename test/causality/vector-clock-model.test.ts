import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareCodePoints } from "../../src/base/index.ts";
import { clockProblem, parseClock, VectorClock } from "../../src/causality/index.ts";

/** Names that tempt an implementation: numbers, prototype keys, above U+FFFF, of different case. */
const names = [
  "A",
  "a",
  "10",
  "9",
  "__proto__",
  "constructor",
  "toString",
  "\uffff",
  "\u{1f600}",
  "",
] as const;

type Counts = { readonly [lifeline: string]: number };

const counts = (max = 3): fc.Arbitrary<Counts> =>
  fc.dictionary(fc.constantFrom(...names), fc.nat({ max }), { maxKeys: 6 });

const countOf = (model: Counts, name: string): number =>
  Object.hasOwn(model, name) ? (model[name] ?? 0) : 0;

/** Componentwise, over all names. */
function relation(a: Counts, b: Counts): string {
  const less = names.every((name) => countOf(a, name) <= countOf(b, name));
  const more = names.every((name) => countOf(a, name) >= countOf(b, name));
  return less ? (more ? "equal" : "before") : more ? "after" : "concurrent";
}

describe("a clock is a function from names to counts", () => {
  it("A6, A17: reads each name by its own entry", () => {
    fc.assert(
      fc.property(counts(), (model) => {
        const clock = VectorClock.of(model);
        for (const name of names) expect(clock.get(name)).toBe(countOf(model, name));
        expect(clock.get("never seen")).toBe(0);
        expect(new Map(clock.entries())).toEqual(
          new Map(Object.entries(model).filter(([, count]) => count > 0)),
        );
      }),
      { numRuns: 500 },
    );
  });

  it("A1-A5, A7: is compared component by component", () => {
    fc.assert(
      fc.property(counts(2), counts(2), (a, b) => {
        expect(VectorClock.of(a).compare(VectorClock.of(b))).toBe(relation(a, b));
        expect(VectorClock.of(a).compare(b)).toBe(relation(a, b));
      }),
      { numRuns: 3000 },
    );
  });

  it("A9, A11, A13: joins by the larger count and ticks by one", () => {
    fc.assert(
      fc.property(counts(), counts(), fc.constantFrom(...names), (a, b, ticked) => {
        const [left, right] = [VectorClock.of(a), VectorClock.of(b)];
        const [joined, plain, next] = [left.join(right), left.join(b), left.tick(ticked)];
        for (const name of names) {
          expect(joined.get(name)).toBe(Math.max(countOf(a, name), countOf(b, name)));
          expect(plain.get(name)).toBe(joined.get(name));
          expect(next.get(name)).toBe(countOf(a, name) + (name === ticked ? 1 : 0));
        }
        expect(left.compare(next)).toBe("before");
      }),
      { numRuns: 500 },
    );
  });

  it("A9: meets join in the laws of a lattice whose bottom is {}", () => {
    const meet = (a: VectorClock, b: VectorClock): VectorClock =>
      VectorClock.of(Object.fromEntries(names.map((name) => [name, Math.min(a.get(name), b.get(name))])));
    fc.assert(
      fc.property(counts(), counts(), counts(), (x, y, z) => {
        const [a, b, c] = [VectorClock.of(x), VectorClock.of(y), VectorClock.of(z)];
        const same = (one: VectorClock, two: VectorClock): void =>
          expect(one.toString()).toBe(two.toString());
        same(a.join(meet(a, b)), a);
        same(meet(a, a.join(b)), a);
        same(a.join(meet(b, c)), meet(a.join(b), a.join(c)));
        same(meet(a, b.join(c)), meet(a, b).join(meet(a, c)));
        expect(VectorClock.of().compare(a)).toBe(a.entries().length === 0 ? "equal" : "before");
      }),
      { numRuns: 500 },
    );
  });

  it("A11: ticks on different lifelines commute, and n ticks count n", () => {
    fc.assert(
      fc.property(counts(), fc.array(fc.constantFrom(...names), { maxLength: 20 }), (start, ticks) => {
        const forwards = ticks.reduce((clock, name) => clock.tick(name), VectorClock.of(start));
        const backwards = ticks.reduceRight((clock, name) => clock.tick(name), VectorClock.of(start));
        expect(forwards.compare(backwards)).toBe("equal");
        for (const name of names) {
          expect(forwards.get(name)).toBe(countOf(start, name) + ticks.filter((t) => t === name).length);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("a clock is a value", () => {
  it("A12: stays as it is, whatever is done with it and with what it was made of", () => {
    fc.assert(
      fc.property(counts(), counts(), (a, b) => {
        const source = { ...a };
        const clock = VectorClock.of(source);
        const before = clock.toString();
        clock.join(b);
        clock.tick("A");
        clock.compare(b);
        Object.assign(source, { A: 99, "9": 99 });
        Object.assign(clock.toJSON(), { A: 98 });
        for (const entry of clock.entries()) expect(entry).toHaveLength(2);
        expect(clock.toString()).toBe(before);
        expect(VectorClock.of(clock).toString()).toBe(before);
      }),
      { numRuns: 200 },
    );
  });

  it("A12: cannot be written to", () => {
    const clock = VectorClock.of({ A: 1 });
    expect(() => Object.assign(clock, { B: 2 })).toThrow(TypeError);
    expect(() => Object.setPrototypeOf(clock, null)).toThrow(TypeError);
    expect(Object.keys(clock)).toEqual([]);
    const listed = clock.entries() as (readonly [string, number])[];
    try {
      listed.push(["B", 5]);
      (listed[0] as [string, number])[1] = 7;
    } catch {
      // frozen lists are as good as copies
    }
    expect([clock.get("A"), clock.get("B")]).toEqual([1, 0]);
  });

  it("A14: refuses every operator that would compare or add", () => {
    const [a, b] = [VectorClock.of({ A: 1 }), VectorClock.of({ A: 2 })] as unknown as [number, number];
    const operators: readonly (() => unknown)[] = [
      () => a + b,
      () => a - b,
      () => a < b,
      () => a <= b,
      () => a > b,
      () => a >= b,
      () => +a,
      () => a * 1,
      () => `${a + 1}`,
      () => [a, b].sort((x, y) => x - y),
      () => Math.max(a, b),
      // biome-ignore lint/suspicious/noDoubleEquals: the conversion is what is tested
      () => a == (0 as unknown),
    ];
    for (const operator of operators) {
      expect(operator).toThrow(expect.objectContaining({ code: "clock/arithmetic" }));
    }
  });
});

describe("a clock's text", () => {
  it("A15: is JSON without white space, names in code-point order, no zeros", () => {
    fc.assert(
      fc.property(counts(), (model) => {
        const text = VectorClock.of(model).toString();
        const shown = Object.entries(model)
          .filter(([, count]) => count > 0)
          .sort(([a], [b]) => compareCodePoints(a, b))
          .map(([name, count]) => `${JSON.stringify(name)}:${count}`);
        expect(text).toBe(`{${shown.join()}}`);
        expect(parseClock(text).toString()).toBe(text);
        expect(parseClock(JSON.stringify(VectorClock.of(model))).toString()).toBe(text);
        expect(`${VectorClock.of(model)}`).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, string]>([
    ["{}", "{}"],
    ['{"A":0}', "{}"],
    ['{"A":-0}', "{}"],
    [' { "B" : 2 , "A" : 1 } ', '{"A":1,"B":2}'],
    ['{"A":1,"A":3}', '{"A":3}'],
    ['{"A":1e3}', '{"A":1000}'],
    ['{"A":2.0}', '{"A":2}'],
    ['{"A":9007199254740991}', '{"A":9007199254740991}'],
    [String.raw`{"\u0041":1}`, '{"A":1}'],
    ['{"":1}', '{"":1}'],
    ['{"__proto__":1}', '{"__proto__":1}'],
  ])("A16: %s is read as %s", (text, expected) => expect(parseClock(text).toString()).toBe(expected));

  it.each([
    ["A:1", undefined],
    ["{A:1}", undefined],
    ['{"A":1', undefined],
    ['{"A":1}{"B":1}', undefined],
    ['{"A":1,}', undefined],
    ['"{}"', undefined],
    ["1", undefined],
    ["true", undefined],
    ['[{"A":1}]', undefined],
    ['{"A":null}', "A"],
    ['{"A":[1]}', "A"],
    ['{"A":{"A":1}}', "A"],
    ['{"A":""}', "A"],
    ['{"ok":1,"bad":-0.5}', "bad"],
    ['{"ok":1,"__proto__":"1"}', "__proto__"],
    ['{"n":1e999}', "n"],
    ['{"n":-1}', "n"],
    ['{"n":9007199254740993}', "n"],
    ['{"n":NaN}', undefined],
  ])("A16: %s is refused, naming the key", (text, key) => {
    const named = key === undefined ? /./ : new RegExp(JSON.stringify(key));
    expect(() => parseClock(text)).toThrow(
      expect.objectContaining({ code: "clock/invalid", what: expect.stringMatching(named) }),
    );
  });

  it("A16: nothing but a plain object is data of a clock, and nothing silently becomes {}", () => {
    const wrong = [
      null,
      [],
      [1],
      "{}",
      3,
      true,
      undefined,
      new Map([["A", 1]]),
      new Set(["A"]),
      new Date(0),
      () => 1,
    ];
    for (const value of wrong) expect([value, clockProblem(value)]).toEqual([value, expect.any(String)]);
    for (const value of wrong.filter((v) => v !== undefined)) {
      expect(() => VectorClock.of(value as never)).toThrow(
        expect.objectContaining({ code: "clock/invalid" }),
      );
    }
    expect(clockProblem({})).toBeUndefined();
    expect(clockProblem(Object.assign(Object.create(null), { A: 1 }))).toBeUndefined();
  });

  it("A18: keeps names apart that differ in case or normalisation", () => {
    const clock = VectorClock.of({ a: 1, A: 2, é: 3, "e\u0301": 4, ſ: 5, s: 6 });
    expect(["a", "A", "é", "e\u0301", "ſ", "s"].map((name) => clock.get(name))).toEqual([1, 2, 3, 4, 5, 6]);
    expect(VectorClock.of({ a: 1 }).compare({ A: 1 })).toBe("concurrent");
  });
});
