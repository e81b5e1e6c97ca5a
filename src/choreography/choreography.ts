import { define, type Lifeline } from "../base/index.ts";
import {
  builtins,
  type Formula,
  foldFormula,
  type Held,
  type Predicate,
  participantKey,
  variableIn,
} from "../cpl/index.ts";
import { nodesOf } from "./blocks.ts";
import type { Definition, LifelineSchemas } from "./definition.ts";
import type { Block, Located } from "./ir.ts";
import { type Actor, actionSchemas, declarationOf, mapEntries } from "./lifeline.ts";
import { watchingCalls } from "./open-calls.ts";
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
  const recorder = new Recorder();
  const lifelines = spec.lifelines.map(declarationOf);
  const { body, sources, allowed } = recorder.record(() =>
    watchingCalls(() => build(recordingStatements(recorder, lifelines))),
  );
  const schemas: { [lifeline: Lifeline]: LifelineSchemas } = {};
  for (const actor of spec.lifelines) {
    const { name: on, variables, actions } = actor[participantKey];
    define(schemas, on, { variables, actions: mapEntries(actions, actionSchemas) });
  }
  const predicates = predicatesOf(spec.predicates ?? [], body);
  const ir = {
    format: "lightcone/choreography",
    version: 1,
    name,
    lifelines,
    inputs: (spec.inputs ?? []).map(located),
    results: (spec.results ?? []).map(located),
    predicates: mapEntries(predicates, ({ arity, version }) => ({ arity, version })),
    body,
  } as const;
  return {
    kind: "choreography",
    ir,
    sources,
    schemas,
    allowed,
    predicates: mapEntries(predicates, ({ test }) => test),
  };
}

/** The declared predicates by name, and those of the built-in ones that guards use. */
function predicatesOf(declared: readonly Predicate[], body: Block): { readonly [name: string]: Predicate } {
  const used = new Set<string>();
  for (const node of nodesOf(body)) {
    if (node.kind === "branch" || node.kind === "loop") predicateNames(node.guard, used);
  }
  const builtin = Object.values(builtins).filter(({ name }) => used.has(name));
  return Object.fromEntries([...builtin, ...declared].map((predicate) => [predicate.name, predicate]));
}

function predicateNames(guard: Formula, into: Set<string>): void {
  foldFormula<null>(guard, (formula) => {
    if (formula.kind === "predicate") into.add(formula.name);
    return null;
  });
}

function located(value: unknown): Located {
  const variable = variableIn(value);
  if (variable === undefined) throw misuse("an input or result is no variable of a lifeline", {});
  return variable;
}
