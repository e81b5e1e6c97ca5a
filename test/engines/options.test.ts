import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { Diagnostic, LightconeError } from "../../src/base/index.ts";
import { choreography, implement, lifeline, provide, script } from "../../src/choreography/index.ts";
import { run } from "../../src/engines/index.ts";
import { systemTimers } from "../../src/engines/ports.ts";

const Dev = lifeline("Dev", {
  variables: { goal: z.number(), kind: z.string(), done: z.number() },
  actions: { work: { in: { goal: z.number() }, out: z.number() }, rest: {} },
});
const simple = choreography("simple", { lifelines: [Dev], inputs: [Dev.goal], results: [Dev.done] }, (c) => {
  c.act(Dev.done, Dev.work({ goal: Dev.goal }), { label: "the-work" });
});
const dev = implement(Dev, { work: async ({ goal }) => goal + 1, rest: async () => {} });
const good = { implementations: [dev], inputs: { Dev: { goal: 1 } } };

/** Runs as a caller without types could. */
async function refusal(...args: readonly unknown[]): Promise<LightconeError> {
  const called = run as (...args: readonly unknown[]) => Promise<unknown>;
  const error = await called(...args).then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toMatchObject({ name: "LightconeError" });
  return error as LightconeError;
}

const messages = (error: LightconeError): readonly string[] =>
  error.diagnostics.map(({ message }) => message);
const near = ({ diagnostics }: LightconeError): readonly Diagnostic["suggestion"][] =>
  diagnostics.map(({ suggestion }) => suggestion);

describe("run, called wrongly", () => {
  it.each([
    ["nothing", undefined, "undefined"],
    ["null", null, "null"],
    ["a function", () => {}, "a function"],
    ["text", "review", '"review"'],
    ["a lifeline", Dev, "the lifeline Dev itself"],
    ["an implementation", dev, "an object of the kind implementation"],
    ["an object of the kind, and no more", { kind: "choreography" }, "an object of the kind choreography"],
  ])("with %s for a choreography", async (_name, definition, shown) => {
    const error = await refusal(definition, good);
    expect(error).toMatchObject({
      code: "run/options",
      what: `The first argument of run is ${shown}, not what choreography(…) returns`,
    });
  });

  it.each([
    [null, "null"],
    [[dev], "a list"],
    [5, "5"],
    ["x".repeat(90), `"${"x".repeat(39)}…"`],
    [1n, "a bigint"],
    [Symbol("x"), "a symbol"],
  ])("with %o for options", async (options, shown) => {
    const { code, what } = await refusal(simple, options);
    expect([code, what]).toEqual([
      "run/options",
      `The second argument of run is ${shown}, not an object of options`,
    ]);
  });

  it("with implementations that are none", async () => {
    expect((await refusal(simple, { ...good, implementations: dev })).what).toBe(
      "The option implementations is an object of the kind implementation, not a list of what implement(…) and script(…) return",
    );
    const mixed = await refusal(simple, {
      ...good,
      implementations: [dev, Dev, null, provide(() => []), { kind: 5 }],
    });
    expect(messages(mixed)).toEqual([
      "The option implementations has the lifeline Dev itself at place 1, not what implement(…) or script(…) returns",
      "The option implementations has null at place 2, not what implement(…) or script(…) returns",
      "The option implementations has a provider, which only the command line takes, at place 3, not what implement(…) or script(…) returns",
      "The option implementations has an object at place 4, not what implement(…) or script(…) returns",
    ]);
  });

  it("with names that are no options: the nearest is named", async () => {
    const error = await refusal(simple, { input: {}, implementation: [dev], colour: 1, __proto__: null });
    expect(messages(error)).toEqual([
      "run has no option input",
      "run has no option implementation",
      "run has no option colour",
    ]);
    expect(near(error)).toEqual(["inputs", "implementations", undefined]);
    expect(error.message).toContain("Did you mean inputs?");
  });

  it.each([Number.NaN, 1.5, -1, Number.POSITIVE_INFINITY, 2 ** 53])("with the seed %d", async (schedule) => {
    const { code, what } = await refusal(simple, { ...good, schedule });
    expect(code).toBe("run/options");
    expect(what).toContain(
      `The option schedule is ${schedule}, which is no seed: a seed is a whole number from 0`,
    );
  });

  it("with everything at once: all of it is told", async () => {
    const error = await refusal(undefined, {
      implementations: {},
      inputs: [],
      schedule: { kind: "seeded" },
      signal: {},
      run: 5,
      onEvent: true,
      onAction: {},
      clock: { now: 5 },
      timers: () => {},
      more: 1,
    });
    expect(error.what).toBe("run was called with 11 problems");
    expect(error.diagnostics.every(({ code }) => code === "run/options")).toBe(true);
  });

  it("takes what is right: each form of a schedule, options that are undefined, a real signal", async () => {
    for (const schedule of [0, 2 ** 53 - 1, { kind: "live" }, { kind: "recorded", order: [] }, undefined]) {
      const options = { ...good, schedule, signal: new AbortController().signal, onEvent: undefined };
      const result = await run(simple, options as never);
      expect(result).toMatchObject({ status: "done", results: { Dev: { done: 2 } } });
    }
  });
});

describe("the inputs of a run", () => {
  it("given flat: the right shape is shown", async () => {
    const error = await refusal(simple, { ...good, inputs: { "Dev.goal": 2 } });
    expect(error.diagnostics).toMatchObject([
      {
        code: "run/inputs",
        message: "Dev.goal is given as one name",
        remedy: 'Give it by lifeline: { "Dev": { "goal": … } }.',
      },
    ]);
  });

  it.each([2, null, "x", [1]])("given as %j for a lifeline", async (values) => {
    const error = await refusal(simple, { ...good, inputs: { Dev: values } });
    expect(error.diagnostics).toMatchObject([
      {
        message: "What is given for Dev is no object from variable to value",
        remedy: 'Write { "Dev": { variable: value } }.',
      },
    ]);
  });

  it("for a lifeline that is not there, or misspelt", async () => {
    for (const values of [{}, 5, { goal: 1 }]) {
      const error = await refusal(simple, { ...good, inputs: { Dav: values, Dev: { goal: 1 } } });
      expect(near(error), JSON.stringify(values)).toEqual([
        values === 5 || Object.keys(values).length === 0 ? "Dev" : "Dev.goal",
      ]);
    }
  });

  it("are told together with implementations that are missing, which know their step", async () => {
    const error = await refusal(simple, { inputs: { Dev: { gaol: 1 } } });
    expect(error.diagnostics).toMatchObject([
      {
        code: "action/not-implemented",
        message: "Dev.work has no implementation",
        place: { lifeline: "Dev", step: "the-work", file: import.meta.filename, line: 13 },
      },
      { code: "run/inputs", message: "Dev.gaol is no input of simple", suggestion: "Dev.goal" },
      { code: "run/inputs", message: "The input Dev.goal is missing" },
    ]);
    expect(error.what).toBe("The run has 3 problems");
  });
});

describe("a script", () => {
  it("that has run out fails its action by its own code and remedy, at its place", async () => {
    const result = await run(simple, { ...good, implementations: [script(Dev, { work: [], rest: [] })] });
    expect(result).toMatchObject({
      status: "failed",
      error: {
        code: "choreography/script-exhausted",
        what: "The action Dev.work failed: Dev.work was called 1 time, and its script has 0 results",
        remedy: "Give script(…) one value for each call, in order.",
        place: { lifeline: "Dev", step: "the-work", file: import.meta.filename },
      },
    });
  });

  it("an error that another run of an action throws is the action's failure, whatever its code", async () => {
    const nested = implement(Dev, {
      work: async () => (await run(simple, {})) as never,
      rest: async () => {},
    });
    expect(await run(simple, { ...good, implementations: [nested] })).toMatchObject({
      status: "failed",
      error: { code: "action/failed" },
    });
  });
});

describe("the host's timers", () => {
  it("keep times that are longer than the host's own take, and are taken back all the same", () => {
    vi.useFakeTimers();
    try {
      const longest = 2 ** 31 - 1;
      const gone: string[] = [];
      systemTimers.after(3 * longest, () => gone.push("three"));
      systemTimers.after(longest, () => gone.push("one"));
      systemTimers.after(longest + 1, () => gone.push("one and a bit"));
      const back = systemTimers.after(2 * longest, () => gone.push("never"));
      vi.advanceTimersByTime(longest - 1);
      expect(gone).toEqual([]);
      vi.advanceTimersByTime(1);
      expect(gone).toEqual(["one"]);
      vi.advanceTimersByTime(1);
      expect(gone).toEqual(["one", "one and a bit"]);
      back();
      vi.advanceTimersByTime(2 * longest - 2);
      expect(gone).toEqual(["one", "one and a bit"]);
      vi.advanceTimersByTime(1);
      expect(gone).toEqual(["one", "one and a bit", "three"]);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});
