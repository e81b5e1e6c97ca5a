import { canonicalJson, define, type Json, type Lifeline, lookup, type Vars } from "../base/index.ts";
import { type Choreography, nodesOf } from "../choreography/index.ts";
import type { Outcome } from "../runtime/index.ts";

/** One call of an action, as far as its outcome may depend on it. */
export interface ActionCall {
  readonly lifeline: Lifeline;
  readonly action: string;
  readonly args: Vars;
  /** Counts the ends of this action on this lifeline, from 1. */
  readonly occurrence: number;
}

/** Everything that an action's call may come to: one outcome, or several that are all tried. Never an empty list. */
export type PossibleOutcomes = (call: ActionCall) => readonly Outcome[];

/** An action's possible values as its schema lists them; null: the schema has no end of values. */
export interface ListedAction {
  readonly lifeline: Lifeline;
  readonly action: string;
  readonly values: readonly (Json | undefined)[] | null;
}

/** The most values of one action that are tried. */
const MOST_VALUES = 64;

type Decl = Choreography["lifelines"][number]["actions"][string];

/** The actions that some step of a choreography does, with the values that their schemas list. */
export function listedActions(ir: Choreography): readonly ListedAction[] {
  const used = new Set<string>();
  for (const node of nodesOf(ir.body)) if (node.kind === "act") used.add(`${node.on}#${node.action}`);
  return ir.lifelines.flatMap(({ name: lifeline, actions }) =>
    Object.entries(actions).flatMap(([action, decl]): ListedAction[] =>
      used.has(`${lifeline}#${action}`) ? [{ lifeline, action, values: resultsOf(decl) }] : [],
    ),
  );
}

/** The outcomes of a listed action. */
export function outcomesOf({ values }: ListedAction): readonly Outcome[] {
  return (values ?? []).map(
    (value): Outcome => (value === undefined ? { kind: "ok" } : { kind: "ok", value }),
  );
}

function resultsOf({ out }: Decl): readonly (Json | undefined)[] | null {
  if (out.kind === "none") return [undefined];
  if (out.kind === "value") return atMost(finiteValues(out.schema));
  let records: readonly Vars[] = [{}];
  for (const [field, schema] of Object.entries(out.fields)) {
    const values = finiteValues(schema);
    if (values === null) return null;
    const left = out.optional?.includes(field) === true ? records : [];
    records = [
      ...records.flatMap((record) => values.map((value) => withField(record, field, value))),
      ...left,
    ];
    if (records.length > MOST_VALUES) return null;
  }
  return records;
}

function atMost(values: readonly Json[] | null): readonly Json[] | null {
  return values === null || values.length > MOST_VALUES ? null : values;
}

function withField(record: Vars, field: string, value: Json): Vars {
  const next: { [name: string]: Json } = { ...record };
  define(next, field, value);
  return next;
}

/** The values of a JSON Schema that allows finitely many, each once; null where it may allow more. */
export function finiteValues(schema: Json | null): readonly Json[] | null {
  if (!isRecord(schema)) return null;
  const parts = lookup(schema, "anyOf") ?? lookup(schema, "oneOf");
  if (Array.isArray(parts)) {
    const lists = parts.map((part) => finiteValues(part));
    const all = lists.flatMap((list) => list ?? []);
    return lists.includes(null)
      ? null
      : [...new Map(all.map((value) => [canonicalJson(value), value])).values()];
  }
  const listed = lookup(schema, "enum");
  if (Array.isArray(listed)) return listed;
  if (Object.hasOwn(schema, "const")) return [lookup(schema, "const") ?? null];
  const type = lookup(schema, "type");
  return type === "boolean" ? [true, false] : type === "null" ? [null] : null;
}

function isRecord(value: Json | null): value is Vars {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
