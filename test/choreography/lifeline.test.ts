import type { StandardSchemaV1 } from "@standard-schema/spec";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { choreography, lifeline } from "../../src/choreography/index.ts";
import {
  excludes,
  isSchema,
  jsonSchemaOf,
  listedValues,
  refusesValue,
} from "../../src/choreography/schema.ts";
import { variableIn } from "../../src/cpl/index.ts";
import { codeOf } from "./errors.ts";

describe("lifeline", () => {
  test("its variables are references, its actions make calls, and nothing else is on it", () => {
    const A = lifeline("A", { variables: { x: z.string() }, actions: { go: {} } });
    expect(variableIn(A.x)).toEqual({ on: "A", name: "x" });
    expect(Object.keys(A)).toEqual(["x", "go"]);
    expect(Object.isFrozen(A)).toBe(true);
    expect((A as { toString?: unknown }).toString).toBeUndefined();
    expect(variableIn(lifeline("B"))).toBeUndefined();
  });

  test.each(["", "A#1", "\udc00"])("%j cannot name a lifeline", (name) => {
    expect(codeOf(() => lifeline(name))).toBe("choreography/name");
  });

  test.each(["", "$kind", "then", "constructor", "toString", "\ud800"])("%j cannot name a member", (name) => {
    expect(codeOf(() => lifeline("A", { variables: { [name]: z.string() } }))).toBe("choreography/name");
    expect(codeOf(() => lifeline("A", { actions: { [name]: {} } }))).toBe("choreography/name");
  });

  test("a variable and an action may not share a name", () => {
    expect(codeOf(() => lifeline("A", { variables: { x: z.string() }, actions: { x: {} } }))).toBe(
      "choreography/name",
    );
  });

  test("odd but harmless names are taken", () => {
    const A = lifeline("constructor", { variables: { P: z.string(), "with space": z.string() } });
    const { ir, schemas } = choreography("odd", { lifelines: [A] }, (c) =>
      c.set(A, { P: "1", "with space": A.P }),
    );
    expect(ir.lifelines[0]?.name).toBe("constructor");
    expect(Object.keys(schemas)).toEqual(["constructor"]);
    expect(codeOf(() => lifeline("__proto__", { variables: { ["__proto__"]: z.string() } }))).toBe(
      "choreography/name",
    );
  });
});

describe("JSON Schemas", () => {
  const custom = (jsonSchema: unknown): StandardSchemaV1 =>
    ({
      "~standard": { version: 1, vendor: "custom", validate: (value: unknown) => ({ value }), jsonSchema },
    }) as StandardSchemaV1;

  test("where the vendor gives one, without its dialect", () => {
    expect(jsonSchemaOf(z.enum(["a", "b"]))).toEqual({ type: "string", enum: ["a", "b"] });
    expect(jsonSchemaOf(z.object({ a: z.number() }))).toMatchObject({ type: "object", required: ["a"] });
  });

  test("null where there is none, where the vendor throws, or where it is no JSON object", () => {
    expect(jsonSchemaOf(custom(undefined))).toBeNull();
    expect(jsonSchemaOf(z.string().transform((text) => text.length))).toBeNull();
    expect(jsonSchemaOf(custom({ output: () => ({ type: undefined }) }))).toBeNull();
    expect(jsonSchemaOf(custom({ output: () => [] }))).toBeNull();
    expect(jsonSchemaOf(custom({ output: "no function" }))).toBeNull();
  });

  test("what a variable holds, not what its schema takes in", () => {
    expect(jsonSchemaOf(z.string().default("x"))).toMatchObject({ type: "string" });
  });

  test("validators may be functions", () => {
    const callable = Object.assign(() => {}, custom(undefined));
    expect([isSchema(callable), isSchema(z.string()), isSchema({ a: z.string() }), isSchema(null)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test("lists and exclusions look at own keys only", () => {
    expect(listedValues({ const: 1 })).toEqual([1]);
    expect(listedValues({ enum: "abc" })).toBeNull();
    expect(listedValues(true)).toBeNull();
    expect(refusesValue({ type: ["string", 3] }, 4)).toBeNull();
    expect(excludes({ type: "string" }, { enum: [] })).toBeNull();
    expect(excludes({ type: "string" }, { enum: [1, "a"] })).toBeNull();
  });
});
