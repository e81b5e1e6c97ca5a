import { describe, expect, it } from "vitest";
import { compareProgram, everyChoreography } from "./every-choreography.ts";

/** Four statements are tried by `npm run exhaustive`. */
describe("every choreography of up to three statements over three lifelines", () => {
  const counts = [0, 1, 2, 3].map((size) => everyChoreography(size).length);

  it("there are so many", () => {
    // By Burnside's lemma, of 1, 9, 162 and 4 176 (with 45 pairs of arms), of which an exchange of two names keeps 1, 1, 4
    // and 26 and a rotation none but the empty one: 1, 2, 29 and 709. Three more differ in the order of their arms alone.
    expect(counts).toEqual([1, 2, 29, 709 + 3]);
  });

  it.each([0, 1, 2, 3])(
    "of %i statements, the projected programs make what the interpreter makes",
    (size) => {
      let [several, failing] = [0, 0];
      for (const program of everyChoreography(size)) {
        const compared = compareProgram(program);
        expect(compared.difference).toBeNull();
        if (compared.ends > 2) several += 1;
        if (compared.failing) failing += 1;
      }
      if (size < 3) return;
      expect(several).toBeGreaterThan(20);
      expect(failing).toBeGreaterThan(100);
    },
  );
});
