import { describe, expect, it } from "vitest";
import type { Block, Node } from "../../src/choreography/index.ts";
import { project, recipients } from "../../src/projection/index.ts";
import { act, assign, branch, choreography, is, k, loop, message, no, v, yes } from "./fixtures.ts";

/** Those whom A tells of a decision between two arms. */
function told(first: Block, second: Block): readonly string[] {
  const table = recipients(choreography([branch("A", yes, first, second, "outer")]));
  return [...table].find(([step]) => step === "outer")?.[1].whenTrue ?? [];
}

function onChannel(node: Node, channel: string): Node {
  return node.kind === "message" ? { ...node, channel } : node;
}

const value = (variable: string) => ({ kind: "value", variable }) as const;
const fields = (entries: { readonly [variable: string]: string }) =>
  ({ kind: "fields", fields: entries }) as const;

type Row = readonly [what: string, first: Block, second: Block, told: readonly string[]];

describe("arms that count as the same", () => {
  const rows: readonly Row[] = [
    [
      "a send and a receive with other step ids",
      [message("B", "C", { x: k(1) })],
      [message("B", "C", { x: k(1) })],
      [],
    ],
    [
      "an act and an assignment with other step ids",
      [act("B", "f"), assign("B", { x: k(1) })],
      [act("B", "f"), assign("B", { x: k(1) })],
      [],
    ],
    [
      "a payload with its keys in another order",
      [message("B", "C", { x: k(1), y: v("y") })],
      [message("B", "C", { y: v("y"), x: k(1) })],
      [],
    ],
    [
      "constants that are equal as JSON",
      [message("B", "C", { x: k({ a: 1, b: 0 }) })],
      [message("B", "C", { x: k({ b: -0, a: 1 }) })],
      [],
    ],
    [
      "a choice that nobody is told of",
      [branch("B", is("x", 1), [act("B", "f")])],
      [branch("B", is("x", 1), [act("B", "f")])],
      [],
    ],
    ["a loop that nobody is told of", [loop("B", no, [act("B", "f")])], [loop("B", no, [act("B", "f")])], []],
    [
      "a choice among whose arms another one makes no difference",
      [branch("B", yes, [message("C", "D")], [message("C", "D")])],
      [branch("B", yes, [message("C", "D")], [message("C", "D")])],
      [],
    ],
    [
      "a nested decision of the first arm that changes nothing for the others",
      [branch("A", no, [message("B", "C")], [message("B", "C")])],
      [message("B", "C")],
      [],
    ],
  ];
  it.each(rows)("%s", (_, first, second, expected) => {
    expect(told(first, second)).toEqual(expected);
    expect(told(second, first)).toEqual(expected);
  });
});

describe("arms that differ", () => {
  const f = act("B", "f");
  const rows: readonly Row[] = [
    ["in what there is", [f], [], ["B"]],
    ["in how often", [f, f], [f], ["B"]],
    ["in order", [f, act("B", "g")], [act("B", "g"), f], ["B"]],
    ["in the receiver", [message("B", "C")], [message("B", "D")], ["B", "C", "D"]],
    ["in the sender", [message("C", "B")], [message("D", "B")], ["B", "C", "D"]],
    ["in the channel", [message("B", "C")], [onChannel(message("B", "C"), "other")], ["B", "C"]],
    [
      "in a constant, for the sender alone",
      [message("B", "C", { x: k(1) })],
      [message("B", "C", { x: k("1") })],
      ["B"],
    ],
    [
      "in a source, for the sender alone",
      [message("B", "C", { x: v("x") })],
      [message("B", "C", { x: v("y") })],
      ["B"],
    ],
    [
      "in the variables that a message sets",
      [message("B", "C", { x: k(1) })],
      [message("B", "C", { y: k(1) })],
      ["B", "C"],
    ],
    ["in the kind of the operation", [f], [assign("B", {})], ["B"]],
    ["in the action", [f], [act("B", "g")], ["B"]],
    [
      "in its arguments",
      [act("B", "f", { args: { n: k(1) } })],
      [act("B", "f", { args: { n: k(2) } })],
      ["B"],
    ],
    [
      "in where its result goes",
      [act("B", "f", { out: value("x") })],
      [act("B", "f", { out: value("y") })],
      ["B"],
    ],
    [
      "in which fields of it are kept",
      [act("B", "f", { out: fields({ x: "a" }) })],
      [act("B", "f", { out: fields({ x: "b" }) })],
      ["B"],
    ],
    ["in its mode", [f], [act("B", "f", { mode: "once" })], ["B"]],
    ["in what is assigned", [assign("B", { x: k(1) })], [assign("B", { x: k(null) })], ["B"]],
    ["in what is unset", [assign("B", {}, ["x"])], [assign("B", {}, [])], ["B"]],
    ["in the guard of a choice", [branch("B", yes, [f])], [branch("B", no, [f])], ["B"]],
    ["in an arm of a choice", [branch("B", yes, [f])], [branch("B", yes, [f], [f])], ["B"]],
    ["in the guard of a loop", [loop("B", yes, [f])], [loop("B", is("x", 1), [f])], ["B"]],
    [
      "in the bound of a loop",
      [loop("B", yes, [f], { bound: 1 })],
      [loop("B", yes, [f], { bound: 2 })],
      ["B"],
    ],
    [
      "in whether a loop has a bound",
      [loop("B", yes, [f], { bound: null })],
      [loop("B", yes, [f], { bound: 2 })],
      ["B"],
    ],
    ["in the exit part of a loop", [loop("B", yes, [f], { exit: [f] })], [loop("B", yes, [f])], ["B"]],
    ["in whether a decision is one of a loop", [loop("B", yes, [f])], [branch("B", yes, [f])], ["B"]],
    [
      "in the control tag of a decision that others are told of",
      [branch("B", yes, [message("B", "C")])],
      [branch("B", yes, [message("B", "C")])],
      ["B", "C"],
    ],
    [
      "in the control tag of a loop that others are told of",
      [loop("B", yes, [], { exit: [act("C", "f")] })],
      [loop("B", yes, [], { exit: [act("C", "f")] })],
      ["B", "C"],
    ],
    [
      "in the recipients of a nested decision",
      [branch("B", yes, [act("C", "f")], [act("C", "f")])],
      [branch("B", yes, [act("C", "f")], [])],
      ["B", "C"],
    ],
  ];
  it.each(rows)("%s", (_, first, second, expected) => {
    expect(told(first, second)).toEqual(expected);
    expect(told(second, first)).toEqual(expected);
  });
});

describe("a table made from the inside out", () => {
  it("compares arms after what is inside them was merged", () => {
    // C is told of neither nested decision, so that all four of its ways are the same.
    const inner = (): Node =>
      branch("B", is("x", 1), [act("B", "f"), message("B", "C")], [message("B", "C")]);
    expect(told([inner()], [inner()])).toEqual([]);
    const ops = project(choreography([branch("A", yes, [inner()], [inner()])]), "C").ops;
    expect(ops.map(({ kind }) => kind)).toEqual(["recv", "end"]);
  });

  it("follows the order in which lifelines are declared", () => {
    const ir = choreography([branch("A", yes, [message("B", "C")], [], "outer")], {
      lifelines: ["C", "A", "B"],
    });
    expect([...recipients(ir).values()]).toEqual([{ whenTrue: ["C", "B"], whenFalse: ["C", "B"] }]);
  });
});
