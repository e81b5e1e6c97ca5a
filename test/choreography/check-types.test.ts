import { describe, expect, test } from "vitest";
import type { Block } from "../../src/choreography/index.ts";
import { act, codes, only } from "./checking.ts";
import { assign, constant, decl, plain, text, variable } from "./plain.ts";

describe("types", () => {
  const lifelines = [
    decl("A", {
      variables: {
        word: text,
        size: { schema: { type: "number" }, secret: false },
        whole: { schema: { type: "integer" }, secret: false },
        list: { schema: { type: "array" }, secret: false },
        state: { schema: { type: "string", enum: ["on", "off"] }, secret: false },
        other: { schema: { enum: ["up", "down"] }, secret: false },
        maybe: { schema: { type: ["string", "null"] }, secret: false },
        fixed: { schema: { const: "on" }, secret: false },
        free: { schema: null, secret: false },
        odd: { schema: true, secret: false },
      },
      actions: {
        run: { args: { size: { type: "number" } }, out: { kind: "value", schema: { type: "boolean" } } },
      },
    }),
  ];
  const names = Object.keys(lifelines[0]!.variables);
  const inputs = names.map((name) => ({ on: "A", name }));
  const typed = (...body: Block) => plain(body, { lifelines, inputs });
  const set = (target: string, source: ReturnType<typeof constant>) =>
    typed(assign("A", { [target]: source }));

  test.each([
    ["word", 1],
    ["size", "1"],
    ["whole", 1.5],
    ["list", {}],
    ["state", "up"],
    ["fixed", "off"],
    ["maybe", 3],
    ["word", null],
  ])("%s cannot hold %j", (target, value) => {
    only(set(target, constant(value)), "choreography/type");
  });

  test.each([
    ["word", ""],
    ["whole", 2],
    ["list", [1]],
    ["maybe", null],
    ["free", { a: 1 }],
    ["odd", 1],
    ["other", "up"],
  ])("%s can hold %j", (target, value) => {
    expect(codes(set(target, constant(value)))).toEqual([]);
  });

  test.each([
    ["word", "size"],
    ["size", "state"],
    ["state", "other"],
    ["size", "fixed"],
    ["list", "maybe"],
  ])("%s cannot hold what %s holds", (target, source) => {
    only(set(target, variable(source)), "choreography/type");
  });

  test.each([
    ["word", "state"],
    ["size", "whole"],
    ["whole", "size"],
    ["state", "word"],
    ["state", "fixed"],
    ["word", "maybe"],
    ["free", "size"],
    ["size", "free"],
  ])("%s may hold what %s holds", (target, source) => {
    expect(codes(set(target, variable(source)))).toEqual([]);
  });

  test("of arguments and results", () => {
    const run = (size: ReturnType<typeof constant>, target: string) =>
      typed(act("A", "run", { args: { size }, out: { kind: "value", variable: target } }));
    expect(only(run(constant("1"), "free"), "choreography/type").message).toContain(
      "the argument size of A.run",
    );
    expect(only(run(variable("size"), "word"), "choreography/type").message).toContain(
      "cannot hold what A.run gives",
    );
    expect(codes(run(variable("whole"), "free"))).toEqual([]);
  });
});
