import { assertNever, type Lifeline, type StepId } from "../base/index.ts";
import type { Assign, Node } from "../choreography/index.ts";
import type { Formula } from "../cpl/index.ts";
import type { Names } from "./first-arm-names.ts";
import type { Past } from "./history.ts";
import type { Recipients } from "./local-tree.ts";
import { parallelOf, type Residual, type Rest, remains, type Started, untouched } from "./residual.ts";

type NodeOf<K extends Node["kind"]> = Extract<Node, { readonly kind: K }>;
type RestOf<K extends Rest["kind"]> = Extract<Rest, { readonly kind: K }>;

/** Where something happens: its step, in the first arm's name, and the rounds of the enclosing loops. */
export interface At {
  readonly step: StepId;
  readonly round: readonly number[];
}

/** What a lifeline can do next. */
export type Deed = { readonly at: At } & (
  | { readonly kind: "send"; readonly to: Lifeline; readonly payload: Assign }
  | { readonly kind: "recv"; readonly sent: Past }
  | { readonly kind: "hear"; readonly sent: Past; readonly value: boolean }
  | { readonly kind: "start"; readonly node: NodeOf<"act"> }
  | { readonly kind: "act"; readonly node: NodeOf<"act">; readonly started: Started }
  | { readonly kind: "assign"; readonly node: NodeOf<"assign"> }
  | {
      readonly kind: "choose";
      readonly value: boolean;
      readonly tell: readonly Lifeline[];
      /** The guard still holds when the bound is used up: the run fails. */
      readonly exceeds: boolean;
    }
);

/** What a deed leaves behind: its events, in order, and the action that it started. */
export interface Done {
  readonly events: readonly Past[];
  readonly started: Started | null;
}

/** A deed, and what is then left of the part of the program that it was found in. */
export interface Move {
  readonly deed: Deed;
  readonly next: (done: Done) => Residual;
}

/** What the rules of moving ask for. */
export interface Rules {
  readonly names: Names;
  readonly recipients: ReadonlyMap<StepId, Recipients>;
  /** Whether an action overlaps no other one of its lifeline. */
  readonly exclusive: (lifeline: Lifeline, action: string) => boolean;
  /** The value of a guard of a lifeline, if it is decided now. */
  readonly decide: (lifeline: Lifeline, guard: Formula, at: At) => boolean;
}

/** The moves of one lifeline: those at the first rest in which something of it remains (weak sequence). */
export function movesOf(residual: Residual, lifeline: Lifeline, rules: Rules): readonly Move[] {
  const i = residual.findIndex((rest) => remains(rest, lifeline));
  const rest = residual[i];
  if (rest === undefined) return [];
  return movesAt(rest, lifeline, rules).map(({ deed, next }) => ({
    deed,
    next: (done) => residual.toSpliced(i, 1, ...next(done)),
  }));
}

function movesAt(rest: Rest, lifeline: Lifeline, rules: Rules): readonly Move[] {
  const at: At = { step: rules.names(lifeline, rest.node.step), round: rest.round };
  switch (rest.kind) {
    case "message":
      return messageMoves(rest, lifeline, at);
    case "act":
      return [actMove(rest, at)];
    case "assign":
      return [{ deed: { kind: "assign", at, node: rest.node }, next: () => [] }];
    case "parallel":
      return parallelMoves(rest, lifeline, rules);
    case "branch":
      if (rest.node.owner === lifeline) return [decideBranch(rest, at, rules)];
      if (isTold(rest.node.step, lifeline, rules)) return [];
      return commonMoves(rest, lifeline, rules);
    case "loop":
      return rest.node.owner === lifeline ? [decideLoop(rest, at, rules)] : [];
    case "told":
      return [{ deed: { kind: "hear", at, sent: rest.sent, value: rest.value }, next: () => [] }];
    default:
      return assertNever(rest);
  }
}

/** Each receive takes its own send: in sequence that is the first untaken one of its sender, so that it is FIFO. */
function messageMoves(rest: RestOf<"message">, lifeline: Lifeline, at: At): readonly Move[] {
  const { node, sent } = rest;
  if (node.from === lifeline) {
    const deed: Deed = { kind: "send", at, to: node.to, payload: node.payload };
    return [{ deed, next: ({ events }) => [{ ...rest, sent: events[0] ?? null }] }];
  }
  if (sent === null) return [];
  return [{ deed: { kind: "recv", at, sent }, next: () => [] }];
}

/** The steps of a lifeline in different arms happen in any order. */
function parallelMoves(rest: RestOf<"parallel">, lifeline: Lifeline, rules: Rules): readonly Move[] {
  const { node, round, arms } = rest;
  return arms.flatMap((arm, i) =>
    movesOf(arm, lifeline, rules).map(({ deed, next }) => ({
      deed,
      next: (done: Done): Residual => parallelOf(node, round, arms.with(i, next(done))),
    })),
  );
}

function actMove(rest: RestOf<"act">, at: At): Move {
  const { node, started } = rest;
  if (started === null) {
    return { deed: { kind: "start", at, node }, next: (done) => [{ ...rest, started: done.started }] };
  }
  return { deed: { kind: "act", at, node, started }, next: () => [] };
}

function decideBranch(rest: RestOf<"branch">, at: At, rules: Rules): Move {
  const { node, round } = rest;
  const value = rules.decide(node.owner, node.guard, at);
  const tell = rules.recipients.get(node.step)?.whenTrue ?? [];
  return {
    deed: { kind: "choose", at, value, tell, exceeds: false },
    next: ({ events }) => [
      ...tell.flatMap((to, i) => told(node, { to, round, value, sent: events[i + 1] })),
      ...(value ? rest.whenTrue : rest.whenFalse),
    ],
  };
}

/** One `choice` before each round; the exit part lies outside the loop. */
function decideLoop(rest: RestOf<"loop">, outside: At, rules: Rules): Move {
  const { node, round } = rest;
  const rounds = rest.rounds + 1;
  const inside = [...round, rounds];
  const at: At = { step: outside.step, round: inside };
  const value = rules.decide(node.owner, node.guard, at);
  const table = rules.recipients.get(node.step);
  const tell = (value ? table?.whenTrue : table?.whenFalse) ?? [];
  return {
    deed: { kind: "choose", at, value, tell, exceeds: value && node.bound !== null && rounds > node.bound },
    next: ({ events }) => [
      ...tell.flatMap((to, i) => {
        // A lifeline that stands in the exit part alone counts no rounds of this loop.
        const counts = table?.whenTrue.includes(to) ?? false;
        return told(node, { to, round: counts ? inside : round, value, sent: events[i + 1] });
      }),
      ...(value ? [...untouched(node.body, inside), { ...rest, rounds }] : untouched(node.exit, round)),
    ],
  };
}

function told(
  node: NodeOf<"branch" | "loop">,
  control: { to: Lifeline; round: readonly number[]; value: boolean; sent: Past | undefined },
): Residual {
  const { to, round, value, sent } = control;
  return sent === undefined ? [] : [{ kind: "told", node, round, to, sent, value }];
}

/** Before a decision that it is not told of, a lifeline may do what both arms have in common, in both at once. */
function commonMoves(rest: RestOf<"branch">, lifeline: Lifeline, rules: Rules): readonly Move[] {
  const inSecond = movesOf(rest.whenFalse, lifeline, rules);
  return movesOf(rest.whenTrue, lifeline, rules).flatMap((first) => {
    const second = inSecond.find((move) => sameDeed(move.deed, first.deed));
    if (second === undefined) return [];
    const next = (done: Done): Residual => [
      { ...rest, whenTrue: first.next(done), whenFalse: second.next(done) },
    ];
    return [{ deed: first.deed, next }];
  });
}

/** Steps have the first arm's name in both arms, so that equal names mean equal deeds. */
function sameDeed(a: Deed, b: Deed): boolean {
  if (a.kind !== b.kind || a.at.step !== b.at.step || a.at.round.join() !== b.at.round.join()) return false;
  // The messages of a co-region are one step, told apart by their senders.
  return a.kind !== "recv" || b.kind !== "recv" || a.sent === b.sent;
}

function isTold(step: StepId, lifeline: Lifeline, rules: Rules): boolean {
  return rules.recipients.get(step)?.whenTrue.includes(lifeline) ?? false;
}
