import { describe, expect, it } from "vitest";
import type { Block, Choreography } from "../../src/choreography/index.ts";
import { type Op, project, recipients } from "../../src/projection/index.ts";
import { act, branch, choreography, loop, message, no, yes } from "./fixtures.ts";

function opsOf(ir: Choreography, lifeline: string): readonly Op[] {
  return project(ir, lifeline).ops;
}

function tellOf(body: Block, step: string) {
  return [...recipients(choreography(body))].find(([name]) => name === step)?.[1];
}

describe("loops (scenario 52)", () => {
  const ir = choreography([loop("A", yes, [message("A", "B", {}, "m")], { bound: 2, step: "l" })]);

  it("52: the owner loops and tells those in the body; they follow; others have nothing", () => {
    const head = { depth: 0, bound: 2 };
    const tell = { whenTrue: ["B"], whenFalse: ["B"] };
    expect(opsOf(ir, "A")).toMatchObject([
      { kind: "choose", step: "l", loop: head, tell, whenTrue: 1, next: 2 },
      { kind: "send", step: "m", next: 0 },
      { kind: "end" },
    ]);
    expect(opsOf(ir, "B")).toMatchObject([
      { kind: "follow", step: "l", owner: "A", loop: head, whenTrue: 1, next: 2 },
      { kind: "recv", step: "m", next: 0 },
      { kind: "end" },
    ]);
    expect(opsOf(ir, "C")).toEqual([{ kind: "end" }]);
  });

  it("an empty body leads a true decision back to the decision", () => {
    const ops = opsOf(choreography([loop("A", yes, [], { bound: 2 }), act("A", "go")]), "A");
    expect(ops).toMatchObject([{ kind: "choose", whenTrue: 0, next: 1 }, { kind: "act" }, { kind: "end" }]);
  });

  it("a body that ends in a decision leads both its ways back", () => {
    const ops = opsOf(choreography([loop("A", yes, [branch("A", no, [act("A", "go")], [])])]), "A");
    expect(ops).toMatchObject([
      { kind: "choose", whenTrue: 1, next: 3 },
      { kind: "choose", whenTrue: 2, next: 0 },
      { kind: "act", next: 0 },
      { kind: "end" },
    ]);
  });
});

describe("whom a loop tells", () => {
  const inBody = message("A", "B");
  const inExit = message("A", "C");

  it("those in the body of every decision, whatever the exit part has for them", () => {
    const everywhere = { whenTrue: ["B"], whenFalse: ["B"] };
    expect(tellOf([loop("A", yes, [inBody], { step: "l" })], "l")).toEqual(everywhere);
    expect(tellOf([loop("A", yes, [inBody], { exit: [inBody], step: "l" })], "l")).toEqual(everywhere);
    expect(tellOf([loop("A", yes, [inBody], { exit: [act("B", "go")], step: "l" })], "l")).toEqual(
      everywhere,
    );
  });

  it("those in the exit part alone of the last decision, which they take where that part begins", () => {
    const body = [
      act("C", "before"),
      loop("A", yes, [inBody], { exit: [act("B", "go"), inExit], step: "l" }),
      act("C", "after"),
    ];
    expect(tellOf(body, "l")).toEqual({ whenTrue: ["B"], whenFalse: ["B", "C"] });
    expect(opsOf(choreography(body), "C")).toMatchObject([
      { kind: "act", action: "before", next: 1 },
      { kind: "follow", step: "l", owner: "A", loop: null, whenTrue: 2, next: 2 },
      { kind: "recv", next: 3 },
      { kind: "act", action: "after" },
      { kind: "end" },
    ]);
  });

  it("nobody when only the owner has a part", () => {
    const body = [loop("A", yes, [act("A", "go")], { exit: [act("A", "stop")], step: "l" })];
    expect(tellOf(body, "l")).toEqual({ whenTrue: [], whenFalse: [] });
  });

  it("an exit part alone tells only when it is false", () => {
    expect(tellOf([loop("A", no, [], { exit: [inExit], step: "l" })], "l")).toEqual({
      whenTrue: [],
      whenFalse: ["C"],
    });
  });

  it("those who stand in a nested decision of the body", () => {
    const inner = loop("B", yes, [message("B", "C")], { exit: [message("B", "D")], step: "inner" });
    const body = [loop("A", yes, [inner], { step: "outer" })];
    expect(tellOf(body, "outer")).toEqual({ whenTrue: ["B", "C", "D"], whenFalse: ["B", "C", "D"] });
    expect(tellOf(body, "inner")).toEqual({ whenTrue: ["C"], whenFalse: ["C", "D"] });
  });
});

describe("nested loops", () => {
  const inner = loop("A", yes, [message("A", "B", {}, "in")], {
    bound: 1,
    exit: [message("A", "C", {}, "out")],
    step: "inner",
  });
  const ir = choreography([loop("A", yes, [inner], { bound: 2, step: "outer" })]);

  it("count the loops around: an exit part lies outside its loop", () => {
    const third = loop("A", yes, [act("A", "go")], { step: "third" });
    const deep = choreography([
      loop("A", yes, [inner, loop("A", no, [], { exit: [third], step: "x" })], { step: "outer" }),
    ]);
    const depths = opsOf(deep, "A").flatMap((op) =>
      op.kind === "choose" && op.loop !== null ? [[op.step, op.loop.depth]] : [],
    );
    expect(depths).toEqual([
      ["outer", 0],
      ["inner", 1],
      ["x", 1],
      ["third", 1],
    ]);
  });

  it("lead from the inner exit part back to the outer decision", () => {
    expect(opsOf(ir, "A")).toMatchObject([
      { kind: "choose", step: "outer", whenTrue: 1, next: 4 },
      { kind: "choose", step: "inner", whenTrue: 2, next: 3 },
      { kind: "send", step: "in", next: 1 },
      { kind: "send", step: "out", next: 0 },
      { kind: "end" },
    ]);
    expect(opsOf(ir, "B")).toMatchObject([
      { kind: "follow", step: "outer", whenTrue: 1, next: 3 },
      { kind: "follow", step: "inner", whenTrue: 2, next: 0 },
      { kind: "recv", step: "in", next: 1 },
      { kind: "end" },
    ]);
    expect(opsOf(ir, "C")).toMatchObject([
      { kind: "follow", step: "outer", loop: { depth: 0 }, whenTrue: 1, next: 3 },
      { kind: "follow", step: "inner", loop: null, whenTrue: 2, next: 2 },
      { kind: "recv", step: "out", next: 0 },
      { kind: "end" },
    ]);
  });

  it("of no bound have none", () => {
    const ops = opsOf(choreography([loop("A", yes, [inner], { bound: null })]), "A");
    expect(ops[0]).toMatchObject({ loop: { depth: 0, bound: null } });
    expect(ops[1]).toMatchObject({ loop: { depth: 1, bound: 1 } });
  });
});
