import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { errorsDocument } from "../../scripts/errors-document.ts";
import { errorCodes } from "../../src/base/index.ts";
import { filesIn, projectPath } from "./source.ts";

const tests = filesIn("test").filter(({ path }) => !path.startsWith("test/architecture/"));
const source = filesIn("src").filter(({ path }) => !path.startsWith("src/base/codes"));

/** Codes that no input can provoke: they say that Lightcone itself is wrong. */
const unprovoked = ["internal/unreachable", "run/deadlock"];

describe("the error codes", () => {
  it.each(Object.keys(errorCodes).filter((code) => !unprovoked.includes(code)))(
    "%s is provoked by a test",
    (code) => {
      const named = new RegExp(`${code}(?![a-z-])`);
      expect(tests.some(({ text }) => named.test(text))).toBe(true);
    },
  );

  it("are all used", () => {
    expect(
      Object.keys(errorCodes).filter((code) => !source.some(({ text }) => text.includes(`"${code}"`))),
    ).toEqual([]);
  });

  it("each say what is wrong and what to do, in a sentence", () => {
    for (const [code, { summary, remedy }] of Object.entries(errorCodes)) {
      expect(code).toMatch(/^[a-z]+\/[a-z-]+$/);
      expect(summary, code).toMatch(/^[A-Z\u0060].*[.:?)\u0060]$/s);
      expect(remedy, code).toMatch(/^[A-Z\u0060].*[.?)\u0060]$/s);
    }
  });

  it("stand in docs/errors.md as the table has them", () => {
    expect(readFileSync(projectPath("docs/errors.md"), "utf8")).toBe(errorsDocument());
  });
});
