import type { StandardSchemaV1 } from "@standard-schema/spec";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  choreography,
  hashChoreography,
  lifeline,
  parseChoreography,
  printChoreography,
  serializeChoreography,
} from "../../src/choreography/index.ts";
import { check, only } from "./checking.ts";

/** What a signature may leave out is a part of the IR, since checks and engines must agree on it without the validators. */

type Answer = ReturnType<StandardSchemaV1["~standard"]["validate"]>;
const answering = (validate: () => Answer): StandardSchemaV1 => ({
  "~standard": { version: 1, vendor: "test", validate },
});

function programOf(out: StandardSchemaV1 | { readonly [field: string]: StandardSchemaV1 }) {
  const A = lifeline("A", { variables: { x: z.string() }, actions: { make: { out } } });
  return choreography("optional", { lifelines: [A] }, () => {}).ir;
}
const outOf = (out: Parameters<typeof programOf>[0]) => programOf(out).lifelines[0]?.actions["make"]?.out;

describe("what a result may leave out", () => {
  test.each<readonly [string, StandardSchemaV1, boolean]>([
    ["a text", z.string(), false],
    ["an optional text", z.string().optional(), true],
    ["null, which is a value", z.string().nullable(), false],
    ["a default", z.string().default("x"), false],
    ["anything", z.unknown(), true],
    ["an object whose field is optional", z.object({ a: z.string().optional() }), false],
    ["an asynchronous validator", answering(async () => ({ value: undefined })), false],
    ["one that is asynchronous and fails", answering(() => Promise.reject(new Error("no"))), false],
    [
      "zod's own asynchronous refinement",
      z
        .string()
        .optional()
        .refine(async () => true),
      false,
    ],
    [
      "a validator that throws",
      answering(() => {
        throw new Error("no");
      }),
      false,
    ],
    ["one that answers neither", answering(() => ({}) as never), false],
    ["one that turns nothing into a value", answering(() => ({ value: 1 })), false],
    ["one that turns nothing into nothing", answering(() => ({ value: undefined })), true],
  ])("%s", (_, schema, optional) => {
    const value = outOf(schema);
    expect(value?.kind === "value" && (value.optional ?? false)).toBe(optional);
    const fields = outOf({ first: schema, other: z.string() });
    expect(fields?.kind === "fields" && (fields.optional ?? [])).toEqual(optional ? ["first"] : []);
  });

  test("is in the hash, whatever the order of its fields, and not there where nothing is optional", () => {
    const one = programOf({ b: z.string().optional(), a: z.string().optional(), c: z.string() });
    const other = programOf({ c: z.string(), a: z.string().optional(), b: z.string().optional() });
    const strict = programOf({ a: z.string(), b: z.string(), c: z.string() });
    expect(hashChoreography(one)).toBe(hashChoreography(other));
    expect(hashChoreography(one)).not.toBe(hashChoreography(strict));
    expect(serializeChoreography(one)).toContain('"optional":["a","b"]');
    expect(serializeChoreography(strict)).not.toContain('"optional":[');
    expect(printChoreography(one)).toBe(printChoreography(strict));
  });

  test("is read back from JSON, in one way of writing it only", () => {
    for (const ir of [programOf(z.string().optional()), programOf({ a: z.string().optional() })]) {
      expect(parseChoreography(JSON.parse(serializeChoreography(ir)))).toEqual({ ok: true, ir });
    }
    const said = (out: unknown) => {
      const ir = programOf(z.string());
      const make = { args: {}, out };
      const parsed = parseChoreography({ ...ir, lifelines: [{ ...ir.lifelines[0], actions: { make } }] });
      return parsed.ok ? [] : parsed.diagnostics.map(({ message }) => message);
    };
    expect(said({ kind: "value", schema: null, optional: false })).toEqual([
      expect.stringContaining(".optional is not true"),
    ]);
    const fields = { a: null, b: null };
    expect(said({ kind: "fields", fields, optional: ["a", "b"] })).toEqual([]);
    for (const optional of [[], ["b", "a"], ["a", "a"], ["c"]]) {
      expect(said({ kind: "fields", fields, optional })).toEqual([expect.stringContaining("no sorted list")]);
    }
  });

  test("the finding says who leaves it out", () => {
    const A = lifeline("A", {
      variables: { x: z.string() },
      actions: { make: { out: z.string().optional() }, use: { in: { x: z.string() } } },
    });
    const { ir } = choreography("optional", { lifelines: [A], inputs: [A.x] }, (c) => {
      c.act(A.x as never, A.make() as never);
      c.act(A.use({ x: A.x }));
    });
    expect(only(ir, "choreography/unset").message).toContain("it has no value when A.make leaves it out");
    const copy = parseChoreography(JSON.parse(serializeChoreography(ir)));
    expect(copy.ok && check(copy.ir)).toEqual(check(ir));
  });
});
