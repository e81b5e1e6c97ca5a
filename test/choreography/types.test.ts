import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { choreography, implement, lifeline, type Statements, script } from "../../src/choreography/index.ts";
import { Committer, codeReview, Orchestrator, Security, TestRunner } from "./fixture.ts";

const nothing = { then() {}, else() {} };

/** Compiled, not run: each marked line must be rejected by the compiler. */
function rejected(c: Statements): void {
  // @ts-expect-error E1 reads another lifeline's variable
  c.act(Committer.outcome, Committer.merge({ candidate: TestRunner.candidate }));
  // @ts-expect-error E2 runs another lifeline's action
  c.act(Committer.outcome, TestRunner.quick({ candidate: TestRunner.candidate }));
  // @ts-expect-error E3 the result does not fit the variable
  c.act(Committer.merged, Committer.merge({ candidate: Committer.candidate }));
  // @ts-expect-error E3 a field's value does not fit the variable
  c.act({ candidate: Orchestrator.more }, Orchestrator.propose({ task: Orchestrator.task }));
  // @ts-expect-error E3 an unknown field
  c.act({ candidates: Orchestrator.candidate }, Orchestrator.propose({ task: Orchestrator.task }));
  // @ts-expect-error E4 sends what it does not hold
  c.send(TestRunner, Committer, { candidate: Security.candidate });
  // @ts-expect-error E5 the receiver has no such variable
  c.send(TestRunner, Committer, { status: TestRunner.status });
  // @ts-expect-error E6 the payload does not fit the variable
  c.send(TestRunner, Committer, { merged: TestRunner.status });
  // @ts-expect-error E6 a constant that the variable cannot hold
  c.send(Orchestrator, TestRunner, { status: "passes" });
  // @ts-expect-error E7 a message to oneself
  c.send(Committer, Committer, { candidate: Committer.candidate });
  // @ts-expect-error E8 a remote read without at()
  c.branch(Committer, ({ here, eq }) => eq(TestRunner.candidate, here.candidate), nothing);
  // @ts-expect-error E9 the owner does not hold it
  c.branch(Committer, ({ here, eq }) => eq(here.status, "passed"), nothing);
  // @ts-expect-error E10 a value that the variable cannot have
  c.branch(Committer, ({ at, eq }) => eq(at(TestRunner).status, "pass"), nothing);
  c.branch(
    Committer,
    ({ at, since, eq }) =>
      // @ts-expect-error E11 `since` of the wrong lifeline
      at(TestRunner, (t) => since(t.eq(t.here.status, "passed"), eq(at(TestRunner).status, "passed"))),
    nothing,
  );
  // @ts-expect-error E14 a value without arm
  c.match(Security.status, { pending() {}, cleared() {} });
  // @ts-expect-error E14 an arm without value
  c.match(Security.status, { pending() {}, cleared() {}, critical() {}, unknown() {} });
  // @ts-expect-error E14 text that may be anything
  c.match(Committer.outcome, { merged() {} });
  // @ts-expect-error E17 a missing implementation
  implement(Committer, { merge: async () => "merged", revert: async () => {} });
  // @ts-expect-error E17 an implementation's result of the wrong type
  implement(Security, { scan: async () => "clear" });
  // @ts-expect-error E17 an implementation that is not asynchronous
  implement(Security, { scan: () => "cleared" });
  // @ts-expect-error E18 a scripted result of the wrong type
  script(TestRunner, { quick: ["ok"], full: [] });
}

function rejectedHostUses(c: Statements): void {
  // @ts-expect-error a formula has no host negation
  c.branch(Committer, ({ here, eq }) => !eq(here.merged, true), nothing);
  // @ts-expect-error a comparison of the host language is no formula
  c.branch(Committer, ({ here }) => here.outcome === "merged", nothing);
  // @ts-expect-error a term has no host order
  c.branch(Security, ({ here }) => here.count < 3, nothing);
  // @ts-expect-error a callback's own formula, used in the scope of another lifeline
  c.branch(Committer, ({ here, eq, at }) => at(TestRunner, () => eq(here.merged, true)), nothing);
  // @ts-expect-error ordering of what has no order
  c.branch(Committer, ({ here, lt }) => lt(here.merged, true), nothing);
  // @ts-expect-error an argument is missing
  c.act(Security.status, Security.scan({ candidate: Security.candidate }));
  // @ts-expect-error a result is dropped
  c.act(Security.scan({ candidate: Security.candidate, depth: 1 }));
  // @ts-expect-error the lifeline does not hold it
  c.set(Committer, { candidate: TestRunner.candidate });
  // @ts-expect-error an unknown variable
  c.unset(Committer, ["status"]);
  // @ts-expect-error no such duration
  implement(Security, { scan: { run: async () => "cleared", timeout: "30 seconds" } });
}

test("the rejected lines are functions that nothing calls", () => {
  expect([rejected, rejectedHostUses]).toHaveLength(2);
});

describe("accepted", () => {
  test("a variable's and a call's types are those of the schemas", () => {
    const call = TestRunner.quick({ candidate: "c1" });
    expectTypeOf(call).not.toBeAny();
    expectTypeOf<Parameters<typeof Security.scan>[0]>().toHaveProperty("depth");
    implement(Security, {
      scan: async ({ candidate, depth }, { signal, attempt }) => {
        expectTypeOf(candidate).toEqualTypeOf<string>();
        expectTypeOf(depth).toEqualTypeOf<number>();
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
        expectTypeOf(attempt).toEqualTypeOf<number>();
        return "cleared";
      },
    });
    implement(Orchestrator, { propose: async ({ task }) => ({ candidate: task, more: false }) });
  });

  test("the schema's output inside, its input at the border", () => {
    const Counter = lifeline("Counter", {
      variables: { n: z.number() },
      actions: { count: { in: { step: z.number().default(1) }, out: z.number().default(0) } },
    });
    implement(Counter, {
      count: async ({ step }) => {
        expectTypeOf(step).toEqualTypeOf<number>();
        return undefined; // the border takes what the default fills in
      },
    });
    const recorded = choreography("counting", { lifelines: [Counter] }, (c) => {
      c.act(Counter.n, Counter.count({ step: 2 }));
    });
    expect(recorded.ir.body).toHaveLength(1);
  });

  test("loops and functions over lifelines", () => {
    const recorded = choreography("fan-out", { lifelines: [Orchestrator, TestRunner, Security] }, (c) => {
      const brief = (to: typeof TestRunner | typeof Security): void =>
        c.send(Orchestrator, to, { candidate: Orchestrator.candidate });
      for (const to of [TestRunner, Security]) brief(to);
      for (const from of [TestRunner, Security]) c.send(from, Orchestrator, { candidate: from.candidate });
    });
    expect(recorded.ir.body).toHaveLength(4);
  });

  test("the example compiles and records", () => {
    expect(codeReview.ir.body.map((node) => node.kind)).toEqual(["assign", "act", "loop"]);
  });
});
