import { describe, expect, test } from "vitest";
import type { Block, Node } from "../../src/choreography/index.ts";
import { check, codes, only, ready } from "./checking.ts";
import { assign, branch, constant, decl, loop, plain, send, text, variable } from "./plain.ts";

describe("guards", () => {
  test("ask about declared lifelines and variables", () => {
    only(ready(branch("A", "@Z.x == x", [])), "choreography/unknown-lifeline");
    only(ready(branch("A", "z == 1", [])), "choreography/unknown-variable");
    expect(codes(ready(branch("A", "@B(z == 1) & @B.x == x", [])))).toContain(
      "choreography/unknown-variable",
    );
    expect(codes(ready(branch("A", "P z == 1", [])))).toContain("choreography/unknown-variable");
    expect(codes(ready(branch("A", "P n == 1", [])))).toEqual([]);
  });

  test("read no secret, and no message carries one", () => {
    const secret = { schema: null, secret: true };
    const lifelines = [decl("A"), decl("B", { variables: { key: secret, x: text } })];
    const inputs = [
      { on: "A", name: "x" },
      { on: "B", name: "key" },
      { on: "B", name: "x" },
    ];
    const with_ = (...body: Block) => codes(plain(body, { lifelines, inputs }));
    expect(with_(branch("A", "@B.key == x", []))).toEqual(["choreography/secret"]);
    expect(with_(branch("B", "key == 'a'", []))).toEqual(["choreography/secret"]);
    expect(with_(branch("A", "P key == 'a'", []))).toEqual(["choreography/secret"]);
    expect(with_(send("B", "A", { x: variable("key") }))).toEqual(["choreography/secret"]);
    expect(with_(assign("B", { x: variable("key") }))).toEqual([]);
  });

  test("use declared predicates with their arity", () => {
    const predicates = { close: { arity: 2, version: "1" } };
    const using = (guard: string) => codes({ ...ready(branch("A", guard, [])), predicates });
    expect(using("close(x, y)")).toEqual([]);
    expect(using("close(x)")).toEqual(["choreography/unknown-predicate"]);
    expect(using("toString(x)")).toEqual(["choreography/unknown-predicate"]);
  });

  test("keep the limits of formulas, and are linted", () => {
    const named = branch("A", "x == 'a'", []);
    const broken: Node = { ...named, guard: { kind: "seen", lifeline: "" } } as Node;
    expect(codes(ready(broken))).toContain("formula/name");
    expect(codes(ready(branch("A", "@B.x == 'a'", [])))).toEqual(["formula/verdict-without-subject"]);
    const negated = check(ready(branch("A", "!@B(x == 'a') | @B.y == y", [])));
    expect(negated.map(({ code, severity }) => [code, severity])).toEqual([
      ["formula/unguarded-negation", "warning"],
    ]);
    expect(negated[0]?.place.step).toBeDefined();
  });

  test("that never change", () => {
    expect(only(ready(branch("A", "true", [])), "choreography/constant-guard", "warning").message).toContain(
      "then arm",
    );
    expect(
      only(ready(branch("A", "x == 'a' & false", [])), "choreography/constant-guard", "warning").message,
    ).toContain("else arm");
    expect(only(ready(loop("A", "false", [])), "choreography/constant-guard", "warning").message).toContain(
      "no round",
    );
  });

  test("that read another lifeline's variable, which nothing writes", () => {
    const never = plain([branch("A", "@B.x == @B.y", [])], { inputs: [{ on: "B", name: "y" }] });
    expect(only(never, "choreography/unset-in-guard", "warning").message).toContain("B.x");
  });
});

describe("loops that cannot be left", () => {
  const endless = (node: Node, severity: "error" | "warning" = "error") =>
    only(ready(node), "choreography/endless-loop", severity);
  const fine = (node: Node) => expect(codes(ready(node))).toEqual([]);

  test("constant guards", () => {
    endless(loop("A", "true", [send("A", "B")]));
    endless(loop("A", "x == 'a' | true", []));
    endless(loop("A", "true", [], [], 3), "warning");
    const remedy = (bound: number | null) =>
      only(
        ready(loop("A", "true", [], [], bound)),
        "choreography/endless-loop",
        bound === null ? "error" : "warning",
      ).remedy;
    expect(remedy(null)).toContain("give the loop a bound");
    expect(remedy(1)).toContain("fails after 1 round, its bound");
    expect(remedy(2)).not.toContain("give the loop");
  });

  test("own variables that the body does not touch", () => {
    endless(loop("A", "x == 'a'", [assign("A", { y: constant("1") }), assign("B", { x: constant("1") })]));
    endless(loop("A", "x == 'a'", [send("B", "A", { y: constant("1") })]));
    fine(loop("A", "x == 'a'", [assign("A", { x: constant("1") })]));
    fine(loop("A", "x == 'a'", [send("B", "A", { x: constant("1") })]));
    fine(loop("A", "x == 'a'", [branch("B", "y == 'b'", [send("B", "A", { x: constant("1") })])]));
    fine(loop("A", "@A.x == 'a'", [assign("A", { x: constant("1") })]));
    // The exit part runs after the loop.
    endless(loop("A", "x == 'a'", [], [assign("A", { x: constant("1") })]));
  });

  test("unsetting counts as a change", () => {
    const unset: Node = { ...assign("A", {}, ["x"]) };
    expect(codes(ready(loop("A", "x == 'a'", [unset])))).not.toContain("choreography/endless-loop");
  });

  test("other lifelines' variables, of which no news can come", () => {
    endless(loop("A", "@B.x == x", [send("A", "B", { x: constant("1") })]));
    fine(loop("A", "@B.x == x", [assign("B", { x: constant("2") }), send("B", "A")]));
    // C may know of B from before.
    fine(loop("A", "@B.x == x", [send("C", "A")]));
    fine(loop("A", "seen(B)", [branch("C", "x == 'a'", [send("C", "B")])]));
    endless(loop("A", "seen(B)", [branch("A", "x == 'a'", [send("A", "B")])]));
  });

  test("what changes by time passing is left alone", () => {
    // It can be left, but what `Y` looks at moves with every asking.
    only(ready(loop("A", "x == 'a' & !Y Y x == 'a'", [])), "choreography/shifted-previous", "warning");
    fine(loop("A", "P x == 'b'", []));
    fine(loop("A", "x == 'a' S y == 'b'", []));
    fine(loop("A", "$kind == 'choice'", []));
  });
});
