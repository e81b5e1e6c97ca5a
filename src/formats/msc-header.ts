import { type Lifeline, lookup, type Vars } from "../base/index.ts";
import { asObject, CheckedFields, type Report } from "./checked-fields.ts";
import type { Fields, MscRecording, RecordingMeta } from "./recording.ts";

/** What the header says. */
export type MscHeader = Pick<MscRecording, "lifelines" | "run" | "meta" | "stores" | "causality" | "extra">;

const known: ReadonlySet<string> = new Set([
  "format",
  "version",
  "lifelines",
  "run",
  "meta",
  "stores",
  "causality",
]);

/** Reads the header line; undefined when it is another format's, or no header. */
export function parseHeader(fields: Fields, report: Report): MscHeader | undefined {
  const format = lookup(fields, "format");
  if (format === undefined) {
    report("recording/no-header", "the first line has no `format`");
    return undefined;
  }
  const version = lookup(fields, "version");
  if (format !== "lightcone/msc" || version !== 1) {
    const found = `format ${JSON.stringify(format)}, version ${JSON.stringify(version) ?? "none"}`;
    report("recording/format", `the header says ${found}`);
    return undefined;
  }
  const checked = new CheckedFields(fields, report);
  checked.need("lifelines", "the header");
  const run = checked.string("run");
  const causality = checked.read("causality", '"messages" or "clocks"', (value) =>
    value === "messages" || value === "clocks" ? value : undefined,
  );
  const lifelines = checked.strings("lifelines");
  const stores = parseStores(checked, report);
  const meta = parseMeta(checked, report);
  if (lifelines === undefined) return undefined;
  return {
    lifelines,
    ...(run === undefined ? {} : { run }),
    meta,
    stores,
    causality: causality ?? "messages",
    extra: checked.others(known),
  };
}

function parseStores(checked: CheckedFields, report: Report): { readonly [lifeline: Lifeline]: Vars } {
  const stores = checked.object("stores") ?? {};
  return Object.fromEntries(
    Object.entries(stores).flatMap(([lifeline, value]): (readonly [Lifeline, Vars])[] => {
      const store = asObject(value);
      if (store !== undefined) return [[lifeline, store]];
      report("recording/invalid-value", `the store of ${JSON.stringify(lifeline)} is no object`);
      return [];
    }),
  );
}

function parseMeta(checked: CheckedFields, report: Report): RecordingMeta {
  const meta = new CheckedFields(checked.object("meta") ?? {}, report);
  const guards = Object.entries(meta.object("guards") ?? {}).flatMap(
    ([guard, text]): (readonly [string, string])[] => {
      if (typeof text === "string") return [[guard, text]];
      report("recording/invalid-value", `the guard ${JSON.stringify(guard)} is no formula text`);
      return [];
    },
  );
  return { guards: Object.fromEntries(guards), extra: meta.others(new Set(["guards"])) };
}
