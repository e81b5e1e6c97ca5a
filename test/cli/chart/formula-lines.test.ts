import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formulaLines } from "../../../src/cli/chart/formula-lines.ts";
import { cellsOf, visible } from "../../../src/cli/visible.ts";
import { printFormula } from "../../../src/cpl/index.ts";
import { arbitraryFormula } from "../../../src/testing/index.ts";

describe("a formula in lines", () => {
  it("breaks between comparisons, not inside one, and not inside a text", () => {
    const formula = '@B.x == x & @C((s != "a & b" & s != "c") S s == "d") | y == 1';
    expect(formulaLines("ok @ A:", formula, 32, "    ")).toEqual([
      "ok @ A: @B.x == x &",
      '    @C((s != "a & b" &',
      '    s != "c") S s == "d") |',
      "    y == 1",
    ]);
  });

  it("keeps the text and the width, whatever the formula is", () => {
    fc.assert(
      fc.property(arbitraryFormula(), fc.integer({ min: 24, max: 100 }), (formula, width) => {
        const text = visible(printFormula(formula));
        const lines = formulaLines("label @ A:", text, width, "    ");
        expect(Math.max(...lines.map(cellsOf))).toBeLessThanOrEqual(width);
        const bare = (whole: string): string => whole.replaceAll(" ", "");
        expect(bare(lines.join(""))).toBe(bare(`label @ A:${text}`));
        for (const line of formulaLines("label @ A:", text, 400, "    ").slice(0, -1))
          expect(line).toMatch(/[&|:]$/);
      }),
      { numRuns: 300 },
    );
  });
});
