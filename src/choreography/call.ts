import { jsonEquals, type Lifeline, lookup, type Place, toJson } from "../base/index.ts";
import { type Participant, participantKey, variableIn, variablesOf } from "../cpl/index.ts";
import { nodesOf } from "./blocks.ts";
import type { Definition } from "./definition.ts";
import { readsOf, writesOf } from "./effects.ts";
import type { Assign, Choreography, LifelineDecl } from "./ir.ts";
import { misuse, type StatementOptions } from "./recorder.ts";
import { assignOf } from "./source.ts";

/** How a sub-choreography's lifelines, inputs and results are those of the outer one. */
export interface CallOptions extends StatementOptions {
  /** Inner lifeline to the one that plays it; those left out are played by the lifeline of the same name. */
  readonly as?: { readonly [inner: Lifeline]: Participant };
  /** Inner lifeline to input to value: a variable of the lifeline that plays it, or a constant. */
  readonly inputs?: { readonly [inner: Lifeline]: { readonly [name: string]: unknown } };
  /** Inner lifeline to result to the variable, of the lifeline that plays it, that takes it. */
  readonly results?: { readonly [inner: Lifeline]: { readonly [name: string]: unknown } };
}

/** A call as it is recorded: values passed at each lifeline, the inner program under other names, values taken. */
export interface Call {
  readonly rename: { readonly [inner: Lifeline]: Lifeline };
  readonly passed: readonly (readonly [Lifeline, Assign])[];
  readonly taken: readonly (readonly [Lifeline, Assign])[];
}

/**
 * Reads a call. Whoever plays an inner lifeline has its variables and actions, with the same schemas.
 *
 * @throws LightconeError `choreography/misuse` with everything that does not fit.
 */
export function readCall(
  { ir }: Definition,
  options: CallOptions,
  lifelines: readonly LifelineDecl[],
  place: Place,
): Call {
  const { as = {}, inputs = {}, results = {} } = options;
  const rename = Object.fromEntries(
    ir.lifelines.map(({ name }) => [name, lookup(as, name)?.[participantKey].name ?? name]),
  );
  const unknown = [as, inputs, results]
    .flatMap((record) => Object.keys(record))
    .filter((name) => !Object.hasOwn(rename, name));
  const problems = [
    ...unknown.map((name) => `${ir.name} has no lifeline ${name}`),
    ...missingRoles(ir, rename, lifelines),
    ...missingParts(ir, rename, lifelines),
    ...strangers(ir, "inputs", inputs),
    ...strangers(ir, "results", results),
  ];
  if (problems.length > 0) throw misuse(`${ir.name} cannot be called so: ${problems.join("; ")}`, place);
  const at = (inner: Lifeline): Lifeline => lookup(rename, inner) ?? inner;
  return {
    rename,
    passed: Object.entries(inputs).map(([on, values]) => [at(on), assignOf(values, at(on), place)]),
    taken: Object.entries(results).map(([on, values]) => [at(on), taken(at(on), values, place)]),
  };
}

function missingRoles(
  ir: Choreography,
  rename: Call["rename"],
  lifelines: readonly LifelineDecl[],
): readonly string[] {
  const declared = new Set(lifelines.map(({ name }) => name));
  const played = Object.values(rename);
  return ir.lifelines.flatMap(({ name }) => {
    const by = rename[name] ?? name;
    if (!declared.has(by)) return [`nobody plays ${name} (there is no lifeline ${by} here)`];
    return played.filter((other) => other === by).length > 1
      ? [`${by} plays ${name} and another lifeline`]
      : [];
  });
}

/** What the inner steps use and whoever plays their lifeline does not have. */
function missingParts(
  ir: Choreography,
  rename: Call["rename"],
  lifelines: readonly LifelineDecl[],
): readonly string[] {
  const outer = new Map(lifelines.map((decl) => [decl.name, decl]));
  const problems = new Set<string>();
  const need = (on: Lifeline, name: string, kind: "variables" | "actions"): void => {
    const by = outer.get(rename[on] ?? on);
    const wanted = lookup<unknown>(ir.lifelines.find((decl) => decl.name === on)?.[kind] ?? {}, name);
    if (by === undefined || wanted === undefined) return;
    const has = lookup<unknown>(by[kind], name);
    if (has === undefined) problems.add(`${by.name} has no ${name} for ${on}`);
    else if (!same(has, wanted)) problems.add(`${by.name}.${name} is declared otherwise than ${on}.${name}`);
  };
  for (const node of nodesOf(ir.body)) {
    for (const { on, name } of [...readsOf(node), ...writesOf(node)]) need(on, name, "variables");
    if (node.kind === "act") need(node.on, node.action, "actions");
    if (node.kind !== "branch" && node.kind !== "loop") continue;
    for (const { name, lifeline } of variablesOf(node.guard)) need(lifeline ?? node.owner, name, "variables");
  }
  for (const { on, name } of [...ir.inputs, ...ir.results]) need(on, name, "variables");
  return [...problems];
}

function strangers(
  ir: Choreography,
  part: "inputs" | "results",
  given: { readonly [inner: Lifeline]: { readonly [name: string]: unknown } },
): readonly string[] {
  return Object.entries(given).flatMap(([on, values]) =>
    Object.keys(values)
      .filter((name) => !ir[part].some((located) => located.on === on && located.name === name))
      .map((name) => `${on}.${name} is none of its ${part}`),
  );
}

/** The variables of one lifeline that take results, with the results as sources. */
function taken(on: Lifeline, values: { readonly [name: string]: unknown }, place: Place): Assign {
  const set = Object.entries(values).map(([result, ref]) => {
    const target = variableIn(ref);
    if (target?.on !== on) throw misuse(`the result ${result} goes to what is no variable of ${on}`, place);
    return [target.name, { kind: "var", name: result }] as const;
  });
  return Object.fromEntries(set);
}

function same(a: unknown, b: unknown): boolean {
  const [one, other] = [toJson(a), toJson(b)];
  return one.ok && other.ok && jsonEquals(one.value, other.value);
}
