import { describe, expect, it } from "vitest";
import {
  assertNever,
  type Diagnostic,
  diagnostic,
  type ErrorCode,
  errorCodes,
  LightconeError,
  type Place,
  printDiagnostic,
  printPlace,
  type StepId,
  thrownMessage,
} from "../../src/base/index.ts";

const step = (text: string): StepId => text as StepId;

describe("printPlace", () => {
  it.each<[Place, string]>([
    [{}, ""],
    [{ file: "review.ts" }, "review.ts"],
    [{ file: "review.ts", line: 12 }, "review.ts:12"],
    [{ file: "review.ts", line: 12, column: 5 }, "review.ts:12:5"],
    [{ line: 3 }, "line 3"],
    [{ line: 3, column: 14 }, "line 3:14"],
    [{ lifeline: "Committer" }, "lifeline Committer"],
    [{ step: step("branch:Committer") }, "step branch:Committer"],
    [
      { file: "review.ts", line: 12, column: 5, lifeline: "Committer", step: step("branch:Committer") },
      "review.ts:12:5, lifeline Committer, step branch:Committer",
    ],
    [{ lifeline: "A", step: step("act:A") }, "lifeline A, step act:A"],
    [{ line: 1, lifeline: "__proto__" }, "line 1, lifeline __proto__"],
  ])("%j", (place, text) => expect(printPlace(place)).toBe(text));
});

describe("the table of codes", () => {
  const entries = Object.entries(errorCodes);

  it("has codes of the form area/what-is-wrong", () => {
    for (const [code] of entries) expect(code).toMatch(/^[a-z]+\/[a-z]+(-[a-z]+)*$/);
  });

  it("says of each what it means and what to do, in a sentence each", () => {
    for (const [code, { summary, remedy }] of entries) {
      expect([code, summary]).toEqual([code, expect.stringMatching(/^[A-Z`].+\.$/s)]);
      expect([code, remedy]).toEqual([code, expect.stringMatching(/^[A-Z`].+\.$/s)]);
      expect(summary).not.toBe(remedy);
    }
  });
});

describe("a diagnostic", () => {
  it("is an error with its code's remedy unless it says otherwise", () => {
    expect(diagnostic({ code: "json/not-json", message: "no" })).toEqual({
      code: "json/not-json",
      severity: "error",
      message: "no",
      place: {},
      remedy: errorCodes["json/not-json"].remedy,
    });
  });

  it("keeps what it is given, and no suggestion that is none", () => {
    const full = {
      code: "formula/syntax",
      severity: "warning",
      message: "what",
      place: { line: 2 },
      remedy: "Do this.",
      suggestion: "status",
    } as const;
    expect(diagnostic(full)).toEqual(full);
    expect(Object.keys(diagnostic({ ...full, suggestion: undefined }))).not.toContain("suggestion");
  });

  it.each<[string, Diagnostic, string]>([
    [
      "what, where and what to do",
      diagnostic({ code: "msc/self-message", message: '"A" sends to itself', place: { file: "f", line: 4 } }),
      `error msc/self-message: "A" sends to itself\n  at f:4\n  ${errorCodes["msc/self-message"].remedy}`,
    ],
    [
      "no place",
      diagnostic({
        code: "formula/constant",
        message: "always true",
        severity: "warning",
        remedy: "Drop it.",
      }),
      "warning formula/constant: always true\n  Drop it.",
    ],
    [
      "a near miss",
      diagnostic({
        code: "formula/unknown-variable",
        message: "there is no x",
        place: { line: 1, column: 9 },
        remedy: "Declare it.",
        suggestion: "y",
      }),
      "error formula/unknown-variable: there is no x\n  at line 1:9\n  Declare it. Did you mean y?",
    ],
  ])("prints %s", (_, found, text) => expect(printDiagnostic(found)).toBe(text));
});

describe("LightconeError", () => {
  it("has a message of three parts, and each of them as a field", () => {
    const error = new LightconeError({
      code: "formula/predicate-failed",
      what: "the predicate isText threw",
      place: { lifeline: "Committer", step: step("branch:Committer") },
      details: { predicate: "isText" },
    });
    const { remedy } = errorCodes["formula/predicate-failed"];
    expect(error.message).toBe(
      `the predicate isText threw\n  at lifeline Committer, step branch:Committer\n  ${remedy}`,
    );
    expect(error).toMatchObject({
      name: "LightconeError",
      code: "formula/predicate-failed",
      what: "the predicate isText threw",
      place: { lifeline: "Committer", step: "branch:Committer" },
      remedy,
      details: { predicate: "isText" },
    });
    expect(error).toBeInstanceOf(Error);
    expect(error.stack).toContain("the predicate isText threw");
  });

  it("prefers the remedy that it is given, and suggests the near miss", () => {
    const error = new LightconeError({
      code: "formula/unknown-lifeline",
      what: 'there is no lifeline "Comitter"',
      remedy: "List it.",
      suggestion: "Committer",
    });
    expect(error.message).toBe('there is no lifeline "Comitter"\n  List it. Did you mean Committer?');
    expect(error.diagnostics).toEqual([expect.objectContaining({ suggestion: "Committer" })]);
  });

  it("carries one diagnostic of its own when it is given none", () => {
    const error = new LightconeError({ code: "clock/invalid", what: "a count is -1", place: { line: 2 } });
    expect(error.diagnostics).toEqual([
      diagnostic({ code: "clock/invalid", message: "a count is -1", place: { line: 2 } }),
    ]);
    expect(error.details).toBeNull();
    expect(error.cause).toBeUndefined();
  });

  it("lists all problems below its own sentence", () => {
    const found = [1, 2, 3].map((line) =>
      diagnostic({ code: "recording/not-json", message: `line ${line} is no JSON`, place: { line } }),
    );
    const error = new LightconeError({
      code: "recording/not-json",
      what: "three defects",
      diagnostics: found,
    });
    expect(error.message.split("\n")[0]).toBe("three defects");
    for (const each of found) expect(error.message).toContain(printDiagnostic(each));
    expect(error.diagnostics).toEqual(found);
  });

  it("says it once when its only problem is itself", () => {
    const only = diagnostic({ code: "json/not-json", message: "the value is NaN" });
    const error = new LightconeError({ code: "json/not-json", what: only.message, diagnostics: [only] });
    expect(error.message.match(/the value is NaN/g)).toHaveLength(1);
  });

  it("keeps a cause, null included", () => {
    const cause = new TypeError("below");
    expect(new LightconeError({ code: "internal/unreachable", what: "x", cause }).cause).toBe(cause);
    expect(new LightconeError({ code: "internal/unreachable", what: "x", cause: null })).toHaveProperty(
      "cause",
      null,
    );
  });

  it("keeps a sentence that looks like a printed diagnostic whole", () => {
    const what = "error a/b: error c/d: text: more";
    expect(new LightconeError({ code: "internal/unreachable", what }).message.split("\n")[0]).toBe(what);
  });

  it.each(Object.keys(errorCodes) as ErrorCode[])(
    "%s: every code makes an error that tells what to do",
    (code) => {
      const error = new LightconeError({ code, what: "it happened" });
      expect(error.message).toBe(`it happened\n  ${errorCodes[code].remedy}`);
      expect(error.code).toBe(code);
    },
  );
});

describe("thrownMessage", () => {
  const cyclic: { self?: unknown } = {};
  cyclic.self = cyclic;
  const hostile = {
    toJSON() {
      throw new Error("again");
    },
  };

  it.each<[string, unknown, RegExp]>([
    ["an error", new Error("boom"), /^boom$/],
    ["an error without message", new TypeError(""), /^TypeError$/],
    [
      "the own error, without place and remedy",
      new LightconeError({ code: "json/not-json", what: "w" }),
      /^w$/,
    ],
    ["text", "plain", /^plain$/],
    ["an object", { status: 500 }, /\{"status":500\}/],
    ["a number", 42, /42/],
    ["null", null, /null/],
    ["undefined", undefined, /undefined/],
    ["a function", () => 1, /function/],
    ["a symbol", Symbol("s"), /symbol/],
    ["a bigint", 1n, /./],
    ["a cycle", cyclic, /./],
    ["a toJSON that throws", hostile, /./],
    ["an object without prototype", Object.create(null), /./],
    ["something long, cut", { text: "x".repeat(10_000) }, /^.{1,300}$/],
  ])("%s", (_, thrown, text) => expect(thrownMessage(thrown)).toMatch(text));
});

describe("assertNever", () => {
  it.each<[unknown, RegExp]>([
    [{ kind: "unknown" }, /unknown/],
    ["text", /text/],
    [undefined, /./],
  ])("throws for %s what should not happen", (value, text) => {
    const fail = (): never => assertNever(value as never);
    expect(fail).toThrow(
      expect.objectContaining({ code: "internal/unreachable", message: expect.stringMatching(text) }),
    );
  });
});
