import { describe, expect, it } from "vitest";
import type { Block, Node } from "../../src/choreography/index.ts";
import type { Formula } from "../../src/cpl/index.ts";
import { checkProjection, printProgram, project, recipients } from "../../src/projection/index.ts";
import {
  act,
  assign,
  branch,
  choreography,
  coregion,
  is,
  k,
  loop,
  message,
  onChannels,
  parallel,
} from "./fixtures.ts";

const lifelines = ["A", "B", "C"];
const program = (body: Block) => choreography(onChannels(body), { lifelines });
const printed = (body: Block, lifeline: string): string => printProgram(project(program(body), lifeline));
const seen = (lifeline: string): Formula => ({ kind: "seen", lifeline });
const asks = (owner: string, of: string, step: string): Node =>
  branch(owner, seen(of), [assign(owner, { x: k(1) })], [], step);

describe("parallel arms in a local program", () => {
  it("are a fork of threads, which join; the arms' messages have the arms' channels", () => {
    const body = [
      parallel(
        [
          [message("A", "B", {}, "m"), act("A", "go", { step: "a" })],
          [message("B", "A", {}, "n"), branch("A", is("x", 1), [message("A", "B", {}, "o")], [], "d")],
        ],
        "p",
      ),
      assign("A", { x: k(2) }, [], "s"),
    ];
    expect(printed(body, "A")).toBe(
      `A
  0  fork → 1, 3; [p] → 7
  1  send B {} on p/arm1 [m]
  2  act go {} [a] → 6
  3  recv B {} on p/arm2 [n]
  4  choose x == 1: true → 5, false → 6; tell B on p/arm2 [d]
  5  send B {} on p/arm2 [o]
  6  join
  7  set {x: 2} [s]
  8  end
`,
    );
    expect(printed(body, "B")).toBe(
      `B
  0  fork → 1, 2; [p] → 6
  1  recv A {} on p/arm1 [m] → 5
  2  send A {} on p/arm2 [n]
  3  follow A: true → 4, false → 5 on p/arm2 [d]
  4  recv A {} on p/arm2 [o]
  5  join
  6  end
`,
    );
    expect(printed(body, "C")).toBe("C\n  0  end\n");
  });

  it("need no fork where a lifeline stands in one of them alone", () => {
    const body = [parallel([[message("A", "B", {}, "m")], [assign("A", { x: k(1) }, [], "s")]], "p")];
    expect(printed(body, "B")).toBe("B\n  0  recv A {} on p/arm1 [m]\n  1  end\n");
  });

  it("as a co-region are one receive a sender, on the channel of the region (scenario 45)", () => {
    const body = [
      coregion(
        "C",
        [
          ["A", { x: k(1) }],
          ["B", {}],
        ],
        "c",
      ),
    ];
    expect(printed(body, "C")).toBe(
      "C\n  0  fork → 1, 2; [c] → 4\n  1  recv A {x} [c] → 3\n  2  recv B {} [c]\n  3  join\n  4  end\n",
    );
    expect(printed(body, "A")).toBe("A\n  0  send C {x: 1} [c]\n  1  end\n");
  });

  it("keep the arm's number in the channel, in whichever arms a lifeline stands (scenarios 46, 47)", () => {
    const two = [parallel([[message("A", "B", {}, "m")], [message("A", "C", {}, "n")]], "p")];
    expect(printed(two, "A")).toBe(
      "A\n  0  fork → 1, 2; [p] → 4\n  1  send B {} on p/arm1 [m] → 3\n  2  send C {} on p/arm2 [n]\n  3  join\n  4  end\n",
    );
    const met = [parallel([[message("A", "B", {}, "m")], [message("C", "B", {}, "n")]], "p")];
    expect(printed(met, "C")).toBe("C\n  0  send B {} on p/arm2 [n]\n  1  end\n");
    expect(printed(met, "B")).toContain("2  recv C {} on p/arm2 [n]");
  });

  it("may wait for one another (scenario 48)", () => {
    const cyclic = [
      parallel([[message("A", "B")], [message("B", "A"), message("A", "B"), message("B", "A")]]),
    ];
    expect(checkProjection(program(cyclic), {})).toEqual([]);
    expect(project(program(cyclic), "A").ops.map(({ kind }) => kind)).toEqual([
      "fork",
      "send",
      "recv",
      "send",
      "recv",
      "join",
      "end",
    ]);
  });

  it("make the arms of a branch differ, since their channels do", () => {
    const arm = (step: string) => [parallel([[message("B", "C")], [message("C", "B")]], step)];
    const ir = program([branch("A", is("x", 1), arm("p"), arm("q"), "d")]);
    expect(recipients(ir).get(ir.body[0]?.step as never)?.whenTrue).toEqual(["B", "C"]);
    const local = (step: string) => [parallel([[act("B", "f")], [act("B", "g")]], step)];
    const same = program([branch("A", is("x", 1), local("p"), local("q"), "d")]);
    expect(recipients(same).get(same.body[0]?.step as never)?.whenTrue).toEqual([]);
  });
});

describe("what is visible in parallel arms", () => {
  const found = (body: Block): readonly string[] =>
    checkProjection(program(body), {}).map(
      ({ code, place }) => `${code.replace("projection/", "")} ${place.step}`,
    );

  it("is what the arm itself has brought, or an arm beside it may bring", () => {
    expect(found([parallel([[message("B", "A")], [asks("A", "B", "d")]])])).toEqual([]);
    expect(found([parallel([[message("C", "B")], [message("B", "A"), asks("A", "C", "d")]])])).toEqual([]);
  });

  it("is nothing that comes only after the decision in its own arm", () => {
    expect(found([parallel([[asks("A", "B", "d"), message("B", "A")], [message("A", "C")]])])).toEqual([
      "never-visible d",
    ]);
    expect(found([parallel([[asks("A", "B", "d")], [message("A", "C")]]), message("B", "A")])).toEqual([
      "never-visible d",
    ]);
  });

  it("may come by way of the arm's own messages and those beside it", () => {
    // C tells B in this arm, B tells A in the other one, and then A decides here.
    expect(found([parallel([[message("C", "B"), asks("A", "C", "d")], [message("B", "A")]])])).toEqual([]);
  });

  it("after the arms is what any of them has brought", () => {
    expect(found([parallel([[message("B", "A")], [message("A", "C")]]), asks("A", "B", "d")])).toEqual([]);
    expect(
      found([
        coregion("A", [
          ["B", {}],
          ["C", {}],
        ]),
        asks("A", "C", "d"),
      ]),
    ).toEqual([]);
  });

  it("in a nested arm is what all arms around it may bring; in a loop, what earlier rounds have", () => {
    const nested = parallel([[parallel([[asks("A", "C", "d")], [message("B", "A")]])], [message("C", "B")]]);
    expect(found([nested])).toEqual([]);
    expect(
      found([
        loop("A", is("x", 1), [parallel([[asks("A", "B", "d")], [message("A", "B")]]), message("B", "A")]),
      ]),
    ).toEqual([]);
  });

  it("rests on control messages alone where only they come", () => {
    const told = branch("B", is("x", 1), [message("A", "C")], [], "b");
    expect(found([parallel([[told], [asks("A", "B", "d")]])])).toEqual(["control-only d"]);
  });

  it("an action in an arm beside a decision does not wait for it, and is none of its arms", () => {
    const same = (): Block => [act("C", "go", { step: "g" }), message("C", "B")];
    const decision = branch("A", is("x", 1), [message("A", "B"), ...same()], same(), "d");
    expect(found([parallel([[decision], [message("A", "C")]])])).toEqual(["does-not-wait g"]);
    expect(
      found([
        parallel([
          [branch("A", is("x", 1), [message("A", "B")], [], "d")],
          [act("C", "go"), message("C", "A")],
        ]),
      ]),
    ).toEqual([]);
  });
});
