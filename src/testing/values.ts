import * as fc from "fast-check";
import type { Json } from "../base/index.ts";
import type { Predicates } from "../cpl/index.ts";

/** Lifelines and variables that the arbitraries draw from when they are given none. */
export const sampleNames = {
  lifelines: ["A", "B", "C", "D", "E"],
  variables: ["x", "y", "z"],
} as const;

/** Texts that are ordered one way by code point and the other way by code unit. */
export const beyondUnits = ["\uffff", "\u{1f600}"] as const;

/**
 * JSON values that tell comparisons apart: few, so that equal ones meet; of several types; texts whose order by code
 * point is not that by code unit; objects that differ in key order only.
 */
export function arbitraryValue(): fc.Arbitrary<Json> {
  return fc.constantFrom<Json>(
    ...[0, 1, 2, 1.5, "a", "b", "", "1", true, false, null],
    ...beyondUnits,
    ...beyondUnits,
    ...[[1, "a"], [], { a: 1, b: 2 }, { b: 2, a: 1 }],
  );
}

/** The predicates that {@link arbitraryFormula} names, with their functions; `even` takes one argument, `same` two. */
export const samplePredicates: Predicates = {
  even: (value) => typeof value === "number" && value % 2 === 0,
  same: (a, b) => JSON.stringify(a) === JSON.stringify(b),
};
