import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Vars } from "../../src/base/index.ts";
import type { Event, Msc } from "../../src/causality/index.ts";
import type { Choreography, Node } from "../../src/choreography/index.ts";
import {
  type CentralOptions,
  type CentralRun,
  centralRuns,
  type LocalProgram,
  projectAll,
  runKey,
} from "../../src/projection/index.ts";
import { arbitraryChoreography, inputs } from "./arbitrary-ir.ts";
import { codeReview, reviewOutcomes } from "./code-review.ts";
import {
  act,
  actTo,
  assign,
  branch,
  choreography,
  is,
  k,
  loop,
  message,
  no,
  remoteIs,
  v,
  yes,
} from "./fixtures.ts";

const numbered: CentralOptions = {
  inputs: {},
  outcomes: (_on, _action, occurrence) => ({ kind: "ok", value: occurrence }),
};

/** The only run of a choreography. */
function onlyRun(ir: Choreography, options: Partial<CentralOptions> = {}): CentralRun {
  const { runs, deadlocks, complete } = centralRuns(ir, { ...numbered, ...options });
  expect({ runs: runs.size, deadlocks, complete }).toEqual({ runs: 1, deadlocks: 0, complete: true });
  return [...runs.values()][0]!;
}

function eventsOn(msc: Msc, lifeline: string): readonly Event[] {
  return msc.events.filter(({ on }) => on === lifeline);
}

/** `kind step.rounds` of the events of a lifeline. */
function tracksOf(msc: Msc, lifeline: string): readonly string[] {
  return eventsOn(msc, lifeline).map(({ kind, step, round = [] }) => `${kind} ${[step, ...round].join(".")}`);
}

describe("events", () => {
  it("are those of messages, with the values that were sent", () => {
    const ir = choreography(
      [
        assign("A", { x: k(1) }, ["y"], "s"),
        message("A", "B", { z: v("x") }, "m"),
        message("B", "A", {}, "n"),
      ],
      {
        results: [
          ["B", "z"],
          ["A", "y"],
        ],
      },
    );
    const { msc, results, failed } = onlyRun(ir, { inputs: { A: { y: 5 } } });
    expect(eventsOn(msc, "A")).toEqual([
      { on: "A", kind: "act", set: { x: 1 }, unset: ["y"], step: "s", round: [] },
      { on: "A", kind: "send", msg: "A#2", to: "B", payload: { z: 1 }, step: "m", round: [] },
      { on: "A", kind: "recv", msg: "B#2", step: "n", round: [] },
    ]);
    expect(eventsOn(msc, "B")).toEqual([
      { on: "B", kind: "recv", msg: "A#2", set: { z: 1 }, step: "m", round: [] },
      { on: "B", kind: "send", msg: "B#2", to: "A", step: "n", round: [] },
    ]);
    expect({ results, failed }).toEqual({ results: { A: {}, B: { z: 1 }, C: {}, D: {} }, failed: null });
  });

  it("are one act an action, which names the event at whose store its arguments were read", () => {
    const asked: unknown[] = [];
    const out = { kind: "fields", fields: { a: "first", b: "second" } } as const;
    const ir = choreography([
      assign("A", { b: k(0) }, [], "s"),
      act("A", "f", { args: { n: v("b") }, out, step: "f" }),
      actTo("A", "f", "c", "g"),
    ]);
    const { msc } = onlyRun(ir, {
      outcomes: (...args) => {
        asked.push(args);
        return { kind: "ok", value: { first: args[2] } };
      },
    });
    expect(eventsOn(msc, "A").slice(1)).toEqual([
      { on: "A", kind: "act", type: "f", set: { a: 1 }, unset: ["b"], reads: 1, step: "f", round: [] },
      { on: "A", kind: "act", type: "f", set: { c: { first: 2 } }, reads: 2, step: "g", round: [] },
    ]);
    expect(asked).toEqual([
      ["A", "f", 1, { n: 0 }],
      ["A", "f", 2, {}],
    ]);
  });

  it("are one choice and its control messages, in declaration order, for a decision", () => {
    const ir = choreography([branch("B", yes, [message("C", "A", {}, "m")], [], "b")]);
    const { msc } = onlyRun(ir);
    const at = { step: "b", round: [] };
    expect(eventsOn(msc, "B")).toEqual([
      { on: "B", kind: "choice", guard: "b", value: true, ...at },
      { on: "B", kind: "send", msg: "B#2", to: "A", payload: true, control: true, ...at },
      { on: "B", kind: "send", msg: "B#3", to: "C", payload: true, control: true, ...at },
    ]);
    expect(eventsOn(msc, "A")[0]).toEqual({
      on: "A",
      kind: "recv",
      msg: "B#2",
      payload: true,
      control: true,
      ...at,
    });
    expect(tracksOf(msc, "C")).toEqual(["recv b", "send m"]);
  });
});

describe("schedules", () => {
  it("messages among two pairs: each pair's three cuts, in all combinations, one chart", () => {
    const ir = choreography([message("A", "B"), message("C", "D")]);
    onlyRun(ir);
    expect(centralRuns(ir, numbered).configurations).toBe(9);
  });

  it("two messages to one receiver: both may be on their way, the receiver takes them in its order", () => {
    const ir = choreography([message("A", "C", { x: k(1) }), message("B", "C", { x: k(2) })], {
      results: [["C", "x"]],
    });
    expect(onlyRun(ir).results["C"]).toEqual({ x: 2 });
    // Nothing taken: 4 cuts; the first taken: 2; both taken: 1.
    expect(centralRuns(ir, numbered).configurations).toBe(7);
  });

  it("messages on one route overtake nobody", () => {
    const ir = choreography([message("A", "B", { x: k(1) }), message("A", "B", { x: k(2) })], {
      results: [["B", "x"]],
    });
    expect(onlyRun(ir).results["B"]).toEqual({ x: 2 });
    expect(centralRuns(ir, numbered).configurations).toBe(6);
  });

  it("an action's start and its end are apart", () => {
    expect(centralRuns(choreography([act("A", "f"), act("B", "g")]), numbered).configurations).toBe(9);
  });

  it("stop at the limit, and say so", () => {
    const ir = choreography([loop("A", yes, [], { bound: null })]);
    expect(centralRuns(ir, { ...numbered, limit: 20 })).toMatchObject({
      complete: false,
      configurations: 21,
      runs: new Map(),
    });
  });

  it("count a configuration that cannot move as a deadlock", () => {
    const ir = choreography([message("A", "Z"), message("Z", "A")], { lifelines: ["A"] });
    expect(centralRuns(ir, numbered)).toMatchObject({ deadlocks: 1, runs: new Map() });
  });
});

describe("a lifeline that is not told of a branch", () => {
  const first = [message("B", "C", { x: k(1) }, "first")];
  const second = [message("B", "C", { x: k(1) }, "second")];

  it.each([[yes], [no]])(
    "does what both arms have in common, before or after the decision, by the first arm's names",
    (guard) => {
      const ir = choreography([branch("A", guard, first, second, "b")]);
      const { msc } = onlyRun(ir);
      expect([tracksOf(msc, "A"), tracksOf(msc, "B"), tracksOf(msc, "C")]).toEqual([
        ["choice b"],
        ["send first"],
        ["recv first"],
      ]);
      // The decision made or not, times: not sent, on its way, taken.
      expect(centralRuns(ir, numbered).configurations).toBe(6);
    },
  );

  it("may send before the decision to one who is told, who takes it in its own arm", () => {
    const ir = choreography([
      branch(
        "A",
        no,
        [...first, act("C", "ship", { step: "s" })],
        [...second, act("C", "wait", { step: "w" })],
        "b",
      ),
    ]);
    const { msc } = onlyRun(ir);
    expect(tracksOf(msc, "B")).toEqual(["send first"]);
    expect(tracksOf(msc, "C")).toEqual(["recv b", "recv second", "act w"]);
    expect(eventsOn(msc, "C")[1]).toMatchObject({ msg: "B#1" });
  });

  it("decides what nobody is told of in both arms at once", () => {
    const own = (name: string): Node =>
      branch(
        "B",
        is("x", 1),
        [act("B", "f", { step: `f${name}` })],
        [act("B", "g", { step: `g${name}` })],
        `own${name}`,
      );
    const ir = choreography([branch("A", no, [own("1")], [own("2")], "b")]);
    expect(tracksOf(onlyRun(ir, { inputs: { B: { x: 1 } } }).msc, "B")).toEqual(["choice own1", "act f1"]);
    expect(tracksOf(onlyRun(ir, { inputs: { B: { x: 0 } } }).msc, "B")).toEqual(["choice own1", "act g1"]);
  });
});

describe("loops", () => {
  it("have one choice before each round; the exit part carries only the rounds around", () => {
    const body = [actTo("A", "count", "n", "count"), message("A", "B", { n: v("n") }, "m")];
    const exit = [message("A", "C", {}, "out"), act("B", "end", { step: "end" })];
    const ir = choreography([
      loop(
        "A",
        is("go", true),
        [loop("A", is("n", 0), body, { exit, step: "inner" }), assign("A", { go: k(false) }, [], "stop")],
        { step: "outer" },
      ),
    ]);
    const { msc } = onlyRun(ir, { inputs: { A: { go: true, n: 0 } } });
    expect(tracksOf(msc, "A")).toEqual([
      "choice outer.1",
      "send outer.1",
      "send outer.1",
      "choice inner.1.1",
      "send inner.1.1",
      "act count.1.1",
      "send m.1.1",
      "choice inner.1.2",
      "send inner.1.2",
      "send inner.1.2",
      "send out.1",
      "act stop.1",
      "choice outer.2",
      "send outer.2",
      "send outer.2",
    ]);
    expect(tracksOf(msc, "B")).toEqual([
      "recv outer.1",
      "recv inner.1.1",
      "recv m.1.1",
      "recv inner.1.2",
      "act end.1",
      "recv outer.2",
    ]);
    // C stands in the inner exit part alone: it hears the last decision there, and counts no inner rounds.
    expect(tracksOf(msc, "C")).toEqual(["recv outer.1", "recv inner.1", "recv out.1", "recv outer.2"]);
  });

  it("let the owner run ahead of those who only receive", () => {
    const ir = choreography([loop("A", is("x", 0), [assign("A", { x: k(1) }), message("A", "B")])], {
      lifelines: ["A", "B"],
    });
    onlyRun(ir, { inputs: { A: { x: 0 } } });
    // A has 6 cuts in a row; B takes the 3 messages of A's steps 1, 3 and 4 one by one.
    expect(centralRuns(ir, { ...numbered, inputs: { A: { x: 0 } } }).configurations).toBe(1 + 2 + 2 + 3 + 4);
  });

  it("fail at the true decision that follows the bound, and tell nobody", () => {
    const ir = choreography([loop("A", yes, [message("A", "B", {}, "m")], { bound: 1, step: "l" })]);
    const { runs, deadlocks } = centralRuns(ir, numbered);
    expect(deadlocks).toBe(0);
    // Every cut that holds the failing choice: B has taken none, one or both of its messages.
    expect([...runs.values()].map(({ msc }) => eventsOn(msc, "B").length).sort()).toEqual([0, 1, 2]);
    for (const { msc, results, failed } of runs.values()) {
      expect(failed).toEqual({ reason: "loop-bound", lifeline: "A", step: "l" });
      expect(results).toEqual({});
      expect(eventsOn(msc, "A").at(-1)).toMatchObject({ kind: "choice", value: true, round: [2] });
    }
  });
});

describe("failures that leave no event", () => {
  it("an action's failed outcome", () => {
    const ir = choreography([message("B", "C"), act("A", "f", { step: "f" })]);
    const { runs } = centralRuns(ir, { inputs: {}, outcomes: () => ({ kind: "failed" }) });
    expect([...runs.values()].map(({ failed }) => failed)).toEqual(
      Array(3).fill({ reason: "action", lifeline: "A", step: "f" }),
    );
    expect([...runs.values()].flatMap(({ msc }) => eventsOn(msc, "A"))).toEqual([]);
  });

  it.each<readonly [string, Node]>([
    ["a message", message("A", "B", { y: v("x") }, "s")],
    ["an assignment", assign("A", { y: v("x") }, [], "s")],
    ["an action's argument", act("A", "f", { args: { y: v("x") }, step: "s" })],
  ])("%s that reads an unset variable", (_, node) => {
    const { failed } = onlyRun(choreography([node]));
    expect(failed).toEqual({ reason: "unset-variable", lifeline: "A", step: "s" });
    expect(onlyRun(choreography([node]), { inputs: { A: { x: null } } }).failed).toBeNull();
  });
});

describe("guards", () => {
  const stores: { readonly [lifeline: string]: Vars } = { B: { ok: true } };

  it("see what messages brought, and nothing else", () => {
    const heard = (before: readonly Node[]) => {
      const ir = choreography([
        assign("B", { ok: k(true) }),
        ...before,
        branch("A", remoteIs("B", "ok", true), [], [], "b"),
      ]);
      return onlyRun(ir, { inputs: stores }).msc.events.find(({ kind }) => kind === "choice");
    };
    expect(heard([])).toMatchObject({ value: false });
    expect(heard([message("B", "A")])).toMatchObject({ value: true });
    expect(heard([message("B", "C"), message("C", "A")])).toMatchObject({ value: true });
  });

  it("are asked at the choice itself, predicates too", () => {
    const ask = {
      kind: "predicate",
      name: "both",
      args: [
        { kind: "var", name: "$kind" },
        { kind: "var", name: "x" },
      ],
    } as const;
    const both = (a: unknown, b: unknown): boolean => a === "choice" && b === 1;
    const { msc } = onlyRun(choreography([branch("A", ask, [])]), {
      inputs: { A: { x: 1 } },
      predicates: { both },
    });
    expect(msc.events).toMatchObject([{ kind: "choice", value: true }]);
  });

  it("decide a review of four lifelines in one way under every schedule", () => {
    const { msc, results } = onlyRun(codeReview(), { outcomes: reviewOutcomes });
    const reviews = msc.events.flatMap((event) =>
      event.kind === "choice" && event.guard === "review" ? [event.value] : [],
    );
    // The second candidate was amended after it went out: blocked, then tested anew and merged. The third one's full
    // test failed, unseen by the decision: reverted.
    expect(reviews).toEqual([true, false, true, true]);
    expect(results["O"]).toEqual({ outcome: "reverted" });
    expect(msc.events).toHaveLength(134);
  });
});

describe("laws", () => {
  const options: CentralOptions = {
    inputs,
    outcomes: (_on, action, n) => ({ kind: "ok", value: (n + (action === "f" ? 1 : 0)) % 2 }),
  };

  /** Whether a lifeline's events are a path of its local program. */
  function follows(program: LocalProgram, events: readonly Event[]): boolean {
    let label = 0;
    const rest = [...events];
    for (let event = rest.shift(); event !== undefined; event = rest.shift()) {
      const op = program.ops[label]!;
      if (op.kind === "end" || op.kind === "join" || op.step !== event.step) return false;
      const decision =
        event.kind === "choice" ? event.value : event.kind === "recv" && event.payload === true;
      if (op.kind === "choose") {
        const told = decision ? op.tell.whenTrue : op.tell.whenFalse;
        // A failing choice tells nobody, and is the last event.
        if (rest.length > 0 && rest.splice(0, told.length).some((sent) => sent.step !== op.step))
          return false;
      }
      label = (op.kind === "choose" || op.kind === "follow") && decision ? op.whenTrue : op.next;
    }
    return true;
  }

  it("no deadlock, one chart where nothing fails, and each lifeline on a path of its local program", () => {
    fc.assert(
      fc.property(arbitraryChoreography, (ir) => {
        const { runs, deadlocks, complete } = centralRuns(ir, { ...options, limit: 5_000 });
        fc.pre(complete);
        expect(deadlocks).toBe(0);
        const all = [...runs];
        expect(all.length).toBeGreaterThan(0);
        if (all.every(([, run]) => run.failed === null)) expect(all).toHaveLength(1);
        const programs = projectAll(ir);
        for (const [key, run] of all) {
          expect(runKey(run)).toBe(key);
          for (const program of programs)
            expect(follows(program, eventsOn(run.msc, program.lifeline))).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});
