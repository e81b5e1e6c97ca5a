import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { explore } from "../../src/analysis/index.ts";
import { choreography, type Definition, lifeline, nodesOf } from "../../src/choreography/index.ts";
import { centralRuns } from "../../src/projection/index.ts";
import { compileWorkflow } from "../../src/runtime/index.ts";
import { compare, differenceOf, random } from "./agreement.ts";
import { concurrentChoreography } from "./random-ir.ts";
import { outcome } from "./small-choreographies.ts";
import { projectedSystem } from "./walk.ts";

const variables = { x: z.number(), y: z.number(), on: z.boolean() };
const toss = { out: z.boolean() };
const next = { in: { x: z.number() }, out: z.number() };
const A = lifeline("A", { variables, actions: { toss, next } });
const B = lifeline("B", { variables, actions: { toss, next } });
const C = lifeline("C", {
  variables,
  actions: { toss: { ...toss, exclusive: true }, next: { ...next, exclusive: true } },
});
const lifelines = [A, B, C];

/** Choreographies whose steps overlap, each with one thing in which that can go wrong, and how many ends there are. */
const cases: readonly (readonly [string, Definition, number])[] = [
  [
    "two senders to one receiver (scenario 68)",
    choreography("two", { lifelines, results: [C.x, C.y] }, (c) => {
      c.parallel([() => c.send(A, C, { x: 2 }), () => c.send(B, C, { y: 5 })]);
    }),
    2,
  ],
  [
    "a co-region of two (scenario 67)",
    choreography("any", { lifelines, results: [C.x, C.y] }, (c) => {
      c.coregion(C, [
        [A, { x: 1 }],
        [B, { y: 2 }],
      ]);
    }),
    2,
  ],
  [
    "arms that wait for one another (scenario 92)",
    choreography("cross", { lifelines, results: [A.x, B.x] }, (c) => {
      c.parallel([
        () => c.parallel([() => c.send(B, A, { x: 1 }), () => c.send(A, C, { x: 1 })]),
        () => c.send(A, B, { x: 2 }),
      ]);
    }),
    9,
  ],
  [
    "the same channel name by itself in each round",
    choreography("rounds", { lifelines, inputs: [A.x], results: [A.x] }, (c) => {
      c.loop(A, "x > 0", {
        body: () => {
          c.parallel([
            () => c.send(A, B, { y: A.x }),
            () => {
              c.send(B, C);
              c.send(C, A);
            },
          ]);
          c.act(A.x, A.next({ x: A.x }));
        },
      });
    }),
    0,
  ],
  [
    "a loop beside a message (scenario 91)",
    choreography("loop", { lifelines, inputs: [A.x], results: [A.x, B.y] }, (c) => {
      c.parallel([
        () => c.loop(A, "x > 0", { body: () => c.act(A.x, A.next({ x: A.x })) }),
        () => c.send(A, B, { y: 1 }),
      ]);
    }),
    8,
  ],
  [
    "actions of one lifeline that overlap",
    choreography("overlap", { lifelines, results: [A.on, A.y] }, (c) => {
      c.parallel([() => c.act(A.on, A.toss()), () => c.act(A.y, A.next({ x: 3 }))]);
    }),
    4,
  ],
  [
    "exclusive actions of one lifeline, which do not",
    choreography("exclusive", { lifelines, results: [C.on, C.y] }, (c) => {
      c.parallel([() => c.act(C.on, C.toss()), () => c.act(C.y, C.next({ x: 3 }))]);
    }),
    2,
  ],
  [
    "a decision in an arm that the other arm waits for",
    choreography("decide", { lifelines, results: [A.on] }, (c) => {
      c.act(A.on, A.toss());
      c.parallel([
        () =>
          c.branch(A, "on == true", {
            then: () => c.send(A, B, { x: 1 }),
            else: () => c.send(A, C, { x: 1 }),
          }),
        () => c.branch(A, "on == false", { then: () => c.send(B, A), else: () => c.send(C, A, { y: 2 }) }),
      ]);
      c.send(B, C);
    }),
    0,
  ],
  [
    "a guard that sees what the arm beside it brings",
    choreography("sees", { lifelines, results: [A.on] }, (c) => {
      c.parallel([
        () => c.send(B, A, { x: 1 }),
        () =>
          c.branch(A, "seen(B)", { then: () => c.set(A, { on: true }), else: () => c.set(A, { on: false }) }),
      ]);
    }),
    3,
  ],
];

describe("over all schedules, steps that overlap make what the choreography says", () => {
  it.each(cases)("%s", (_name, definition, ends) => {
    const inputs = Object.fromEntries(definition.ir.inputs.map(({ on, name }) => [on, { [name]: 2 }]));
    const projected = explore(compileWorkflow(definition), {
      inputs,
      outcomes: (_on, { action, args }, n) => ({ kind: "ok", value: outcome(action, n, args) }),
    });
    const central = centralRuns(definition.ir, {
      inputs,
      outcomes: (_on, action, n, args) => ({ kind: "ok", value: outcome(action, n, args) }),
    });
    expect(central).toMatchObject({ complete: true, deadlocks: 0 });
    expect(projected.deadlocks).toEqual([]);
    expect([...projected.ends.keys()].sort()).toEqual([...central.runs.keys()].sort());
    // Where the number was worked out by hand; an action's start, which fixes what it reads, counts too.
    if (ends > 0) expect(projected.ends.size).toBe(ends);
  });
});

describe("for random choreographies with parallel arms and co-regions, over all schedules", () => {
  const counts = { choreographies: 0, concurrent: 0, "several ends": 0, failing: 0 };

  it.each([31, 32, 33, 34])("the projected programs make what the interpreter makes (seed %i)", (seed) => {
    fc.assert(
      fc.property(concurrentChoreography, (ir) => {
        const compared = compare(ir, projectedSystem(ir, random.inputs, random.outcome), 1_500);
        fc.pre(compared !== null);
        if (compared === null) return;
        expect(differenceOf(compared)).toBeNull();
        counts.choreographies += 1;
        if (nodesOf(ir.body).some(({ kind }) => kind === "parallel" || kind === "coregion"))
          counts.concurrent += 1;
        const ends = [...compared.projected.ends.values()];
        if (ends.filter(({ failed }) => failed === null).length > 1) counts["several ends"] += 1;
        if (ends.some(({ failed }) => failed !== null)) counts.failing += 1;
      }),
      { seed, numRuns: 70 },
    );
  });

  it("the cases were worth trying", () => {
    expect(counts.choreographies).toBe(280);
    expect(counts.concurrent).toBeGreaterThan(150);
    expect(counts["several ends"]).toBeGreaterThan(80);
    expect(counts.failing).toBeGreaterThan(50);
  });
});
