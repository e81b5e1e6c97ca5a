import { assertNever, type Lifeline, type StepId } from "../base/index.ts";
import { type Block, type Node, nodesOf } from "../choreography/index.ts";
import type { Recipients } from "./local-tree.ts";

/** Of each lifeline, those whose events it may have in its causal past. */
export type Known = ReadonlyMap<Lifeline, ReadonlySet<Lifeline>>;

/**
 * What every lifeline may know at each decision, by its step: the union over all paths. Program order is enough, since
 * local order and messages never go against it. Control messages go to `recipients`; an empty table leaves them out.
 */
export function knownAtDecisions(
  body: Block,
  recipients: ReadonlyMap<StepId, Recipients>,
): ReadonlyMap<StepId, Known> {
  const decisions = new Map<StepId, Known>();
  walkBlock(body, { known: new Map(), recipients, decisions, beside: [] });
  return decisions;
}

type Knowledge = Map<Lifeline, Set<Lifeline>>;

interface Walk {
  readonly known: Knowledge;
  readonly recipients: ReadonlyMap<StepId, Recipients>;
  readonly decisions: Map<StepId, Known>;
  /** Inside a parallel arm: what happens beside it, at any time. */
  readonly beside: readonly Step[];
}

function walkBlock(block: Block, walk: Walk): void {
  for (const node of block) {
    const before = sizeOf(walk.known);
    walkNode(node, walk);
    if (sizeOf(walk.known) > before) saturate(walk.known, walk.beside);
  }
}

function walkNode(node: Node, walk: Walk): void {
  switch (node.kind) {
    case "message":
      return deliver(walk.known, node.from, node.to);
    case "act":
    case "assign":
      return happen(walk.known, node.on);
    case "branch":
      return walkBranch(node, walk);
    case "loop":
      return walkLoop(node, walk);
    case "scope":
    case "sub":
      return walkBlock(node.body, walk);
    case "parallel":
      return walkParallel(node, walk);
    case "coregion":
      for (const { from } of node.from) deliver(walk.known, from, node.to);
      return;
    default:
      return assertNever(node);
  }
}

function walkBranch(node: Extract<Node, { readonly kind: "branch" }>, walk: Walk): void {
  decide(node, walk, "whenTrue");
  const other = { ...walk, known: copy(walk.known) };
  walkBlock(node.then, walk);
  walkBlock(node.else, other);
  merge(walk.known, other.known);
}

/** Again and again until nothing new is known at the head: knowledge only grows, and lifelines are finitely many. */
function walkLoop(node: Extract<Node, { readonly kind: "loop" }>, walk: Walk): void {
  for (let grown = true; grown; ) {
    decide(node, walk, "whenTrue");
    const round = { ...walk, known: copy(walk.known) };
    walkBlock(node.body, round);
    grown = merge(walk.known, round.known);
  }
  decide(node, walk, "whenFalse");
  walkBlock(node.exit, walk);
}

/**
 * A lifeline has one knowledge in all its arms, so that between two steps of an arm everything may have become known that
 * the arms beside it can bring about, in whatever order.
 */
function walkParallel({ arms }: Extract<Node, { readonly kind: "parallel" }>, walk: Walk): void {
  const moves = arms.map((arm) => nodesOf(arm).flatMap((node) => movesOf(node, walk.recipients)));
  const ends = arms.map((arm, i) => {
    const beside = [...walk.beside, ...moves.flatMap((list, j) => (j === i ? [] : list))];
    const known = copy(walk.known);
    saturate(known, beside);
    walkBlock(arm, { ...walk, known, beside });
    return known;
  });
  for (const known of ends) merge(walk.known, known);
}

/** Knowledge on its way from one lifeline to another, or, where they are the same, an event of its own. */
type Step = readonly [from: Lifeline, to: Lifeline];

/** What a node itself (its parts aside) makes known. */
function movesOf(node: Node, recipients: Walk["recipients"]): readonly Step[] {
  if (node.kind === "message") return [[node.from, node.to]];
  if (node.kind === "coregion") return node.from.map(({ from }): Step => [from, node.to]);
  if (node.kind === "act" || node.kind === "assign") return [[node.on, node.on]];
  if (node.kind !== "branch" && node.kind !== "loop") return [];
  const told = recipients.get(node.step);
  const names = [node.owner, ...(told?.whenTrue ?? []), ...(told?.whenFalse ?? [])];
  return names.map((to): Step => [node.owner, to]);
}

/** Takes all the steps, in any order, until nothing new becomes known: knowledge only grows, so the same size is the same. */
function saturate(known: Knowledge, steps: readonly Step[]): void {
  if (steps.length === 0) return;
  for (let size = -1; size !== sizeOf(known); ) {
    size = sizeOf(known);
    for (const [from, to] of steps) deliver(known, from, to);
  }
}

function sizeOf(known: Knowledge): number {
  let size = 0;
  for (const seen of known.values()) size += seen.size;
  return size;
}

function decide(
  node: Extract<Node, { readonly owner: Lifeline }>,
  { known, recipients, decisions }: Walk,
  told: keyof Recipients,
): void {
  happen(known, node.owner);
  decisions.set(node.step, copy(known));
  for (const to of recipients.get(node.step)?.[told] ?? []) deliver(known, node.owner, to);
}

function happen(known: Knowledge, lifeline: Lifeline): void {
  knownBy(known, lifeline).add(lifeline);
}

function deliver(known: Knowledge, from: Lifeline, to: Lifeline): void {
  happen(known, from);
  happen(known, to);
  for (const lifeline of knownBy(known, from)) knownBy(known, to).add(lifeline);
}

function knownBy(known: Knowledge, lifeline: Lifeline): Set<Lifeline> {
  const seen = known.get(lifeline) ?? new Set<Lifeline>();
  known.set(lifeline, seen);
  return seen;
}

function copy(known: Knowledge): Knowledge {
  return new Map([...known].map(([lifeline, seen]) => [lifeline, new Set(seen)]));
}

/** Adds what another path knows; whether that was news. */
function merge(into: Knowledge, from: Knowledge): boolean {
  let grown = false;
  for (const [lifeline, seen] of from) {
    const here = knownBy(into, lifeline);
    for (const other of seen) {
      grown ||= !here.has(other);
      here.add(other);
    }
  }
  return grown;
}
