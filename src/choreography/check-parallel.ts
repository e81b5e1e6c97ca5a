import type { Lifeline } from "../base/index.ts";
import { variablesOf } from "../cpl/index.ts";
import { keyOf, type VariableKey } from "./assigned.ts";
import { blocksOf, nodesOf } from "./blocks.ts";
import { channels } from "./channels.ts";
import { actorsOf, readsOf, unsetsOf, writesOf } from "./effects.ts";
import type { Block, Choreography, CoregionNode, Located, Node, ParallelNode } from "./ir.ts";
import type { Report } from "./report.ts";

/** Concurrent steps of one lifeline that touch the same variable, arms that have nobody in common, and wrong channels. */
export function checkParallel(ir: Choreography, nodes: readonly Node[], report: Report): void {
  for (const node of nodes) {
    if (node.kind === "parallel") {
      checkRaces(node, report);
      checkMeeting(node, report);
    } else if (node.kind === "coregion") checkCollision(node, report);
  }
  checkChannels(ir.body, channels.main, report);
}

interface Touch {
  readonly arm: number;
  readonly node: Node;
}

/** What the arms do to each variable, the first step of each arm only. */
function touches(
  arms: readonly Block[],
  touched: (node: Node) => readonly Located[],
): Map<VariableKey, Touch[]> {
  const found = new Map<VariableKey, Touch[]>();
  arms.forEach((block, arm) => {
    for (const node of nodesOf(block)) {
      for (const { on, name } of touched(node)) {
        const known = found.get(keyOf(on, name)) ?? [];
        if (!known.some((touch) => touch.arm === arm)) known.push({ arm, node });
        found.set(keyOf(on, name), known);
      }
    }
  });
  return found;
}

function checkRaces({ arms }: ParallelNode, report: Report): void {
  const writes = touches(arms, (node) => [...writesOf(node), ...unsetsOf(node, undefined)]);
  const reads = touches(arms, (node) => [...readsOf(node), ...askedBy(node)]);
  for (const [key, [first, ...others]] of writes) {
    if (first === undefined) continue;
    const { on, name } = located(key);
    for (const other of others) {
      const message = `${on}.${name} is written here and in a parallel arm, by ${first.node.step}: which of the two comes last depends on the schedule`;
      report({ code: "choreography/race", message, lifeline: on }, other.node);
    }
    const reader = reads.get(key)?.find(({ arm }) => arm !== first.arm || others.length > 0);
    if (reader === undefined || others.length > 0) continue;
    const message = `${on}.${name} is read here while a parallel arm may write it, by ${first.node.step}: which value is read depends on the schedule`;
    report({ code: "choreography/racing-read", severity: "warning", message, lifeline: on }, reader.node);
  }
}

/** The variables that a decision reads in its owner's own store. */
function askedBy(node: Node): readonly Located[] {
  if (node.kind !== "branch" && node.kind !== "loop") return [];
  return variablesOf(node.guard).flatMap(({ name, lifeline, anywhere }) =>
    anywhere || (lifeline !== null && lifeline !== node.owner) ? [] : [{ on: node.owner, name }],
  );
}

function located(key: VariableKey): Located {
  const [on, name] = JSON.parse(key) as [string, string]; // made by keyOf
  return { on, name };
}

function checkMeeting(node: ParallelNode, report: Report): void {
  const people = node.arms.map((arm) => new Set<Lifeline>(nodesOf(arm).flatMap(actorsOf)));
  people.forEach((arm, i) => {
    const meets = people.some((other, j) => i !== j && [...arm].some((lifeline) => other.has(lifeline)));
    if (meets || arm.size === 0) return;
    const message = `arm ${i + 1} has no lifeline in common with the other arms, so that nothing ever joins them`;
    report({ code: "choreography/arms-apart", severity: "warning", message }, node);
  });
}

function checkCollision(node: CoregionNode, report: Report): void {
  const writers = new Map<string, Lifeline>();
  for (const { from, payload } of node.from) {
    for (const name of Object.keys(payload)) {
      const first = writers.get(name);
      if (first === undefined) writers.set(name, from);
      else if (first !== from) {
        const message = `${node.to}.${name} is set by the messages of ${first} and of ${from}, which are taken in any order`;
        report({ code: "choreography/race", message, lifeline: node.to }, node);
      }
    }
  }
}

/** A recorded choreography has the right channels; one that was read from a file may not. */
function checkChannels(block: Block, channel: string, report: Report): void {
  for (const node of block) {
    if ((node.kind === "message" || node.kind === "coregion") && node.channel !== channel) {
      const message = `the step runs on the channel ${JSON.stringify(node.channel)}, but its place is on ${JSON.stringify(channel)}`;
      report({ code: "choreography/channel", message }, node);
    }
    blocksOf(node).forEach((inner, i) => {
      checkChannels(inner.block, node.kind === "parallel" ? channels.arm(node.step, i) : channel, report);
    });
  }
}
