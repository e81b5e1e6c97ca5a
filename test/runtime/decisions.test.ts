import { describe, expect, it } from "vitest";
import { z } from "zod";
import { choreography, lifeline } from "../../src/choreography/index.ts";
import { ByHand } from "./reactors.ts";

const A = lifeline("A", {
  variables: { n: z.number() },
  actions: { next: { in: { n: z.number() }, out: z.number() } },
});
const B = lifeline("B", { variables: { n: z.number() } });
const C = lifeline("C", { variables: { n: z.number() } });

describe("step: branches", () => {
  const branch = choreography("branch", { lifelines: [A, B, C], inputs: [A.n], results: [B.n] }, (c) => {
    c.branch(A, ({ here, eq }) => eq(here.n, 1), {
      then: () => c.send(A, B, { n: A.n }),
      else: () => c.set(B, { n: 0 }),
    });
  });

  it("decides and tells in one operation: a choice, then one control send a recipient", () => {
    const run = new ByHand(branch).start({ A: { n: 1 } });
    const turn = run.go("A");
    expect(turn.events.map(({ event }) => event)).toMatchObject([
      { kind: "choice", value: true },
      { kind: "send", to: "B", control: true, payload: true },
    ]);
    expect(turn.messages).toMatchObject([{ to: "B", control: true, payload: {} }]);
    expect(run.state("C").status.kind).toBe("done");
  });

  it("the told lifeline takes the decision as a receive that sets nothing, then its arm", () => {
    for (const [n, expected] of [
      [1, 1],
      [2, 0],
    ] as const) {
      const run = new ByHand(branch).start({ A: { n } });
      run.go("A");
      run.deliver();
      expect(run.go("B").events[0]?.event).toMatchObject({ kind: "recv", control: true });
      if (n === 1) run.go("A");
      run.deliver();
      run.go("B");
      expect(run.state("B").status).toEqual({ kind: "done", result: { n: expected } });
    }
  });
});

describe("step: loops", () => {
  const loop = (bound?: number) =>
    choreography("loop", { lifelines: [A, B, C], inputs: [A.n], results: [A.n] }, (c) => {
      c.loop(
        A,
        ({ here, gt }) => gt(here.n, 0),
        {
          body: () => {
            c.send(A, B, { n: A.n });
            c.act(A.n, A.next({ n: A.n }));
          },
          exit: () => c.send(A, C, { n: A.n }),
        },
        bound === undefined ? {} : { bound },
      );
    });

  it("72: counts rounds from 1, decides before each, and leaves the counter behind in the exit part", () => {
    const run = new ByHand(loop()).start({ A: { n: 2 } });
    const rounds: [string, readonly number[]][] = [];
    const note = (
      events: readonly { readonly event: { readonly kind: string; readonly round: readonly number[] } }[],
    ): void => {
      for (const { event } of events) rounds.push([event.kind, event.round]);
    };
    for (const n of [1, 0]) {
      note(run.go("A").events); // choice and control send
      note(run.go("A").events); // send
      note(run.answer("A", n).events);
    }
    note(run.go("A").events); // false: told to B and to C, who stands in the exit part alone
    note(run.go("A").events);
    expect(rounds).toEqual([
      ["choice", [1]],
      ["send", [1]],
      ["send", [1]],
      ["act", [1]],
      ["choice", [2]],
      ["send", [2]],
      ["send", [2]],
      ["act", [2]],
      ["choice", [3]],
      ["send", [3]],
      ["send", [3]],
      ["send", []],
    ]);
    run.deliver();
    while (run.ready("B")) run.go("B");
    expect([run.go("C"), run.go("C")].map((turn) => turn.events[0]?.event)).toMatchObject([
      { kind: "recv", control: true, round: [] },
      { kind: "recv", set: { n: 0 }, round: [] },
    ]);
    expect([...run.states.values()].map((state) => state.status.kind)).toEqual(["done", "done", "done"]);
  });

  it("72: a loop whose guard is false at once runs no round", () => {
    const run = new ByHand(loop()).start({ A: { n: 0 } });
    expect(run.go("A").events.map(({ event }) => event.kind)).toEqual(["choice", "send", "send"]);
    run.go("A");
    expect(run.state("A").status).toEqual({ kind: "done", result: { n: 0 } });
  });

  it("fails when the guard still holds after the bound: the true choice is recorded, no control follows", () => {
    const run = new ByHand(loop(1)).start({ A: { n: 5 } });
    run.go("A");
    run.go("A");
    run.answer("A", 4);
    const turn = run.go("A");
    expect(turn.events.map(({ event }) => event)).toMatchObject([
      { kind: "choice", value: true, round: [2] },
    ]);
    expect(turn.messages).toEqual([]);
    expect(turn.state.status).toMatchObject({
      kind: "failed",
      error: { code: "run/loop-bound", details: { bound: 1 } },
    });
  });

  it("keys of actions name the rounds", () => {
    const run = new ByHand(loop()).start({ A: { n: 2 } });
    const keys: unknown[] = [];
    for (const n of [1, 0]) {
      run.go("A");
      run.go("A");
      const [request] = run.go("A").actions;
      keys.push(JSON.parse(request?.key ?? "[]"));
      run.take("A", { kind: "outcome", key: request?.key ?? "", outcome: { kind: "ok", value: n } });
    }
    expect(keys).toMatchObject([
      ["run-1", "A", expect.any(String), [1]],
      ["run-1", "A", expect.any(String), [2]],
    ]);
  });
});

describe("step: guards at run time", () => {
  const P = lifeline("Planner", { variables: { approved: z.boolean() } });
  const E = lifeline("Executor", { variables: { verdict: z.string(), gate: z.string() } });
  const decide = (guard: string) =>
    choreography("decide", { lifelines: [P, E], inputs: [P.approved], results: [E.verdict] }, (c) => {
      c.send(P, E);
      c.branch(E, guard, {
        then: () => c.set(E, { verdict: "yes" }),
        else: () => c.set(E, { verdict: "no" }),
      });
    });
  const verdict = (guard: string, approved: boolean): unknown => {
    const run = new ByHand(decide(guard)).start({ Planner: { approved } });
    run.go("Planner");
    run.deliver();
    run.go("Executor");
    run.go("Executor");
    run.go("Executor");
    return run.state("Executor").store["verdict"];
  };

  it.each([
    ["76: asks for the other's latest value", "@Planner.approved == true", "yes", "no"],
    ["81: asks whether it ever held there", 'P ($lifeline == "Planner" & approved == true)', "yes", "no"],
    [
      "83: asks about the event before the decision",
      'Y ($kind == "recv" & @Planner.approved == true)',
      "yes",
      "no",
    ],
    ["the choice itself is the current event", '$kind == "choice"', "yes", "yes"],
  ])("%s", (_name, guard, whenTrue, whenFalse) => {
    expect([verdict(guard, true), verdict(guard, false)]).toEqual([whenTrue, whenFalse]);
  });

  it("78: Y at a choice that is the first event is false", () => {
    const first = choreography("first", { lifelines: [E], results: [E.verdict] }, (c) => {
      c.branch(E, "Y true", {
        then: () => c.set(E, { verdict: "yes" }),
        else: () => c.set(E, { verdict: "no" }),
      });
    });
    const run = new ByHand(first).start();
    run.go("Executor");
    run.go("Executor");
    expect(run.state("Executor").store).toEqual({ verdict: "no" });
  });
});
