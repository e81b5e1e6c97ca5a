import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { StepId } from "../../src/base/index.ts";
import { type ActionContext, implement, lifeline, provide, script } from "../../src/choreography/index.ts";
import { codeOf, errorOf } from "./errors.ts";

const Runner = lifeline("Runner", {
  actions: {
    quick: { in: { candidate: z.string() }, out: z.enum(["passed", "failed"]) },
    stop: {},
  },
});
const context: ActionContext = {
  signal: new AbortController().signal,
  key: "k",
  attempt: 1,
  lifeline: "Runner",
  action: "quick",
  step: "act:Runner.quick(candidate)" as StepId,
  signature: { args: {}, out: { kind: "none" } },
  check: async () => null,
};
const stop = async () => {};

describe("implement", () => {
  test("functions, and functions with limits", async () => {
    const made = implement(Runner, {
      quick: {
        run: async ({ candidate }) => (candidate === "c1" ? "passed" : "failed"),
        timeout: "30s",
        retries: 2,
      },
      stop,
    });
    expect(made).toMatchObject({
      kind: "implementation",
      lifeline: "Runner",
      actions: {
        quick: { timeout: 30_000, retries: 2 },
        stop: { run: stop, timeout: null, retries: 0, fallback: null },
      },
    });
    expect(await made.actions["quick"]?.run({ candidate: "c1" }, context)).toBe("passed");
  });

  test.each([
    [250, 250],
    ["500ms", 500],
    ["1.5s", 1500],
    ["2m", 120_000],
    ["1h", 3_600_000],
  ] as const)("a timeout of %j is %d milliseconds", (timeout, expected) => {
    const made = implement(Runner, { quick: { run: async () => "passed", timeout }, stop });
    expect(made.actions["quick"]?.timeout).toBe(expected);
  });

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, "0s", "1 s", "s", "1d", "1e3s"])(
    "%j is no time span",
    (timeout) => {
      const make = () =>
        implement(Runner, { quick: { run: async () => "passed", timeout: timeout as "1s" }, stop });
      expect(codeOf(make)).toBe("choreography/duration");
    },
  );

  test.each([-1, 1.5, "2"])("%j is no number of retries", (retries) => {
    const make = () =>
      implement(Runner, { quick: { run: async () => "passed", retries: retries as 1 }, stop });
    expect(codeOf(make)).toBe("choreography/duration");
  });

  test("a missing, a superfluous and a wrong implementation", () => {
    const quick = async () => "passed" as const;
    expect(errorOf(() => implement(Runner, { quick } as never)).what).toBe(
      "Runner.stop has no implementation",
    );
    const misspelt = errorOf(() => implement(Runner, { quick, stop, quik: quick } as never));
    expect([misspelt.code, misspelt.diagnostics[0]?.suggestion]).toEqual([
      "choreography/missing-implementation",
      "quick",
    ]);
    expect(codeOf(() => implement(Runner, { quick: {}, stop } as never))).toBe(
      "choreography/missing-implementation",
    );
    expect(codeOf(() => implement(Runner, { quick: null, stop } as never))).toBe(
      "choreography/missing-implementation",
    );
    expect(codeOf(() => implement(Runner, { quick, stop, toString: quick } as never))).toBe(
      "choreography/missing-implementation",
    );
  });
});

describe("script", () => {
  test("results in order, then an error that names the action, the step and the numbers", () => {
    const made = script(Runner, { quick: ["failed", "passed"], stop: [undefined] });
    const run = () => made.actions["quick"]?.run({ candidate: "c1" }, context);
    expect([run(), run()]).toEqual(["failed", "passed"]);
    const error = errorOf(run);
    expect(error.code).toBe("choreography/script-exhausted");
    expect(error.what).toBe("Runner.quick was called 3 times, and its script has 2 results");
    expect(error.place).toEqual({ lifeline: "Runner", step: context.step });
    expect(made.actions["stop"]?.run({}, context)).toBeUndefined();
  });

  test("a later change of the list changes nothing", () => {
    const results: ("passed" | "failed")[] = ["passed"];
    const made = script(Runner, { quick: results, stop: [] });
    results[0] = "failed";
    expect(made.actions["quick"]?.run({}, context)).toBe("passed");
  });

  test("what is no list", () => {
    expect(codeOf(() => script(Runner, { quick: "passed", stop: [] } as never))).toBe(
      "choreography/missing-implementation",
    );
  });
});

test("provide hands the workspace to its function", async () => {
  const workspace = { onEnd() {}, say() {}, model: undefined };
  const provider = provide((given) => {
    expect(given).toBe(workspace);
    return [script(Runner, { quick: [], stop: [] })];
  });
  expect(provider.kind).toBe("provider");
  expect(await provider.provide(workspace)).toHaveLength(1);
});

describe("called wrongly", () => {
  test("by code that the compiler did not see: an error that teaches, never a TypeError", () => {
    for (const make of [implement, script] as readonly ((...args: readonly unknown[]) => unknown)[]) {
      for (const args of [[], [null, {}], ["Runner", {}], [{}, {}]])
        expect(errorOf(() => make(...args)).what).toContain("is no lifeline");
      for (const args of [[Runner], [Runner, null], [Runner, "quick"]])
        expect(errorOf(() => make(...args)).what).toBe("Runner has no object of actions beside it");
    }
  });

  test("in several ways at once: all are told, each with the nearest name", () => {
    const error = errorOf(() => script(Runner, { quik: ["passed"], stop: "x" } as never));
    expect(error).toMatchObject({
      code: "choreography/missing-implementation",
      what: "The implementation of Runner has 3 problems",
      diagnostics: [
        { message: 'Runner has no action "quik"', suggestion: "quick" },
        { message: "Runner.quick has no implementation" },
        { message: "Runner.stop has no list of results" },
      ],
    });
  });
});
