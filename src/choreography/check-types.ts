import { type Json, lookup } from "../base/index.ts";
import { type Transfer, transfersOf } from "./effects.ts";
import type { ActNode, Choreography, Node } from "./ir.ts";
import { Declarations, type Report } from "./report.ts";
import { excludes, refusesValue } from "./schema.ts";

/** Values that can surely not be held by what they are given to, where both have a JSON Schema. */
export function checkTypes(ir: Choreography, nodes: readonly Node[], report: Report): void {
  const known = new Declarations(ir);
  for (const node of nodes) {
    for (const transfer of transfersOf(node)) checkTransfer(transfer, node, known, report);
    if (node.kind === "act") checkResult(node, known, report);
  }
}

function checkTransfer(transfer: Transfer, node: Node, known: Declarations, report: Report): void {
  const { from, source, to, target, action } = transfer;
  const wanted = action === null ? schemaOf(known, to, target) : argument(known, to, action, target);
  const name = action === null ? `${to}.${target}` : `the argument ${target} of ${to}.${action}`;
  if (source.kind === "const") {
    const reason = refusesValue(wanted, source.value);
    if (reason === null) return;
    const message = `${name} cannot hold ${JSON.stringify(source.value)}: ${reason}`;
    report({ code: "choreography/type", message, lifeline: to }, node);
    return;
  }
  const reason = excludes(wanted, schemaOf(known, from, source.name));
  if (reason === null) return;
  const message = `${name} cannot hold what ${from}.${source.name} holds: ${reason}`;
  report({ code: "choreography/type", message, lifeline: to }, node);
}

function checkResult(node: ActNode, known: Declarations, report: Report): void {
  const { on, action, out } = node;
  const declared = known.action(on, action)?.out;
  const bindings: readonly (readonly [string, Json | null])[] =
    out.kind === "value" && declared?.kind === "value"
      ? [[out.variable, declared.schema]]
      : out.kind === "fields" && declared?.kind === "fields"
        ? Object.entries(out.fields).map(([variable, field]) => [
            variable,
            lookup(declared.fields, field) ?? null,
          ])
        : [];
  for (const [variable, schema] of bindings) {
    const reason = excludes(schemaOf(known, on, variable), schema);
    if (reason === null) continue;
    const message = `${on}.${variable} cannot hold what ${on}.${action} gives: ${reason}`;
    report({ code: "choreography/type", message, lifeline: on }, node);
  }
}

function schemaOf(known: Declarations, on: string, name: string): Json | null {
  return known.variable(on, name)?.schema ?? null;
}

function argument(known: Declarations, on: string, action: string, name: string): Json | null {
  return lookup(known.action(on, action)?.args ?? {}, name) ?? null;
}
