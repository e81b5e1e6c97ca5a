import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestOf, type StepId } from "../../src/base/index.ts";
import { mapBlock } from "../../src/choreography/blocks.ts";
import type { Block, Choreography, Node } from "../../src/choreography/index.ts";
import { centralRuns, projectAll } from "../../src/projection/index.ts";
import { random } from "../analysis/agreement.ts";
import { randomChoreography } from "../analysis/random-ir.ts";

/** A part that has a name, or that was a choreography of its own: it stands in the tree for printing alone. */
function wrapped(body: Block, choices: readonly number[]): Block {
  let count = 0;
  const choose = (): number => choices[count++ % choices.length] ?? 0;
  const around = (inner: Block, step: string): Node =>
    choose() % 2 === 0
      ? { kind: "scope", step: step as StepId, name: step, body: inner }
      : {
          kind: "sub",
          name: "inner",
          step: step as StepId,
          choreography: digestOf(step),
          rename: { X: "A" },
          body: inner,
        };
  /** Puts runs of a block's nodes into parts. */
  const parts = (block: Block): Block => {
    const first = block.length === 0 ? 0 : choose() % (block.length + 1);
    const whole = [around(block.slice(0, first), `part${count++}`), ...block.slice(first)];
    return choose() % 3 === 0 ? [around(whole, `whole${count++}`)] : whole;
  };
  const inside = mapBlock(body, (node) => {
    if (node.kind === "branch") return { ...node, then: parts(node.then), else: parts(node.else) };
    if (node.kind === "loop") return { ...node, body: parts(node.body), exit: parts(node.exit) };
    return node;
  });
  return parts(inside);
}

function runsOf(ir: Choreography): readonly string[] {
  const { runs, deadlocks } = centralRuns(ir, {
    inputs: random.inputs,
    outcomes: (_on, action, n, args) => {
      const value = random.outcome(action, n, args);
      return value === "fails" ? { kind: "failed" } : { kind: "ok", value };
    },
  });
  expect(deadlocks).toBe(0);
  return [...runs.keys()].sort();
}

describe("parts with a name and sub-choreographies", () => {
  it("change neither the local programs nor the runs: they are inlined", () => {
    fc.assert(
      fc.property(randomChoreography, fc.array(fc.nat(9), { minLength: 5, maxLength: 20 }), (ir, choices) => {
        const inParts: Choreography = { ...ir, body: wrapped(ir.body, choices) };
        const programs = projectAll(ir);
        for (const [i, { choreography, ...program }] of projectAll(inParts).entries()) {
          const { choreography: plain, ...same } = programs[i]!;
          expect(program).toEqual(same);
          // It is another choreography all the same.
          expect(choreography).not.toBe(plain);
        }
        expect(runsOf(inParts)).toEqual(runsOf(ir));
      }),
      { seed: 4, numRuns: 50 },
    );
  });
});
