import { LightconeError, type Place, toJson } from "../base/index.ts";
import { variableIn } from "../cpl/index.ts";
import type { Assign, Source } from "./ir.ts";
import { mapEntries } from "./lifeline.ts";

/**
 * Reads the values of a payload, of arguments or of an assignment: variables of `holder`, or JSON constants.
 *
 * @throws LightconeError `choreography/foreign-variable`, `choreography/not-a-value`.
 */
export function assignOf(
  values: { readonly [target: string]: unknown },
  holder: string,
  place: Place,
): Assign {
  return mapEntries(values, (value, target) => sourceOf(value, holder, target, place));
}

function sourceOf(value: unknown, holder: string, target: string, place: Place): Source {
  const variable = variableIn(value);
  if (variable === undefined) {
    const constant = toJson(value);
    if (constant.ok) return { kind: "const", value: constant.value };
    const what = `the value for ${target} is no variable of ${holder} and no constant: ${constant.why}`;
    throw new LightconeError({ code: "choreography/not-a-value", what, place });
  }
  if (variable.on === holder) return { kind: "var", name: variable.name };
  throw new LightconeError({
    code: "choreography/foreign-variable",
    what: `${holder} uses ${variable.on}.${variable.name} for ${target}, which it does not hold`,
    place,
    remedy: `Send it from ${variable.on} to ${holder} first.`,
  });
}
