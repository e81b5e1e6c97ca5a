import { describe, expect, it } from "vitest";
import { digestOf, type Json, LightconeError } from "../../src/base/index.ts";
import type { Block, Choreography, Node } from "../../src/choreography/index.ts";
import { type Op, project, projectAll, recipients } from "../../src/projection/index.ts";
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

function opsOf(ir: Choreography, lifeline: string): readonly Op[] {
  return project(ir, lifeline).ops;
}

function kindsOf(body: Block, lifeline: string): readonly string[] {
  return opsOf(choreography(body), lifeline).map(({ kind }) => kind);
}

function toldOf(body: Block, step: string): readonly string[] {
  const found = [...recipients(choreography(body))].find(([name]) => name === step);
  return found?.[1].whenTrue ?? ["no such step"];
}

describe("statements without control (scenarios 42 to 44, 55)", () => {
  it("42: the empty program is empty for all", () => {
    for (const program of projectAll(choreography([]))) expect(program.ops).toEqual([{ kind: "end" }]);
  });

  it("42: a message is a send at its sender, a receive at its receiver, nothing at the others", () => {
    const ir = choreography([message("A", "B", { y: v("x"), c: k(1) }, "m")]);
    const payload = { y: v("x"), c: k(1) };
    expect(opsOf(ir, "A")[0]).toEqual({ kind: "send", step: "m", to: "B", channel: "", payload, next: 1 });
    expect(opsOf(ir, "B")[0]).toEqual({
      kind: "recv",
      step: "m",
      from: "A",
      channel: "",
      set: ["c", "y"],
      next: 1,
    });
    expect(opsOf(ir, "C")).toEqual([{ kind: "end" }]);
  });

  it("42: what a receive sets does not depend on the order in which a payload's keys are written", () => {
    const one = opsOf(choreography([message("A", "B", { a: k(1), b: k(2), 1: k(3) }, "m")]), "B");
    expect(opsOf(choreography([message("A", "B", { b: k(2), 1: k(3), a: k(1) }, "m")]), "B")).toEqual(one);
  });

  it("43: an action and an assignment stay at their lifeline", () => {
    const out = { kind: "value", variable: "r" } as const;
    const ir = choreography([
      act("A", "go", { args: { n: v("x") }, out, mode: "once", step: "a" }),
      assign("A", { x: k(1) }, ["y"], "s"),
    ]);
    expect(opsOf(ir, "A")).toEqual([
      {
        kind: "act",
        step: "a",
        action: "go",
        args: { n: v("x") },
        out,
        mode: "once",
        exclusive: false,
        next: 1,
      },
      { kind: "assign", step: "s", set: { x: k(1) }, unset: ["y"], next: 2 },
      { kind: "end" },
    ]);
    expect(opsOf(ir, "B")).toEqual([{ kind: "end" }]);
  });

  it("44, 55: a sequence keeps its order and leaves out the parts of others", () => {
    const body = [message("A", "B"), act("C", "skip"), message("B", "A"), act("A", "go")];
    expect(kindsOf(body, "A")).toEqual(["send", "recv", "act", "end"]);
    expect(kindsOf(body, "B")).toEqual(["recv", "send", "end"]);
    expect(kindsOf(body, "C")).toEqual(["act", "end"]);
  });

  it("44, 55: parts that are kept in the tree for printing change nothing", () => {
    const inner = [message("A", "B", {}, "m"), act("B", "go", { step: "a" })];
    const digest = digestOf(null);
    const wrapped: readonly Node[] = [
      { kind: "scope", step: "scope" as Node["step"], name: "part", body: inner.slice(0, 1) },
      {
        kind: "sub",
        name: "inner",
        step: "sub" as Node["step"],
        choreography: digest,
        rename: {},
        body: inner.slice(1),
      },
    ];
    for (const lifeline of ["A", "B"]) {
      expect(opsOf(choreography(wrapped), lifeline)).toEqual(opsOf(choreography(inner), lifeline));
    }
  });
});

describe("branches (scenarios 49 to 51, 54, 56)", () => {
  it("49: the owner chooses and tells, the others follow, who has no part has none", () => {
    const ir = choreography([
      branch("A", yes, [message("A", "B", {}, "m")], [act("A", "skip", { step: "a" })], "b"),
    ]);
    const tell = { whenTrue: ["B"], whenFalse: ["B"] };
    expect(opsOf(ir, "A").slice(0, 1)).toEqual([
      { kind: "choose", step: "b", guard: 0, channel: "", tell, loop: null, whenTrue: 1, next: 2 },
    ]);
    expect(
      opsOf(ir, "A")
        .slice(1)
        .map(({ kind }) => kind),
    ).toEqual(["send", "act", "end"]);
    expect(opsOf(ir, "B")).toEqual([
      { kind: "follow", step: "b", owner: "A", channel: "", loop: null, whenTrue: 1, next: 2 },
      { kind: "recv", step: "m", from: "A", channel: "", set: [], next: 2 },
      { kind: "end" },
    ]);
    expect(opsOf(ir, "C")).toEqual([{ kind: "end" }]);
  });

  it("50: exactly those in one of the arms are told, in declaration order", () => {
    expect(toldOf([branch("A", yes, [message("A", "C")], [act("B", "skip")], "b")], "b")).toEqual(["B", "C"]);
  });

  it("51: nested decisions are told apart by their steps", () => {
    const inner = branch("A", yes, [message("A", "B")], [], "inner");
    const ops = opsOf(choreography([branch("A", no, [inner], [], "outer")]), "B");
    expect(ops.filter(({ kind }) => kind === "follow")).toMatchObject([
      { step: "outer", whenTrue: 1, next: 3 },
      { step: "inner", whenTrue: 2, next: 3 },
    ]);
  });

  it("54: an owner whose arms are empty makes its choice all the same", () => {
    expect(kindsOf([branch("A", yes, [], [])], "A")).toEqual(["choose", "end"]);
    expect(toldOf([branch("A", yes, [], [], "b")], "b")).toEqual([]);
  });

  it("54: an owner whose arms are equal makes its choice and tells nobody", () => {
    const body = [branch("A", yes, [act("A", "go")], [act("A", "go")], "b")];
    expect(toldOf(body, "b")).toEqual([]);
    expect(opsOf(choreography(body), "A")[0]).toMatchObject({ kind: "choose", whenTrue: 1, next: 2 });
  });

  it("56: who does the same in both arms is not told, and keeps the first arm's steps", () => {
    const body = [branch("A", yes, [message("B", "C", {}, "first")], [message("B", "C", {}, "second")], "b")];
    expect(toldOf(body, "b")).toEqual([]);
    expect(opsOf(choreography(body), "B")).toMatchObject([{ kind: "send", step: "first" }, { kind: "end" }]);
    expect(opsOf(choreography(body), "C")).toMatchObject([{ kind: "recv", step: "first" }, { kind: "end" }]);
  });

  it("56: a lifeline that goes on differently is told although its peer is not", () => {
    const body = [
      branch("A", yes, [message("B", "C"), act("C", "ship")], [message("B", "C"), act("C", "wait")], "b"),
    ];
    expect(toldOf(body, "b")).toEqual(["C"]);
    expect(kindsOf(body, "B")).toEqual(["send", "end"]);
  });
});

describe("programs as a whole", () => {
  it("53: the same choreography, built again, gives the same programs; another one has another digest", () => {
    const build = (value: Json): Choreography =>
      choreography([branch("A", is("x", value), [message("A", "B", {}, "m")], [], "b")]);
    const copy: unknown = JSON.parse(JSON.stringify(build(1)));
    expect(projectAll(copy as Choreography)).toEqual(projectAll(build(1)));
    expect(project(build(2), "A").choreography).not.toBe(project(build(1), "A").choreography);
    expect(project(build(1), "A").choreography).toBe(project(build(1), "B").choreography);
  });

  it("53: steps, not the objects that they are made from, tell decisions apart", () => {
    const arm = [message("A", "B", {}, "m")];
    const shared = choreography([branch("A", yes, arm, [], "one"), branch("A", yes, arm, [], "two")]);
    const follows = opsOf(shared, "B").filter(({ kind }) => kind === "follow");
    expect(follows.map((op) => (op.kind === "follow" ? op.step : ""))).toEqual(["one", "two"]);
  });

  it("has the guards of its own decisions, by step, and the variables of its own results", () => {
    const guard = remoteIs("B", "ok", true);
    const ir = choreography(
      [branch("A", guard, [message("A", "B")], [], "b"), branch("B", no, [], [], "c")],
      {
        results: [
          ["A", "x"],
          ["B", "y"],
          ["A", "z"],
        ],
      },
    );
    expect(project(ir, "A")).toMatchObject({ lifeline: "A", guards: { b: guard }, results: ["x", "z"] });
    expect(project(ir, "B")).toMatchObject({ lifeline: "B", guards: { c: no }, results: ["y"] });
    expect(project(ir, "C")).toMatchObject({ guards: {}, results: [] });
  });

  it("has a plan of all guards, made for its lifeline", () => {
    const ir = choreography([branch("A", remoteIs("B", "ok", true), []), loop("B", is("n", 1), [])]);
    const [a, b] = projectAll(ir);
    expect(a!.plan).toMatchObject({ lifeline: "A", variables: ["ok"] });
    expect(b!.plan.formulas).toEqual(a!.plan.formulas);
    const first = b!.ops[0]!;
    expect(first.kind === "choose" && b!.plan.formulas[first.guard]).toEqual(is("n", 1));
  });

  it("takes any names, those of Object.prototype too", () => {
    const names = ["__proto__", "constructor", "toString"] as const;
    const [a, b] = names;
    const ir = choreography(
      [
        actTo(a, "hasOwnProperty", "valueOf", "x"),
        branch(a, yes, [message(a, b, { [a]: v(a) }, "m")], [], a),
      ],
      { lifelines: names },
    );
    expect(Object.keys(project(ir, a).guards)).toEqual([a]);
    expect(opsOf(ir, b)).toMatchObject([
      { kind: "follow", owner: a },
      { kind: "recv", set: [a] },
      { kind: "end" },
    ]);
  });
});

describe("what is refused", () => {
  function codeOf(run: () => unknown): string {
    try {
      run();
    } catch (error) {
      if (error instanceof LightconeError)
        return `${error.code}${error.place.step === undefined ? "" : ` ${error.place.step}`}`;
      throw error;
    }
    return "nothing was thrown";
  }

  it("a lifeline that is not there, naming the nearest one", () => {
    const ir = choreography([], { lifelines: ["Committer"] });
    expect(() => project(ir, "Comitter")).toThrow(/Did you mean Committer/);
    expect(codeOf(() => project(ir, "constructor"))).toBe("projection/unknown-lifeline");
  });

  it("several statements, all at once", () => {
    const late = (step: string): Node =>
      ({ ...message("A", "B", {}, step), within: { after: "1h", late: [] } }) as Node;
    expect(() => projectAll(choreography([late("one"), late("two")]))).toThrow(/step one[\s\S]*step two/);
  });

  const step = "s" as Node["step"];
  const late = { after: "1h", late: [] };
  const nodes: readonly (readonly [string, Node])[] = [
    [
      "a message with a limit",
      { kind: "message", step, from: "A", to: "B", channel: "", payload: {}, within: late },
    ],
    ["an action with a limit", { ...act("A", "go", { step: "s" }), within: late } as Node],
    [
      "a recheck",
      { kind: "scope", step, name: "n", body: [], recheck: { decision: step, owner: "A", body: [] } },
    ],
  ];
  it.each(nodes)("%s, for now, wherever it stands", (_, node) => {
    for (const body of [[node], [branch("A", yes, [], [loop("A", no, [], { exit: [node] })])]]) {
      expect(codeOf(() => projectAll(choreography(body)))).toBe("projection/not-yet s");
      expect(codeOf(() => recipients(choreography(body)))).toBe("projection/not-yet s");
    }
  });
});
