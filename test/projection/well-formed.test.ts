import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Label, type LocalProgram, type Op, project, projectAll } from "../../src/projection/index.ts";
import { arbitraryChoreography } from "./arbitrary-ir.ts";

function after(op: Op): readonly Label[] {
  if (op.kind === "end" || op.kind === "join") return [];
  if (op.kind === "fork") return [...op.arms, op.next];
  return op.kind === "choose" || op.kind === "follow" ? [op.whenTrue, op.next] : [op.next];
}

function reachableFrom(ops: readonly Op[], start: Label): ReadonlySet<Label> {
  const seen = new Set<Label>([start]);
  for (const label of seen) for (const next of after(ops[label]!)) seen.add(next);
  return seen;
}

function programs(check: (program: LocalProgram) => void): void {
  fc.assert(
    fc.property(arbitraryChoreography, (ir) => {
      for (const program of projectAll(ir)) check(program);
    }),
    { numRuns: 400 },
  );
}

describe("every local program", () => {
  it("ends at its one end, the last operation, and has its labels in range", () => {
    programs(({ ops }) => {
      expect(ops.map(({ kind }) => kind === "end")).toEqual(ops.map((_, label) => label === ops.length - 1));
      for (const label of ops.flatMap(after)) expect(ops[label]).toBeDefined();
    });
  });

  it("can reach each of its operations from the start", () => {
    programs(({ ops }) => {
      expect(reachableFrom(ops, 0).size).toBe(ops.length);
    });
  });

  it("can reach the end from each of its operations", () => {
    programs(({ ops }) => {
      for (const label of ops.keys()) expect(reachableFrom(ops, label)).toContain(ops.length - 1);
    });
  });

  it("goes backwards only to the decision of a loop", () => {
    programs(({ ops }) => {
      for (const [label, op] of ops.entries()) {
        for (const next of after(op)) {
          if (next > label) continue;
          const head = ops[next]!;
          expect((head.kind === "choose" || head.kind === "follow") && head.loop !== null).toBe(true);
        }
      }
    });
  });

  it("knows the guard of each of its decisions, in its plan and as the author wrote it", () => {
    programs(({ ops, guards, plan }) => {
      const chosen = ops.filter((op) => op.kind === "choose");
      for (const op of chosen) {
        expect(plan.need).toContain(op.guard);
        expect(guards[op.step]).toBeDefined();
      }
      expect(Object.keys(guards).sort()).toEqual([...new Set(chosen.map(({ step }) => step))].sort());
    });
  });

  it("sends to a peer where that peer has a receive, and receives where there is a send", () => {
    fc.assert(
      fc.property(arbitraryChoreography, (ir) => {
        const sends = new Set<string>();
        const receives = new Set<string>();
        for (const { lifeline, ops } of projectAll(ir)) {
          for (const op of ops) {
            if (op.kind === "send") sends.add(`${lifeline} to ${op.to}`);
            if (op.kind === "recv") receives.add(`${op.from} to ${lifeline}`);
            if (op.kind === "follow") receives.add(`${op.owner} tells ${lifeline}`);
            const { whenTrue, whenFalse } = op.kind === "choose" ? op.tell : { whenTrue: [], whenFalse: [] };
            for (const to of [...whenTrue, ...whenFalse]) sends.add(`${lifeline} tells ${to}`);
          }
        }
        expect(receives).toEqual(sends);
      }),
      { numRuns: 400 },
    );
  });

  it("is the same alone as together with the others", () => {
    fc.assert(
      fc.property(arbitraryChoreography, (ir) => {
        expect(ir.lifelines.map(({ name }) => project(ir, name))).toEqual(projectAll(ir));
      }),
      { numRuns: 50 },
    );
  });
});
