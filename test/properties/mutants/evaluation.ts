import {
  assertNever,
  compareCodePoints,
  type Json,
  jsonEquals,
  type Lifeline,
  lookup,
} from "../../../src/base/index.ts";
import type { CompareOp, Formula, Predicates, Term } from "../../../src/cpl/index.ts";
import type { Observation } from "../../../src/monitor/index.ts";
import type { Mistake } from "./mistakes.ts";
import type { Numbered } from "./numbering.ts";

/** What one event recorded: the value of every formula by its number, and every variable and metadata field. */
export interface Row {
  readonly truth: readonly boolean[];
  readonly fields: ReadonlyMap<string, Json>;
}

/** What an evaluation reads. */
interface Context {
  readonly self: Lifeline;
  readonly mistake: Mistake | null;
  readonly predicates: Predicates;
  /** Of the other lifelines: the latest visible event's row. */
  readonly rows: ReadonlyMap<Lifeline, Row>;
  /** The row of the previous event here. */
  readonly old: Row | undefined;
  /** The variables and metadata of the current event. */
  readonly fields: ReadonlyMap<string, Json>;
}

/** The variables and metadata fields that an event defines. */
export function fieldsOf(event: Observation, self: Lifeline): ReadonlyMap<string, Json> {
  const fields = new Map<string, Json>(Object.entries(event.store));
  fields.set("$kind", event.kind).set("$lifeline", self);
  if (event.type !== undefined) fields.set("$type", event.type);
  if (event.message !== undefined) fields.set("$message", event.message);
  return fields;
}

/** Evaluates formulas, children first, at one event. */
export class Evaluation {
  readonly #nodes: readonly Numbered[];
  readonly #context: Context;
  readonly #now: boolean[] = [];

  constructor(nodes: readonly Numbered[], context: Context) {
    this.#nodes = nodes;
    this.#context = context;
  }

  values(): readonly boolean[] {
    this.#nodes.forEach((node, number) => {
      this.#now.push(this.#valueOf(node, number));
    });
    return this.#now;
  }

  #valueOf({ formula, parts }: Numbered, number: number): boolean {
    const [first = -1, second = -1] = parts;
    switch (formula.kind) {
      case "bool":
        return formula.value;
      case "compare":
        return compare(
          formula.op,
          this.#read(formula.left),
          this.#read(formula.right),
          this.#context.mistake,
        );
      case "predicate":
        return this.#call(formula.name, formula.args);
      case "not":
        return !this.#holds(first);
      case "and":
        return this.#holds(first) && this.#holds(second);
      case "or":
        return this.#holds(first) || this.#holds(second);
      case "prev":
        return this.#prev(first);
      case "since":
        return this.#since(first, second, number);
      case "at":
        return this.#at(formula.lifeline, first);
      case "once":
      case "seen":
        throw new TypeError(`${formula.kind} was not spelled out`);
      default:
        return assertNever(formula);
    }
  }

  #holds(number: number): boolean {
    return this.#now[number] === true;
  }

  #held(number: number): boolean {
    return this.#context.old?.truth[number] === true;
  }

  #prev(body: number): boolean {
    const { mistake, old, self } = this.#context;
    if (old === undefined) return mistake === "Y true at the first event";
    const look = this.#formula(body);
    if (mistake === "Y @B φ recomputed" && look?.kind === "at" && look.lifeline !== self)
      return this.#holds(body);
    return this.#held(body);
  }

  #since(left: number, right: number, number: number): boolean {
    const { mistake } = this.#context;
    if (mistake === "strict S") return this.#holds(left) && (this.#held(right) || this.#held(number));
    const kept = mistake === "S with the old left operand" ? this.#held(left) : this.#holds(left);
    return this.#holds(right) || (kept && this.#held(number));
  }

  #at(lifeline: Lifeline, body: number): boolean {
    const { mistake, rows, self } = this.#context;
    if (lifeline === self) return mistake === "strict self-@" ? this.#held(body) : this.#holds(body);
    const row = rows.get(lifeline);
    const inner = this.#formula(body);
    const [innermost = -1] = this.#nodes[body]?.parts ?? [];
    if (mistake === "@B(!φ) as !@B(φ)" && inner?.kind === "not") return row?.truth[innermost] !== true;
    if (row === undefined) return false;
    if (inner?.kind === "at") {
      const back = inner.lifeline === self;
      if (mistake === "@B(@A φ) at the current A-event" && back) return this.#holds(innermost);
      if (mistake === "@B(@C φ) from one's own view of C" && !back)
        return rows.get(inner.lifeline)?.truth[innermost] === true;
    }
    return row.truth[body] === true;
  }

  #formula(number: number): Formula | undefined {
    return this.#nodes[number]?.formula;
  }

  #call(name: string, args: readonly Term[]): boolean {
    const values = args.map((term) => this.#read(term)).filter((value) => value !== undefined);
    return values.length === args.length && lookup(this.#context.predicates, name)?.(...values) === true;
  }

  #read(term: Term): Json | undefined {
    const { fields, mistake, old, rows, self } = this.#context;
    switch (term.kind) {
      case "const":
        return term.value;
      case "var":
        return fields.get(term.name);
      case "remote": {
        if (term.lifeline !== self) return rows.get(term.lifeline)?.fields.get(term.name);
        return (mistake === "self @A.x reading the old value" ? old?.fields : fields)?.get(term.name);
      }
      default:
        return assertNever(term);
    }
  }
}

function compare(op: CompareOp, a: Json | undefined, b: Json | undefined, mistake: Mistake | null): boolean {
  if (a === undefined || b === undefined) {
    if (mistake === "undefined != v true") return op === "!=" && a !== b;
    return mistake === "undefined == undefined true" && op === "==" && a === b;
  }
  if (op === "==" || op === "!=") return jsonEquals(a, b) === (op === "==");
  const sign = order(a, b, mistake);
  if (sign === undefined) return false;
  if (op === "<") return sign < 0;
  if (op === ">") return sign > 0;
  return op === "<=" ? sign <= 0 : sign >= 0;
}

function order(a: Json, b: Json, mistake: Mistake | null): number | undefined {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a !== "string" || typeof b !== "string") return undefined;
  if (mistake !== "strings by code unit") return compareCodePoints(a, b);
  return a < b ? -1 : a > b ? 1 : 0;
}
