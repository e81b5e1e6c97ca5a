import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ActionContext, Implementation } from "../../src/choreography/index.ts";
import { choreography, implement, lifeline } from "../../src/choreography/index.ts";
import { type RunResult, run } from "../../src/engines/index.ts";
import { Endless, errorIn, held, ManualTimers, settle } from "./by-hand.ts";

const A = lifeline("A", {
  variables: { n: z.number(), x: z.string(), any: z.unknown() },
  actions: {
    work: { out: z.number() },
    open: { out: z.unknown() },
    record: { out: { n: z.number() } },
    quiet: {},
  },
});
const B = lifeline("B", { variables: { n: z.number() }, actions: { work: { out: z.number() } } });

const source = readFileSync(new URL(import.meta.url), "utf8").split("\n");

/** The line of this file that holds a text first. */
function lineOf(text: string): number {
  return source.findIndex((line) => line.includes(text)) + 1;
}

const quiet = {
  work: async () => 0,
  open: async () => 0,
  record: async () => ({ n: 0 }),
  quiet: async () => {},
};

const one = choreography("one", { lifelines: [A], results: [A.n] }, (c) => {
  c.act(A.n, A.work(), { label: "the-step" });
});
const two = choreography("two", { lifelines: [A, B], results: [A.n, B.n] }, (c) => {
  c.act(A.n, A.work(), { label: "of-a" });
  c.act(B.n, B.work(), { label: "of-b" });
});

/** What `implement` refuses by its types: results of any kind. */
function returning(
  result: () => unknown,
  limits: { readonly timeout?: number; readonly retries?: number } = {},
): Implementation {
  return implement(A, { ...quiet, work: { run: async () => (await result()) as never, ...limits } });
}

describe("actions: overlapping", () => {
  it("many at once leave no listeners: hosts warn of a leak from the eleventh on", async () => {
    const names = Array.from({ length: 30 }, (_, i) => `L${i}`);
    const lifelines = names.map((name) =>
      lifeline(name, { variables: { n: z.number() }, actions: { work: { out: z.number() } } }),
    );
    const many = choreography("many", { lifelines }, (c) => {
      for (const one of lifelines) c.act(one.n, one.work());
    });
    const warnings: Error[] = [];
    const listen = (warning: Error): void => void warnings.push(warning);
    process.on("warning", listen);
    const cancel = new AbortController();
    const signals: AbortSignal[] = [];
    const waits = (_: unknown, { signal }: ActionContext): Promise<never> => {
      signals.push(signal);
      if (signals.length === names.length) setImmediate(() => cancel.abort());
      return new Promise(() => {});
    };
    const implementations = lifelines.map((one) => implement(one, { work: waits }));
    const result = await run(many, { implementations, signal: cancel.signal });
    await settle();
    process.off("warning", listen);
    expect([result.status, warnings]).toEqual(["cancelled", []]);
    expect(signals.map(({ aborted }) => aborted)).toEqual(names.map(() => true));
  });

  it("two lifelines' actions are under way at the same time", async () => {
    const [first, second] = [held<number>(), held<number>()];
    const [begunA, begunB] = [held<void>(), held<void>()];
    const running = run(two, {
      implementations: [
        implement(A, {
          ...quiet,
          work: () => {
            begunA.resolve();
            return first.promise;
          },
        }),
        implement(B, {
          work: () => {
            begunB.resolve();
            return second.promise;
          },
        }),
      ],
    });
    await Promise.all([begunA.promise, begunB.promise]); // neither has been answered
    second.resolve(2);
    first.resolve(1);
    expect(await running).toMatchObject({ status: "done", results: { A: { n: 1 }, B: { n: 2 } } });
  });

  it("what ends first happens first, whatever the order of the program", async () => {
    for (const order of ["AB", "BA"]) {
      const answers = { A: held<number>(), B: held<number>() };
      const happened: string[] = [];
      const running = run(two, {
        implementations: [
          implement(A, { ...quiet, work: () => answers.A.promise }),
          implement(B, { work: () => answers.B.promise }),
        ],
        onEvent: ({ event }) => happened.push(event.on),
      });
      for (const lifeline of order) {
        answers[lifeline as "A" | "B"].resolve(1);
        await settle();
      }
      await running;
      expect(happened.join("")).toBe(order);
    }
  });

  it("tells when an action begins, and gives it a key that names run, lifeline, step and attempt", async () => {
    const begun: unknown[] = [];
    const contexts: ActionContext[] = [];
    await run(one, {
      run: "r",
      implementations: [
        implement(A, {
          ...quiet,
          work: async (_, context) => {
            contexts.push(context);
            expect(context.signal.aborted).toBe(false);
            return 1;
          },
        }),
      ],
      onAction: (lifeline, request) => begun.push([lifeline, request.action, request.step]),
    });
    expect(begun).toEqual([["A", "work", "the-step"]]);
    expect(contexts).toMatchObject([
      { key: '["r","A","the-step",[]]:1', attempt: 1, lifeline: "A", step: "the-step" },
    ]);
  });
});

describe("actions: time limits and further attempts", () => {
  it("an attempt that takes too long is given up, its signal aborted, and the next one may succeed", async () => {
    const timers = new ManualTimers();
    const contexts: ActionContext[] = [];
    const work = (_: unknown, context: ActionContext): Promise<number> => {
      contexts.push(context);
      return context.attempt < 3 ? new Promise(() => {}) : Promise.resolve(3);
    };
    const running = run(one, {
      timers,
      implementations: [implement(A, { ...quiet, work: { run: work, timeout: "10s", retries: 2 } })],
    });
    await settle();
    expect(contexts.map(({ attempt }) => attempt)).toEqual([1]);
    timers.advance(9999);
    await settle();
    expect(contexts).toHaveLength(1);
    timers.advance(1);
    await settle();
    expect(contexts.map(({ attempt, signal }) => [attempt, signal.aborted])).toEqual([
      [1, true],
      [2, false],
    ]);
    timers.advance(10_000);
    expect(await running).toMatchObject({ status: "done", results: { A: { n: 3 } } });
    expect(timers.set).toEqual([]);
  });

  it("73: fails with the limit when no attempt is left", async () => {
    const timers = new ManualTimers();
    const running = run(one, {
      timers,
      implementations: [
        implement(A, { ...quiet, work: { run: new Endless().run, timeout: 200, retries: 1 } }),
      ],
    });
    for (let i = 0; i < 2; i++) {
      await settle();
      timers.advance(200);
    }
    const error = errorIn(await running);
    expect(error).toMatchObject({ code: "action/timeout", details: { attempts: 2 } });
    expect(error.what).toBe("The action A.work failed after 2 attempts: it took longer than 200 ms");
  });

  it("withdraws the timer of an action that ends in time", async () => {
    const timers = new ManualTimers();
    await run(one, { timers, implementations: [returning(() => 1, { timeout: 5 })] });
    expect(timers.set).toEqual([]);
  });

  it("attempts again what throws or does not fit, and says how often it tried", async () => {
    const results = [() => Promise.reject(new RangeError("busy")), () => "seven", () => 7];
    let calls = 0;
    const flaky = (): unknown => results[calls++]?.();
    const good = await run(one, { implementations: [returning(flaky, { retries: 2 })] });
    expect([good.status, calls]).toEqual(["done", 3]);
    calls = 0;
    const bad = await run(one, { implementations: [returning(flaky, { retries: 1 })] });
    expect(errorIn(bad)).toMatchObject({ code: "action/invalid-result", details: { attempts: 2 } });
    expect(calls).toBe(2);
  });
});

describe("actions: results that are none", () => {
  class Money {
    readonly cents = 5;
  }
  it.each([
    ["text for a number", "1"],
    ["NaN", Number.NaN],
    ["nothing", undefined],
    ["null", null],
  ])("%s does not fit the signature", async (_name, result) => {
    const error = errorIn(await run(one, { implementations: [returning(() => result)] }));
    expect(error).toMatchObject({ code: "action/invalid-result" });
    expect(error.what).toMatch(/^The action A\.work failed: its result: /);
  });

  const open = choreography("open", { lifelines: [A] }, (c) => {
    c.act(A.any, A.open(), { label: "open" });
  });
  it.each([
    ["a class instance", new Money(), "not a plain object"],
    ["a class instance inside", { deep: [new Money()] }, ".deep[0] is not a plain object"],
    ["a date", new Date(0), "not a plain object"],
    ["a function", () => 1, "a function"],
    ["infinity", { a: Number.POSITIVE_INFINITY }, "not a finite number"],
    ["a big integer", 1n, "bigint"],
    ["half a character", "\ud800", "lone surrogate"],
    ["a circle", circle(), "nests deeper"],
  ])("%s is no JSON, whatever the schema lets through", async (_name, result, why) => {
    const error = errorIn(
      await run(open, { implementations: [implement(A, { ...quiet, open: async () => result as never })] }),
    );
    expect(error.code).toBe("action/invalid-result");
    expect(error.what).toContain(why);
  });

  it("names every field that does not fit", async () => {
    const fields = choreography("fields", { lifelines: [A] }, (c) => c.act({ n: A.n }, A.record()));
    for (const result of [{ n: "x" }, {}, null, 5, []]) {
      const error = errorIn(
        await run(fields, {
          implementations: [implement(A, { ...quiet, record: async () => result as never })],
        }),
      );
      expect(error.code).toBe("action/invalid-result");
    }
  });

  it.each([
    ["a rejected promise", () => Promise.reject(new TypeError("no luck")), "no luck"],
    ["text that was thrown", () => Promise.reject("out of paper"), "out of paper"],
    ["undefined that was thrown", () => Promise.reject(undefined), "undefined"],
  ])("%s fails the action with what it says", async (_name, work, says) => {
    const error = errorIn(await run(one, { implementations: [returning(work)] }));
    expect(error.code).toBe("action/failed");
    expect(error.what).toContain(says);
  });

  it("a synchronous throw is a failure like any other", async () => {
    const thrower = (): never => {
      throw new SyntaxError("at once");
    };
    const result = await run(one, { implementations: [implement(A, { ...quiet, work: thrower })] });
    expect(errorIn(result).what).toMatch(/^The action A\.work failed: at once \(thrown at /);
  });

  it("what an action without result returns is ignored", async () => {
    const silent = choreography("silent", { lifelines: [A] }, (c) => c.act(A.quiet()));
    const loud = implement(A, { ...quiet, quiet: async () => new Money() as never });
    expect((await run(silent, { implementations: [loud] })).status).toBe("done");
  });

  function circle(): unknown {
    const self: { self?: unknown } = {};
    self.self = self;
    return self;
  }
});

describe("actions: a failure", () => {
  it("73: says what, at which lifeline and step, and where in the author's source", async () => {
    const broken = new Error("broke"); // here it was made
    const result = await run(two, {
      implementations: [returning(() => Promise.reject(broken)), implement(B, { work: new Endless().run })],
    });
    const error = errorIn(result);
    expect(error).toMatchObject({
      code: "action/failed",
      cause: broken,
      what: `The action A.work failed: broke (thrown at ${import.meta.filename}:${lineOf("// here it was made")}:20)`,
      place: { lifeline: "A", step: "of-a", file: import.meta.filename, line: lineOf('label: "of-a"') },
    });
    expect(error.message).toContain("Look at the cause");
    expect(result.results).toEqual({ A: {}, B: {} });
  });

  it.each([
    ["no error", () => Promise.reject("text")],
    [
      "an error without a stack",
      () => Promise.reject(Object.assign(new Error("bare"), { stack: undefined })),
    ],
    ["a result that does not fit", async () => "seven"],
  ])("says nothing of a place when there is %s", async (_name, work) => {
    expect(
      errorIn(await run(two, { implementations: [returning(work), implement(B, { work: async () => 1 })] }))
        .what,
    ).not.toContain("thrown at");
  });

  it("stops the run at once although another action never ends, and aborts that one", async () => {
    const endless = new Endless();
    const failing = held<number>();
    const running = run(two, {
      implementations: [
        implement(A, { ...quiet, work: () => failing.promise }),
        implement(B, { work: endless.run }),
      ],
    });
    const { signal } = await endless.begun.promise;
    expect(signal.aborted).toBe(false);
    const from = performance.now();
    failing.reject(new Error("broke"));
    expect(errorIn(await running).place.lifeline).toBe("A");
    expect(performance.now() - from).toBeLessThan(50);
    expect(signal.aborted).toBe(true);
  });

  it("unblocks peers that wait for a message of the failed one", async () => {
    const waiting = choreography("waiting", { lifelines: [A, B], results: [B.n] }, (c) => {
      c.act(A.n, A.work());
      c.send(A, B, { n: A.n });
    });
    const result = await run(waiting, {
      implementations: [
        returning(() => Promise.reject(new Error("broke"))),
        implement(B, { work: async () => 1 }),
      ],
    });
    expect(errorIn(result).what).toContain("broke");
  });

  it("no event happens after the failure, and late outcomes change nothing", async () => {
    const late = held<number>();
    const happened: string[] = [];
    const running = run(two, {
      implementations: [
        returning(() => Promise.reject(new Error("broke"))),
        implement(B, { work: () => late.promise }),
      ],
      onEvent: ({ event }) => happened.push(event.on),
    });
    const result: RunResult = await running;
    late.resolve(1);
    await settle();
    expect([happened, result.status]).toEqual([[], "failed"]);
  });
});
