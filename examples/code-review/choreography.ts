import { choreography, lifeline } from "lightcone";
import { z } from "zod";

/** A candidate patch: its branch and commit, as `name@1a2b3c4`. */
const candidate = z.string();
const testStatus = z.enum(["pending", "checking", "passed", "failed"]);
const scanStatus = z.enum(["pending", "scanning", "cleared", "critical"]);
const outcome = z.enum(["merged", "rejected", "recheck", "reverted"]);
/** What has been merged and not taken back. */
const onMain = z.array(candidate);
const proposal = { candidate, amends: z.boolean(), more: z.boolean() };

/** Proposes one candidate after the other; it changes one of them after the reviewers got it. */
export const Orchestrator = lifeline("Orchestrator", {
  variables: { ...proposal, outcome },
  actions: {
    propose: { out: proposal },
    amend: { in: { candidate }, out: candidate },
  },
});

/** Runs a quick suite, reports, and goes on with the full suite without waiting for anybody. */
export const TestRunner = lifeline("TestRunner", {
  variables: { candidate, status: testStatus },
  actions: {
    quick: { in: { candidate }, out: z.enum(["passed", "failed"]) },
    full: { in: { candidate }, out: z.enum(["passed", "failed"]) },
  },
});

/** Looks for secrets. */
export const Security = lifeline("Security", {
  variables: { candidate, status: scanStatus },
  actions: { scan: { in: { candidate }, out: z.enum(["cleared", "critical"]) } },
});

/** Merges, or blocks and says why; takes a merge back when the full suite fails after all. */
export const Committer = lifeline("Committer", {
  variables: { candidate, outcome, onMain },
  actions: {
    merge: { in: { candidate, onMain }, out: { outcome, onMain } },
    block: { in: { candidate, outcome }, out: outcome },
    revert: { in: { candidate, onMain }, out: { outcome, onMain } },
  },
});

/** The code review of Bollig, Causal Past Logic, section 2. */
export const codeReview = choreography(
  "code-review",
  {
    lifelines: [Orchestrator, TestRunner, Security, Committer],
    results: [Committer.onMain],
  },
  (c) => {
    const propose = () =>
      c.act(
        { candidate: Orchestrator.candidate, amends: Orchestrator.amends, more: Orchestrator.more },
        Orchestrator.propose(),
      );

    c.set(Committer, { onMain: [] });
    propose();
    c.loop(
      Orchestrator,
      ({ here, eq }) => eq(here.more, true),
      {
        body: () => {
          // Each reviewer takes the candidate and resets its status in one event: no verdict without its subject.
          c.send(Orchestrator, TestRunner, { candidate: Orchestrator.candidate, status: "pending" });
          c.send(Orchestrator, Security, { candidate: Orchestrator.candidate, status: "pending" });
          c.branch(
            Orchestrator,
            ({ here, eq }) => eq(here.amends, true),
            {
              then: () =>
                c.act(Orchestrator.candidate, Orchestrator.amend({ candidate: Orchestrator.candidate })),
            },
            { label: "change-after-review" },
          );
          c.send(Orchestrator, Committer, { candidate: Orchestrator.candidate });

          c.act(TestRunner.status, TestRunner.quick({ candidate: TestRunner.candidate }));
          c.send(TestRunner, Committer);
          c.act(Security.status, Security.scan({ candidate: Security.candidate }));
          c.send(Security, Committer);

          c.set(TestRunner, { status: "checking" });
          c.act(TestRunner.status, TestRunner.full({ candidate: TestRunner.candidate }));
          c.branch(
            Committer,
            ({ here, at, eq, and }) =>
              and(
                eq(at(TestRunner).candidate, here.candidate),
                eq(at(Security).candidate, here.candidate),
                at(TestRunner, (r) =>
                  r.since(
                    r.and(r.ne(r.here.status, "failed"), r.ne(r.here.status, "pending")),
                    r.eq(r.here.status, "passed"),
                  ),
                ),
                at(Security, (r) =>
                  r.since(
                    r.and(r.ne(r.here.status, "critical"), r.ne(r.here.status, "pending")),
                    r.eq(r.here.status, "cleared"),
                  ),
                ),
              ),
            {
              then: () => change(Committer.merge),
              else: () => blockOrRecheck(),
            },
            { label: "review-ok" },
          );
          c.send(TestRunner, Committer); // after the full suite: it may leave before or after the decision
          c.branch(
            Committer,
            ({ here, at, and, eq }) =>
              and(
                eq(here.outcome, "merged"),
                eq(at(TestRunner).candidate, here.candidate),
                eq(at(TestRunner).status, "failed"),
              ),
            { then: () => change(Committer.revert) },
            { label: "failed-after-merge" },
          );
          c.send(Committer, Orchestrator, { outcome: Committer.outcome });
          c.branch(
            Orchestrator,
            ({ here, eq }) => eq(here.outcome, "recheck"),
            { then: () => c.set(Orchestrator, { amends: false }), else: propose },
            { label: "ask-again" },
          );
        },
      },
      { bound: 8, label: "candidates" },
    );

    function change(main: typeof Committer.merge | typeof Committer.revert): void {
      const { candidate, outcome, onMain } = Committer;
      c.act({ outcome, onMain }, main({ candidate, onMain }));
    }

    /** The reviewers refused this very candidate, or their verdicts are about another one. */
    function blockOrRecheck(): void {
      c.branch(
        Committer,
        ({ here, at, and, eq }) =>
          and(eq(at(TestRunner).candidate, here.candidate), eq(at(Security).candidate, here.candidate)),
        {
          then: () =>
            c.act(
              Committer.outcome,
              Committer.block({ candidate: Committer.candidate, outcome: "rejected" }),
            ),
          else: () =>
            c.act(Committer.outcome, Committer.block({ candidate: Committer.candidate, outcome: "recheck" })),
        },
        { label: "reviewed-at-all" },
      );
    }
  },
);
