import { nearest } from "../base/index.ts";
import { nodesOf } from "./blocks.ts";
import { actorsOf, readsOf, writesOf } from "./effects.ts";
import type { ActNode, AssignNode, Choreography, CoregionNode, MessageNode, Node, ScopeNode } from "./ir.ts";
import { Declarations, type Report } from "./report.ts";

/** What each step refers to, and whether its parts fit one another. */
export function checkSteps(ir: Choreography, nodes: readonly Node[], report: Report): void {
  const known = new Declarations(ir);
  for (const node of nodes) {
    checkReferences(node, known, report);
    if (node.kind === "message") checkMessage(node, report);
    else if (node.kind === "act") checkAct(node, known, report);
    else if (node.kind === "assign") checkAssign(node, known, report);
    else if (node.kind === "coregion") checkCoregion(node, report);
    else if (node.kind === "scope") checkRecheck(node, report);
  }
}

function checkReferences(node: Node, known: Declarations, report: Report): void {
  for (const name of new Set(actorsOf(node))) {
    const missing = known.missingLifeline(name, "the step names");
    if (missing !== null) report(missing, node);
  }
  for (const { on, name } of readsOf(node)) {
    const missing = known.missingVariable(on, name, "the step reads");
    if (missing !== null) report(missing, node);
    if (node.kind !== "act" && node.kind !== "assign" && known.variable(on, name)?.secret === true) {
      report(
        { code: "choreography/secret", message: `a message carries ${on}.${name}, which is secret` },
        node,
      );
    }
  }
  for (const { on, name } of writesOf(node)) {
    const missing = known.missingVariable(on, name, "the step writes");
    if (missing !== null) report(missing, node);
  }
}

function checkMessage(node: MessageNode, report: Report): void {
  if (node.from === node.to) {
    report({ code: "choreography/self-message", message: `${node.from} sends to itself` }, node);
  }
}

function checkAct(node: ActNode, known: Declarations, report: Report): void {
  const { on, action, args, out } = node;
  const declaration = known.action(on, action);
  if (declaration === undefined) {
    const actions = Object.keys(known.lifeline(on)?.actions ?? {});
    if (known.lifeline(on) === undefined) return;
    const message = `${on} has no action ${action}`;
    report({ code: "choreography/unknown-action", message, suggestion: nearest(action, actions) }, node);
    return;
  }
  const declared = Object.keys(declaration.args);
  for (const name of declared.filter((arg) => !Object.hasOwn(args, arg))) {
    report({ code: "choreography/arguments", message: `${on}.${action} needs the argument ${name}` }, node);
  }
  for (const name of Object.keys(args).filter((arg) => !declared.includes(arg))) {
    const message = `${on}.${action} takes no argument ${name}`;
    report({ code: "choreography/arguments", message, suggestion: nearest(name, declared) }, node);
  }
  if (out.kind !== declaration.out.kind) {
    const gives = { none: "no result", value: "one value", fields: "fields" } as const;
    const message = `${on}.${action} gives ${gives[declaration.out.kind]}, but ${gives[out.kind]} is taken`;
    report({ code: "choreography/result", message }, node);
  } else if (out.kind === "fields" && declaration.out.kind === "fields") {
    const fields = Object.keys(declaration.out.fields);
    for (const field of Object.values(out.fields).filter((name) => !fields.includes(name))) {
      const message = `the result of ${on}.${action} has no field ${field}`;
      report({ code: "choreography/result", message, suggestion: nearest(field, fields) }, node);
    }
  }
}

function checkAssign(node: AssignNode, known: Declarations, report: Report): void {
  const { on, set, unset } = node;
  for (const name of unset) {
    const missing = known.missingVariable(on, name, "the step unsets");
    if (missing !== null) report(missing, node);
    if (Object.hasOwn(set, name)) {
      report({ code: "choreography/assignment", message: `${on}.${name} is both set and unset` }, node);
    }
  }
}

function checkCoregion(node: CoregionNode, report: Report): void {
  const seen = new Set<string>();
  for (const { from } of node.from) {
    if (from === node.to) {
      report({ code: "choreography/self-message", message: `${from} sends to itself` }, node);
    }
    if (seen.has(from)) {
      const message = `${node.to} takes two messages of ${from} in any order, and could not tell them apart`;
      report({ code: "choreography/coregion", message }, node);
    }
    seen.add(from);
  }
}

function checkRecheck(node: ScopeNode, report: Report): void {
  const { recheck } = node;
  if (recheck === undefined) return;
  const decision = nodesOf(node.body).find(({ step }) => step === recheck.decision);
  const owned =
    (decision?.kind === "branch" || decision?.kind === "loop") && decision.owner === recheck.owner;
  if (!owned) {
    const message = `the recheck names ${recheck.decision}, which is no decision of ${recheck.owner} in this scope`;
    report({ code: "choreography/recheck", message }, node);
  }
  for (const inner of nodesOf(recheck.body)) {
    for (const name of new Set(actorsOf(inner).filter((actor) => actor !== recheck.owner))) {
      const message = `the recheck of ${recheck.owner} holds a step of ${name}`;
      report({ code: "choreography/recheck", message }, inner);
    }
  }
}
