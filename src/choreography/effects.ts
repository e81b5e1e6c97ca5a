import { assertNever, type Lifeline, lookup } from "../base/index.ts";
import type { ActionDecl, ActNode, Assign, Block, Located, Node, Source } from "./ir.ts";

/** One value on its way: from a constant or a variable of `from` to a variable of `to`, or to an action's argument there. */
export interface Transfer {
  readonly from: Lifeline;
  readonly source: Source;
  readonly to: Lifeline;
  readonly target: string;
  readonly action: string | null;
}

/** The values that a step moves; nothing of what stands in its inner blocks. */
export function transfersOf(node: Node): readonly Transfer[] {
  switch (node.kind) {
    case "message":
      return transfers(node.from, node.payload, node.to);
    case "act":
      return transfers(node.on, node.args, node.on, node.action);
    case "assign":
      return transfers(node.on, node.set, node.on);
    case "coregion":
      return node.from.flatMap(({ from, payload }) => transfers(from, payload, node.to));
    case "branch":
    case "loop":
    case "parallel":
    case "scope":
    case "sub":
      return [];
    default:
      return assertNever(node);
  }
}

function transfers(
  from: Lifeline,
  assign: Assign,
  to: Lifeline,
  action: string | null = null,
): readonly Transfer[] {
  return Object.entries(assign).map(([target, source]) => ({ from, source, to, target, action }));
}

/** The variables that a step reads when it happens; a guard's are not among them. */
export function readsOf(node: Node): readonly Located[] {
  return transfersOf(node).flatMap(({ from, source }) =>
    source.kind === "var" ? [{ on: from, name: source.name }] : [],
  );
}

/** The variables that a step sets. */
export function writesOf(node: Node): readonly Located[] {
  if (node.kind === "act") return boundVariables(node).map((name) => ({ on: node.on, name }));
  return transfersOf(node).map(({ to, target }) => ({ on: to, name: target }));
}

/** The variables that a step may leave without a value: what it unsets, and what takes a part of a result that may be left out. */
export function unsetsOf(node: Node, action: ActionDecl | undefined): readonly Located[] {
  if (node.kind === "assign") return node.unset.map((name) => ({ on: node.on, name }));
  return node.kind === "act" ? omissible(node, action?.out).map((name) => ({ on: node.on, name })) : [];
}

function omissible({ out }: ActNode, declared: ActionDecl["out"] | undefined): readonly string[] {
  if (out.kind === "value") return declared?.kind === "value" && declared.optional ? [out.variable] : [];
  if (out.kind === "none" || declared?.kind !== "fields") return [];
  const { optional = [] } = declared;
  return Object.keys(out.fields).filter((name) => optional.includes(lookup(out.fields, name) ?? ""));
}

/** The variables that take an action's result. */
function boundVariables({ out }: ActNode): readonly string[] {
  if (out.kind === "none") return [];
  return out.kind === "value" ? [out.variable] : Object.keys(out.fields);
}

/** The lifelines that a step itself names as doing something, in the order of its fields. */
export function actorsOf(node: Node): readonly Lifeline[] {
  switch (node.kind) {
    case "message":
      return [node.from, node.to];
    case "act":
    case "assign":
      return [node.on];
    case "branch":
    case "loop":
      return [node.owner];
    case "coregion":
      return [...node.from.map(({ from }) => from), node.to];
    case "scope":
      return node.recheck === undefined ? [] : [node.recheck.owner];
    case "sub":
      return Object.values(node.rename);
    case "parallel":
      return [];
    default:
      return assertNever(node);
  }
}

/** How many blocks lie around the innermost step. */
export function depthOf(block: Block, inside: (node: Node) => readonly Block[]): number {
  let depth = 0;
  for (let level: readonly Block[] = [block]; level.some((b) => b.length > 0); depth++) {
    level = level.flatMap((b) => b.flatMap(inside));
  }
  return depth;
}
