import { type Diagnostic, diagnostic, type Json, toJson, type Vars } from "../base/index.ts";
import { MAX_LEVELS } from "./identity.ts";
import type { ActionDecl, Choreography, LifelineDecl, Located } from "./ir.ts";
import { parseKind } from "./parse-guard.ts";
import { parseBlock } from "./parse-node.ts";
import { type Read, Reader } from "./reader.ts";

/** The choreography, or what keeps a value from being the JSON of one. */
export type ParsedChoreography =
  | { readonly ok: true; readonly ir: Choreography }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/**
 * Reads the JSON of a choreography (design, 6.2) from an untrusted value: its form alone, every key and kind; how deep
 * blocks, formulas and values nest is bounded. Whether it makes sense is `checkChoreography`'s question. Never throws.
 */
export function parseChoreography(value: unknown): ParsedChoreography {
  const json = toJson(value, MAX_LEVELS);
  if (!json.ok) {
    const foreign = diagnostic({ code: "choreography/foreign", message: `it is no JSON: ${json.why}` });
    return { ok: false, diagnostics: [foreign] };
  }
  const reader = new Reader();
  const keys = ["format", "version", "name", "lifelines", "inputs", "results", "predicates", "body"];
  const fields = reader.record(json.value, "", keys);
  reader.oneOf(["lightcone/choreography"])(fields["format"], ".format");
  if (fields["version"] !== 1) reader.fail(".version", "is not 1, the only version that is known");
  const ir: Choreography = {
    format: "lightcone/choreography",
    version: 1,
    name: reader.text(fields["name"], ".name"),
    lifelines: reader.list(lifelineDecl(reader))(fields["lifelines"], ".lifelines"),
    inputs: reader.list(located(reader))(fields["inputs"], ".inputs"),
    results: reader.list(located(reader))(fields["results"], ".results"),
    predicates: reader.map(predicate(reader))(fields["predicates"], ".predicates"),
    body: parseBlock(reader, fields["body"], ".body"),
  };
  return reader.problems.length === 0 ? { ok: true, ir } : { ok: false, diagnostics: reader.problems };
}

function lifelineDecl(reader: Reader): Read<LifelineDecl> {
  return (value, path) => {
    const fields = reader.record(value, path, ["name", "external", "variables", "actions"]);
    return {
      name: reader.text(fields["name"], `${path}.name`),
      external: reader.boolean(fields["external"], `${path}.external`),
      variables: reader.map((item, at) => {
        const { schema, secret } = reader.record(item, at, ["schema", "secret"]);
        return {
          schema: reader.json(schema, `${at}.schema`),
          secret: reader.boolean(secret, `${at}.secret`),
        };
      })(fields["variables"], `${path}.variables`),
      actions: reader.map(actionDecl(reader))(fields["actions"], `${path}.actions`),
    };
  };
}

type Out = ActionDecl["out"];

const outKinds: {
  readonly [K in Out["kind"]]: (
    reader: Reader,
    value: Vars,
    path: string,
  ) => Extract<Out, { readonly kind: K }>;
} = {
  none: (reader, value, path) => {
    reader.record(value, path, ["kind"]);
    return { kind: "none" };
  },
  value: (reader, value, path) => {
    const { optional, ...given } = reader.record(value, path, ["kind", "schema"], ["optional"]);
    const schema = reader.json(given["schema"], `${path}.schema`);
    if (optional === undefined) return { kind: "value", schema };
    if (optional !== true) reader.fail(`${path}.optional`, "is not true: leave the key out");
    return { kind: "value", schema, optional: true };
  },
  fields: (reader, value, path) => {
    const given = reader.record(value, path, ["kind", "fields"], ["optional"]);
    const fields = reader.map(reader.json)(given["fields"], `${path}.fields`);
    if (given["optional"] === undefined) return { kind: "fields", fields };
    return { kind: "fields", fields, optional: optionalFields(reader, given["optional"], fields, path) };
  },
};

/** One way to write a set of fields, so that one signature has one hash. */
function optionalFields(reader: Reader, value: Json, fields: Vars, path: string): readonly string[] {
  const names = reader.list(reader.text)(value, `${path}.optional`);
  const canonical = names.every((name, i) => i === 0 || (names[i - 1] ?? "") < name);
  if (names.length === 0 || !canonical || names.some((name) => !Object.hasOwn(fields, name))) {
    reader.fail(`${path}.optional`, "is no sorted list of some of the fields, each once");
  }
  return names;
}

function actionDecl(reader: Reader): Read<ActionDecl> {
  return (value, path) => {
    const { args, out, exclusive } = reader.record(value, path, ["args", "out"], ["exclusive"]);
    // Left out where it is false, so that one declaration has one text.
    if (exclusive !== undefined && exclusive !== true) reader.fail(`${path}.exclusive`, "is not true");
    return {
      ...(exclusive === true ? { exclusive } : {}),
      args: reader.map(reader.json)(args, `${path}.args`),
      out: parseKind<Out>(reader, outKinds, out, `${path}.out`) ?? { kind: "none" },
    };
  };
}

function located(reader: Reader): Read<Located> {
  return (value, path) => {
    const { on, name } = reader.record(value, path, ["on", "name"]);
    return { on: reader.text(on, `${path}.on`), name: reader.text(name, `${path}.name`) };
  };
}

function predicate(reader: Reader): Read<{ readonly arity: number; readonly version: string }> {
  return (value, path) => {
    const { arity, version } = reader.record(value, path, ["arity", "version"]);
    return {
      arity: reader.whole(0)(arity, `${path}.arity`),
      version: reader.text(version, `${path}.version`),
    };
  };
}
