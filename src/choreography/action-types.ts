import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { ActionContext } from "./definition.ts";

/** Name to Standard Schema. */
export type Schemas = { readonly [name: string]: StandardSchemaV1 };

/** The values that a schema lets out. */
export type ValueOf<S> = S extends StandardSchemaV1 ? StandardSchemaV1.InferOutput<S> : never;

/** An action's signature: schemas of its arguments; of its result as one value, or field by field; none: no result. */
export interface ActionSpec {
  readonly in?: Schemas;
  readonly out?: StandardSchemaV1 | Schemas;
  /** Never overlaps another action of its lifeline, where parallel arms would let it. */
  readonly exclusive?: boolean;
}

/** Action to signature. */
export type ActionSpecs = { readonly [name: string]: ActionSpec };

/** A record without entries. */
export type None = Record<never, never>;

/** What an action's implementation is given. */
export type ArgumentsOf<S extends ActionSpec> = S extends { readonly in: infer I }
  ? { readonly [K in keyof I]: ValueOf<I[K]> }
  : None;

/** What an action's call leaves behind: one value, several fields, or nothing. */
export type ResultOf<S extends ActionSpec> = S extends { readonly out: StandardSchemaV1 }
  ? { readonly value: ValueOf<S["out"]> }
  : S extends { readonly out: Schemas }
    ? { readonly fields: { readonly [K in keyof S["out"]]: ValueOf<S["out"][K]> } }
    : { readonly nothing: true };

type InputOf<S> = S extends StandardSchemaV1 ? StandardSchemaV1.InferInput<S> : never;

/** What an implementation may return, before its schema has seen it: the value itself, or an object of the declared fields. */
type ReturnOf<S extends ActionSpec> = S extends { readonly out: infer O }
  ? O extends StandardSchemaV1
    ? InputOf<O>
    : { readonly [K in Exclude<keyof O, Omissible<O>>]: InputOf<O[K]> } & {
        readonly [K in Omissible<O>]?: InputOf<O[K]>;
      }
  : void;

/** The fields whose schema takes nothing at all: they may be left out. */
type Omissible<O> = { [K in keyof O]: undefined extends InputOf<O[K]> ? K : never }[keyof O];

/** A time span: milliseconds, or text such as `500ms`, `30s`, `2m`, `1h`. */
export type Duration = number | `${number}${"ms" | "s" | "m" | "h"}`;

/** Asynchronous always: where a plain value may be returned as well, the compiler widens `"passed"` in an `async` function to string. */
type Run<S extends ActionSpec> = (args: ArgumentsOf<S>, context: ActionContext) => Promise<ReturnOf<S>>;

/** A result for when no attempt gave one: a value, or what a function of the arguments and of the reason returns. */
type Fallback<S extends ActionSpec> =
  | ReturnOf<S>
  | ((args: ArgumentsOf<S>, why: string) => ReturnOf<S> | Promise<ReturnOf<S>>);

/** A function with limits: the time of an attempt (default: none), the attempts after the first (default: 0), and what then. */
interface Limited<S extends ActionSpec> {
  readonly run: Run<S>;
  readonly timeout?: Duration;
  readonly retries?: number;
  readonly fallback?: Fallback<S>;
}

/** Each action's function, or the function with limits. */
export type Implementations<A extends ActionSpecs> = {
  readonly [K in keyof A]: Run<A[K]> | Limited<A[K]>;
};

/** Each action's results, in order; an action without result needs as many `undefined`s as it is called. */
export type Scripts<A extends ActionSpecs> = { readonly [K in keyof A]: readonly ReturnOf<A[K]>[] };
