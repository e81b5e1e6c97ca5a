import type { Lifeline, StepId } from "../../src/base/index.ts";
import { mapBlock } from "../../src/choreography/blocks.ts";
import type { Choreography, Node } from "../../src/choreography/index.ts";
import {
  type LocalProgram,
  type Op,
  projectAll,
  type Recipients,
  recipients,
} from "../../src/projection/index.ts";

/** A projection with one mistake. */
export type Mistake = (ir: Choreography) => readonly LocalProgram[];

type OpOf<K extends Op["kind"]> = Extract<Op, { readonly kind: K }>;
type Table = ReadonlyMap<StepId, Recipients>;

const every =
  (rewrite: (op: Op) => Op): Mistake =>
  (ir) =>
    projectAll(ir).map((program) => ({ ...program, ops: program.ops.map(rewrite) }));

const telling = (rewrite: (op: OpOf<"choose">) => Recipients): Mistake =>
  every((op) => (op.kind === "choose" ? { ...op, tell: rewrite(op) } : op));

/** Leads what led to an operation elsewhere, as if it were not there. */
function withoutOp(ops: readonly Op[], at: number, to: number): readonly Op[] {
  const led = (label: number): number => (label === at ? to : label) + 1;
  const moved = ops.map((op): Op => {
    if (op.kind === "end" || op.kind === "join") return op;
    if (op.kind === "fork") return { ...op, next: led(op.next), arms: op.arms.map(led) };
    if (op.kind === "choose" || op.kind === "follow")
      return { ...op, next: led(op.next), whenTrue: led(op.whenTrue) };
    return { ...op, next: led(op.next) };
  });
  // Position 0 is the start: a copy of what a lifeline now begins with.
  return [moved[led(0) - 1]!, ...moved];
}

/** One lifeline is not told of one decision, and takes one of its ways unasked. */
export function untell(
  programs: readonly LocalProgram[],
  step: StepId,
  lifeline: Lifeline,
  way: "whenTrue" | "next",
): readonly LocalProgram[] {
  return programs.map((program) => {
    if (program.lifeline === lifeline) {
      let { ops } = program;
      // Where the mistake leads past a decision, a copy of it may stand at the start.
      for (let at = indexOf(ops, step); at >= 0; at = indexOf(ops, step)) {
        const op = ops[at]! as OpOf<"follow">;
        ops = withoutOp(ops, at, op[way]).map((other) =>
          other.kind === "follow" && other.step === step ? dead : other,
        );
      }
      return { ...program, ops };
    }
    const without = (told: readonly Lifeline[]): readonly Lifeline[] =>
      told.filter((name) => name !== lifeline);
    const ops = program.ops.map((op): Op => {
      if (op.kind !== "choose" || op.step !== step) return op;
      return { ...op, tell: { whenTrue: without(op.tell.whenTrue), whenFalse: without(op.tell.whenFalse) } };
    });
    return { ...program, ops };
  });
}

/** What is led to no more. */
const dead: Op = { kind: "end" };

function indexOf(ops: readonly Op[], step: StepId): number {
  return ops.findIndex((op) => op.kind === "follow" && op.step === step);
}

/** Tells as the right table says, but for those whom another table leaves out. */
function toldBy(weaker: (ir: Choreography) => Table, way: "whenTrue" | "next"): Mistake {
  return (ir) => {
    const table = weaker(ir);
    let programs = projectAll(ir);
    for (const [step, { whenFalse }] of recipients(ir)) {
      for (const lifeline of whenFalse) {
        if (!table.get(step)?.whenFalse.includes(lifeline)) programs = untell(programs, step, lifeline, way);
      }
    }
    return programs;
  };
}

/** The table of a program in which a detail is the same everywhere: who differs in it alone is left out. */
const blindTo = (rewrite: (node: Node) => Node): Mistake =>
  toldBy((ir) => recipients({ ...ir, body: mapBlock(ir.body, rewrite) }), "whenTrue");

const keysOnly = (values: { readonly [name: string]: unknown }) =>
  Object.fromEntries(Object.keys(values).map((name) => [name, { kind: "const", value: 0 } as const]));

/** The loop as one decision between its body and its exit part. */
const onceOnly = (node: Node): Node => {
  if (node.kind !== "loop") return node;
  const { step, owner, guard, body, exit } = node;
  return { kind: "branch", step, owner, guard, then: body, else: exit };
};

/** Those in the exit part alone are not told, and go on without waiting. */
const exitUntold: Mistake = toldBy(
  (ir) =>
    new Map([...recipients(ir)].map(([step, { whenTrue }]) => [step, { whenTrue, whenFalse: whenTrue }])),
  "next",
);

/** The decisions of loops, by step. */
function isLoop(ir: Choreography, step: StepId): boolean {
  let found = false;
  mapBlock(ir.body, (node) => {
    found ||= node.step === step && node.kind === "loop";
    return node;
  });
  return found;
}

export const mistakes: { readonly [what: string]: Mistake } = {
  "nobody is told": telling(() => ({ whenTrue: [], whenFalse: [] })),
  "only a true decision is told": telling(({ tell }) => ({ ...tell, whenFalse: [] })),
  "those in a loop's exit part alone are not told": exitUntold,
  "the last recipient of a branch is not told, and takes the first arm": (ir) =>
    toldBy(
      (known) =>
        new Map(
          [...recipients(known)].map(([step, told]) => [
            step,
            isLoop(known, step)
              ? told
              : { whenTrue: told.whenTrue.slice(0, -1), whenFalse: told.whenFalse.slice(0, -1) },
          ]),
        ),
      "whenTrue",
    )(ir),
  "a decision is followed the wrong way round": every((op) =>
    op.kind === "follow" && op.loop === null ? { ...op, next: op.whenTrue, whenTrue: op.next } : op,
  ),
  "recipients are told in reverse order": telling(({ tell }) => ({
    whenTrue: tell.whenTrue.toReversed(),
    whenFalse: tell.whenFalse.toReversed(),
  })),
  "a loop may run one round more": every((op) =>
    op.kind === "choose" && op.loop !== null && op.loop.bound !== null
      ? { ...op, loop: { ...op.loop, bound: op.loop.bound + 1 } }
      : op,
  ),
  "arms that differ in the values of a payload count as the same": blindTo((node) =>
    node.kind === "message" ? { ...node, payload: keysOnly(node.payload) } : node,
  ),
  "arms that differ in an assignment's values count as the same": blindTo((node) =>
    node.kind === "assign" ? { ...node, set: {}, unset: [] } : node,
  ),
  "arms that differ in which action it is count as the same": blindTo((node) =>
    node.kind === "act" ? { ...node, action: "f", args: {}, out: { kind: "none" } } : node,
  ),
  "arms that differ in a nested guard count as the same": blindTo((node) =>
    node.kind === "branch" || node.kind === "loop" ? { ...node, guard: { kind: "bool", value: true } } : node,
  ),
  "a loop's body is compared with its exit part": toldBy(
    (ir) => recipients({ ...ir, body: mapBlock(ir.body, onceOnly) }),
    "next",
  ),
  "a receive sets nothing": every((op) => (op.kind === "recv" ? { ...op, set: [] } : op)),
};
