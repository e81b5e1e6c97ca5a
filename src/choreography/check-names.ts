import { hasLoneSurrogate } from "../base/index.ts";
import type { Choreography, LifelineDecl, Located, Node } from "./ir.ts";
import { Declarations, type Report } from "./report.ts";

/** Names of the choreography, its lifelines and their members; ids of steps; what inputs and results refer to. */
export function checkNames(ir: Choreography, nodes: readonly Node[], report: Report): void {
  if (ir.name === "" || hasLoneSurrogate(ir.name)) {
    report({ code: "choreography/name", message: "the choreography's name is empty or no text" });
  }
  if (ir.lifelines.length === 0) {
    report({ code: "choreography/name", message: "the choreography lists no lifelines" });
  }
  const seen = new Set<string>();
  for (const declaration of ir.lifelines) {
    if (seen.has(declaration.name)) {
      report({ code: "choreography/name", message: `two lifelines are named ${declaration.name}` });
    }
    seen.add(declaration.name);
    checkDeclaration(declaration, report);
  }
  checkSteps(nodes, report);
  const known = new Declarations(ir);
  checkLocated(ir.inputs, "an input is", known, report);
  checkLocated(ir.results, "a result is", known, report);
  for (const { on, name } of ir.results) {
    if (known.variable(on, name)?.secret !== true) continue;
    report({
      code: "choreography/secret",
      message: `a result is ${on}.${name}, which is secret`,
      lifeline: on,
    });
  }
}

function checkDeclaration({ name, variables, actions }: LifelineDecl, report: Report): void {
  if (name === "" || name.includes("#") || hasLoneSurrogate(name)) {
    const message = `${JSON.stringify(name)} cannot name a lifeline: it is empty, has a \`#\` or is no text`;
    report({ code: "choreography/name", message });
  }
  for (const member of [...Object.keys(variables), ...Object.keys(actions)]) {
    if (member !== "" && !member.startsWith("$") && !hasLoneSurrogate(member)) continue;
    const message = `${JSON.stringify(member)} cannot name a variable or an action of ${name}`;
    report({ code: "choreography/name", message, lifeline: name });
  }
}

function checkSteps(nodes: readonly Node[], report: Report): void {
  const seen = new Set<string>();
  for (const node of nodes) {
    if (seen.has(node.step)) {
      const message = `the id ${JSON.stringify(node.step)} is used by two steps`;
      report({ code: "choreography/duplicate-step", message }, node);
    }
    seen.add(node.step);
  }
}

function checkLocated(list: readonly Located[], what: string, known: Declarations, report: Report): void {
  const seen = new Set<string>();
  for (const { on, name } of list) {
    const missing = known.missingLifeline(on, what) ?? known.missingVariable(on, name, what);
    if (missing !== null) report(missing);
    const key = JSON.stringify([on, name]);
    if (seen.has(key)) {
      report({ code: "choreography/name", message: `${what} given twice: ${on}.${name}`, lifeline: on });
    }
    seen.add(key);
  }
}
