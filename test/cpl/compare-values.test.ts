import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/base/index.ts";
import { compareValues } from "../../src/cpl/compare-values.ts";
import type { CompareOp } from "../../src/cpl/index.ts";
import { arbitraryValue } from "../../src/testing/index.ts";

const ops: readonly CompareOp[] = ["==", "!=", "<", "<=", ">", ">="];
const table = (a: Json | undefined, b: Json | undefined): string =>
  ops.filter((op) => compareValues(op, a, b)).join(" ");

describe("the comparison table", () => {
  it.each<[Json | undefined, Json | undefined, string]>([
    [undefined, undefined, ""],
    [undefined, 1, ""],
    [null, undefined, ""],
    [null, null, "=="],
    [1, 2, "!= < <="],
    [2, 1, "!= > >="],
    [1, 1.0, "== <= >="],
    [-0, 0, "== <= >="],
    [1, "1", "!="],
    [true, 1, "!="],
    [false, true, "!="],
    ["a", "b", "!= < <="],
    ["b", "a", "!= > >="],
    ["a", "a", "== <= >="],
    ["", "a", "!= < <="],
    ["\uffff", "\u{1f600}", "!= < <="],
    ["\u{1f600}", "\ue000", "!= > >="],
    ["é", "e\u0301", "!= > >="],
    [[1], [1], "=="],
    [[1], [1, 2], "!="],
    [{ a: 1, b: [2] }, { b: [2], a: 1 }, "=="],
    [{ a: 1 }, { b: 1 }, "!="],
    [{ a: 1 }, [1], "!="],
    [{}, null, "!="],
  ])("%j and %j: %s", (a, b, expected) => expect(table(a, b)).toBe(expected));

  it("is exactly one of == and !=, and mirrored by swapping sides", () => {
    const mirror = { "==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<=" } as const;
    fc.assert(
      fc.property(arbitraryValue(), arbitraryValue(), (a, b) => {
        expect(compareValues("==", a, b)).toBe(!compareValues("!=", a, b));
        for (const op of ops) expect(compareValues(op, a, b)).toBe(compareValues(mirror[op], b, a));
        if (typeof a === typeof b && (typeof a === "string" || typeof a === "number")) {
          expect(compareValues("<", a, b)).toBe(!compareValues(">=", a, b));
        } else expect(["<", "<=", ">", ">="].some((op) => compareValues(op as CompareOp, a, b))).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});
