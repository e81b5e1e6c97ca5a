import { describe, expect, it } from "vitest";
import { z } from "zod";
import { LightconeError, type StepId } from "../../src/base/index.ts";
import type { ActionContext, ActionImplementation } from "../../src/choreography/index.ts";
import { type ActionSchemas, perform, type Timers } from "../../src/runtime/actions.ts";
import { Ending } from "../../src/runtime/ending.ts";
import type { ActionRequest } from "../../src/runtime/types.ts";

const request: ActionRequest = {
  key: "k",
  step: "s" as StepId,
  round: [],
  action: "work",
  args: { n: 1 },
  mode: "repeat",
  reads: 0,
};

const signature = { args: {}, out: { kind: "none" } } as const;

/** Timers that a test moves by hand. */
class ManualTimers implements Timers {
  readonly waiting = new Set<{ readonly milliseconds: number; readonly then: () => void }>();
  readonly after = (milliseconds: number, then: () => void): (() => void) => {
    const timer = { milliseconds, then };
    this.waiting.add(timer);
    return () => this.waiting.delete(timer);
  };
  fire(): void {
    for (const timer of [...this.waiting]) {
      this.waiting.delete(timer);
      timer.then();
    }
  }
}

function attempt(
  run: ActionImplementation["run"],
  out: ActionSchemas["out"],
  more: Partial<ActionImplementation> = {},
) {
  const timers = new ManualTimers();
  const ending = new Ending();
  const implementation = { run, timeout: null, retries: 0, fallback: null, ...more };
  const outcome = perform({
    lifeline: "A",
    request,
    implementation,
    schemas: { args: {}, out, signature },
    timers,
    ending,
  });
  return { outcome, timers, ending };
}

const failure = (code: string, text: string | RegExp) => ({
  kind: "failed",
  error: expect.objectContaining({
    code,
    message: typeof text === "string" ? expect.stringContaining(text) : expect.stringMatching(text),
    place: { lifeline: "A", step: "s" },
  }),
});

describe("perform: results", () => {
  it("gives the arguments and the context, and takes a value of the declared kind", async () => {
    const seen: unknown[] = [];
    const { outcome } = attempt((args, context: ActionContext) => {
      seen.push(args, context.attempt, context.key, context.lifeline, context.step);
      return Promise.resolve("x");
    }, z.string());
    expect(await outcome).toEqual({ kind: "ok", value: "x" });
    expect(seen).toEqual([{ n: 1 }, 1, "k:1", "A", "s"]);
  });

  it("takes fields, leaves out what is undefined, and keeps nothing that is not declared", async () => {
    const out = { a: z.number(), b: z.string().optional() };
    expect(await attempt(async () => ({ a: 1, c: 2 }), out).outcome).toEqual({ kind: "ok", value: { a: 1 } });
  });

  it("takes the output of the schema, not its input", async () => {
    expect(await attempt(async () => "7", z.coerce.number()).outcome).toEqual({ kind: "ok", value: 7 });
  });

  it("waits for a schema that validates later", async () => {
    const later = z.string().refine(async (text) => text === "x", "not x");
    expect(await attempt(async () => "x", later).outcome).toEqual({ kind: "ok", value: "x" });
    expect(await attempt(async () => "y", later).outcome).toEqual(failure("action/invalid-result", "not x"));
  });

  it("ignores what an action without result returns", async () => {
    expect(await attempt(async () => new Date(), null).outcome).toEqual({ kind: "ok" });
  });

  it.each<readonly [string, unknown, ActionSchemas["out"], RegExp]>([
    ["a value of another type", 1, z.string(), /its result/],
    ["no value", undefined, z.string(), /its result/],
    ["a number that is not finite", Number.NaN, z.unknown(), /not a finite number/],
    ["a class instance", new Date(), z.unknown(), /not a plain object/],
    ["a function", () => 1, z.unknown(), /function/],
    ["half a surrogate pair", "\uD800", z.unknown(), /surrogate/],
    ["no object where fields are declared", 1, { a: z.number() }, /not an object/],
    ["null where fields are declared", null, { a: z.number() }, /not an object/],
    ["a missing field", {}, { a: z.number() }, /its field a/],
    [
      "two wrong fields, both named",
      { a: "x", b: 1 },
      { a: z.number(), b: z.string() },
      /its field a.*its field b/,
    ],
    [
      "a wrong place inside a value",
      { list: [1, "two"] },
      z.object({ list: z.array(z.number()) }),
      /list\.1/,
    ],
  ])("refuses %s", async (_name, value, out, message) => {
    expect(await attempt(async () => value, out).outcome).toEqual(failure("action/invalid-result", message));
  });

  it("never inherits a field", async () => {
    const out = { toString: z.string() };
    expect(await attempt(async () => ({}), out).outcome).toEqual(
      failure("action/invalid-result", "its field toString"),
    );
  });
});

describe("perform: failures", () => {
  it.each<readonly [string, () => unknown, string]>([
    ["a rejection", () => Promise.reject(new RangeError("too far")), "too far"],
    [
      "a throw",
      () => {
        throw new RangeError("at once");
      },
      "at once",
    ],
    [
      "something thrown that is no error",
      () => {
        throw "text";
      },
      "text",
    ],
  ])("%s is an outcome", async (_name, run, message) => {
    expect(await attempt(run, null).outcome).toEqual(failure("action/failed", message));
  });

  it("retries so many times, numbering the attempts, and takes the first good result", async () => {
    const attempts: number[] = [];
    const run = async (_args: unknown, context: ActionContext) => {
      attempts.push(context.attempt);
      if (context.attempt < 3) throw new RangeError("not yet");
      return "done";
    };
    expect(await attempt(run, z.string(), { retries: 4 }).outcome).toEqual({ kind: "ok", value: "done" });
    expect(attempts).toEqual([1, 2, 3]);
  });

  it("says how often it tried, and retries a result that does not fit", async () => {
    let calls = 0;
    const { outcome } = attempt(
      async () => {
        calls += 1;
        return 1;
      },
      z.string(),
      { retries: 2 },
    );
    expect(await outcome).toEqual(failure("action/invalid-result", "after 3 attempts"));
    expect(calls).toBe(3);
  });
});

describe("perform: time and cancellation", () => {
  const never = () => new Promise<never>(() => {});
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it("fails an attempt when its time is up, and aborts it", async () => {
    let signal: AbortSignal | undefined;
    const { outcome, timers } = attempt(
      (_args, context) => {
        signal = context.signal;
        return never();
      },
      null,
      { timeout: 50 },
    );
    expect([...timers.waiting].map(({ milliseconds }) => milliseconds)).toEqual([50]);
    expect(signal?.aborted).toBe(false);
    timers.fire();
    expect(await outcome).toEqual(failure("action/timeout", "50 ms"));
    expect(signal?.aborted).toBe(true);
  });

  it("gives each attempt its own time", async () => {
    const { outcome, timers } = attempt(never, null, { timeout: 50, retries: 1 });
    timers.fire();
    await settled();
    expect(timers.waiting.size).toBe(1);
    timers.fire();
    expect(await outcome).toEqual(failure("action/timeout", "after 2 attempts"));
  });

  it("leaves no timer behind", async () => {
    const { outcome, timers } = attempt(async () => "x", z.string(), { timeout: 50 });
    await outcome;
    expect(timers.waiting.size).toBe(0);
  });

  it("ends at once when the run ends, telling the action", async () => {
    let signal: AbortSignal | undefined;
    const { outcome, ending } = attempt(
      (_args, context) => {
        signal = context.signal;
        return never();
      },
      null,
      { retries: 5 },
    );
    ending.end();
    expect(await outcome).toEqual(failure("run/cancelled", "the run ended"));
    expect(signal?.aborted).toBe(true);
  });

  it("does not begin when the run has ended", async () => {
    let calls = 0;
    const ending = new Ending();
    ending.end();
    const implementation = {
      run: async () => {
        calls += 1;
      },
      timeout: null,
      retries: 3,
      fallback: () => 1,
    };
    const outcome = await perform({
      lifeline: "A",
      request,
      implementation,
      schemas: { args: {}, out: null, signature },
      timers: new ManualTimers(),
      ending,
    });
    expect(outcome).toEqual(failure("run/cancelled", "the run ended"));
    expect(calls).toBe(0);
  });
});

describe("perform: whatever is thrown", () => {
  const hostile: readonly (readonly [string, unknown])[] = [
    ["an object without prototype", Object.create(null)],
    ["a symbol", Symbol("x")],
    [
      "an error whose message throws",
      Object.defineProperty(new RangeError(), "message", {
        get: () => {
          throw new RangeError();
        },
      }),
    ],
    [
      "an error whose message is a symbol",
      Object.defineProperty(new RangeError(), "message", { value: Symbol("x") }),
    ],
    [
      "an object whose text throws",
      {
        toString: () => {
          throw new RangeError();
        },
      },
    ],
  ];
  it.each(hostile)("%s is a failed outcome", async (_name, thrown) => {
    expect(await attempt(() => Promise.reject(thrown), null).outcome).toMatchObject({
      kind: "failed",
      error: { code: "action/failed" },
    });
  });
});

describe("perform: fallbacks (scenario 96)", () => {
  const broken = async () => {
    throw new RangeError("no luck");
  };

  it("give the result when the attempts are used up, and are told why", async () => {
    const told: unknown[] = [];
    const fallback = (args: unknown, why: string) => {
      told.push(args, why);
      return "instead";
    };
    const { outcome } = attempt(broken, z.string(), { retries: 1, fallback });
    expect(await outcome).toEqual({ kind: "ok", value: "instead" });
    expect(told).toEqual([{ n: 1 }, "no luck"]);
  });

  it("give it when the time is up, and when a result does not fit", async () => {
    const { outcome, timers } = attempt(() => new Promise(() => {}), z.string(), {
      timeout: 10,
      fallback: async () => "late",
    });
    await Promise.resolve();
    timers.fire();
    expect(await outcome).toEqual({ kind: "ok", value: "late" });
    const unfit = attempt(async () => 5, z.string(), { fallback: () => "fits" });
    expect(await unfit.outcome).toEqual({ kind: "ok", value: "fits" });
  });

  it("are checked like any result, and may fail themselves", async () => {
    const unfit = attempt(broken, z.string(), { fallback: () => 7 });
    expect(await unfit.outcome).toEqual(
      failure("action/invalid-result", /no luck; its fallback did not help: .*string/),
    );
    const failing = attempt(broken, z.string(), { fallback: broken });
    expect(await failing.outcome).toEqual(
      failure("action/failed", "no luck; its fallback did not help: no luck"),
    );
  });

  it.each<[string, () => Promise<unknown>]>([
    ["a mistake in the program", async () => (undefined as never as { x: { y: 1 } }).x.y],
    ["an unknown name", async () => new Function("return nowhere")()],
    [
      "a script that has run out",
      async () => {
        throw new LightconeError({ code: "choreography/script-exhausted", what: "used up" });
      },
    ],
  ])("never hide %s", async (_, run) => {
    const { outcome } = attempt(run, z.string(), { fallback: () => "hidden" });
    expect((await outcome).kind).toBe("failed");
  });

  it("never come instead of the end of a run", async () => {
    const { outcome, ending } = attempt(() => new Promise(() => {}), z.string(), {
      fallback: () => "instead",
    });
    await Promise.resolve();
    ending.end();
    expect(await outcome).toEqual(failure("run/cancelled", "the run ended"));
  });

  it("help against a network that failed, which the host reports as a type error with a cause", async () => {
    const offline = async () => {
      throw new TypeError("fetch failed", { cause: new RangeError("ENETUNREACH") });
    };
    expect(await attempt(offline, z.string(), { fallback: () => "cached" }).outcome).toEqual({
      kind: "ok",
      value: "cached",
    });
  });
});
