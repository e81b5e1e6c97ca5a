import { count, type Diagnostic } from "../base/index.ts";
import {
  checkFormula,
  type Formula,
  foldFormula,
  lifelinesOf,
  lintFormula,
  variablesOf,
} from "../cpl/index.ts";
import { writesOf } from "./effects.ts";
import type { BranchNode, Choreography, LoopNode, Node } from "./ir.ts";
import { Declarations, type Report } from "./report.ts";

/** Whether every guard can be evaluated by its owner, and what its formula alone shows to be doubtful. */
export function checkGuards(ir: Choreography, nodes: readonly Node[], report: Report): void {
  const known = new Declarations(ir);
  const written = new Set([...ir.inputs, ...nodes.flatMap(writesOf)].map(({ on, name }) => keyOf(on, name)));
  for (const node of nodes) {
    if (node.kind !== "branch" && node.kind !== "loop") continue;
    const broken = checkFormula(node.guard);
    for (const found of broken.length > 0 ? broken : doubts(node)) report(found, node);
    checkReferences(node, known, report);
    checkVariables(node, known, written, report);
    checkPredicates(node.guard, ir, node, report);
  }
}

function keyOf(on: string, name: string): string {
  return JSON.stringify([on, name]);
}

/** That a guard never changes is said of the decision, with what follows from it. */
function doubts({ owner, guard }: BranchNode | LoopNode): readonly Diagnostic[] {
  return lintFormula(guard, { owner }).filter(({ code }) => code !== "formula/constant");
}

function checkReferences(node: BranchNode | LoopNode, known: Declarations, report: Report): void {
  for (const name of lifelinesOf(node.guard)) {
    const missing = known.missingLifeline(name, "the guard asks about");
    if (missing !== null) report(missing, node);
  }
}

function checkVariables(
  node: BranchNode | LoopNode,
  known: Declarations,
  written: ReadonlySet<string>,
  report: Report,
): void {
  for (const { name, lifeline, anywhere } of variablesOf(node.guard)) {
    // Inside `P φ` a name means whatever lifeline has such a variable.
    const holders = known.names.filter((on) => known.variable(on, name) !== undefined);
    const on = lifeline ?? node.owner;
    const readers = anywhere ? holders : [on];
    const missing = anywhere
      ? holders.length === 0
        ? known.missingVariable(node.owner, name, "the guard reads")
        : null
      : known.missingVariable(on, name, "the guard reads");
    if (missing !== null) {
      report(missing, node);
      continue;
    }
    for (const reader of readers.filter((other) => known.variable(other, name)?.secret === true)) {
      report(
        { code: "choreography/secret", message: `the guard reads ${reader}.${name}, which is secret` },
        node,
      );
    }
    // The owner's own variables are followed along its paths by the check of assignments.
    const remote =
      lifeline !== null && lifeline !== node.owner && known.variable(lifeline, name) !== undefined;
    if (remote && !written.has(keyOf(lifeline, name))) {
      const message = `the guard reads ${lifeline}.${name}, which nothing ever writes: comparisons with it are false`;
      report({ code: "choreography/unset-in-guard", message, severity: "warning" }, node);
    }
  }
}

function checkPredicates(guard: Formula, ir: Choreography, node: Node, report: Report): void {
  foldFormula<null>(guard, (formula) => {
    if (formula.kind !== "predicate") return null;
    const { name, args } = formula;
    const arity = Object.hasOwn(ir.predicates, name) ? ir.predicates[name]?.arity : undefined;
    if (arity === args.length) return null;
    const message =
      arity === undefined
        ? `the guard uses the predicate ${name}, which the choreography does not declare`
        : `the guard gives the predicate ${name} ${count(args.length, "argument")}; it has ${arity}`;
    report({ code: "choreography/unknown-predicate", message }, node);
    return null;
  });
}
