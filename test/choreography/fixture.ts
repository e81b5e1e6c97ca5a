import { z } from "zod";
import { choreography, lifeline } from "../../src/choreography/index.ts";

export const Orchestrator = lifeline("Orchestrator", {
  variables: { task: z.string(), candidate: z.string(), more: z.boolean(), outcome: z.string() },
  actions: { propose: { in: { task: z.string() }, out: { candidate: z.string(), more: z.boolean() } } },
});
export const TestRunner = lifeline("TestRunner", {
  variables: { candidate: z.string(), status: z.enum(["pending", "checking", "passed", "failed"]) },
  actions: {
    quick: { in: { candidate: z.string() }, out: z.enum(["passed", "failed"]) },
    full: { in: { candidate: z.string() }, out: z.enum(["passed", "failed"]) },
  },
});
export const Security = lifeline("Security", {
  variables: { candidate: z.string(), status: z.enum(["pending", "cleared", "critical"]), count: z.number() },
  actions: {
    scan: { in: { candidate: z.string(), depth: z.number() }, out: z.enum(["cleared", "critical"]) },
  },
});
export const Committer = lifeline("Committer", {
  variables: { candidate: z.string(), outcome: z.string(), merged: z.boolean() },
  actions: {
    merge: { in: { candidate: z.string() }, out: z.string() },
    block: { in: { candidate: z.string() }, out: z.string() },
    revert: { in: { candidate: z.string() } },
  },
});

const everyone = [Orchestrator, TestRunner, Security, Committer];

/** The code-review example in small: every statement of the language, and no fault. */
export const codeReview = choreography(
  "code-review",
  { lifelines: everyone, inputs: [Orchestrator.task], results: [Orchestrator.outcome] },
  (c) => {
    c.set(Orchestrator, { outcome: "none" });
    c.act(
      { candidate: Orchestrator.candidate, more: Orchestrator.more },
      Orchestrator.propose({ task: Orchestrator.task }),
    );
    c.loop(
      Orchestrator,
      ({ here, eq }) => eq(here.more, true),
      {
        body: () => {
          c.send(Orchestrator, TestRunner, { candidate: Orchestrator.candidate, status: "pending" });
          c.send(Orchestrator, Security, { candidate: Orchestrator.candidate, status: "pending" });
          c.act(TestRunner.status, TestRunner.quick({ candidate: TestRunner.candidate }));
          c.send(TestRunner, Committer);
          c.act(Security.status, Security.scan({ candidate: Security.candidate, depth: 3 }));
          c.send(Security, Committer);
          c.send(Orchestrator, Committer, { candidate: Orchestrator.candidate });
          c.branch(
            Committer,
            ({ here, at, and, eq }) =>
              and(
                eq(at(TestRunner).candidate, here.candidate),
                eq(at(Security).candidate, here.candidate),
                at(TestRunner, ({ here, and, ne, eq, since }) =>
                  since(
                    and(ne(here.status, "failed"), ne(here.status, "pending")),
                    eq(here.status, "passed"),
                  ),
                ),
                at(Security, ({ here, eq }) => eq(here.status, "cleared")),
              ),
            {
              then: () => c.act(Committer.outcome, Committer.merge({ candidate: Committer.candidate })),
              else: () => c.act(Committer.outcome, Committer.block({ candidate: Committer.candidate })),
            },
            { label: "review-ok" },
          );
          c.match(TestRunner.status, {
            pending() {},
            checking() {},
            passed: () => c.set(TestRunner, { status: "checking" }),
            failed: () => c.unset(TestRunner, ["status"]),
          });
          c.send(Committer, Orchestrator, { outcome: Committer.outcome });
          c.act(
            { candidate: Orchestrator.candidate, more: Orchestrator.more },
            Orchestrator.propose({ task: Orchestrator.task }),
          );
        },
        exit: () => c.send(Orchestrator, Committer, { candidate: "none" }),
      },
      { bound: 5 },
    );
  },
);
