import { describe, expect, it } from "vitest";
import { codeReview } from "../../examples/code-review/choreography.ts";
import { explore } from "../../src/analysis/index.ts";
import type { Json, Lifeline, Vars } from "../../src/base/index.ts";
import { checkChoreography, type Definition } from "../../src/choreography/index.ts";
import { centralRuns, projectAll } from "../../src/projection/index.ts";
import { compileWorkflow } from "../../src/runtime/index.ts";
import { outcome, small } from "./small-choreographies.ts";

type Outcome = (action: string, occurrence: number, args: Vars) => Json;

/** The ends of all schedules, of the projected programs and of the central interpreter. */
function bothWays(definition: Definition, inputs: { readonly [lifeline: Lifeline]: Vars }, value: Outcome) {
  const projected = explore(compileWorkflow(definition), {
    inputs,
    outcomes: (_lifeline, request, occurrence) => ({
      kind: "ok",
      value: value(request.action, occurrence, request.args),
    }),
  });
  const central = centralRuns(definition.ir, {
    inputs,
    outcomes: (_lifeline, action, occurrence, args) => ({
      kind: "ok",
      value: value(action, occurrence, args),
    }),
  });
  return { projected, central };
}

describe("the projected programs, over all schedules, make what the choreography says", () => {
  it.each(Object.entries(small))("%s", (_name, definition) => {
    const inputs = Object.fromEntries(definition.ir.inputs.map(({ on, name }) => [on, { [name]: 2 }]));
    expect(
      checkChoreography(definition.ir, definition.sources).filter((d) => d.severity === "error"),
    ).toEqual([]);
    const { projected, central } = bothWays(definition, inputs, outcome);
    expect(central).toMatchObject({ complete: true, deadlocks: 0 });
    expect(projected.deadlocks).toEqual([]);
    expect([...projected.ends.keys()].sort()).toEqual([...central.runs.keys()].sort());
    expect(projected.ends.size).toBeGreaterThan(0);
  });

  it("has one end where nothing is parallel and the run does not fail", () => {
    const { projected } = bothWays(small["a relay beside a direct message"] as Definition, {}, outcome);
    expect(projected.ends.size).toBe(1);
    expect(projected.configurations).toBeGreaterThan(5);
  });

  it("has several ends where the run fails: any cut that holds the failing event", () => {
    const { projected } = bothWays(
      small["a bound that does not suffice"] as Definition,
      { A: { x: 2 } },
      outcome,
    );
    expect(projected.ends.size).toBeGreaterThan(1);
    expect([...projected.ends.values()].every((end) => end.failure?.lifeline === "A")).toBe(true);
  });
});

describe("the code review", () => {
  const candidates = ["clean", "vouchers", "secret", "rounding"];
  const review: Outcome = (action, occurrence, args) => {
    const candidate = String(args["candidate"]);
    const onMain = Array.isArray(args["onMain"]) ? args["onMain"] : [];
    switch (action) {
      case "propose": {
        const next = candidates[occurrence - 1];
        return next === undefined
          ? { candidate: "none", amends: false, more: false }
          : { candidate: next, amends: next === "vouchers", more: true };
      }
      case "amend":
        return "vouchers-amended";
      case "full":
        return candidate === "rounding" ? "failed" : "passed";
      case "quick":
        return "passed";
      case "scan":
        return candidate === "secret" ? "critical" : "cleared";
      case "merge":
        return { outcome: "merged", onMain: [...onMain, candidate] };
      case "revert":
        return { outcome: "reverted", onMain: onMain.filter((merged) => merged !== candidate) };
      default:
        return args["outcome"] ?? null;
    }
  };

  it("comes to the same in every schedule, which is what the oracle says", () => {
    const { projected, central } = bothWays(codeReview, {}, review);
    expect(projected.deadlocks).toEqual([]);
    expect([...projected.ends.keys()]).toEqual([...central.runs.keys()]);
    const [end] = [...projected.ends.values()];
    expect(end?.results["Committer"]).toEqual({ onMain: ["clean", "vouchers-amended"] });
    const verdicts = end?.events.flatMap((event) =>
      event.on === "Committer" && event.kind === "act" ? [event.type] : [],
    );
    expect(verdicts).toEqual([undefined, "merge", "block", "merge", "block", "merge", "revert"]);
    expect(projected.configurations).toBeGreaterThan(1000);
  });

  it("tells nobody who need not know: the Committer's decisions cost no control message", () => {
    const committer = projectAll(codeReview.ir).find((program) => program.lifeline === "Committer");
    const told = committer?.ops.flatMap((op) =>
      op.kind === "choose" ? [...op.tell.whenTrue, ...op.tell.whenFalse] : [],
    );
    expect(told).toEqual([]);
  });
});
