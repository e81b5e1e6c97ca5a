import type { Json, Lifeline } from "../base/index.ts";

/** Metadata of the event at which a formula is evaluated; absent ones are undefined. */
export const metaFields = ["$kind", "$type", "$lifeline", "$message"] as const;

/** One of {@link metaFields}. */
export type MetaField = (typeof metaFields)[number];

/** A term: a constant, a variable of the event itself, or a variable at the latest visible event of a lifeline. */
export type Term =
  | { readonly kind: "const"; readonly value: Json }
  /** `x`, or one of the {@link MetaField}s. */
  | { readonly kind: "var"; readonly name: string }
  /** `@B.x` */
  | { readonly kind: "remote"; readonly lifeline: Lifeline; readonly name: string };

/** A comparison sign. */
export type CompareOp = "==" | "!=" | "<" | "<=" | ">" | ">=";

/**
 * A formula of Causal Past Logic (Bollig, section 4) as plain data; all binary operators are binary nodes. `once` is
 * `P[B] φ`, or `P φ` where the lifeline is null; `seen` is `@B(true)`.
 */
export type Formula =
  | { readonly kind: "bool"; readonly value: boolean }
  | { readonly kind: "compare"; readonly op: CompareOp; readonly left: Term; readonly right: Term }
  | { readonly kind: "predicate"; readonly name: string; readonly args: readonly Term[] }
  | { readonly kind: "not"; readonly body: Formula }
  | { readonly kind: "prev"; readonly body: Formula }
  | { readonly kind: "and"; readonly left: Formula; readonly right: Formula }
  | { readonly kind: "or"; readonly left: Formula; readonly right: Formula }
  | { readonly kind: "since"; readonly left: Formula; readonly right: Formula }
  | { readonly kind: "at"; readonly lifeline: Lifeline; readonly body: Formula }
  | { readonly kind: "once"; readonly lifeline: Lifeline | null; readonly body: Formula }
  | { readonly kind: "seen"; readonly lifeline: Lifeline };

/** The pure functions behind named predicates: never called with an undefined argument. */
export type Predicates = { readonly [name: string]: (...args: readonly Json[]) => boolean };
