import { count, type Lifeline } from "../base/index.ts";
import { type Formula, foldFormula, lifelinesOf, simplify, variablesOf } from "../cpl/index.ts";
import { nodesOf } from "./blocks.ts";
import { writesOf } from "./effects.ts";
import type { BranchNode, LoopNode, Node } from "./ir.ts";
import type { Report } from "./report.ts";

/** Decisions that always fall the same way, and loops that can never be left once they are entered. */
export function checkLoops(nodes: readonly Node[], report: Report): void {
  for (const node of nodes) {
    if (node.kind !== "branch" && node.kind !== "loop") continue;
    const value = constantOf(node.guard);
    if (value === null) {
      if (node.kind === "loop" && !canChange(node)) reportEndless(node, report);
    } else if (node.kind === "branch" || !value) reportConstant(node, value, report);
    else reportEndless(node, report);
  }
}

function constantOf(guard: Formula): boolean | null {
  const simple = simplify(guard);
  return simple.kind === "bool" ? simple.value : null;
}

function reportConstant(node: BranchNode | LoopNode, value: boolean, report: Report): void {
  const what = node.kind === "branch" ? `takes its ${value ? "then" : "else"} arm` : "makes no round";
  const message = `the guard of ${node.owner} is always ${value}: the ${node.kind} always ${what}`;
  report({ code: "choreography/constant-guard", message, severity: "warning" }, node);
}

/** With a bound, the run fails instead of going on for ever: a warning, since that may be meant as a limit. */
function reportEndless(node: LoopNode, report: Report): void {
  const message = `${node.owner} can never leave this loop: nothing in its body can make the guard false`;
  if (node.bound === null) report({ code: "choreography/endless-loop", message }, node);
  else {
    const remedy = atBound(node.bound);
    report({ code: "choreography/endless-loop", message, severity: "warning", remedy }, node);
  }
}

function atBound(bound: number): string {
  const change = "Let the body set a variable of the guard or bring a message to the owner";
  return `${change}: as it is, a run that enters the loop fails after ${count(bound, "round")}, its bound.`;
}

/**
 * Whether a round could change the guard's value; true where that is not certain. A guard without temporal operators
 * depends on the owner's store, which only the owner's steps change, and on what the owner knows of other lifelines, which
 * only a message to the owner changes: any message, since its sender may know of any lifeline.
 */
function canChange({ owner, guard, body }: LoopNode): boolean {
  if (isTemporal(guard) || readsMetadata(guard)) return true;
  const inner = nodesOf(body);
  const asked = lifelinesOf(guard).some((name) => name !== owner);
  if (asked && inner.some((node) => hears(node, owner))) return true;
  const own = new Set(
    variablesOf(guard)
      .filter(({ lifeline }) => lifeline === null || lifeline === owner)
      .map(({ name }) => name),
  );
  return inner.some((node) => changes(node, owner).some((name) => own.has(name)));
}

function isTemporal(guard: Formula): boolean {
  return foldFormula<boolean>(
    guard,
    ({ kind }, parts) => kind === "since" || kind === "prev" || kind === "once" || parts.includes(true),
  );
}

function readsMetadata(guard: Formula): boolean {
  return foldFormula<boolean>(guard, (node, parts) => {
    const terms =
      node.kind === "compare" ? [node.left, node.right] : node.kind === "predicate" ? node.args : [];
    return parts.includes(true) || terms.some((term) => term.kind !== "const" && term.name.startsWith("$"));
  });
}

/** Whether the lifeline can receive something at this step: a payload, or another lifeline's decision. */
function hears(node: Node, owner: Lifeline): boolean {
  if (node.kind === "message" || node.kind === "act") {
    // Whether a limit has passed is a decision, too.
    return node.within !== undefined || (node.kind === "message" && node.to === owner);
  }
  if (node.kind === "coregion") return node.to === owner;
  return (node.kind === "branch" || node.kind === "loop") && node.owner !== owner;
}

function changes(node: Node, owner: Lifeline): readonly string[] {
  const written = writesOf(node).flatMap(({ on, name }) => (on === owner ? [name] : []));
  return node.kind === "assign" && node.on === owner ? [...written, ...node.unset] : written;
}
