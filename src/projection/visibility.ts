import { assertNever, type Lifeline, type StepId } from "../base/index.ts";
import type { Block, Node } from "../choreography/index.ts";
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
  walkBlock(body, { known: new Map(), recipients, decisions });
  return decisions;
}

type Knowledge = Map<Lifeline, Set<Lifeline>>;

interface Walk {
  readonly known: Knowledge;
  readonly recipients: ReadonlyMap<StepId, Recipients>;
  readonly decisions: Map<StepId, Known>;
}

function walkBlock(block: Block, walk: Walk): void {
  for (const node of block) walkNode(node, walk);
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
    case "coregion":
      return; // refused before
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
