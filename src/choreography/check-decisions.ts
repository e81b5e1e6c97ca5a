import type { Lifeline } from "../base/index.ts";
import { type Formula, foldFormula, printFormula, type Term, variablesOf, walk } from "../cpl/index.ts";
import { keyOf } from "./assigned.ts";
import { blocksOf, nodesOf } from "./blocks.ts";
import { actorsOf, readsOf, transfersOf, writesOf } from "./effects.ts";
import type { Block, BranchNode, Choreography, Located, LoopNode, Node } from "./ir.ts";
import { Declarations, type Report } from "./report.ts";

/** What only a guard together with the steps around it shows to be doubtful; warnings, for none of it is certainly wrong. */
export function checkDecisions(ir: Choreography, nodes: readonly Node[], report: Report): void {
  const known = new Declarations(ir);
  const sources = copiesOf(ir.inputs, nodes);
  for (const node of nodes) {
    if (!isDecision(node)) continue;
    checkSubject(node, known, report);
    checkSameValue(node, sources, report);
  }
  checkShiftedPrev(ir.body, report);
}

type Decision = BranchNode | LoopNode;

function isDecision(node: Node): node is Decision {
  return node.kind === "branch" || node.kind === "loop";
}

/**
 * A decision whose arms act on what its guard never asks about: the owner passes its variable to an action or a message,
 * a lifeline that the guard asks has a variable of that name as well, and the guard compares other things of it.
 */
function checkSubject(node: Decision, known: Declarations, report: Report): void {
  const { owner, guard } = node;
  const uses = variablesOf(guard);
  const asked = new Set(
    uses.flatMap(({ lifeline }) => (lifeline === null || lifeline === owner ? [] : [lifeline])),
  );
  const mentioned = new Set(uses.map(({ name }) => name));
  const arms = node.kind === "branch" ? [...node.then, ...node.else] : node.body;
  const acted = arms.flatMap((step) => (step.kind === "act" || step.kind === "message" ? readsOf(step) : []));
  // A guard that compares with nothing but constants is `formula/verdict-without-subject` already.
  if (!relates(guard, owner)) return;
  const names = new Set(acted.flatMap(({ on, name }) => (on === owner ? [name] : [])));
  const shared = [...names].flatMap((name) => {
    const holders = [...asked].filter((lifeline) => known.variable(lifeline, name) !== undefined);
    return holders.length === 0 ? [] : [{ name, holders }];
  });
  const [first] = shared;
  // One of them is enough: what the others are about, it may be about too.
  if (first === undefined || shared.some(({ name }) => mentioned.has(name))) return;
  const { name, holders } = first;
  const have = holders.length === 1 ? "has" : "have";
  const message = `the arms act on ${owner}.${name}, and the guard asks ${holders.join(" and ")}, who ${have} ${name} too, without ever comparing it`;
  report({ code: "choreography/subject-not-asked", severity: "warning", message, lifeline: owner }, node);
}

/** Whether a guard compares variables of two lifelines. */
function relates(guard: Formula, owner: Lifeline): boolean {
  return foldFormula<boolean>(guard, (node, parts) => {
    if (node.kind !== "compare") return parts.includes(true);
    const sides = [node.left, node.right].flatMap((term) =>
      term.kind === "const" ? [] : [holderOf(term, owner)],
    );
    return new Set(sides).size > 1;
  });
}

function holderOf(term: Exclude<Term, { readonly kind: "const" }>, owner: Lifeline): Lifeline {
  return term.kind === "remote" ? term.lifeline : owner;
}

/** Of each variable, the variables and the number of steps that it is written from; null: from something else as well. */
type Copies = ReadonlyMap<string, { readonly from: ReadonlySet<string> | null; readonly steps: number }>;

function copiesOf(inputs: readonly Located[], nodes: readonly Node[]): Copies {
  const repeated = new Set(nodes.flatMap((node) => (node.kind === "loop" ? nodesOf(node.body) : [])));
  const copies = new Map<string, { from: Set<string> | null; steps: number }>();
  for (const { on, name } of inputs) copies.set(keyOf(on, name), { from: null, steps: 1 });
  for (const node of nodes) {
    const written = new Set(writesOf(node).map(({ on, name }) => keyOf(on, name)));
    const moved = new Map(
      transfersOf(node)
        .filter(({ action, source }) => action === null && source.kind === "var")
        .map(({ from, source, to, target }) => [
          keyOf(to, target),
          source.kind === "var" ? keyOf(from, source.name) : "",
        ]),
    );
    for (const key of written) {
      const known = copies.get(key) ?? { from: new Set<string>(), steps: 0 };
      const source = moved.get(key);
      if (source === undefined) known.from = null;
      else known.from?.add(source);
      known.steps += repeated.has(node) ? 2 : 1;
      copies.set(key, known);
    }
  }
  return copies;
}

/**
 * A comparison of the owner's copy of another's variable with that variable, when it is written but once. The other way
 * round, the other's copy of the owner's own, is how a guard asks for a subject.
 */
function checkSameValue(node: Decision, copies: Copies, report: Report): void {
  const { owner, guard } = node;
  walk(guard, (part, place) => {
    if (part.kind !== "compare" || (part.op !== "==" && part.op !== "!=")) return;
    if (place.lifeline !== null || place.anywhere) return;
    const remote = [part.left, part.right].find((term) => term.kind === "remote");
    const own = [part.left, part.right].find((term) => term.kind === "var");
    if (remote?.kind !== "remote" || own?.kind !== "var") return;
    if (!isCopy(keyOf(owner, own.name), keyOf(remote.lifeline, remote.name), copies)) return;
    const message = `both sides of \`${printFormula(part)}\` are always the same: ${own.name} is only ever a copy of the other, which is written once`;
    report({ code: "choreography/same-value", severity: "warning", message, lifeline: owner }, node);
  });
}

function isCopy(copy: string, original: string, copies: Copies): boolean {
  const from = copies.get(copy)?.from;
  return from?.size === 1 && from.has(original) && (copies.get(original)?.steps ?? 0) <= 1;
}

/** `Y` at a decision whose owner's event before it is a decision as well: asking again moves what `Y` looks at. */
function checkShiftedPrev(block: Block, report: Report): void {
  block.forEach((node, i) => {
    for (const inner of blocksOf(node)) checkShiftedPrev(inner.block, report);
    if (!isDecision(node) || !asksPrevious(node.guard)) return;
    const before = block
      .slice(0, i)
      .findLast((step) => nodesOf([step]).some((one) => actorsOf(one).includes(node.owner)));
    const polls =
      node.kind === "loop" && !nodesOf(node.body).some((one) => actorsOf(one).includes(node.owner));
    const follows = before !== undefined && isDecision(before) && before.owner === node.owner;
    if (!polls && !follows) return;
    const why = polls
      ? "the loop asks again with no other event of its owner between"
      : "its owner has just decided something";
    const message = `\`Y\` looks at the event before this decision, and that is a decision too: ${why}`;
    report(
      { code: "choreography/shifted-previous", severity: "warning", message, lifeline: node.owner },
      node,
    );
  });
}

/** Whether a guard asks for the event before the decision itself, not for one before an event elsewhere. */
function asksPrevious(guard: Formula): boolean {
  let found = false;
  walk(guard, (node, place) => {
    if (node.kind === "prev" && place.lifeline === null && !place.anywhere) found = true;
  });
  return found;
}
