import { describe, expect, it } from "vitest";
import { z } from "zod";
import { choreography, implement, lifeline, script } from "../../src/choreography/index.ts";
import { type RunResult, run } from "../../src/engines/index.ts";
import type { RunEvent } from "../../src/runtime/index.ts";

// The numbers are those of the scenarios about running in memory.

const n = z.number();
const variables = { n, m: n, k: n };
const count = { in: { n }, out: n };
const A = lifeline("A", { variables, actions: { increment: count, double: count, wait: {} } });
const B = lifeline("B", { variables, actions: { increment: count, double: count } });
const lifelines = [A, B];
const work = (lifeline: typeof A | typeof B) => {
  const increment = async ({ n }: { readonly n: number }) => n + 1;
  const double = async ({ n }: { readonly n: number }) => 2 * n;
  return lifeline === A
    ? implement(A, { increment, double, wait: async () => {} })
    : implement(B, { increment, double });
};
const implementations = [work(A), work(B)];

const resultOf = (result: RunResult): unknown => (result.status === "done" ? result.results : result);

describe("values on their way", () => {
  it("65: a value that is sent is what arrives", async () => {
    const forward = choreography("forward", { lifelines, inputs: [A.n], results: [B.n] }, (c) =>
      c.send(A, B, { n: A.n }),
    );
    expect(resultOf(await run(forward, { inputs: { A: { n: 42 } } }))).toEqual({ A: {}, B: { n: 42 } });
  });

  it("65: B increments what it is sent", async () => {
    const one = choreography("one", { lifelines, inputs: [A.n], results: [B.n] }, (c) => {
      c.send(A, B, { n: A.n });
      c.act(B.n, B.increment({ n: B.n }));
    });
    expect(resultOf(await run(one, { inputs: { A: { n: 10 } }, implementations }))).toEqual({
      A: {},
      B: { n: 11 },
    });
  });

  it.each([
    [1, 4],
    [0, 2],
    [5, 12],
  ])("65: increment, then double: %d becomes %d", async (given, expected) => {
    const two = choreography("two", { lifelines, inputs: [A.n], results: [A.m] }, (c) => {
      c.act(A.n, A.increment({ n: A.n }));
      c.send(A, B, { n: A.n });
      c.act(B.n, B.double({ n: B.n }));
      c.send(B, A, { m: B.n });
    });
    expect(resultOf(await run(two, { inputs: { A: { n: given } }, implementations }))).toEqual({
      A: { m: expected },
      B: {},
    });
  });

  it("66: constants travel in the message: the receiver states none that could differ", async () => {
    const events: RunEvent[] = [];
    const constant = choreography("constant", { lifelines, results: [B.n] }, (c) => c.send(A, B, { n: 7 }));
    await run(constant, { onEvent: (event) => events.push(event) });
    expect(
      events.map(({ event }) =>
        event.kind === "send" ? event.payload : event.kind === "recv" ? event.set : null,
      ),
    ).toEqual([{ n: 7 }, { n: 7 }]);
  });
});

describe("decisions and loops", () => {
  it.each([
    [3, 6, 4],
    [-1, -1, 1],
  ])("71: %d gives %d; the worker works only in its arm", async (given, expected, events) => {
    const seen: RunEvent[] = [];
    const doubled = choreography("doubled", { lifelines, inputs: [A.n], results: [A.n] }, (c) => {
      c.branch(A, "n > 0", {
        then: () => {
          c.send(A, B, { n: A.n });
          c.act(B.n, B.double({ n: B.n }));
          c.send(B, A, { n: B.n });
        },
      });
    });
    const result = await run(doubled, {
      inputs: { A: { n: given } },
      implementations,
      onEvent: (event) => seen.push(event),
    });
    expect(resultOf(result)).toEqual({ A: { n: expected }, B: {} });
    // The control message, and what the arm brings.
    expect(seen.filter(({ event }) => event.on === "B")).toHaveLength(events);
  });

  it.each([3, 0])("72: a countdown from %d ends at 0", async (given) => {
    const Counter = lifeline("Counter", { variables: { n }, actions: { less: count } });
    const down = choreography(
      "down",
      { lifelines: [Counter], inputs: [Counter.n], results: [Counter.n] },
      (c) => {
        c.loop(Counter, "n > 0", { body: () => c.act(Counter.n, Counter.less({ n: Counter.n })) });
      },
    );
    const less = implement(Counter, { less: async ({ n }) => n - 1 });
    expect(resultOf(await run(down, { inputs: { Counter: { n: given } }, implementations: [less] }))).toEqual(
      { Counter: { n: 0 } },
    );
  });

  it("72: a countdown that two play, turn by turn", async () => {
    const events: string[] = [];
    const pingPong = choreography("ping-pong", { lifelines, inputs: [A.n], results: [A.n, B.m] }, (c) => {
      c.set(B, { m: 0 });
      c.loop(A, "n < 3", {
        body: () => {
          c.send(A, B, { n: A.n });
          c.act(B.n, B.increment({ n: B.n }));
          c.set(B, { m: B.n });
          c.send(B, A, { n: B.n });
        },
      });
    });
    const result = await run(pingPong, {
      inputs: { A: { n: 0 } },
      implementations,
      onEvent: ({ event }) => {
        if (event.kind === "send" && event.control !== true)
          events.push(`${event.on} ${JSON.stringify(event.payload)}`);
      },
    });
    expect(resultOf(result)).toEqual({ A: { n: 3 }, B: { m: 3 } });
    expect(events).toEqual(['A {"n":0}', 'B {"n":1}', 'A {"n":1}', 'B {"n":2}', 'A {"n":2}', 'B {"n":3}']);
  });
});

describe("what takes too long, and what fails", () => {
  it("73: an action that does not end is a failure when its time is up, by its name and step", async () => {
    const slow = choreography("slow", { lifelines }, (c) => c.act(A.wait(), { label: "the-wait" }));
    const never = implement(A, {
      increment: async () => 0,
      double: async () => 0,
      wait: { run: () => new Promise<void>(() => {}), timeout: 20 },
    });
    expect(await run(slow, { implementations: [never] })).toMatchObject({
      status: "failed",
      error: {
        code: "action/timeout",
        what: expect.stringContaining("A.wait"),
        place: { lifeline: "A", step: "the-wait" },
      },
    });
  });

  it("73: one lifeline's failure is the run's, and its waiting peers end with it", async () => {
    const waiting = choreography("waiting", { lifelines, results: [B.n] }, (c) => {
      c.act(A.n, A.increment({ n: 1 }));
      c.send(A, B, { n: A.n });
    });
    const fails = implement(A, {
      increment: async () => {
        throw new RangeError("its own words");
      },
      double: async () => 0,
      wait: async () => {},
    });
    expect(await run(waiting, { implementations: [fails] })).toMatchObject({
      status: "failed",
      error: {
        code: "action/failed",
        what: expect.stringContaining("its own words"),
        place: { lifeline: "A" },
      },
      results: { A: {}, B: {} },
    });
  });

  it("75: an action's event carries the action's name, and an assignment's none", async () => {
    const types: unknown[] = [];
    const both = choreography("both", { lifelines }, (c) => {
      c.set(A, { n: 1 });
      c.act(A.n, A.increment({ n: A.n }));
    });
    await run(both, { implementations, onEvent: ({ event }) => types.push(event.type) });
    expect(types).toEqual([undefined, "increment"]);
  });

  it("97: a script is used up in order over all calls, and running out is an error of its own", async () => {
    const Worker = lifeline("Worker", { variables: { n }, actions: { next: { out: n } } });
    const twice = choreography("twice", { lifelines: [Worker], results: [Worker.n] }, (c) => {
      c.act(Worker.n, Worker.next());
      c.act(Worker.n, Worker.next(), { label: "second" });
    });
    const three = script(Worker, { next: [1, 2, 3] });
    expect(resultOf(await run(twice, { implementations: [three] }))).toEqual({ Worker: { n: 2 } });
    expect(await run(twice, { implementations: [three] })).toMatchObject({
      status: "failed",
      error: { code: "choreography/script-exhausted", place: { step: "second" } },
    });
  });
});
