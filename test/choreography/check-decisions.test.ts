import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  type Choreography,
  checkChoreography,
  choreography,
  type Definition,
  lifeline,
  type Statements,
  settle,
} from "../../src/choreography/index.ts";

const variables = { plan: z.string(), verdict: z.enum(["yes", "no"]), approval: z.string(), n: z.number() };
const actions = { merge: { in: { plan: z.string() } }, go: { out: z.number() } };
const Lead = lifeline("Lead", { variables, actions });
const Reviewer = lifeline("Reviewer", { variables, actions });
const Other = lifeline("Other", { variables, actions });

const inputs = [
  ...[Lead, Reviewer, Other].flatMap((one) => [one.plan, one.verdict, one.n]),
  Reviewer.approval,
  Other.approval,
];
const made = (build: (c: Statements) => void): Definition =>
  choreography("decisions", { lifelines: [Lead, Reviewer, Other], inputs }, build);
const codes = (ir: Choreography): readonly string[] =>
  checkChoreography(ir).map(({ code, severity }) => `${severity} ${code}`);
const found = (build: (c: Statements) => void): readonly string[] => codes(made(build).ir);

describe("a decision that never asks about its subject", () => {
  const merging = (guard: string) => (c: Statements) => {
    c.set(Lead, { approval: "none" });
    c.send(Lead, Reviewer, { plan: Lead.plan });
    c.send(Reviewer, Lead);
    c.branch(Lead, guard, { then: () => c.act(Lead.merge({ plan: Lead.plan })) });
  };

  it("is told where the one who is asked has the subject too", () => {
    expect(found(merging("@Reviewer.approval == approval"))).toEqual([
      "warning choreography/subject-not-asked",
    ]);
    expect(found(merging('@Reviewer.approval == approval & @Reviewer.verdict == "yes"'))).toEqual([
      "warning choreography/subject-not-asked",
    ]);
  });

  it("is not told twice where the verdict has no subject at all", () => {
    expect(found(merging('@Reviewer.verdict == "yes"'))).toEqual(["warning formula/verdict-without-subject"]);
  });

  it("is silent where the subject is compared, by whatever way", () => {
    expect(found(merging("@Reviewer.plan == plan & @Reviewer.approval == approval"))).toEqual([]);
    expect(found(merging('@Reviewer(plan == "p" & verdict == "yes") & @Reviewer.plan == plan'))).toEqual([]);
  });

  it("is silent where nobody who is asked has it", () => {
    expect(
      found((c) => {
        c.send(Other, Lead);
        c.branch(Lead, "@Other.n == n", { then: () => c.act(Lead.n, Lead.go()) });
      }),
    ).toEqual([]);
  });
});

describe("a comparison of a value with its own copy (user report D: an approval compared with itself)", () => {
  const copied = (more: (c: Statements) => void) => (c: Statements) => {
    c.send(Reviewer, Lead, { approval: Reviewer.approval });
    more(c);
    c.branch(Lead, "@Reviewer.approval == approval", { then: () => c.set(Lead, { n: 1 }) });
  };

  it("is told", () => {
    expect(found(copied(() => {}))).toEqual(["warning choreography/same-value"]);
  });

  it("is silent where the original changes, or the copy comes from elsewhere too", () => {
    expect(
      found(
        copied((c) => {
          c.set(Reviewer, { approval: "new" });
          c.set(Reviewer, { approval: "newer" });
        }),
      ),
    ).toEqual([]);
    expect(found(copied((c) => c.send(Other, Lead, { approval: Other.approval })))).toEqual([]);
  });

  it("is silent where the original is written in a loop", () => {
    expect(
      found((c) => {
        c.loop(
          Reviewer,
          "n > 0",
          {
            body: () => {
              c.set(Reviewer, { approval: "again" });
              c.act(Reviewer.n, Reviewer.go());
            },
          },
          { bound: 3 },
        );
        copied(() => {})(c);
      }),
    ).toEqual([]);
  });
});

describe("`Y` at a decision after a decision", () => {
  it("is told in a loop that asks again with nothing of its owner between, and right after another decision", () => {
    expect(
      found((c) => {
        c.loop(Lead, "!(Y n == 1)", { body: () => c.send(Other, Reviewer) }, { bound: 2 });
      }),
    ).toContain("warning choreography/shifted-previous");
    expect(
      found((c) => {
        c.branch(Lead, "n == 1", { then: () => c.send(Lead, Other) });
        c.branch(Lead, "Y n == 1", { then: () => c.send(Lead, Other) });
      }),
    ).toEqual(["warning choreography/shifted-previous"]);
  });

  it("is silent where the owner does something between, and for `Y` at another lifeline's event", () => {
    expect(
      found((c) => {
        c.branch(Lead, "n == 1", { then: () => c.send(Lead, Other) });
        c.set(Lead, { n: 2 });
        c.branch(Lead, "Y n == 1", { then: () => c.send(Lead, Other) });
      }),
    ).toEqual([]);
    expect(
      found((c) => {
        c.send(Other, Lead);
        c.branch(Lead, "n == 1", { then: () => c.send(Lead, Other) });
        c.branch(Lead, "@Other(Y n == 1 & n == 2)", { then: () => c.send(Lead, Other) });
      }),
    ).not.toContain("warning choreography/shifted-previous");
  });
});

describe("what an author means", () => {
  const code = "choreography/same-value";
  const meant = (allow: readonly string[], guard = "@Reviewer.approval == approval") =>
    made((c) => {
      c.send(Reviewer, Lead, { approval: Reviewer.approval });
      c.branch(Lead, guard, { then: () => c.set(Lead, { n: 1 }) }, { label: "decision", allow });
    });
  const settled = (definition: Definition) => {
    const { diagnostics, allowed } = settle(definition, checkChoreography(definition.ir, definition.sources));
    return [allowed, ...diagnostics.map((one) => `${one.severity} ${one.code}`)];
  };

  it("is left out, and counted; the program is the same", () => {
    expect(settled(meant([]))).toEqual([0, `warning ${code}`]);
    expect(settled(meant([code]))).toEqual([1]);
    expect(meant([code]).ir).toEqual(meant([]).ir);
  });

  it("that is not there any more is a finding, with its place; so is what is no code", () => {
    expect(settled(meant([code], "n == 1"))).toEqual([0, "warning choreography/allowance"]);
    const wrong = meant([code, "choreography/same-vale"]);
    const [finding] = settle(wrong, checkChoreography(wrong.ir, wrong.sources)).diagnostics;
    expect(finding).toMatchObject({
      code: "choreography/allowance",
      suggestion: code,
      place: { step: "decision", file: expect.stringContaining("check-decisions.test.ts") },
    });
  });

  it("cannot be an error", () => {
    const definition = made((c) => {
      c.send(Lead, Other, { approval: Lead.approval }, { allow: ["choreography/unset"] });
    });
    expect(settled(definition)).toEqual([0, "error choreography/unset", "warning choreography/allowance"]);
  });

  it("goes with a choreography that is called", () => {
    const definition = choreography("outer", { lifelines: [Lead, Reviewer, Other], inputs }, (c) =>
      c.call(meant([code])),
    );
    expect(settled(definition)).toEqual([1]);
  });
});
