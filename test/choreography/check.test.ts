import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  type Block,
  checkChoreography,
  choreography,
  lifeline,
  type Node,
} from "../../src/choreography/index.ts";
import { act, check, codes, only, ready } from "./checking.ts";
import { codeReview } from "./fixture.ts";
import { anyChoreography, assign, branch, constant, decl, id, plain, send, text, variable } from "./plain.ts";

test("the example has no fault", () => {
  expect(checkChoreography(codeReview.ir, codeReview.sources)).toEqual([]);
});

test("any data of the right form is checked without a throw", () => {
  fc.assert(
    fc.property(anyChoreography, (ir) => {
      for (const found of check(ir)) expect(found.message).not.toBe("");
    }),
    { numRuns: 300 },
  );
});

describe("names", () => {
  test("of the choreography, of lifelines and of their members", () => {
    only(plain([], { name: "" }), "choreography/name");
    only(plain([], { lifelines: [] }), "choreography/name");
    only(plain([], { lifelines: [decl("A"), decl("A")] }), "choreography/name");
    only(plain([], { lifelines: [decl("")] }), "choreography/name");
    only(plain([], { lifelines: [decl("A#1")] }), "choreography/name");
    only(plain([], { lifelines: [decl("A", { variables: { $kind: text } })] }), "choreography/name");
    only(
      plain([], {
        inputs: [
          { on: "A", name: "x" },
          { on: "A", name: "x" },
        ],
      }),
      "choreography/name",
    );
  });

  test("hostile names are ordinary", () => {
    const variables = Object.fromEntries([
      ["__proto__", text],
      ["constructor", text],
    ]);
    const lifelines = [decl("__proto__", { variables }), decl("constructor", { variables })];
    const set = Object.fromEntries([["__proto__", constant("1")]]);
    expect(
      codes(
        plain(
          [
            assign("__proto__", set),
            send("__proto__", "constructor", { constructor: variable("__proto__") }),
          ],
          { lifelines },
        ),
      ),
    ).toEqual([]);
    expect(codes(plain([send("A", "B", { toString: constant("1") })]))).toEqual([
      "choreography/unknown-variable",
    ]);
    expect(codes(plain([send("A", "valueOf")]))).toEqual(["choreography/unknown-lifeline"]);
  });

  test("ids of steps", () => {
    const found = only(
      plain([send("A", "B", {}, id("same")), send("A", "B", {}, id("same"))]),
      "choreography/duplicate-step",
    );
    expect(found.place.step).toBe("same");
  });

  test("unknown lifelines, variables and actions, with the nearest name", () => {
    const lifelines = [decl("Author"), decl("Reviewer")];
    expect(
      only(plain([send("Author", "Revewer")], { lifelines }), "choreography/unknown-lifeline").suggestion,
    ).toBe("Reviewer");
    const named = [decl("A", { variables: { candidate: text } }), decl("B", { variables: {} })];
    const body = [assign("A", { candidat: constant("1") })];
    expect(only(plain(body, { lifelines: named }), "choreography/unknown-variable").suggestion).toBe(
      "candidate",
    );
    const elsewhere = only(
      plain([assign("B", { candidate: constant("1") })], { lifelines: named }),
      "choreography/unknown-variable",
    );
    expect(elsewhere.suggestion).toBe("A.candidate");
    expect(elsewhere.place.lifeline).toBe("B");
    const acting = [decl("A", { actions: { propose: { args: {}, out: { kind: "none" } } } })];
    expect(
      only(plain([act("A", "propos")], { lifelines: acting }), "choreography/unknown-action").suggestion,
    ).toBe("propose");
  });

  test("of inputs, results, reads and unset variables", () => {
    only(plain([], { inputs: [{ on: "A", name: "zzz" }] }), "choreography/unknown-variable");
    only(plain([], { results: [{ on: "A", name: "zzz" }] }), "choreography/unknown-variable");
    only(plain([], { results: [{ on: "Z", name: "zzz" }] }), "choreography/unknown-lifeline");
    only(plain([assign("A", { x: variable("zzz") })]), "choreography/unknown-variable");
    only(plain([assign("A", {}, ["zzz"])]), "choreography/unknown-variable");
  });
});

describe("steps", () => {
  const lifelines = [
    decl("A", {
      actions: {
        none: { args: {}, out: { kind: "none" } },
        one: { args: { a: { type: "string" } }, out: { kind: "value", schema: { type: "string" } } },
        two: { args: {}, out: { kind: "fields", fields: { first: { type: "string" }, second: null } } },
      },
    }),
  ];
  const acting = (...body: Block) => plain(body, { lifelines });

  test("arguments", () => {
    const value = { kind: "value", variable: "x" } as const;
    expect(only(acting(act("A", "one", { out: value })), "choreography/arguments").message).toContain(
      "needs the argument a",
    );
    const more = act("A", "one", { out: value, args: { a: constant("1"), b: constant("2") } });
    expect(only(acting(more), "choreography/arguments").message).toContain("takes no argument b");
    expect(codes(acting(act("A", "one", { out: value, args: { a: constant("1") } })))).toEqual([]);
  });

  test("results", () => {
    only(acting(act("A", "none", { out: { kind: "value", variable: "x" } })), "choreography/result");
    only(acting(act("A", "two")), "choreography/result");
    const fields = (field: string) => act("A", "two", { out: { kind: "fields", fields: { x: field } } });
    expect(only(acting(fields("firs")), "choreography/result").suggestion).toBe("first");
    expect(codes(acting(fields("second")))).toEqual([]);
  });

  test("messages to oneself", () => {
    only(plain([send("A", "A")]), "choreography/self-message");
  });

  test("co-regions", () => {
    const coregion = (...from: readonly string[]): Node => ({
      kind: "coregion",
      step: id("c"),
      to: "A",
      channel: "",
      from: from.map((name) => ({ from: name, payload: {} })),
    });
    expect(codes(plain([coregion("B", "C")]))).toEqual([]);
    only(plain([coregion("B", "B")]), "choreography/coregion");
    only(plain([coregion("A")]), "choreography/self-message");
  });

  test("assignments", () => {
    only(plain([assign("A", { x: constant("1") }, ["x"])]), "choreography/assignment");
  });

  test("rechecks", () => {
    const scope = (owner: string, body: Block, decision = "decide"): Node => ({
      kind: "scope",
      step: id("s"),
      name: "s",
      body: [branch("A", "x == 'a'", [], [], id("decide"))],
      recheck: { decision: id(decision), owner, body },
    });
    expect(codes(ready(scope("A", [assign("A", { x: constant("1") })])))).toEqual([]);
    only(ready(scope("B", [])), "choreography/recheck");
    only(ready(scope("A", [], "other")), "choreography/recheck");
    expect(only(ready(scope("A", [send("A", "B")])), "choreography/recheck").message).toContain(
      "a step of B",
    );
  });

  test("depth", () => {
    let body: Block = [send("A", "B")];
    for (let i = 0; i < 120; i++) body = [branch("A", "x == 'a'", body, [], id(`b${i}`))];
    only(plain(body), "choreography/too-deep");
  });

  test("constants that are no JSON", () => {
    expect(codes(plain([assign("A", { n: constant(Number.NaN) })]))).toEqual(["choreography/foreign"]);
  });
});

test("all problems at once, each with its place in the author's source", () => {
  const A = lifeline("A", { variables: { x: z.string(), n: z.number() } });
  const B = lifeline("B", { variables: { x: z.string() } });
  const { ir, sources } = choreography("faulty", { lifelines: [A, B], results: [B.x] }, (c) => {
    c.send(A, B, { x: A.x }, { label: "twice" });
    c.send(A, B, { x: A.x }, { label: "twice" });
    c.loop(A, "n == 1", { body: () => c.send(A, B) });
    c.set(A, { x: 3 as never });
  });
  const found = checkChoreography(ir, sources);
  expect(found.map(({ code }) => code).toSorted()).toEqual([
    "choreography/duplicate-step",
    "choreography/endless-loop",
    "choreography/type",
    "choreography/unset",
    "choreography/unset-in-guard",
  ]);
  for (const { place, remedy } of found) {
    expect(place.file).toMatch(/check\.test\.ts$/);
    expect(remedy).not.toBe("");
  }
});
