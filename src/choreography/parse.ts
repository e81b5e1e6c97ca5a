import { type Diagnostic, diagnostic, toJson, type Vars } from "../base/index.ts";
import type { ActionDecl, Choreography, LifelineDecl, Located } from "./ir.ts";
import { parseKind } from "./parse-guard.ts";
import { parseBlock } from "./parse-node.ts";
import { type Read, Reader } from "./reader.ts";

/** The choreography, or what keeps a value from being the JSON of one. */
export type ParsedChoreography =
  | { readonly ok: true; readonly ir: Choreography }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/**
 * Reads the JSON of a choreography (design, 6.2) from an untrusted value: its form alone, every key and kind; nesting is
 * bounded by 256 levels. Whether it makes sense is `checkChoreography`'s question. Never throws.
 */
export function parseChoreography(value: unknown): ParsedChoreography {
  const json = toJson(value);
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
        const { schema = null, secret } = reader.record(item, at, ["schema", "secret"]);
        return { schema, secret: reader.boolean(secret, `${at}.secret`) };
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
    const { schema = null } = reader.record(value, path, ["kind", "schema"]);
    return { kind: "value", schema };
  },
  fields: (reader, value, path) => {
    const { fields } = reader.record(value, path, ["kind", "fields"]);
    return { kind: "fields", fields: reader.map(reader.json)(fields, `${path}.fields`) };
  },
};

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
