import { describe, expect, it } from "vitest";
import { z } from "zod";
import { explore, replay } from "../../src/analysis/index.ts";
import { buildMsc, isLinearExtension } from "../../src/causality/index.ts";
import { choreography, lifeline } from "../../src/choreography/index.ts";
import { referenceOf } from "../../src/cpl/index.ts";
import { compileWorkflow } from "../../src/runtime/index.ts";
import { formula, mergeScenario, reviewGuard } from "./charts.ts";

const variables = { x: z.number() };
const A = lifeline("A", { variables, actions: { work: { in: { x: z.number() }, out: z.number() } } });
const B = lifeline("B", { variables, actions: { work: { in: { x: z.number() }, out: z.number() } } });

const racing = compileWorkflow(
  choreography("racing", { lifelines: [A, B], inputs: [A.x, B.x], results: [A.x, B.x] }, (c) => {
    c.act(A.x, A.work({ x: A.x }));
    c.act(B.x, B.work({ x: B.x }));
    c.send(A, B);
  }),
);
const ok = (value: number) => ({ kind: "ok", value }) as const;

describe("explore", () => {
  it("visits every configuration once: the product of two independent chains", () => {
    const one = compileWorkflow(
      choreography("two", { lifelines: [A, B], inputs: [A.x, B.x] }, (c) => {
        c.act(A.x, A.work({ x: A.x }));
        c.act(B.x, B.work({ x: B.x }));
      }),
    );
    // Each lifeline has three local states: before, acting, done.
    expect(explore(one, { inputs: { A: { x: 1 }, B: { x: 1 } }, outcomes: () => ok(2) }).configurations).toBe(
      9,
    );
  });

  it("gives the arguments and the occurrence of each action", () => {
    const asked = new Set<string>();
    explore(racing, {
      inputs: { A: { x: 1 }, B: { x: 5 } },
      outcomes: (lifeline, request, occurrence) => {
        asked.add(`${lifeline}.${request.action}(${request.args["x"]}) ${occurrence}`);
        return ok(7);
      },
    });
    expect([...asked].sort()).toEqual(["A.work(1) 1", "B.work(5) 1"]);
  });

  it("gives an end whose events are a schedule, with its results", () => {
    const { ends, deadlocks } = explore(racing, {
      inputs: { A: { x: 1 }, B: { x: 5 } },
      outcomes: () => ok(7),
    });
    expect(deadlocks).toEqual([]);
    const [end] = [...ends.values()];
    expect(end?.results).toEqual({ A: { x: 7 }, B: { x: 7 } });
    const built = buildMsc({
      lifelines: ["A", "B"],
      events: end?.events ?? [],
      initial: { A: { x: 1 }, B: { x: 5 } },
    });
    expect(
      built.ok &&
        isLinearExtension(
          built.msc,
          built.msc.events.map((_, e) => e),
        ),
    ).toBe(true);
  });

  it("ends a path at a failed action, wherever the others then stand", () => {
    const error = { code: "action/failed", message: "no", place: {}, remedy: "", details: null } as const;
    const { ends } = explore(racing, {
      inputs: { A: { x: 1 }, B: { x: 5 } },
      outcomes: (lifeline) => (lifeline === "A" ? { kind: "failed", error } : ok(7)),
    });
    expect([...ends.values()].map((end) => [end.failure?.lifeline, end.events.length, end.results])).toEqual(
      expect.arrayContaining([
        ["A", 0, {}],
        ["A", 1, {}],
      ]),
    );
    expect(ends.size).toBe(2);
  });

  it("stops at its limit with a code", () => {
    expect(() =>
      explore(racing, { inputs: { A: { x: 1 }, B: { x: 5 } }, outcomes: () => ok(7), limit: 3 }),
    ).toThrow(expect.objectContaining({ code: "run/too-many-schedules" }));
  });
});

describe("replay", () => {
  it("gives each formula's value at each event, as the reference does", () => {
    const msc = mergeScenario();
    const formulas = [
      reviewGuard,
      "seen(Orchestrator)",
      'Y $kind == "recv"',
      "@Nobody.x == 1",
      reviewGuard,
    ].map(formula);
    const holds = referenceOf(msc);
    expect(replay(msc, formulas)).toEqual(msc.events.map((_, event) => formulas.map((f) => holds(event, f))));
  });

  it("takes a chart without events or formulas", () => {
    const msc = mergeScenario();
    expect(replay(msc, [])).toEqual(msc.events.map(() => []));
  });
});
