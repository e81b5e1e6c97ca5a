import { describe, expect, it } from "vitest";
import { z } from "zod";
import { lateEvidence } from "../../src/analysis/index.ts";
import { buildMsc, latestVisible } from "../../src/causality/index.ts";
import { choreography, implement, lifeline } from "../../src/choreography/index.ts";
import { Chart } from "../../src/cli/chart/chart.ts";
import { Watch } from "../../src/cli/watch.ts";
import { run } from "../../src/engines/index.ts";
import { compileWorkflow } from "../../src/runtime/index.ts";

const T = lifeline("T", { variables: { ok: z.boolean() }, actions: { test: { out: z.boolean() } } });
const D = lifeline("D", { variables: { done: z.boolean() } });

/** Three rounds in each of which a decision may miss a verdict that arrives after it. */
const rounds = choreography("rounds", { lifelines: [T, D], results: [D.done] }, (c) => {
  for (const round of [1, 2, 3]) {
    c.act(T.ok, T.test());
    c.send(T, D);
    c.act(T.ok, T.test());
    c.branch(
      D,
      ({ at, eq }) => eq(at(T).ok, true),
      { then: () => c.set(D, { done: true }), else: () => c.set(D, { done: false }) },
      { label: `decide-${round}` },
    );
    c.send(T, D);
  }
});

describe("a watched run", () => {
  it("reports the decisions that what arrived later would have changed, each once", async () => {
    const workflow = compileWorkflow(rounds);
    const guards = new Map(
      [...workflow.reactors.values()].flatMap(({ program }) => Object.entries(program.guards)),
    );
    const counts = new Set<number>();
    for (let seed = 0; seed < 24; seed++) {
      let calls = 0;
      const lines: string[] = [];
      const chart = new Chart(workflow.lifelines, 100, (...pieces) =>
        lines.push(pieces.map((piece) => (typeof piece === "string" ? piece : piece.text)).join("")),
      );
      const watch = new Watch(workflow, {}, chart);
      await run(rounds, {
        implementations: [implement(T, { test: async () => (++calls + seed) % 3 !== 0 })],
        schedule: seed,
        onEvent: (event) => watch.event(event),
      });
      const built = buildMsc({ lifelines: workflow.lifelines, events: watch.events });
      if (!built.ok) throw new TypeError("no chart");
      const { msc } = built;
      const late = msc.events.filter((event, decision) => {
        const guard = event.kind === "choice" ? guards.get(event.guard) : undefined;
        if (guard === undefined) return false;
        const last = msc.events.length - 1 - [...msc.on].reverse().indexOf(msc.on[decision] ?? -1);
        return lateEvidence(msc, decision, guard).some((e) => latestVisible(msc, last, msc.on[e] ?? -1) >= e);
      });
      expect(watch.late).toHaveLength(late.length);
      expect(lines.filter((line) => line.includes("LATE:"))).toHaveLength(late.length);
      counts.add(late.length);
    }
    expect(counts.size).toBeGreaterThan(1);
  });

  it("of a long run takes time that grows with its length, and says when it no longer explains", async () => {
    const L = lifeline("L", { variables: { n: z.number() } });
    const M = lifeline("M", { variables: { n: z.number() } });
    const long = choreography("long", { lifelines: [L, M], inputs: [L.n] }, (c) => {
      c.loop(
        L,
        ({ here, gt }) => gt(here.n, 0),
        {
          body: () => {
            c.send(L, M, { n: L.n });
            c.send(M, L, { n: M.n });
            c.branch(L, ({ at, gt }) => gt(at(M).n, 0), { then: () => c.set(L, { n: 1 }) });
          },
        },
        { bound: 400 },
      );
    });
    const workflow = compileWorkflow(long);
    const watch = new Watch(workflow, { L: { n: 1 } }, new Chart(workflow.lifelines, 80, () => {}));
    await run(long, { inputs: { L: { n: 1 } }, onEvent: (event) => watch.event(event) });
    expect(watch.events.length).toBeGreaterThan(3000);
    expect([watch.explains, watch.late]).toEqual([false, []]);
  });
});
