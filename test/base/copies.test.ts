import { describe, expect, it } from "vitest";
import { LightconeError, thrownMessage } from "../../src/base/index.ts";

/** The module a second time, as a program has it that loads the package as CommonJS and as an ES module. */
async function otherCopy(): Promise<typeof import("../../src/base/error.ts")> {
  const path = "../../src/base/error.ts?copy";
  return (await import(path)) as typeof import("../../src/base/error.ts");
}

describe("an error of another copy of this package", () => {
  it("is an error of this one, both ways", async () => {
    const other = await otherCopy();
    expect(other.LightconeError).not.toBe(LightconeError);
    const input = { code: "run/inputs", what: "it is wrong" } as const;
    const theirs: unknown = new other.LightconeError(input);
    expect(theirs instanceof LightconeError).toBe(true);
    expect(new LightconeError(input) instanceof other.LightconeError).toBe(true);
    expect(thrownMessage(theirs)).toBe("it is wrong");
  });

  it("is nothing else that calls itself so", () => {
    const named = Object.assign(new RangeError("x"), { name: "LightconeError" });
    for (const value of [
      named,
      new RangeError(),
      { name: "LightconeError", code: "x", diagnostics: [] },
      null,
      5,
      "x",
    ])
      expect(value instanceof LightconeError).toBe(false);
  });
});
