import { type Json, nearest } from "../base/index.ts";
import { type CompareOp, type Formula, type Term, walk } from "../cpl/index.ts";
import type { Choreography, Node } from "./ir.ts";
import { Declarations, type Finding, type Report } from "./report.ts";
import { excludes, listedValues, refusesType, refusesValue } from "./schema.ts";

type Standpoint = Parameters<Parameters<typeof walk>[1]>[1];
type Comparison = Extract<Formula, { readonly kind: "compare" }>;

/** A side of a comparison that is no constant: how messages name it, and a schema of what it holds, for each that it may be. */
interface Subject {
  readonly name: string;
  readonly schemas: readonly (Json | null)[];
}

/**
 * Comparisons of a variable with what its schema does not let it hold: they fall the same way whatever happens, which
 * nobody writes on purpose. Where schemas leave it open, nothing is said.
 */
export function checkComparisons(ir: Choreography, nodes: readonly Node[], report: Report): void {
  const known = new Declarations(ir);
  for (const node of nodes) {
    if (node.kind !== "branch" && node.kind !== "loop") continue;
    const told = new Set<string>();
    walk(node.guard, (formula, place) => {
      if (formula.kind !== "compare") return;
      const finding = impossible(formula, (term) => subjectOf(term, place, node.owner, known));
      if (finding === null || told.has(finding.message)) return;
      told.add(finding.message);
      report({ ...finding, lifeline: node.owner }, node);
    });
  }
}

function impossible(
  { op, left, right }: Comparison,
  subject: (term: Term) => Subject | null,
): Finding | null {
  if (left.kind === "const")
    return right.kind === "const" ? null : withConstant(op, subject(right), left.value);
  if (right.kind === "const") return withConstant(op, subject(left), right.value);
  const [a, b] = [subject(left), subject(right)];
  if (a === null || b === null || !isEquality(op)) return null;
  const reasons = a.schemas.flatMap((x) => b.schemas.map((y) => excludes(x, y) ?? excludes(y, x)));
  const [reason = null] = reasons;
  if (reason === null || reasons.includes(null)) return null;
  const message = `the guard compares ${a.name} with ${b.name}, and the two never hold the same value: ${reason}`;
  return { code: "choreography/impossible-comparison", message };
}

function withConstant(op: CompareOp, subject: Subject | null, value: Json): Finding | null {
  if (subject === null) return null;
  // What `<` compares with need not be a value that the variable can hold, but it must be of its type.
  const refuses = isEquality(op) ? refusesValue : refusesType;
  const reasons = subject.schemas.map((schema) => refuses(schema, value));
  const [reason = null] = reasons;
  if (reason === null || reasons.includes(null)) return null;
  const listed = subject.schemas.flatMap((schema) => listedValues(schema) ?? []);
  const texts = listed.filter((item) => typeof item === "string");
  const message = `the guard compares ${subject.name} with ${JSON.stringify(value)}, which it never holds: ${reason}`;
  return {
    code: "choreography/impossible-comparison",
    // It may be a way to say "unset", which null is not.
    severity: value === null ? "warning" : "error",
    message,
    suggestion: likely(value, texts, listed),
  };
}

/** The value that was meant: a near name, or the same word of another type. */
function likely(value: Json, texts: readonly string[], listed: readonly Json[]): string | undefined {
  const near = typeof value === "string" ? nearest(value, texts) : undefined;
  const same = near ?? listed.find((item) => String(item) === String(value));
  return same === undefined ? undefined : JSON.stringify(same);
}

function isEquality(op: CompareOp): boolean {
  return op === "==" || op === "!=";
}

const kinds: Json = { enum: ["send", "recv", "act", "choice"] };

/** What a term may stand for; null where nothing is known of it. */
function subjectOf(term: Term, place: Standpoint, owner: string, known: Declarations): Subject | null {
  if (term.kind === "const") return null;
  if (term.name === "$kind") return { name: "$kind", schemas: [kinds] };
  if (term.name === "$lifeline") return { name: "$lifeline", schemas: [{ enum: known.names }] };
  if (term.name.startsWith("$")) return null;
  const on = term.kind === "remote" ? term.lifeline : (place.lifeline ?? (place.anywhere ? null : owner));
  const holders = on === null ? known.names : [on];
  const declared = holders.flatMap((holder) => known.variable(holder, term.name) ?? []);
  if (declared.length === 0) return null;
  return {
    name: on === null ? term.name : `${on}.${term.name}`,
    schemas: declared.map(({ schema }) => schema),
  };
}
