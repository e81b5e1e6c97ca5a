import { type Json, lookup, type Vars } from "../base/index.ts";
import type { CompareOp, Formula, Term } from "../cpl/index.ts";
import type { Reader } from "./reader.ts";

const compareOps: readonly CompareOp[] = ["==", "!=", "<", "<=", ">", ">="];

type Parse<T> = (reader: Reader, value: Vars, path: string) => T;

const termKinds: { readonly [K in Term["kind"]]: Parse<Extract<Term, { readonly kind: K }>> } = {
  const: (reader, value, path) => {
    const { value: constant } = reader.record(value, path, ["kind", "value"]);
    return { kind: "const", value: reader.json(constant, `${path}.value`) };
  },
  var: (reader, value, path) => {
    const { name } = reader.record(value, path, ["kind", "name"]);
    return { kind: "var", name: reader.text(name, `${path}.name`) };
  },
  remote: (reader, value, path) => {
    const { name, lifeline } = reader.record(value, path, ["kind", "lifeline", "name"]);
    return {
      kind: "remote",
      lifeline: reader.text(lifeline, `${path}.lifeline`),
      name: reader.text(name, `${path}.name`),
    };
  },
};

const body =
  <K extends "not" | "prev">(kind: K): Parse<{ readonly kind: K; readonly body: Formula }> =>
  (reader, value, path) => {
    const fields = reader.record(value, path, ["kind", "body"]);
    return { kind, body: parseGuard(reader, fields["body"], `${path}.body`) };
  };

type Binary = Extract<Formula, { readonly left: Formula }>;

/** A chain nests in its left operands, deeper than calls can: it is taken apart from outside, and built from inside. */
const binary =
  <K extends Binary["kind"]>(
    kind: K,
  ): Parse<{ readonly kind: K; readonly left: Formula; readonly right: Formula }> =>
  (reader, value, path) => {
    const operandsOf = (fields: Vars, at: string): Vars =>
      reader.record(fields, at, ["kind", "left", "right"]);
    const outer = operandsOf(value, path);
    const links: { readonly kind: Binary["kind"]; readonly right: Formula }[] = [];
    let left = outer["left"];
    let at = `${path}.left`;
    for (let link = binaryIn(left); link !== null; link = binaryIn(left)) {
      const inner = operandsOf(link.fields, at);
      links.push({ kind: link.kind, right: parseGuard(reader, inner["right"], `${at}.right`) });
      left = inner["left"];
      at = `${at}.left`;
    }
    const first = parseGuard(reader, left, at);
    return {
      kind,
      left: links.reduceRight<Formula>((chain, link) => ({ ...link, left: chain }), first),
      right: parseGuard(reader, outer["right"], `${path}.right`),
    };
  };

function binaryIn(value: Json | undefined): { readonly kind: Binary["kind"]; readonly fields: Vars } | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const fields: Vars = value as Vars; // not an array: TypeScript does not narrow readonly arrays
  const kind = lookup(fields, "kind");
  return kind === "and" || kind === "or" || kind === "since" ? { kind, fields } : null;
}

const formulaKinds: { readonly [K in Formula["kind"]]: Parse<Extract<Formula, { readonly kind: K }>> } = {
  bool: (reader, value, path) => {
    const fields = reader.record(value, path, ["kind", "value"]);
    return { kind: "bool", value: reader.boolean(fields["value"], `${path}.value`) };
  },
  compare: (reader, value, path) => {
    const { op, left, right } = reader.record(value, path, ["kind", "op", "left", "right"]);
    return {
      kind: "compare",
      op: reader.oneOf(compareOps)(op, `${path}.op`) ?? "==",
      left: parseTerm(reader, left, `${path}.left`),
      right: parseTerm(reader, right, `${path}.right`),
    };
  },
  predicate: (reader, value, path) => {
    const { name, args } = reader.record(value, path, ["kind", "name", "args"]);
    const term = (item: Json | undefined, at: string): Term => parseTerm(reader, item, at);
    return {
      kind: "predicate",
      name: reader.text(name, `${path}.name`),
      args: reader.list(term)(args, `${path}.args`),
    };
  },
  not: body("not"),
  prev: body("prev"),
  and: binary("and"),
  or: binary("or"),
  since: binary("since"),
  at: (reader, value, path) => {
    const fields = reader.record(value, path, ["kind", "lifeline", "body"]);
    return {
      kind: "at",
      lifeline: reader.text(fields["lifeline"], `${path}.lifeline`),
      body: parseGuard(reader, fields["body"], `${path}.body`),
    };
  },
  once: (reader, value, path) => {
    const fields = reader.record(value, path, ["kind", "lifeline", "body"]);
    return {
      kind: "once",
      lifeline: reader.nullable(reader.text)(fields["lifeline"], `${path}.lifeline`),
      body: parseGuard(reader, fields["body"], `${path}.body`),
    };
  },
  seen: (reader, value, path) => {
    const { lifeline } = reader.record(value, path, ["kind", "lifeline"]);
    return { kind: "seen", lifeline: reader.text(lifeline, `${path}.lifeline`) };
  },
};

/** Reads a formula; of a broken one, `false` and the problems. */
export function parseGuard(reader: Reader, value: Json | undefined, path: string): Formula {
  const read = (): Formula | null => parseKind<Formula>(reader, formulaKinds, value, path);
  return reader.nested("formula", path, read) ?? { kind: "bool", value: false };
}

function parseTerm(reader: Reader, value: Json | undefined, path: string): Term {
  return parseKind<Term>(reader, termKinds, value, path) ?? { kind: "const", value: null };
}

/** Reads a tagged value with the table's entry of its kind; null where there is none. */
export function parseKind<T>(
  reader: Reader,
  table: { readonly [kind: string]: Parse<T> },
  value: Json | undefined,
  path: string,
): T | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    reader.fail(path, "is no object");
    return null;
  }
  const record: Vars = value as Vars; // not an array: TypeScript does not narrow readonly arrays
  const kinds = Object.keys(table);
  const kind = reader.oneOf(kinds)(lookup(record, "kind"), `${path}.kind`);
  const parse = kind === null ? undefined : lookup(table, kind);
  return parse === undefined ? null : parse(reader, record, path);
}
