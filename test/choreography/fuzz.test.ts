import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeReview as example } from "../../examples/code-review/choreography.ts";
import type { Diagnostic, Json } from "../../src/base/index.ts";
import { LightconeError } from "../../src/base/index.ts";
import {
  type Choreography,
  checkChoreography,
  hashChoreography,
  parseChoreography,
  printChoreography,
  serializeChoreography,
  toMermaid,
} from "../../src/choreography/index.ts";
import { checkProjection, printProgram, projectAll } from "../../src/projection/index.ts";
import { compare, differenceOf } from "../analysis/agreement.ts";
import { small } from "../analysis/small-choreographies.ts";
import { projectedSystem } from "../analysis/walk.ts";
import { anyBlock, anyChoreography, decl, plain } from "./plain.ts";

/** What a hostile or a clumsy hand may put into the JSON of a choreography. */

const seeds: readonly Json[] = [example.ir, ...Object.values(small).map(({ ir }) => ir)].map((ir) =>
  JSON.parse(serializeChoreography(ir)),
);

const hostile = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    0,
    -1,
    2.5,
    1e308,
    "",
    "A",
    "B",
    "x",
    "__proto__",
    "constructor",
    "A#1",
    "$kind",
    [],
    {},
  ),
  fc.constantFrom<Json>(
    { kind: "toString" },
    { kind: "__proto__" },
    { kind: "const", value: {} },
    [[]],
    ["x"],
  ),
  fc.constantFrom<Json>(JSON.parse('{"__proto__":{"kind":"var","name":"x"}}'), { kind: "bool", value: true }),
  fc.jsonValue({ maxDepth: 2 }).map((value): Json => JSON.parse(JSON.stringify(value))),
);

type Path = readonly (string | number)[];

/** The places of a value, with what may stand there: lifelines for lifelines, blocks for blocks, formulas for formulas. */
function placesOf(value: Json, path: Path = []): readonly { readonly path: Path; readonly role: string }[] {
  const last = path.at(-1);
  const key = String(path.findLast((part) => typeof part === "string"));
  const role = roles.find((alike) => alike.includes(key))?.[0] ?? key;
  const here = { path, role: typeof last === "number" ? `${role}[]` : role };
  if (typeof value !== "object" || value === null) return [here];
  const entries: readonly (readonly [string | number, Json])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return [here, ...entries.flatMap(([part, item]) => placesOf(item, [...path, part]))];
}

const roles = [
  ["from", "to", "on", "owner", "lifeline"],
  ["body", "then", "else", "exit"],
  ["guard", "left", "right"],
  ["payload", "args", "set"],
];

function get(value: Json, [first, ...rest]: Path): Json {
  if (first === undefined) return value;
  return get((value as { readonly [part: string | number]: Json })[first] ?? null, rest);
}

/** Replaces what stands at a path by so many values: none or several in a list, one elsewhere. */
function put(value: Json, [first, ...rest]: Path, by: readonly Json[]): Json {
  if (first === undefined) return by[0] ?? null;
  if (Array.isArray(value)) {
    const at = Number(first);
    return value.flatMap((item: Json, i) =>
      i !== at ? [item] : rest.length > 0 ? [put(item, rest, by)] : by,
    );
  }
  const entries = Object.entries(value as { readonly [key: string]: Json }).flatMap(
    ([key, item]): (readonly [string, Json])[] =>
      key !== first
        ? [[key, item]]
        : rest.length === 0 && by.length === 0
          ? []
          : [[key, put(item, rest, by)]],
  );
  return Object.fromEntries(entries);
}

type Edit = readonly [how: "graft" | "put" | "drop" | "twice", target: number, from: number, value: Json];

const edit: fc.Arbitrary<Edit> = fc.tuple(
  fc.constantFrom("graft", "graft", "graft", "graft", "put", "drop", "twice", "twice"),
  fc.nat(),
  fc.nat(),
  hostile,
);

function apply(root: Json, [how, target, from, value]: Edit): Json {
  const all = placesOf(root);
  const { path, role } = all[target % all.length]!;
  const old = get(root, path);
  if (how === "put") return put(root, path, [value]);
  if (how === "drop") return put(root, path, []);
  if (how === "twice") return put(root, path, [old, old]);
  const alike = all.filter((place) => place.role === role);
  return put(root, path, [get(root, alike[from % alike.length]!.path)]);
}

const spoilt: fc.Arbitrary<Json> = fc
  .tuple(fc.constantFrom(...seeds), fc.array(edit, { minLength: 1, maxLength: 4 }))
  .map(([seed, edits]) => edits.reduce(apply, seed));

const counts = { refused: 0, accepted: 0, wrong: 0, right: 0, projected: 0, unable: 0, run: 0 };

/** Everything that is done with a choreography that was read; nothing of it may throw anything but a coded error. */
function useEverywhere(ir: Choreography): void {
  const found: readonly Diagnostic[] = checkChoreography(ir);
  for (const { code, message, remedy } of found) {
    expect(code).toMatch(/^(choreography|formula|json)\//);
    expect(message.length * remedy.length).toBeGreaterThan(0);
  }
  expect(printChoreography(ir)).toContain("\n");
  expect(toMermaid(ir)).toContain("sequenceDiagram");
  expect(hashChoreography(ir)).toMatch(/^[0-9a-f]{64}$/);
  const errors = found.filter(({ severity }) => severity === "error");
  counts[errors.length > 0 ? "wrong" : "right"] += 1;
  if (errors.some(({ code }) => code === "choreography/too-deep")) return;
  const projection = checkProjection(ir, {});
  try {
    for (const program of projectAll(ir)) {
      expect(printProgram(program)).not.toBe("");
      // Every label is a place of the program.
      for (const op of program.ops) {
        if (op.kind === "end" || op.kind === "join") continue;
        const labels = [
          op.next,
          ...("whenTrue" in op ? [op.whenTrue] : []),
          ...("arms" in op ? op.arms : []),
        ];
        for (const label of labels) expect(program.ops[label]).toBeDefined();
      }
    }
    counts.projected += 1;
  } catch (error) {
    if (!(error instanceof LightconeError)) throw error;
    counts.unable += 1;
    // What is checked is projected, but for what is not built yet.
    if (errors.length === 0) expect(error.code).toBe("projection/not-yet");
    if (error.code === "projection/not-yet") expect(projection.map(({ code }) => code)).toContain(error.code);
  }
}

/** Runs what passes all checks, over all schedules where they are few. */
function runIfChecked(ir: Choreography): void {
  const found = [...checkChoreography(ir), ...checkProjection(ir, {})];
  if (found.some(({ severity }) => severity === "error")) return;
  const stores = new Map<string, { [name: string]: Json }>();
  for (const { on, name } of ir.inputs) stores.set(on, { ...stores.get(on), [name]: 1 });
  const fields = ir.lifelines.flatMap(({ actions }) =>
    Object.values(actions).flatMap(({ out }) => (out.kind === "fields" ? Object.keys(out.fields) : [])),
  );
  const everyField = Object.fromEntries(fields.map((name) => [name, 1]));
  const isValue = (action: string) =>
    ir.lifelines.some(({ actions }) => actions[action]?.out.kind === "value");
  const outcome = (action: string, n: number) => (isValue(action) ? n % 2 : everyField);
  const compared = compare(ir, projectedSystem(ir, Object.fromEntries(stores), outcome), 200);
  if (compared === null) return;
  counts.run += 1;
  expect(differenceOf(compared)).toBeNull();
}

describe("reading a spoilt choreography", () => {
  test("never throws, and what is read is what was written", () => {
    fc.assert(
      fc.property(spoilt, (value) => {
        const parsed = parseChoreography(value);
        counts[parsed.ok ? "accepted" : "refused"] += 1;
        if (parsed.ok) expect(JSON.parse(serializeChoreography(parsed.ir))).toEqual(value);
        else {
          expect(parsed.diagnostics.length).toBeGreaterThan(0);
          expect(parsed.diagnostics.every(({ code }) => code === "choreography/foreign")).toBe(true);
        }
      }),
      { seed: 1, numRuns: 500 },
    );
    expect(counts.accepted).toBeGreaterThan(150);
    expect(counts.refused).toBeGreaterThan(150);
  });

  test("what is read can be checked, printed, hashed, and projected or refused by name, and run where it passes", () => {
    fc.assert(
      fc.property(spoilt, (value) => {
        const parsed = parseChoreography(value);
        if (!parsed.ok) return;
        useEverywhere(parsed.ir);
        runIfChecked(parsed.ir);
      }),
      { seed: 2, numRuns: 400 },
    );
    expect(counts.run).toBeGreaterThan(100);
    expect(counts.wrong).toBeGreaterThan(40);
    expect(counts.right).toBeGreaterThan(20);
    expect(counts.projected).toBeGreaterThan(50);
  });

  test("so can every kind of node, in any place and with any names", () => {
    fc.assert(fc.property(anyChoreography, useEverywhere), { numRuns: 100 });
    expect(counts.unable).toBeGreaterThan(20);
  });

  test("hostile names of lifelines, variables and actions are names", () => {
    const names = ["__proto__", "constructor", "toString", "then", "hasOwnProperty"];
    const lifelines = fc.uniqueArray(fc.constantFrom(...names, "A", "B", "C"), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(lifelines, anyBlock, (given, body) => {
        useEverywhere(plain(body, { lifelines: given.map((name) => decl(name)) }));
      }),
      { numRuns: 60 },
    );
  });

  test("deep nesting is refused, not followed", () => {
    for (const [depth, code] of [
      [60, "choreography/endless-loop"],
      [120, "choreography/too-deep"],
      [400, "choreography/too-deep"],
    ] as const) {
      let body: Choreography["body"] = [];
      for (let i = 0; i < depth; i++) {
        const guard = { kind: "bool", value: true } as const;
        body = [{ kind: "loop", step: `l${i}` as never, owner: "A", guard, body, exit: [], bound: null }];
      }
      expect(checkChoreography(plain(body)).map((found) => found.code)).toContain(code);
      const parsed = parseChoreography(JSON.parse(JSON.stringify(plain(body))));
      expect(parsed.ok ? [] : parsed.diagnostics.map((found) => found.code)).toEqual(
        depth < 140 ? [] : [code],
      );
    }
  });
});
