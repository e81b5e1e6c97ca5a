import { define, type Lifeline } from "../base/index.ts";
import { type Held, type Predicate, participantKey, variableIn } from "../cpl/index.ts";
import type { Definition, LifelineSchemas } from "./definition.ts";
import type { Located } from "./ir.ts";
import { type Actor, actionSchemas, declarationOf, mapEntries } from "./lifeline.ts";
import { recordingStatements } from "./record-statements.ts";
import { misuse, Recorder } from "./recorder.ts";
import type { Statements } from "./statements.ts";

/** Who takes part, in the order in which control messages go out, and where inputs and results are located. */
export interface ChoreographySpec {
  readonly lifelines: readonly Actor[];
  readonly inputs?: readonly Held<string, unknown>[];
  readonly results?: readonly Held<string, unknown>[];
  /** The named predicates that guards use. */
  readonly predicates?: readonly Predicate[];
}

/**
 * Records a choreography: runs `build` once and keeps what its statements say as data. What only the whole program shows
 * (a variable read before it is written, an unknown lifeline) is left to `checkChoreography`.
 *
 * @throws LightconeError of the area `choreography` for what cannot be recorded; `formula/…` for a guard's text.
 */
export function choreography(
  name: string,
  spec: ChoreographySpec,
  build: (c: Statements) => void,
): Definition {
  const { predicates = [] } = spec;
  const recorder = new Recorder();
  const lifelines = spec.lifelines.map(declarationOf);
  const { body, sources } = recorder.record(() => build(recordingStatements(recorder, lifelines)));
  const schemas: { [lifeline: Lifeline]: LifelineSchemas } = {};
  for (const actor of spec.lifelines) {
    const { name: on, variables, actions } = actor[participantKey];
    define(schemas, on, { variables, actions: mapEntries(actions, actionSchemas) });
  }
  const ir = {
    format: "lightcone/choreography",
    version: 1,
    name,
    lifelines,
    inputs: (spec.inputs ?? []).map(located),
    results: (spec.results ?? []).map(located),
    predicates: Object.fromEntries(predicates.map(({ name: p, arity, version }) => [p, { arity, version }])),
    body,
  } as const;
  const tests = Object.fromEntries(predicates.map(({ name: p, test }) => [p, test]));
  return { kind: "choreography", ir, sources, schemas, predicates: tests };
}

function located(value: unknown): Located {
  const variable = variableIn(value);
  if (variable === undefined) throw misuse("an input or result is no variable of a lifeline", {});
  return variable;
}
