import { digestOf, type Json, LightconeError, lookup, type Vars } from "../base/index.ts";
import { FormulaTable } from "./formula-table.ts";
import type { MonitorPlan } from "./types.ts";

/** What a lifeline knows of another's latest visible event: the value of every formula and tracked variable there. */
export interface Row {
  readonly truth: readonly boolean[];
  /** By position in the plan's `variables`; undefined: unset. */
  readonly values: readonly (Json | undefined)[];
}

/** The baseline's table: a count and a row a lifeline. A row is null while no event is visible. Immutable. */
export interface Table {
  readonly counts: readonly number[];
  readonly rows: readonly (Row | null)[];
}

const version = 1;

/** Reads and writes tables as JSON that names the plan, so that nothing of another choreography is ever merged. */
export function tableCodec(plan: MonitorPlan): {
  encode: (table: Table) => Json;
  decode: (value: Json) => Table;
} {
  const digest = digestOf([[...plan.lifelines], [...FormulaTable.of(plan).keys], [...plan.variables]]);
  return {
    encode: ({ counts, rows }) => ({
      codec: version,
      plan: digest,
      counts,
      rows: rows.map((row) =>
        row === null
          ? null
          : { truth: row.truth.map((bit) => (bit ? "1" : "0")).join(""), values: encodeValues(row.values) },
      ),
    }),
    decode: (value) => {
      const refuse = (what: string): LightconeError => new LightconeError({ code: "monitor/foreign", what });
      const fields = record(value);
      if (lookup(fields, "codec") !== version)
        throw refuse("The monitor data are of another version of the codec");
      if (lookup(fields, "plan") !== digest) throw refuse("The monitor data are of another choreography");
      const counts = list(lookup(fields, "counts")).filter((n): n is number => Number.isSafeInteger(n));
      const rows = list(lookup(fields, "rows")).map((row) => decodeRow(row, plan));
      const fits = counts.length === plan.lifelines.length && rows.length === plan.lifelines.length;
      const agree = rows.every((row, i) => row !== undefined && (row === null) === (counts[i] === 0));
      if (!fits || !agree) throw refuse("The monitor data are damaged");
      return { counts, rows: rows.map((row) => row ?? null) };
    },
  };
}

function encodeValues(values: readonly (Json | undefined)[]): Json {
  return Object.fromEntries(
    [...values.entries()].flatMap(([i, value]) => (value === undefined ? [] : [[String(i), value]])),
  );
}

/** A row, null for "no event visible", undefined for damaged data. */
function decodeRow(value: Json, plan: MonitorPlan): Row | null | undefined {
  if (value === null) return null;
  const fields = record(value);
  const truth = lookup(fields, "truth");
  const values = record(lookup(fields, "values") ?? null);
  if (typeof truth !== "string" || truth.length !== plan.formulas.length || !/^[01]*$/.test(truth))
    return undefined;
  return {
    truth: Array.from(truth, (bit) => bit === "1"),
    values: plan.variables.map((_, i) => lookup(values, String(i))),
  };
}

function record(value: Json): Vars {
  const plain = typeof value === "object" && value !== null && !Array.isArray(value);
  return plain ? (value as Vars) : {}; // TypeScript does not narrow readonly arrays away
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
