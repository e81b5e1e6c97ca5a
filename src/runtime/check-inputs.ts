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
import type { Definition } from "../choreography/index.ts";
import { validate } from "./actions.ts";

/** Inputs of a run as somebody gave them. */
interface Given {
  readonly [lifeline: Lifeline]: { readonly [name: string]: unknown };
}

/**
 * Checks a run's inputs against the declaration and their schemas.
 *
 * @returns The stores before the first event, one a lifeline.
 * @throws LightconeError `run/inputs` with every problem.
 */
export async function checkInputs(
  definition: Definition,
  inputs: Given,
): Promise<ReadonlyMap<Lifeline, Vars>> {
  const problems: Diagnostic[] = [...unknownInputs(definition, inputs)];
  const stores = new Map<Lifeline, { [name: string]: Json }>(
    definition.ir.lifelines.map((decl) => [decl.name, {}]),
  );
  const misplaced = new Set(Object.keys(inputs));
  for (const { on, name } of definition.ir.inputs) {
    const value = givenValue(inputs, on, name);
    const schema = lookup(lookup(definition.schemas, on)?.variables ?? {}, name);
    const problem = (message: string): void =>
      void problems.push(diagnostic({ code: "run/inputs", message, place: { lifeline: on } }));
    if (value === undefined) {
      // A flat or misshapen input has been told of already.
      if (!misplaced.has(`${on}.${name}`) && (!Object.hasOwn(inputs, on) || isGroup(lookup(inputs, on))))
        problem(`The input ${on}.${name} is missing`);
    } else if (schema !== undefined) {
      const checked = await validate(schema, value, `${on}.${name}`);
      if (!checked.ok) problem(`The input does not fit: ${checked.why}`);
      else if (checked.value !== undefined) define(stores.get(on) ?? {}, name, checked.value);
    }
  }
  const first = problems[0];
  if (first === undefined) return stores;
  const what = problems.length === 1 ? first.message : `The inputs have ${problems.length} problems`;
  const { place, remedy } = problems.length === 1 ? first : { place: {}, remedy: undefined };
  throw new LightconeError({
    code: "run/inputs",
    what,
    place,
    diagnostics: problems,
    ...(remedy === undefined ? {} : { remedy }),
  });
}

/** Every lifeline and variable that is given and not asked for, and every value that stands where its group should. */
function unknownInputs({ ir }: Definition, inputs: Given): readonly Diagnostic[] {
  const known = ir.inputs.map((input) => `${input.on}.${input.name}`);
  const lifelines = ir.lifelines.map((decl) => decl.name);
  return Object.entries(inputs).flatMap(([on, values]): Diagnostic[] => {
    const wrong = (message: string, suggestion?: string, remedy?: string): Diagnostic =>
      diagnostic({
        code: "run/inputs",
        message,
        place: { lifeline: on },
        suggestion,
        ...(remedy === undefined ? {} : { remedy }),
      });
    const flat = ir.inputs.find((input) => `${input.on}.${input.name}` === on);
    if (flat !== undefined && !lifelines.includes(on)) {
      const shape = `{ ${JSON.stringify(flat.on)}: { ${JSON.stringify(flat.name)}: … } }`;
      return [wrong(`${on} is given as one name`, undefined, `Give it by lifeline: ${shape}.`)];
    }
    if (!isGroup(values)) {
      const remedy = `Write { ${JSON.stringify(on)}: { variable: value } }.`;
      const near = lifelines.includes(on) ? undefined : (nearest(on, lifelines) ?? nearest(on, known));
      return [wrong(`What is given for ${on} is no object from variable to value`, near, remedy)];
    }
    const names = Object.keys(values);
    if (names.length === 0 && !lifelines.includes(on))
      return [wrong(`${on} is no lifeline of ${ir.name}`, nearest(on, lifelines))];
    return names.flatMap((name) => {
      const full = `${on}.${name}`;
      return known.includes(full) ? [] : [wrong(`${full} is no input of ${ir.name}`, nearest(full, known))];
    });
  });
}

function isGroup(values: unknown): values is { readonly [name: string]: unknown } {
  return typeof values === "object" && values !== null && !Array.isArray(values);
}

function givenValue(inputs: Given, on: Lifeline, name: string): unknown {
  const values: unknown = lookup(inputs, on);
  return isGroup(values) ? lookup(values, name) : undefined;
}
