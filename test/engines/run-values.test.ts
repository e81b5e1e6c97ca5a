import { describe, expect, it } from "vitest";
import { z } from "zod";
import { choreography, implement, lifeline, script } from "../../src/choreography/index.ts";
import { run } from "../../src/engines/index.ts";
import { told } from "./by-hand.ts";

const A = lifeline("A", {
  variables: { n: z.number(), name: z.string().min(1), tags: z.array(z.string()) },
  actions: {
    increment: { in: { n: z.number() }, out: z.number() },
    double: { in: { n: z.number() }, out: z.number() },
    both: { out: { n: z.number(), name: z.string().optional() } },
    none: {},
  },
});
const B = lifeline("B", {
  variables: { n: z.number(), was: z.boolean() },
  actions: { increment: { in: { n: z.number() }, out: z.number() } },
});

const actionsOfA = {
  increment: async ({ n }: { readonly n: number }) => n + 1,
  double: async ({ n }: { readonly n: number }) => 2 * n,
  both: async () => ({ n: 1 }),
  none: async () => {},
};
const a = implement(A, actionsOfA);
const b = implement(B, { increment: async ({ n }) => n + 1 });
const implementations = [a, b];

const forward = choreography("forward", { lifelines: [A, B], inputs: [A.n], results: [B.n] }, (c) => {
  c.send(A, B, { n: A.n });
});

describe("run: results", () => {
  it("65: forwards a value, and returns it where it arrived", async () => {
    const result = await run(forward, { implementations, inputs: { A: { n: 42 } }, run: "r" });
    expect(result).toEqual({ run: "r", status: "done", results: { A: {}, B: { n: 42 } } });
  });

  it("65: an action at the receiver works on what was received", async () => {
    const there = choreography("there", { lifelines: [A, B], inputs: [A.n], results: [B.n] }, (c) => {
      c.send(A, B, { n: A.n });
      c.act(B.n, B.increment({ n: B.n }));
    });
    const result = await run(there, { implementations, inputs: { A: { n: 10 } } });
    expect(result.results["B"]).toEqual({ n: 11 });
  });

  it.each([
    [1, 4],
    [0, 2],
    [5, 12],
  ])("65: two actions one after the other: %d → %d", async (n, expected) => {
    const twice = choreography("twice", { lifelines: [A], inputs: [A.n], results: [A.n] }, (c) => {
      c.act(A.n, A.increment({ n: A.n }));
      c.act(A.n, A.double({ n: A.n }));
    });
    expect((await run(twice, { implementations, inputs: { A: { n } } })).results["A"]).toEqual({
      n: expected,
    });
  });

  it("names runs apart where no name is given", async () => {
    const one = await run(forward, { implementations, inputs: { A: { n: 1 } } });
    const two = await run(forward, { implementations, inputs: { A: { n: 1 } } });
    expect(one.run).not.toBe(two.run);
  });

  it("71: a branch runs the arm that its guard says, the other lifeline with it", async () => {
    const branch = choreography("branch", { lifelines: [A, B], inputs: [A.n], results: [A.n] }, (c) => {
      c.branch(A, ({ here, gt }) => gt(here.n, 0), {
        then: () => {
          c.send(A, B, { n: A.n });
          c.act(B.n, B.increment({ n: B.n }));
          c.act(B.n, B.increment({ n: B.n }));
          c.act(B.n, B.increment({ n: B.n }));
          c.send(B, A, { n: B.n });
        },
      });
    });
    const resultOf = async (n: number): Promise<unknown> =>
      (await run(branch, { implementations, inputs: { A: { n } } })).results["A"];
    expect(await resultOf(3)).toEqual({ n: 6 });
    expect(await resultOf(-1)).toEqual({ n: -1 });
  });

  it("72: counts down, alone and by messages to and fro", async () => {
    const C = lifeline("C", {
      variables: { n: z.number() },
      actions: { less: { in: { n: z.number() }, out: z.number() } },
    });
    const c1 = implement(C, { less: async ({ n }) => n - 1 });
    const alone = choreography("alone", { lifelines: [C], inputs: [C.n], results: [C.n] }, (c) => {
      c.loop(C, ({ here, gt }) => gt(here.n, 0), { body: () => c.act(C.n, C.less({ n: C.n })) });
    });
    const pingPong = choreography("ping", { lifelines: [A, C], inputs: [A.n], results: [A.n] }, (c) => {
      c.loop(A, ({ here, gt }) => gt(here.n, 0), {
        body: () => {
          c.send(A, C, { n: A.n });
          c.act(C.n, C.less({ n: C.n }));
          c.send(C, A, { n: C.n });
        },
      });
    });
    const all = [a, c1];
    for (const n of [3, 0]) {
      expect((await run(alone, { implementations: all, inputs: { C: { n } } })).results["C"]).toEqual({
        n: 0,
      });
      expect((await run(pingPong, { implementations: all, inputs: { A: { n } } })).results["A"]).toEqual({
        n: 0,
      });
    }
  });

  it("75: names an action in its act event, and what it read", async () => {
    const acts: unknown[] = [];
    const named = choreography("named", { lifelines: [A], inputs: [A.n] }, (c) => {
      c.set(A, { n: 5 });
      c.act(A.n, A.increment({ n: A.n }));
    });
    await run(named, {
      implementations,
      inputs: { A: { n: 1 } },
      onEvent: ({ event }) =>
        acts.push([event.kind === "act" ? event.type : "", event.kind === "act" ? event.reads : 0]),
    });
    expect(acts).toEqual([
      [undefined, undefined],
      ["increment", 1],
    ]);
  });

  it("a result that is left out as a whole unsets its variable: null would be a value", async () => {
    const M = lifeline("M", {
      variables: { x: z.string().optional(), y: z.string().optional() },
      actions: { find: { out: z.string().optional() } },
    });
    const sets: unknown[] = [];
    const found = choreography("found", { lifelines: [M], results: [M.y] }, (c) => {
      c.set(M, { x: "old", y: "no" });
      c.act(M.x as never, M.find());
      c.branch(M, "x == null", { then: () => c.set(M, { y: "null" }) });
    });
    const result = await run(found, {
      implementations: [implement(M, { find: async () => undefined as never })],
      onEvent: ({ event }) => void (event.kind === "act" && sets.push([event.set, event.unset])),
    });
    expect(result).toMatchObject({ status: "done", results: { M: { y: "no" } } });
    expect(sets).toEqual([
      [{ x: "old", y: "no" }, undefined],
      [undefined, ["x"]],
    ]);
  });

  it("what a schema puts in the place of a missing field is the field's value", async () => {
    const M = lifeline("M", {
      variables: { x: z.number() },
      actions: { find: { out: { x: z.number().default(5) } } },
    });
    const found = choreography("found", { lifelines: [M], results: [M.x] }, (c) =>
      c.act({ x: M.x }, M.find()),
    );
    const result = await run(found, { implementations: [implement(M, { find: async () => ({}) as never })] });
    expect(result.results["M"]).toEqual({ x: 5 });
  });

  it("a field that a result leaves out is unset", async () => {
    const both = choreography("both", { lifelines: [A], inputs: [A.name], results: [A.n] }, (c) => {
      c.act({ n: A.n, name: A.name as never }, A.both());
    });
    const sets: unknown[] = [];
    const result = await run(both, {
      implementations,
      inputs: { A: { name: "old" } },
      onEvent: ({ event }) => void (event.kind === "act" && sets.push([event.set, event.unset])),
    });
    expect([result.results["A"], sets]).toEqual([{ n: 1 }, [[{ n: 1 }, ["name"]]]]);
  });

  it("80, 77: a guard reads the choice's own moment, and compares what is known of another with what is here", async () => {
    const gate = choreography("gate", { lifelines: [A, B], inputs: [A.n, B.n], results: [B.was] }, (c) => {
      c.send(A, B);
      c.branch(B, "@A.n == n & P (@A.n == n)", {
        then: () => c.set(B, { was: true }),
        else: () => c.set(B, { was: false }),
      });
    });
    const decided = async (at: number, here: number): Promise<unknown> =>
      (await run(gate, { implementations, inputs: { A: { n: at }, B: { n: here } } })).results["B"];
    expect([await decided(1, 1), await decided(1, 2)]).toEqual([{ was: true }, { was: false }]);
  });

  it("82: an old relay does not hide newer knowledge, which is not in the relay's variable", async () => {
    const D = lifeline("Device", { variables: { on: z.boolean() } });
    const R1 = lifeline("R1", { variables: { on: z.boolean() } });
    const R2 = lifeline("R2", { variables: { on: z.boolean() } });
    const I = lifeline("Ind", {
      variables: { on: z.boolean(), first: z.boolean(), second: z.boolean(), third: z.boolean() },
    });
    const decide =
      (name: "first" | "second" | "third") => (c: Parameters<Parameters<typeof choreography>[2]>[0]) =>
        c.branch(I, ({ at, eq }) => eq(at(D).on, true), {
          then: () => c.set(I, { [name]: true }),
          else: () => c.set(I, { [name]: false }),
        });
    const relay = choreography(
      "relay",
      { lifelines: [D, R1, R2, I], results: [I.on, I.first, I.second, I.third] },
      (c) => {
        c.set(D, { on: true });
        c.send(D, R1, { on: D.on });
        c.send(R1, I, { on: R1.on });
        decide("first")(c);
        c.set(D, { on: false });
        c.send(D, R1, { on: D.on });
        c.set(D, { on: true });
        c.send(D, R2, { on: D.on });
        c.send(R2, I, { on: R2.on });
        decide("second")(c);
        c.send(R1, I, { on: R1.on });
        decide("third")(c);
      },
    );
    const result = await run(relay, {});
    expect(result.results["Ind"]).toEqual({ on: false, first: true, second: true, third: true });
  });

  it("84: stamps the first receive and the decision after it with their place", async () => {
    const events: string[] = [];
    const stamped = choreography("stamped", { lifelines: [A, B], inputs: [A.n] }, (c) => {
      c.send(A, B, { n: A.n });
      c.branch(B, "true & seen(A)", { then: () => c.set(B, { was: true }) });
    });
    await run(stamped, {
      implementations,
      inputs: { A: { n: 1 } },
      onEvent: (event) => events.push(told(event)),
    });
    expect(events.map((text) => text.split(" ").slice(0, 2).join(" "))).toEqual([
      "A#1 send",
      "B#1 recv",
      "B#2 choice",
      "B#3 act",
    ]);
  });
});

describe("run: inputs", () => {
  const wants = choreography(
    "wants",
    { lifelines: [A, B], inputs: [A.n, A.name, A.tags], results: [A.n] },
    (c) => c.send(A, B, { n: A.n }),
  );

  it("refuses missing, unknown and ill-typed ones, all at once", async () => {
    const failure = run(wants, { implementations, inputs: { A: { nam: "x", n: "7" }, Z: { n: 1 } } });
    await expect(failure).rejects.toMatchObject({
      code: "run/inputs",
      diagnostics: [
        { message: "A.nam is no input of wants", suggestion: "A.name", place: { lifeline: "A" } },
        { message: "Z.n is no input of wants", place: { lifeline: "Z" } },
        { message: expect.stringContaining("A.n"), place: { lifeline: "A" } },
        { message: "The input A.name is missing" },
        { message: "The input A.tags is missing" },
      ],
    });
  });

  it("checks them by their schemas, nested places included", async () => {
    const failure = run(wants, { implementations, inputs: { A: { n: 1, name: "", tags: ["a", 2] } } });
    await expect(failure).rejects.toMatchObject({
      diagnostics: [
        { message: expect.stringContaining("A.name") },
        { message: expect.stringMatching(/A\.tags: 1: /) },
      ],
    });
  });

  it.each([[Number.NaN], [Number.POSITIVE_INFINITY], [undefined], [new Date(0)], [1n]])(
    "refuses %s",
    async (n) => {
      const failure = run(wants, { implementations, inputs: { A: { n, name: "x", tags: [] } } });
      await expect(failure).rejects.toMatchObject({ code: "run/inputs", diagnostics: [{}] });
    },
  );

  it("hostile names are names that are not known", async () => {
    const hostile: unknown = JSON.parse(
      '{"__proto__":{"n":1},"A":{"n":1,"name":"x","tags":[],"__proto__":2}}',
    );
    const failure = run(wants, { implementations, inputs: hostile as never });
    await expect(failure).rejects.toMatchObject({
      diagnostics: [
        { message: "__proto__.n is no input of wants" },
        { message: "A.__proto__ is no input of wants" },
      ],
    });
  });

  it("happens before anything else: nothing runs", async () => {
    const calls: string[] = [];
    await expect(
      run(wants, {
        implementations,
        onEvent: () => calls.push("event"),
        onAction: () => calls.push("action"),
      }),
    ).rejects.toMatchObject({ code: "run/inputs" });
    expect(calls).toEqual([]);
  });
});

describe("run: implementations", () => {
  it("names all that are missing at once, of those that some step uses", async () => {
    const needy = choreography("needy", { lifelines: [A, B], inputs: [A.n, B.n] }, (c) => {
      c.act(A.n, A.increment({ n: A.n }));
      c.act(A.n, A.double({ n: A.n }));
      c.act(B.n, B.increment({ n: B.n }));
    });
    const failure = run(needy, { inputs: { A: { n: 1 }, B: { n: 1 } } });
    await expect(failure).rejects.toMatchObject({
      code: "action/not-implemented",
      what: "3 actions have no implementation",
      diagnostics: ["A.increment", "A.double", "B.increment"].map((name) => ({
        message: `${name} has no implementation`,
      })),
    });
  });

  it("the last of several counts, whether written or scripted", async () => {
    const work = choreography("work", { lifelines: [A], inputs: [A.n], results: [A.n] }, (c) => {
      c.act(A.n, A.increment({ n: A.n }));
    });
    const scripted = script(A, { increment: [70], double: [], both: [], none: [] });
    const resultOf = async (...all: readonly (typeof a)[]): Promise<unknown> =>
      (await run(work, { implementations: all, inputs: { A: { n: 1 } } })).results["A"];
    expect(await resultOf(a, scripted)).toEqual({ n: 70 });
    expect(await resultOf(scripted, a)).toEqual({ n: 2 });
  });

  it("a script that has run out fails its action by name", async () => {
    const twice = choreography("twice", { lifelines: [A], inputs: [A.n] }, (c) => {
      c.act(A.n, A.increment({ n: A.n }));
      c.act(A.n, A.increment({ n: A.n }));
    });
    const scripted = script(A, { increment: [1], double: [], both: [], none: [] });
    const result = await run(twice, { implementations: [scripted], inputs: { A: { n: 1 } } });
    expect(result).toMatchObject({
      status: "failed",
      error: { what: expect.stringMatching(/A\.increment was called 2 times, and its script has 1 result$/) },
    });
  });

  it("refuses a choreography with errors, all of them named", async () => {
    const broken = choreography("broken", { lifelines: [A, B] }, (c) => {
      c.send(A, B, { n: A.n });
      c.branch(B, "@A.m == 1", { then: () => c.set(B, { was: true }) });
    });
    await expect(run(broken, { implementations })).rejects.toMatchObject({
      what: "The choreography broken has 2 errors",
      diagnostics: [{ code: "choreography/unknown-variable" }, { code: "choreography/unset" }],
    });
  });
});
