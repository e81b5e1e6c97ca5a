import { describe, expect, it } from "vitest";
import { z } from "zod";
import { explore, lateEvidence } from "../../src/analysis/index.ts";
import {
  buildMsc,
  clockAt,
  concurrent,
  type Event,
  eventName,
  happensBefore,
  type Msc,
} from "../../src/causality/index.ts";
import { choreography, type Definition, implement, lifeline } from "../../src/choreography/index.ts";
import { compileWorkflow, Ending, implementationOf, perform, schemasOf } from "../../src/runtime/index.ts";
import { restore, save } from "./driving.ts";
import { ByHand } from "./reactors.ts";

// Each test is one thing that users of other tools reported, as it is here.

const variables = { x: z.string(), y: z.string(), n: z.number(), secret: z.string() };
const actions = { work: { out: z.string() }, join: {} };
const A = lifeline("A", { variables, actions });
const B = lifeline("B", { variables, actions });
const C = lifeline("C", { variables, actions });
const D = lifeline("D", { variables, actions });
const names = ["A", "B", "C", "D"];
const spec = { lifelines: [A, B, C, D] };

const ok = () => ({ kind: "ok", value: "done" }) as const;

/** All ends of a definition, each with its chart. */
function endsOf(definition: Definition, inputs: Parameters<typeof explore>[1]["inputs"] = {}) {
  const { ends, deadlocks } = explore(compileWorkflow(definition), { inputs, outcomes: ok });
  expect(deadlocks).toEqual([]);
  return [...ends.values()];
}

function chartOf(events: readonly Event[]): Msc {
  const built = buildMsc({ lifelines: names, events });
  if (!built.ok) throw new TypeError(built.problems[0]?.message);
  return built.msc;
}

function at(msc: Msc, name: string): number {
  return msc.events.findIndex((_, e) => eventName(msc, e) === name);
}

describe("fan-in", () => {
  it("two reports into one variable: the program's order decides, in every schedule", () => {
    const reports = choreography("reports", { ...spec, results: [C.x] }, (c) => {
      c.act(A.x, A.work());
      c.send(A, C, { x: A.x });
      c.send(B, C, { x: "second" });
    });
    const ends = endsOf(reports);
    expect(ends.map(({ results }) => results["C"])).toEqual([{ x: "second" }]);
  });

  it("a join edge whose parent was not taken: who waits learns the choice, and goes on", () => {
    const join = choreography("join", { ...spec, inputs: [A.n], results: [C.x] }, (c) => {
      c.branch(A, "n > 0", {
        then: () => c.send(B, C, { x: "from B" }),
        else: () => c.set(C, { x: "none" }),
      });
      c.act(C.join());
      c.send(C, D);
    });
    for (const [n, x] of [
      [1, "from B"],
      [0, "none"],
    ] as const) {
      const [end, ...others] = endsOf(join, { A: { n } });
      expect(others).toEqual([]);
      expect(end?.results["C"]).toEqual({ x });
      expect(end?.events.filter(({ kind, on }) => kind === "act" && on === "C").at(-1)).toMatchObject({
        type: "join",
      });
    }
  });

  it("an aggregator after branches of unequal length runs once, after all of them", () => {
    const unequal = choreography("unequal", spec, (c) => {
      c.act(A.x, A.work());
      c.send(A, D, { x: A.x });
      c.send(B, C, { n: 1 });
      c.act(C.x, C.work());
      c.act(C.y, C.work());
      c.send(C, D, { y: C.y });
      c.act(D.join());
    });
    const [end] = endsOf(unequal);
    const msc = chartOf(end?.events ?? []);
    const joins = msc.events.flatMap((event, e) => (event.type === "join" ? [e] : []));
    expect(joins).toHaveLength(1);
    expect(clockAt(msc, joins[0]!).toJSON()).toEqual({ A: 2, B: 1, C: 4, D: 3 });
  });
});

describe("things that ran twice", () => {
  const inFlight = choreography("in flight", spec, (c) => {
    c.act(A.x, A.work());
    c.send(B, A, { y: "news" });
    c.send(A, C, { x: A.y });
  });

  it("a message that comes while an action runs does not start it again", () => {
    const run = new ByHand(inFlight).start();
    const [request] = run.go("A").actions;
    run.go("B");
    const [turn] = run.deliver();
    expect([turn?.actions, turn?.state.open.length, run.ready("A")]).toEqual([[], 1, false]);
    expect(run.go("A").actions).toEqual([]);
    run.take("A", { kind: "outcome", key: request?.key ?? "", outcome: ok() });
    expect(run.go("A").events[0]?.event).toMatchObject({ kind: "recv", set: { y: "news" } });
  });

  it("a message that is handed over four times happens once", () => {
    const run = new ByHand(inFlight).start();
    const [message] = run.go("B").messages;
    if (message === undefined) throw new TypeError();
    const turns = [1, 2, 3, 4].map(() => run.take("A", { kind: "message", message }));
    expect(turns.map(({ notes }) => notes.map(({ kind }) => kind))).toEqual([
      [],
      ["duplicate"],
      ["duplicate"],
      ["duplicate"],
    ]);
    run.answer("A", "x");
    run.go("A");
    expect(run.take("A", { kind: "message", message }).notes).toEqual([{ kind: "duplicate", about: "B#1" }]);
    expect([run.state("A").count, run.ready("A")]).toEqual([2, true]);
  });

  it("a message is removed when its receive is committed, not when it is read", () => {
    const run = new ByHand(inFlight).start();
    run.answer("A", "x");
    run.go("B");
    run.deliver();
    const committed = save(run.reactor("A"), run.state("A"));
    // The receive is worked out, and the process ends before it is committed.
    const lost = run.go("A");
    run.states.set("A", restore(run.reactor("A"), committed));
    expect(run.ready("A")).toBe(true);
    const again = run.go("A");
    expect([again.events, again.messages]).toEqual([lost.events, lost.messages]);
  });

  it("what resumes goes on where it stood, inside a part that was called too", () => {
    const part = (c: Parameters<Parameters<typeof choreography>[2]>[0], who: typeof A) => {
      c.act(who.x, who.work());
      c.act(who.y, who.work());
    };
    const run = new ByHand(
      choreography("parts", spec, (c) => [part(c, A), part(c, A), c.send(A, C, { x: A.y })]),
    ).start();
    run.answer("A", "1");
    run.answer("A", "2");
    run.answer("A", "3");
    run.states.set("A", restore(run.reactor("A"), save(run.reactor("A"), run.state("A"))));
    expect(run.go("A").actions.map(({ step, args }) => [step, args])).toEqual([["act:A.work()~4", {}]]);
  });
});

describe("evidence that is old", () => {
  const Tester = lifeline("Tester", {
    variables: { candidate: z.string(), status: z.string() },
    actions: { test: { out: z.string() } },
  });
  const Merger = lifeline("Merger", { variables: { candidate: z.string(), merged: z.string() } });
  const covered = "@Tester.status == 'passed' & @Tester.candidate == candidate";

  const gate = (between: "report first" | "decide first") =>
    choreography(
      "gate",
      { lifelines: [Tester, Merger], inputs: [Tester.candidate, Merger.candidate], results: [Merger.merged] },
      (c) => {
        c.act(Tester.status, Tester.test());
        c.send(Tester, Merger);
        c.act(Tester.status, Tester.test());
        if (between === "report first") c.send(Tester, Merger);
        c.branch(Merger, covered, {
          then: () => c.set(Merger, { merged: "yes" }),
          else: () => c.set(Merger, { merged: "no" }),
        });
        if (between === "decide first") c.send(Tester, Merger);
      },
    );
  const tests = ["passed", "failed"];
  const outcomes = (_on: string, _request: unknown, n: number) =>
    ({ kind: "ok", value: tests[n - 1] ?? "" }) as const;
  const ended = (definition: Definition, candidate: string) => {
    const inputs = { Tester: { candidate: "c1" }, Merger: { candidate } };
    const [end] = explore(compileWorkflow(definition), { inputs, outcomes }).ends.values();
    const built = buildMsc({ lifelines: ["Tester", "Merger"], initial: inputs, events: end?.events ?? [] });
    if (!built.ok || end === undefined) throw new TypeError();
    return { msc: built.msc, merged: end.results["Merger"]?.["merged"] };
  };

  it("a go on a report whose correction is under way is lawful, and what would have changed it is named", () => {
    const definition = gate("decide first");
    const { msc, merged } = ended(definition, "c1");
    expect(merged).toBe("yes");
    const decision = msc.events.findIndex(({ kind }) => kind === "choice");
    const [branch] = definition.ir.body.filter((node) => node.kind === "branch");
    if (branch?.kind !== "branch") throw new TypeError();
    expect(lateEvidence(msc, decision, branch.guard).map((e) => eventName(msc, e))).toEqual([
      "Tester#3",
      "Tester#4",
    ]);
  });

  it("who waits for the correction decides by it", () => {
    expect(ended(gate("report first"), "c1").merged).toBe("no");
  });

  it("an approval of one version does not cover the next one", () => {
    expect(ended(gate("decide first"), "c2").merged).toBe("no");
  });

  it("versions are events: both stand in the chart, and the action names which one it read", () => {
    const rewrite = choreography("rewrite", { lifelines: [A, B], inputs: [A.x] }, (c) => {
      c.send(A, B, { x: A.x });
      c.set(A, { x: "v2" });
      c.act(A.y, A.work());
    });
    const [end] = endsOf(rewrite, { A: { x: "v1" } });
    expect(end?.events).toMatchObject([
      { kind: "send", payload: { x: "v1" } },
      ...[{}, {}, {}].map(() => ({ on: expect.any(String) })),
    ]);
    expect(end?.events.find(({ kind, type }) => kind === "act" && type === "work")).toMatchObject({
      reads: 2,
    });
    expect(end?.events.find(({ kind }) => kind === "recv")).toMatchObject({ set: { x: "v1" } });
  });
});

describe("waiting", () => {
  it.each([
    ["A first", (c: Parameters<Parameters<typeof choreography>[2]>[0]) => [c.send(A, B), c.send(B, A)]],
    ["B first", (c: Parameters<Parameters<typeof choreography>[2]>[0]) => [c.send(B, A), c.send(A, B)]],
  ] as const)("two that each wait for the other first cannot be written: %s", (_, build) => {
    const ends = endsOf(choreography("each", spec, (c) => void build(c)));
    expect(ends).toHaveLength(1);
    expect(ends[0]?.failure).toBeNull();
  });

  it("messages that cross are concurrent, and a reply comes after what it answers", () => {
    const crossing = choreography("crossing", spec, (c) => {
      c.set(B, { x: "report" });
      c.send(A, B, { y: "brief" });
      c.send(B, A, { x: B.x });
    });
    const msc = chartOf(endsOf(crossing)[0]?.events ?? []);
    // B's report was made before the brief came, and sent after it.
    expect(concurrent(msc, at(msc, "A#1"), at(msc, "B#1"))).toBe(true);
    expect(happensBefore(msc, at(msc, "A#1"), at(msc, "B#3"))).toBe(true);
  });

  it("one of several that never answers leaves the others' results readable", () => {
    const nine = choreography("nine", { ...spec, results: [B.x, C.x] }, (c) => {
      c.act(A.x, A.work());
      c.act(B.x, B.work());
      c.act(C.x, C.work());
      c.send(B, C, { y: B.x });
    });
    const run = new ByHand(nine).start();
    run.go("A"); // and never an outcome
    run.answer("B", "b");
    run.go("B");
    run.answer("C", "c");
    run.deliver();
    run.go("C");
    expect(["A", "B", "C"].map((name) => run.state(name).status)).toEqual([
      { kind: "running" },
      { kind: "done", result: { x: "b" } },
      { kind: "done", result: { x: "c" } },
    ]);
    expect(run.state("A").open).toMatchObject([{ action: "work" }]);
  });
});

describe("what travels and what is kept", () => {
  it("a variable that no guard asks for and no payload names never leaves its lifeline", () => {
    const quiet = choreography("quiet", { ...spec, inputs: [A.secret, A.n] }, (c) => {
      c.send(A, B, { n: A.n });
      c.branch(B, "@A.n > 0 & @A(secret != 'x')", { then: () => c.send(B, C), else: () => c.send(B, D) });
    });
    const run = new ByHand(quiet).start({ A: { secret: "hunter2", n: 1 } });
    const texts: string[] = [];
    for (let i = 0; i < 12; i++) {
      for (const name of names)
        if (run.ready(name)) texts.push(...run.go(name).messages.map((m) => JSON.stringify(m)));
      run.deliver();
    }
    expect(texts.length).toBeGreaterThanOrEqual(4);
    expect(texts.join("\n")).not.toContain("hunter2");
    expect(run.state("B").store).toEqual({ n: 1 });
  });

  it("an error is data: the same whatever stack the action threw it with", async () => {
    const failing = choreography("failing", spec, (c) => c.act(A.x, A.work()));
    const deeper = (levels: number): never => {
      if (levels > 0) return deeper(levels - 1);
      throw new RangeError("no such file");
    };
    const outcomeOf = async (levels: number) => {
      const run = new ByHand(failing).start();
      const [request] = run.go("A").actions;
      if (request === undefined) throw new TypeError();
      const implementation = implement(A, { work: async () => deeper(levels), join: async () => {} });
      const outcome = await perform({
        lifeline: "A",
        request,
        implementation: implementationOf([implementation], "A", "work")!,
        schemas: schemasOf(failing, "A", "work"),
        timers: { after: () => () => {} },
        ending: new Ending(),
      });
      run.take("A", { kind: "outcome", key: request.key, outcome });
      return save(run.reactor("A"), run.state("A"));
    };
    const [one, other] = [await outcomeOf(0), await outcomeOf(9)];
    expect(other).toBe(one);
    expect(one).toContain("no such file");
    expect(one).not.toMatch(/user-reports\.test\.ts|\bat .*:\d+:\d+|stack/);
  });
});
