import { diagnostic, type Lifeline, LightconeError, lookup } from "../base/index.ts";
import type { ActionImplementation, Definition, Implementation, Node } from "../choreography/index.ts";
import { checkChoreography, nodesOf } from "../choreography/index.ts";
import type { Predicates } from "../cpl/index.ts";
import { baselineMonitor } from "../monitor/index.ts";
import { checkProjection, type LocalProgram, projectAll } from "../projection/index.ts";
import type { ActionSchemas } from "./actions.ts";
import { makeReactor, type Reactor } from "./reactor.ts";

/** A choreography made ready to run: checked, projected, its monitors compiled. */
export interface Workflow {
  readonly definition: Definition;
  /** In declaration order. */
  readonly lifelines: readonly Lifeline[];
  readonly reactors: ReadonlyMap<Lifeline, Reactor>;
}

/** A choreography whose local programs are not those of its projection; made by `withPrograms` of `lightcone/testing`. */
interface ReprogrammedDefinition extends Definition {
  readonly programs: (projected: readonly LocalProgram[]) => readonly LocalProgram[];
}

/** What the local programs of a definition are; of an ordinary one those of its projection. */
function programsOf(definition: Definition): readonly LocalProgram[] {
  const projected = projectAll(definition.ir);
  return isReprogrammed(definition) ? definition.programs(projected) : projected;
}

function isReprogrammed(definition: Definition): definition is ReprogrammedDefinition {
  return Object.hasOwn(definition, "programs");
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
  const reactors = programsOf(definition).map(
    (program) => [program.lifeline, makeReactor(program, baselineMonitor(program.plan, predicates))] as const,
  );
  return { definition, lifelines: reactors.map(([name]) => name), reactors: new Map(reactors) };
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

const noSchemas: ActionSchemas = { args: {}, out: null, signature: { args: {}, out: { kind: "none" } } };

/** The validators of an action's signature. */
export function schemasOf(definition: Definition, lifeline: Lifeline, action: string): ActionSchemas {
  return lookup(lookup(definition.schemas, lifeline)?.actions ?? {}, action) ?? noSchemas;
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
  const steps = new Map<string, Node>();
  for (const node of nodesOf(definition.ir.body)) {
    const name = node.kind === "act" ? `${node.on}#${node.action}` : ""; // a lifeline has no `#` in its name
    if (name !== "" && !steps.has(name)) steps.set(name, node);
  }
  const missing = definition.ir.lifelines.flatMap((decl) =>
    Object.keys(decl.actions).flatMap((action) => {
      const node = steps.get(`${decl.name}#${action}`);
      if (node === undefined || implementationOf(implementations, decl.name, action) !== undefined) return [];
      const place = { ...lookup(definition.sources, node.step), lifeline: decl.name, step: node.step };
      const message = `${decl.name}.${action} has no implementation`;
      return [diagnostic({ code: "action/not-implemented", message, place })];
    }),
  );
  const first = missing[0];
  if (first === undefined) return;
  const what = missing.length === 1 ? first.message : `${missing.length} actions have no implementation`;
  const place = missing.length === 1 ? first.place : {};
  throw new LightconeError({ code: "action/not-implemented", what, place, diagnostics: missing });
}
