import {
  type Diagnostic,
  define,
  diagnostic,
  type Json,
  type Lifeline,
  LightconeError,
  lookup,
  nearest,
  type Vars,
} from "../base/index.ts";
import type { ActionImplementation, Definition, Implementation } from "../choreography/index.ts";
import { checkChoreography, nodesOf } from "../choreography/index.ts";
import type { Predicates } from "../cpl/index.ts";
import { baselineMonitor } from "../monitor/index.ts";
import { checkProjection, projectAll } from "../projection/index.ts";
import { type ActionSchemas, validate } from "./actions.ts";
import { makeReactor, type Reactor } from "./reactor.ts";

/** A choreography made ready to run: checked, projected, its monitors compiled. */
export interface Workflow {
  readonly definition: Definition;
  /** In declaration order. */
  readonly lifelines: readonly Lifeline[];
  readonly reactors: ReadonlyMap<Lifeline, Reactor>;
}

/**
 * Checks a choreography and projects it to every lifeline.
 *
 * @throws LightconeError with every diagnostic when a check fails.
 */
export function compileWorkflow(
  definition: Definition,
  predicates: Predicates = definition.predicates,
): Workflow {
  const { ir, sources } = definition;
  const local = checkChoreography(ir, sources);
  const broken = local.some((d) => d.severity === "error");
  const errors = (broken ? local : [...local, ...checkProjection(ir, sources)]).filter(
    (d) => d.severity === "error",
  );
  const first = errors[0];
  if (first !== undefined) {
    const what =
      errors.length === 1 ? first.message : `The choreography ${ir.name} has ${errors.length} errors`;
    throw new LightconeError({
      code: first.code,
      what,
      place: first.place,
      remedy: first.remedy,
      diagnostics: errors,
    });
  }
  const reactors = projectAll(ir).map(
    (program) => [program.lifeline, makeReactor(program, baselineMonitor(program.plan, predicates))] as const,
  );
  return { definition, lifelines: reactors.map(([name]) => name), reactors: new Map(reactors) };
}

/**
 * Checks a run's inputs against the declaration and their schemas.
 *
 * @returns The stores before the first event, one a lifeline.
 * @throws LightconeError `run/inputs` with every problem.
 */
export async function checkInputs(
  definition: Definition,
  inputs: { readonly [lifeline: Lifeline]: { readonly [name: string]: unknown } },
): Promise<ReadonlyMap<Lifeline, Vars>> {
  const declared = definition.ir.inputs;
  const problems: Diagnostic[] = [];
  const stores = new Map<Lifeline, { [name: string]: Json }>(
    definition.ir.lifelines.map((decl) => [decl.name, {}]),
  );
  const known = declared.map((input) => `${input.on}.${input.name}`);
  for (const [on, values] of Object.entries(inputs)) {
    for (const name of Object.keys(values)) {
      if (known.includes(`${on}.${name}`)) continue;
      const message = `${on}.${name} is no input of ${definition.ir.name}`;
      problems.push(
        diagnostic({
          code: "run/inputs",
          message,
          place: { lifeline: on },
          suggestion: nearest(`${on}.${name}`, known),
        }),
      );
    }
  }
  for (const { on, name } of declared) {
    const value = lookup(lookup(inputs, on) ?? {}, name);
    const schema = lookup(lookup(definition.schemas, on)?.variables ?? {}, name);
    const place = { lifeline: on };
    if (value === undefined)
      problems.push(diagnostic({ code: "run/inputs", message: `The input ${on}.${name} is missing`, place }));
    else if (schema !== undefined) {
      const checked = await validate(schema, value, `${on}.${name}`);
      if (!checked.ok)
        problems.push(
          diagnostic({ code: "run/inputs", message: `The input does not fit: ${checked.why}`, place }),
        );
      else define(stores.get(on) ?? {}, name, checked.value);
    }
  }
  const first = problems[0];
  if (first === undefined) return stores;
  const what = problems.length === 1 ? first.message : `The inputs have ${problems.length} problems`;
  throw new LightconeError({ code: "run/inputs", what, diagnostics: problems });
}

/** Finds the implementation of an action; the last one supplied wins, so that a script can replace a real one. */
export function implementationOf(
  implementations: readonly Implementation[],
  lifeline: Lifeline,
  action: string,
): ActionImplementation | undefined {
  const found = implementations.findLast(
    (one) => one.lifeline === lifeline && Object.hasOwn(one.actions, action),
  );
  return found === undefined ? undefined : lookup(found.actions, action);
}

/** The validators of an action's signature. */
export function schemasOf(definition: Definition, lifeline: Lifeline, action: string): ActionSchemas {
  return lookup(lookup(definition.schemas, lifeline)?.actions ?? {}, action) ?? { args: {}, out: null };
}

/**
 * Names every action that a step of the choreography needs and nobody implements.
 *
 * @throws LightconeError `action/not-implemented` with every one.
 */
export function requireImplementations(
  definition: Definition,
  implementations: readonly Implementation[],
): void {
  const used = new Set(
    nodesOf(definition.ir.body).flatMap((node) => (node.kind === "act" ? [`${node.on}#${node.action}`] : [])),
  );
  const missing = definition.ir.lifelines.flatMap((decl) =>
    Object.keys(decl.actions)
      .filter((action) => used.has(`${decl.name}#${action}`)) // a lifeline has no `#` in its name
      .filter((action) => implementationOf(implementations, decl.name, action) === undefined)
      .map((action) =>
        diagnostic({
          code: "action/not-implemented",
          message: `${decl.name}.${action} has no implementation`,
          place: { lifeline: decl.name },
        }),
      ),
  );
  const first = missing[0];
  if (first === undefined) return;
  const what = missing.length === 1 ? first.message : `${missing.length} actions have no implementation`;
  throw new LightconeError({ code: "action/not-implemented", what, diagnostics: missing });
}
