import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explore } from "../../src/analysis/index.ts";
import type { StepId } from "../../src/base/index.ts";
import type { Event } from "../../src/causality/index.ts";
import { type Choreography, checkChoreography, nodesOf } from "../../src/choreography/index.ts";
import { checkProjection, recipients } from "../../src/projection/index.ts";
import type { Outcome, Workflow } from "../../src/runtime/index.ts";
import { type Compared, compare, differenceOf, random } from "./agreement.ts";
import { randomChoreography } from "./random-ir.ts";
import { historyOf, type Past, projectedSystem, type System } from "./walk.ts";

/** How often what makes a case worth trying came about. */
const counts = {
  choreographies: 0,
  configurations: 0,
  checked: 0,
  "told lifelines": 0,
  "branches that tell nobody of the others in them": 0,
  "events of an untold lifeline before the decision": 0,
  "second rounds of a loop in a loop": 0,
  "true choices": 0,
  "false choices": 0,
  "done runs": 0,
  "runs that fail at a bound": 0,
  "runs that fail at an unset variable": 0,
  "runs that fail in an action": 0,
  "choreographies with several ends": 0,
};

const floors: { readonly [what in keyof typeof counts]: number } = {
  choreographies: 390,
  configurations: 15_000,
  checked: 150,
  "told lifelines": 1_500,
  "branches that tell nobody of the others in them": 120,
  "events of an untold lifeline before the decision": 200,
  "second rounds of a loop in a loop": 100,
  "true choices": 1_500,
  "false choices": 1_500,
  "done runs": 200,
  "runs that fail at a bound": 500,
  "runs that fail at an unset variable": 40,
  "runs that fail in an action": 25,
  "choreographies with several ends": 60,
};

/** The branches at the top level or inside loops alone, by the steps inside them. */
function outermostBranches(ir: Choreography): ReadonlyMap<StepId, StepId> {
  const owners = new Map<StepId, StepId>();
  for (const node of nodesOf(ir.body).toReversed()) {
    if (node.kind !== "branch") continue;
    for (const inner of nodesOf([...node.then, ...node.else])) owners.set(inner.step, node.step);
  }
  return owners;
}

/** Counts what is seen on the way; a branch's choice stands in the same rounds of the loops around it. */
function observer(ir: Choreography): (past: Past) => void {
  const table = recipients(ir);
  const around = outermostBranches(ir);
  const owner = new Map(
    nodesOf(ir.body).flatMap((n) => (n.kind === "branch" ? [[n.step, n.owner] as const] : [])),
  );
  return (past) => {
    const { event } = past;
    const { step, round = [] } = event;
    if (event.kind === "choice") counts[event.value ? "true choices" : "false choices"] += 1;
    if (round.length > 1 && round.at(-1) === 2) counts["second rounds of a loop in a loop"] += 1;
    const branch = step === undefined ? undefined : around.get(step);
    if (branch === undefined || event.on === owner.get(branch)) return;
    if (table.get(branch)?.whenTrue.includes(event.on)) return;
    if (!historyOf(past).some((before) => decides(before, branch, round)))
      counts["events of an untold lifeline before the decision"] += 1;
  };
}

function decides(event: Event, step: StepId, round: readonly number[]): boolean {
  return (
    event.kind === "choice" && event.guard === step && event.round?.every((n, i) => round[i] === n) === true
  );
}

function countStatic(ir: Choreography): void {
  const table = recipients(ir);
  for (const node of nodesOf(ir.body)) {
    if (node.kind !== "branch" && node.kind !== "loop") continue;
    const told = table.get(node.step)?.whenFalse ?? [];
    counts["told lifelines"] += told.length;
    const inside = node.kind === "branch" ? nodesOf([...node.then, ...node.else]) : [];
    const others = inside.flatMap((n) => (n.kind === "message" ? [n.from, n.to] : "on" in n ? [n.on] : []));
    if (told.length === 0 && others.some((name) => name !== node.owner))
      counts["branches that tell nobody of the others in them"] += 1;
  }
}

function countEnds({ projected }: Compared): void {
  counts.configurations += projected.configurations;
  if (projected.ends.size > 1) counts["choreographies with several ends"] += 1;
  for (const { failed } of projected.ends.values()) {
    if (failed === null) counts["done runs"] += 1;
    else if (failed.reason === "loop-bound") counts["runs that fail at a bound"] += 1;
    else if (failed.reason === "action") counts["runs that fail in an action"] += 1;
    else counts["runs that fail at an unset variable"] += 1;
  }
}

/** Whether `validate` would let it pass. */
function isChecked(ir: Choreography): boolean {
  return [...checkChoreography(ir), ...checkProjection(ir, {})].every(({ severity }) => severity !== "error");
}

/** The keys of all ends by the library's own explorer. */
function exploredKeys(ir: Choreography, { reactors }: System): { keys: readonly string[]; size: number } {
  const workflow: Workflow = {
    definition: { kind: "choreography", ir, sources: {}, schemas: {}, predicates: {} },
    lifelines: reactors.map(({ program }) => program.lifeline),
    reactors: new Map(reactors.map((reactor) => [reactor.program.lifeline, reactor])),
  };
  const error = { code: "action/failed", message: "", place: {}, remedy: "", details: null } as const;
  const found = explore(workflow, {
    inputs: random.inputs,
    outcomes: (_lifeline, { action, args }, occurrence): Outcome => {
      const value = random.outcome(action, occurrence, args);
      return value === "fails" ? { kind: "failed", error } : { kind: "ok", value };
    },
  });
  expect(found.deadlocks).toEqual([]);
  return { keys: [...found.ends.keys()].sort(), size: found.configurations };
}

describe("for random choreographies, over all schedules", () => {
  it.each([11, 12, 13, 14])("the projected programs make what the interpreter makes (seed %i)", (seed) => {
    fc.assert(
      fc.property(randomChoreography, (ir) => {
        const system = projectedSystem(ir, random.inputs, random.outcome);
        const compared = compare(ir, system, 3_000, observer(ir));
        fc.pre(compared !== null);
        if (compared === null) return;
        expect(differenceOf(compared)).toBeNull();
        counts.choreographies += 1;
        countStatic(ir);
        countEnds(compared);
        const runs = [...compared.projected.ends.values()];
        // One chart where nothing is parallel and the run does not fail.
        if (runs.some(({ failed }) => failed === null)) expect(runs).toHaveLength(1);
        if (isChecked(ir)) {
          counts.checked += 1;
          expect(runs.every(({ failed }) => failed?.reason !== "unset-variable")).toBe(true);
        }
      }),
      { seed, numRuns: 100 },
    );
  });

  it("the library's explorer visits the same configurations and finds the same ends", () => {
    fc.assert(
      fc.property(randomChoreography, (ir) => {
        const system = projectedSystem(ir, random.inputs, random.outcome);
        const compared = compare(ir, system, 3_000);
        fc.pre(compared !== null);
        if (compared === null) return;
        const { keys, size } = exploredKeys(ir, system);
        expect(keys).toEqual([...compared.projected.ends.keys()].sort());
        expect(size).toBe(compared.projected.configurations);
      }),
      { seed: 21, numRuns: 50 },
    );
  });

  it("the cases were worth trying", () => {
    const wanting = Object.entries(floors).filter(
      ([what, floor]) => counts[what as keyof typeof counts] < floor,
    );
    expect({ wanting, counts }).toEqual({ wanting: [], counts });
  });
});
