import {
  callPlace,
  define,
  hasLoneSurrogate,
  LightconeError,
  namedMembers,
  refuseMisspelt,
} from "../base/index.ts";
import { type Held, type Participant, participantKey, type Ref, refHandle } from "../cpl/index.ts";
import type {
  ActionSpec,
  ActionSpecs,
  ArgumentsOf,
  Implementations,
  None,
  ResultOf,
  Schemas,
  Scripts,
  ValueOf,
} from "./action-types.ts";
import type { ActionSchemas } from "./definition.ts";
import type { ActionDecl, LifelineDecl } from "./ir.ts";
import { callMade } from "./open-calls.ts";
import { isSchema, jsonSchemaOf, mayBeLeftOut } from "./schema.ts";
import { isSecret } from "./secret.ts";

/** The name of a lifeline, as a literal type. */
export type NameOf<X extends Participant> = X[typeof participantKey]["name"];

/** The schemas of a lifeline's variables. */
export type VariablesOf<X extends Participant> = X[typeof participantKey]["variables"];

declare const resultOfCall: unique symbol;
const callKey: unique symbol = Symbol.for("lightcone.call");

/** An action with its arguments, to be recorded by `c.act`. */
export interface ActionCall<out L extends string, out R> {
  readonly [callKey]: {
    readonly on: L;
    readonly action: string;
    readonly args: { readonly [name: string]: unknown };
  };
  readonly [resultOfCall]?: R;
}

type Arguments<L extends string, A> = keyof A extends never
  ? [args?: None]
  : [args: { readonly [K in keyof A]: Held<L, A[K]> | A[K] }];

/** A participant of a choreography: its variables as references, its actions as functions that make calls. */
export type LifelineHandle<N extends string, V extends Schemas, A extends ActionSpecs> = {
  readonly [K in keyof V & string]: Ref<N, ValueOf<V[K]>>;
} & {
  readonly [K in keyof A & string]: (
    ...args: Arguments<N, ArgumentsOf<A[K]>>
  ) => ActionCall<N, ResultOf<A[K]>>;
} & Actor<N, V, A, Implementations<A>, Scripts<A>>;

declare const implementations: unique symbol;
declare const scripts: unique symbol;

/** A {@link Participant} whose actions are known. */
export interface Actor<
  N extends string = string,
  V extends Schemas = Schemas,
  A extends ActionSpecs = ActionSpecs,
  I = { readonly [action: string]: unknown },
  S = { readonly [action: string]: readonly unknown[] },
> extends Participant<N, V> {
  readonly [participantKey]: { readonly name: N; readonly variables: V; readonly actions: A };
  // For the compiler only. As members, they are known as soon as a handle is: what a function written in place returns
  // is then checked against them, and `"passed"` does not widen to string.
  readonly [implementations]: I;
  readonly [scripts]: S;
}

/** What `implement` takes for a lifeline. */
export type ImplementationsOf<X extends Actor> = X[typeof implementations];

/** What `script` takes for a lifeline. */
export type ScriptsOf<X extends Actor> = X[typeof scripts];

/**
 * Declares a participant: what it remembers, and what it can do. Implementations are supplied apart, with `implement`.
 *
 * @throws LightconeError `choreography/name` for a name that cannot be used or that is both a variable and an action.
 */
export function lifeline<const N extends string, V extends Schemas = None, A extends ActionSpecs = None>(
  name: N,
  spec: { readonly variables?: V; readonly actions?: A } = {},
): LifelineHandle<N, V, A> {
  checkLifelineName(name);
  const { variables = {}, actions = {} } = spec;
  const members: { [name: string]: unknown } = Object.create(null);
  for (const variable of Object.keys(variables)) {
    checkMemberName(name, variable);
    define(members, variable, refHandle(name, variable));
  }
  for (const action of Object.keys(actions)) {
    checkMemberName(name, action);
    if (Object.hasOwn(members, action)) throw badName(`${name}.${action} is both a variable and an action`);
    const make = (args: { readonly [name: string]: unknown } = {}): object => {
      const call = Object.freeze({ [callKey]: { on: name, action, args } });
      callMade(call, { name: `${name}.${action}`, place: callPlace(make) });
      return call;
    };
    define(members, action, make);
  }
  const frozen = Object.freeze(Object.assign(members, { [participantKey]: { name, variables, actions } }));
  const handle: unknown = namedMembers(frozen, (member) => ({
    code: "choreography/unknown-variable",
    what: `${name} has neither a variable nor an action ${member}`,
  }));
  return handle as LifelineHandle<N, V, A>; // its members were made from the keys of V and A just now
}

function checkLifelineName(name: string): void {
  if (name === "" || name.includes("#") || hasLoneSurrogate(name)) {
    throw badName(`${JSON.stringify(name)} cannot name a lifeline`);
  }
}

/** `then` would make a handle look like a promise; the others are members of every JavaScript object. */
function checkMemberName(lifeline: string, name: string): void {
  const reserved = name === "then" || Object.hasOwn(Object.prototype, name);
  if (name === "" || name.startsWith("$") || reserved || hasLoneSurrogate(name)) {
    throw badName(`${JSON.stringify(name)} cannot name a variable or an action of ${lifeline}`);
  }
}

function badName(what: string): LightconeError {
  return new LightconeError({ code: "choreography/name", what });
}

/** The call inside a value that an action's handle made; undefined for anything else. @throws LightconeError as `variableIn`. */
export function callIn(value: unknown): ActionCall<string, unknown>[typeof callKey] | undefined {
  refuseMisspelt(value);
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, callKey)) return undefined;
  return (value as ActionCall<string, unknown>)[callKey]; // only `lifeline` writes the key
}

/** What the IR says of a lifeline. */
export function declarationOf(actor: Actor): LifelineDecl {
  const { name, variables, actions } = actor[participantKey];
  return {
    name,
    external: false,
    variables: mapEntries(variables, (schema) => ({
      schema: jsonSchemaOf(schema),
      secret: isSecret(schema),
    })),
    actions: mapEntries(actions, actionDeclaration),
  };
}

function actionDeclaration({ in: args = {}, out, exclusive = false }: ActionSpec): ActionDecl {
  const declared = { args: mapEntries(args, jsonSchemaOf), out: resultDeclaration(out) };
  return exclusive ? { ...declared, exclusive } : declared;
}

function resultDeclaration(out: ActionSpec["out"]): ActionDecl["out"] {
  if (out === undefined) return { kind: "none" };
  if (isSchema(out)) {
    const schema = jsonSchemaOf(out);
    return mayBeLeftOut(out) ? { kind: "value", schema, optional: true } : { kind: "value", schema };
  }
  const fields = mapEntries(out, jsonSchemaOf);
  const optional = Object.entries(out).flatMap(([name, schema]) => (mayBeLeftOut(schema) ? [name] : []));
  return optional.length === 0
    ? { kind: "fields", fields }
    : { kind: "fields", fields, optional: optional.sort() };
}

/** The live validators of an action. */
export function actionSchemas(spec: ActionSpec): ActionSchemas {
  return { args: spec.in ?? {}, out: spec.out ?? null, signature: actionDeclaration(spec) };
}

/** Maps the values of a record; hostile keys stay ordinary. */
export function mapEntries<A, B>(
  record: { readonly [name: string]: A },
  map: (value: A, name: string) => B,
): { readonly [name: string]: B } {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));
}
