import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Lifeline, StepId, Vars } from "../../src/base/index.ts";
import { mapBlock } from "../../src/choreography/blocks.ts";
import { type Block, type Choreography, type Node, nodesOf } from "../../src/choreography/index.ts";
import { projectAll, recipients } from "../../src/projection/index.ts";
import { compare, differenceOf } from "../analysis/agreement.ts";
import { randomChoreography } from "../analysis/random-ir.ts";
import { projectedSystem, systemOf, walk } from "../analysis/walk.ts";
import { untell } from "../analysis/wrong-programs.ts";
import { act, assign, branch, choreography, is, k, loop, message, v } from "./fixtures.ts";
import { recipientsByRule } from "./rule.ts";

const when = is("x", 1);
const f = (on: Lifeline): Node => act(on, "f");
const g = (on: Lifeline): Node => act(on, "g");
const once = (on: Lifeline): Node => assign(on, { x: k(0) });

/** A and B decide by their own `x`: control messages of a run when both hold, A's alone, B's alone, neither. */
interface Row {
  readonly what: string;
  readonly body: Block;
  readonly expected: readonly [both: number, onlyA: number, onlyB: number, neither: number];
}

const rows: readonly Row[] = [
  { what: "arms that are empty", body: [branch("A", when, [])], expected: [0, 0, 0, 0] },
  { what: "arms of the owner alone", body: [branch("A", when, [f("A")], [g("A")])], expected: [0, 0, 0, 0] },
  {
    what: "56: the same message of others in both arms",
    body: [branch("A", when, [message("B", "C")], [message("B", "C")])],
    expected: [0, 0, 0, 0],
  },
  {
    what: "50: a message of others in one arm tells both of them, in both arms",
    body: [branch("A", when, [message("B", "C")])],
    expected: [2, 2, 2, 2],
  },
  {
    what: "50: a message of the owner in one arm, an action of a third in the other",
    body: [branch("A", when, [message("A", "B")], [f("C")])],
    expected: [2, 2, 2, 2],
  },
  {
    what: "a message of the owner with another constant",
    body: [branch("A", when, [message("A", "B", { x: k(1) })], [message("A", "B", { x: k(2) })])],
    expected: [0, 0, 0, 0],
  },
  {
    what: "a message of the owner with another source and the same variable",
    body: [branch("A", when, [message("A", "B", { y: k(1) })], [message("A", "B", { y: v("x") })])],
    expected: [0, 0, 0, 0],
  },
  {
    what: "a message of another with another constant tells the sender alone",
    body: [branch("A", when, [message("B", "C", { x: k(1) })], [message("B", "C", { x: k(2) })])],
    expected: [1, 1, 1, 1],
  },
  {
    what: "another variable of the receiver tells the receiver, too",
    body: [branch("A", when, [message("A", "B", { x: k(1) })], [message("A", "B", { y: k(1) })])],
    expected: [1, 1, 1, 1],
  },
  {
    what: "the same action of another, before what differs for a third",
    body: [branch("A", when, [f("C"), message("A", "B")], [f("C")])],
    expected: [1, 1, 1, 1],
  },
  {
    what: "a relay in one arm, the direct way in the other",
    body: [branch("A", when, [message("A", "B"), message("B", "C")], [message("A", "C")])],
    expected: [2, 2, 2, 2],
  },
  {
    what: "what a message brings does not say which arm it is: its receiver goes on differently",
    body: [
      branch("A", when, [message("A", "B", { x: k(1) }), f("B")], [message("A", "B", { x: k(2) }), g("B")]),
    ],
    expected: [1, 1, 1, 1],
  },
  {
    what: "a decision in an arm",
    body: [branch("A", when, [branch("B", when, [message("C", "D")])])],
    expected: [5, 5, 3, 3],
  },
  {
    what: "a decision in an arm that changes nothing for others tells its owner alone",
    body: [
      branch("A", when, [branch("B", when, [message("C", "D")], [message("C", "D")])], [message("C", "D")]),
    ],
    expected: [1, 1, 1, 1],
  },
  {
    what: "the same decision of another in both arms, of which nobody is told",
    body: [branch("A", when, [branch("B", when, [f("B")])], [branch("B", when, [f("B")])])],
    expected: [0, 0, 0, 0],
  },
  {
    what: "three ways that the owner alone knows",
    body: [
      branch(
        "A",
        when,
        [message("A", "B", { y: k(1) })],
        [branch("A", is("x", 0), [message("A", "B", { y: k(2) })], [message("A", "B", { y: k(3) })])],
      ),
    ],
    expected: [0, 0, 0, 0],
  },
  {
    what: "three ways of another: the last two cost two",
    body: [branch("A", when, [f("B")], [branch("A", is("x", 0), [g("B")], [f("B"), g("B")])])],
    expected: [1, 1, 2, 2],
  },
  {
    what: "two decisions in a row are told one by one",
    body: [branch("A", when, [message("A", "B")]), branch("A", when, [message("A", "B")])],
    expected: [2, 2, 2, 2],
  },
  {
    what: "52: each decision of a loop, the last one too",
    body: [loop("A", when, [message("A", "B"), once("A")])],
    expected: [2, 2, 1, 1],
  },
  {
    what: "a loop of the owner alone",
    body: [loop("A", when, [f("A"), once("A")], { exit: [g("A")] })],
    expected: [0, 0, 0, 0],
  },
  {
    what: "a loop in which others talk",
    body: [loop("A", when, [message("B", "C"), once("A")])],
    expected: [4, 4, 2, 2],
  },
  {
    what: "those in the exit part alone hear the last decision alone",
    body: [loop("A", when, [message("A", "B"), once("A")], { exit: [message("A", "D")] })],
    expected: [3, 3, 2, 2],
  },
  {
    what: "those in the body and in the exit part hear no more for that",
    body: [loop("A", when, [message("A", "B"), once("A")], { exit: [message("A", "B")] })],
    expected: [2, 2, 1, 1],
  },
  {
    what: "an exit part alone",
    body: [loop("A", when, [once("A")], { exit: [message("C", "D")] })],
    expected: [2, 2, 2, 2],
  },
  {
    what: "the same loop of another in both arms",
    body: [branch("A", when, [loop("B", when, [once("B")])], [loop("B", when, [once("B")])])],
    expected: [0, 0, 0, 0],
  },
  {
    what: "a loop in a loop: its owner hears the outer rounds, the outer owner no inner ones",
    body: [loop("A", when, [loop("B", when, [message("B", "C"), once("B")]), once("A")])],
    expected: [6, 5, 2, 2],
  },
  {
    what: "a decision in a loop that makes no difference to others",
    body: [loop("A", when, [branch("B", when, [message("C", "D")], [message("C", "D")]), once("A")])],
    expected: [6, 6, 3, 3],
  },
];

const stores = [
  [1, 1],
  [1, 0],
  [0, 1],
  [0, 0],
].map(([a = 0, b = 0]): { readonly [on: Lifeline]: Vars } => ({
  A: { x: a },
  B: { x: b },
  C: { x: 0 },
  D: { x: 0 },
}));
const outcome = () => null;

/** All variables of all lifelines are results, so that a wrong value shows. */
function declared(body: Block): Choreography {
  let count = 0;
  const steps = mapBlock(body, (node) => ({ ...node, step: `s${count++}` as StepId }));
  const all = ["A", "B", "C", "D"].flatMap((on) => ["x", "y"].map((name) => [on, name] as const));
  return choreography(steps, { results: all });
}

describe("the number of control messages of a run is the smallest", () => {
  it.each(rows)("$what", ({ body, expected }) => {
    const ir = declared(body);
    const counts = stores.map((inputs) => {
      const { ends, deadlocks } = walk(projectedSystem(ir, inputs, outcome), 5_000);
      expect([ends.size, deadlocks]).toEqual([1, []]);
      const [end] = [...ends.values()];
      return end?.msc.events.filter((event) => event.kind === "send" && event.control === true).length;
    });
    expect(counts).toEqual(expected);
  });

  it.each(rows)("nobody could be left out: $what", ({ body }) => {
    const ir = declared(body);
    const programs = projectAll(ir);
    const kinds = new Map(nodesOf(ir.body).map(({ step, kind }) => [step, kind]));
    for (const [step, { whenFalse }] of recipients(ir)) {
      for (const lifeline of whenFalse) {
        for (const way of kinds.get(step) === "branch"
          ? (["whenTrue", "next"] as const)
          : (["next"] as const)) {
          const wrong = untell(programs, step, lifeline, way);
          const differs = stores.some((inputs) => {
            const compared = compare(ir, systemOf(wrong, inputs, outcome), 5_000);
            return compared !== null && differenceOf(compared) !== null;
          });
          expect({ step, lifeline, way, differs }).toEqual({ step, lifeline, way, differs: true });
        }
      }
    }
  });
});

describe("whom a decision is told to", () => {
  const size = (table: ReturnType<typeof recipientsByRule>): number =>
    [...table.values()].reduce((sum, { whenTrue, whenFalse }) => sum + whenTrue.length + whenFalse.length, 0);
  const sorted = (table: ReturnType<typeof recipients>) => [...table].sort(([a], [b]) => (a < b ? -1 : 1));

  it("is what the rule says, written a second time", () => {
    const told = { all: 0, withSteps: 0 };
    fc.assert(
      fc.property(randomChoreography, (ir) => {
        const table = recipientsByRule(ir);
        expect(sorted(recipients(ir))).toEqual(sorted(table));
        told.all += size(table);
        // Comparing step ids, too, is not wrong, but costs messages.
        const more = recipientsByRule(ir, { stepsCount: true });
        for (const [step, { whenFalse }] of table) {
          expect(more.get(step)?.whenFalse).toEqual(expect.arrayContaining([...whenFalse]));
        }
        told.withSteps += size(more);
      }),
      { seed: 3, numRuns: 250 },
    );
    expect(told.all).toBeGreaterThan(1_000);
    expect(told.withSteps).toBeGreaterThan(told.all * 1.1);
  });
});
