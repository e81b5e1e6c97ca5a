import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nearest } from "../../src/base/index.ts";

/** Edit distance by the textbook's table. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

describe("nearest", () => {
  it.each<[string, readonly string[], string | undefined]>([
    ["Comitter", ["Committer", "Computer"], "Committer"],
    ["testrunner", ["TestRunner", "TestRunners"], "TestRunner"],
    ["sent", ["act", "send", "recv", "choice"], "send"],
    ["receive", ["act", "send", "recv", "choice"], undefined],
    ["stauts", ["status", "state"], "status"],
    ["statu", ["status", "statu"], "status"],
    ["biuld", ["guild", "build"], "build"],
    ["verdcit", ["verdict"], "verdict"],
    ["ab", ["ba"], "ba"],
    ["Ab", ["aB"], "aB"],
    ["zzzzzz", ["status", "state"], undefined],
    ["", ["status"], undefined],
    ["", ["A"], undefined],
    ["D", ["A", "B"], undefined],
    ["a", ["A", "B"], "A"],
    ["x2", ["x1", "y"], "x1"],
    ["Bo", ["A", "B"], "B"],
    ["abd", ["abc"], "abc"],
    ["status", [], undefined],
    ["status", ["status"], undefined],
    ["constructor", ["__proto__"], undefined],
    ["__prot__", ["__proto__"], "__proto__"],
    ["verylongvariablename", ["verylongvariablenames", "x"], "verylongvariablenames"],
  ])("of %j among %j is %j", (name, known, expected) => expect(nearest(name, known)).toBe(expected));

  it("takes the first of two that are as near, from any iterable", () => {
    expect(nearest("bat", ["cat", "rat"])).toBe("cat");
    expect(nearest("bat", new Set(["rat", "cat"]))).toBe("rat");
    expect(nearest("bat", new Map([["hat", 1]]).keys())).toBe("hat");
  });

  it("is within a third of the length, and nothing known is nearer", () => {
    const name = fc.string({ unit: fc.constantFrom("a", "b", "c", "D"), minLength: 3, maxLength: 9 });
    const steps = (a: string, b: string): number =>
      [...a].some((_, i) => a.slice(0, i) + (a[i + 1] ?? "") + a[i] + a.slice(i + 2) === b && a !== b)
        ? 1
        : distance(a, b);
    const lower = (a: string, b: string): number => steps(a.toLowerCase(), b.toLowerCase());
    fc.assert(
      fc.property(name, fc.array(name, { maxLength: 6 }), (misspelt, known) => {
        const found = nearest(misspelt, known);
        const others = known.filter((other) => other !== misspelt);
        const allowed = others.filter(
          (other) => lower(misspelt, other) <= Math.max(misspelt.length, other.length) / 3,
        );
        expect(found === undefined).toBe(allowed.length === 0);
        if (found === undefined) return;
        expect(allowed).toContain(found);
        for (const other of allowed)
          expect(lower(misspelt, found)).toBeLessThanOrEqual(lower(misspelt, other));
      }),
      { numRuns: 500 },
    );
  });

  it("finds nothing among many names of another length", () => {
    const known = Array.from({ length: 20_000 }, (_, i) => `${"lifeline".repeat(20)}${i}`);
    expect(nearest("x", known)).toBeUndefined();
    expect(nearest("y".repeat(100_000), known)).toBeUndefined();
  });
});
