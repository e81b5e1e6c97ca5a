import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { choreography, lifeline, nodesOf, type Statements } from "../../src/choreography/index.ts";
import { codeOf, errorOf } from "./errors.ts";
import { codeReview } from "./fixture.ts";

const A = lifeline("A", {
  variables: { x: z.string(), y: z.string(), n: z.number() },
  actions: { make: { out: z.string() }, pair: { out: { first: z.string(), second: z.string() } }, done: {} },
});
const B = lifeline("B", {
  variables: { x: z.string(), state: z.enum(["one", "two", "three"]) },
});

function record(build: (c: Statements) => void) {
  return choreography("test", { lifelines: [A, B] }, build);
}
const bodyOf = (build: (c: Statements) => void) => record(build).ir.body;
const idsOf = (build: (c: Statements) => void) => nodesOf(bodyOf(build)).map(({ step }) => step);
/** For what the compiler refuses. */
const untyped = (build: (c: never) => unknown) => codeOf(() => record(build as never));

describe("statements", () => {
  test("send", () => {
    expect(bodyOf((c) => c.send(A, B, { x: A.x, state: "one" }))).toEqual([
      {
        kind: "message",
        step: "message:A>B(state,x)",
        from: "A",
        to: "B",
        channel: "",
        payload: { x: { kind: "var", name: "x" }, state: { kind: "const", value: "one" } },
      },
    ]);
    expect(bodyOf((c) => c.send(A, B))).toMatchObject([{ step: "message:A>B()", payload: {} }]);
  });

  test("act with one value, with fields, and without result", () => {
    const body = bodyOf((c) => {
      c.act(A.x, A.make());
      c.act({ first: A.x, second: A.y }, A.pair({}));
      c.act({ second: A.x }, A.pair());
      c.act(A.done(), { label: "the end" });
    });
    expect(body.map((node) => node.kind === "act" && [node.step, node.action, node.out, node.mode])).toEqual([
      ["act:A.make()", "make", { kind: "value", variable: "x" }, "repeat"],
      ["act:A.pair()", "pair", { kind: "fields", fields: { x: "first", y: "second" } }, "repeat"],
      ["act:A.pair()~2", "pair", { kind: "fields", fields: { x: "second" } }, "repeat"],
      ["the end", "done", { kind: "none" }, "repeat"],
    ]);
  });

  test("set and unset", () => {
    expect(
      bodyOf((c) => {
        c.set(A, { x: A.y, n: 3 });
        c.unset(A, ["y", "x"]);
      }),
    ).toEqual([
      {
        kind: "assign",
        step: "assign:A(n,x)",
        on: "A",
        set: { x: { kind: "var", name: "y" }, n: { kind: "const", value: 3 } },
        unset: [],
      },
      { kind: "assign", step: "assign:A(!x,!y)", on: "A", set: {}, unset: ["y", "x"] },
    ]);
  });

  test("branch and loop, their parts optional", () => {
    const body = bodyOf((c) => {
      c.branch(A, ({ here, eq }) => eq(here.x, "a"), {});
      c.loop(B, "state == 'one'", { body: () => c.send(A, B), exit: () => c.send(B, A) }, { bound: 2 });
      c.loop(B, "state == 'one'", { body() {} });
    });
    expect(body).toMatchObject([
      { kind: "branch", owner: "A", then: [], else: [] },
      { kind: "loop", owner: "B", bound: 2, body: [{ from: "A" }], exit: [{ from: "B" }] },
      { kind: "loop", bound: null, body: [], exit: [] },
    ]);
  });

  test("match becomes decisions in the order of the arms; the last is taken without asking", () => {
    const arms = { three: () => {}, one: () => {}, two: () => {} };
    const [node] = bodyOf((c) => {
      c.match(B.state, { ...arms, two: () => c.send(B, A) }, { label: "by state" });
    });
    const equals = (value: string) => ({ op: "==", left: { name: "state" }, right: { value } });
    expect(node).toMatchObject({
      kind: "branch",
      step: "by state",
      owner: "B",
      guard: equals("three"),
      else: [{ kind: "branch", guard: equals("one"), else: [{ kind: "message", from: "B" }] }],
    });
  });

  test("a match with one value has no decision", () => {
    const Only = lifeline("Only", { variables: { state: z.enum(["one"]) } });
    const { ir } = choreography("test", { lifelines: [Only] }, (c) => {
      c.match(Only.state, { one: () => c.set(Only, { state: "one" }) });
    });
    expect(ir.body).toMatchObject([{ kind: "assign" }]);
  });

  test("a guard as text is the same as the guard in code", () => {
    const [text] = bodyOf((c) => c.branch(A, "@B.state == 'one' & x == 'a'", {}));
    const [code] = bodyOf((c) =>
      c.branch(A, ({ here, at, and, eq }) => and(eq(at(B).state, "one"), eq(here.x, "a")), {}),
    );
    expect(text).toEqual(code);
  });

  test("inputs, results, live schemas", () => {
    const spec = { lifelines: [A, B], inputs: [A.x], results: [B.x, B.state] };
    const { ir, schemas } = choreography("test", spec, () => {});
    expect(ir.inputs).toEqual([{ on: "A", name: "x" }]);
    expect(ir.results).toEqual([
      { on: "B", name: "x" },
      { on: "B", name: "state" },
    ]);
    expect(schemas["B"]?.variables["state"]?.["~standard"].validate("four")).toHaveProperty("issues");
    expect(schemas["A"]?.actions["make"]?.out).toHaveProperty("~standard");
    expect(schemas["A"]?.actions["pair"]?.out).toHaveProperty("first");
    expect(schemas["A"]?.actions["done"]).toEqual({
      args: {},
      out: null,
      signature: { args: {}, out: { kind: "none" } },
    });
  });
});

describe("refusals", () => {
  test("text guards: all that is wrong, at the statement's place", () => {
    const error = errorOf(() => record((c) => c.branch(A, "@C.x == 1 & @D.x == 1", {})));
    expect(error.code).toBe("formula/unknown-lifeline");
    expect(error.diagnostics).toHaveLength(2);
    expect(error.place.file).toMatch(/record\.test\.ts$/);
    expect(error.message).toContain("column 2 of the guard");
    expect(codeOf(() => record((c) => c.branch(A, "x", {})))).toBe("formula/bare-term");
  });

  test("variables of another lifeline, and what is no value", () => {
    expect(untyped((c: Statements) => c.send(A, B, { x: B.x as never }))).toBe(
      "choreography/foreign-variable",
    );
    expect(untyped((c: Statements) => c.send(A, B, { x: (() => 1) as never }))).toBe(
      "choreography/not-a-value",
    );
    expect(untyped((c: Statements) => c.set(A, { n: Number.NaN }))).toBe("choreography/not-a-value");
  });

  test("statements with the wrong things", () => {
    expect(untyped((c: Statements) => c.send(A, {} as never))).toBe("choreography/misuse");
    expect(untyped((c: Statements) => c.act(A.x as never))).toBe("choreography/misuse");
    expect(untyped((c: Statements) => c.act(B.x as never, A.make() as never))).toBe("choreography/misuse");
    expect(untyped((c: Statements) => c.act("x" as never, A.make() as never))).toBe("choreography/misuse");
    expect(untyped((c: Statements) => c.match(B.state, { one() {} } as never))).toBe("choreography/misuse");
    expect(untyped((c: Statements) => c.match("B.state" as never, {}))).toBe("choreography/misuse");
    expect(untyped((c: Statements) => c.loop(A, "true", { body() {} }, { bound: 0 }))).toBe(
      "choreography/misuse",
    );
    expect(codeOf(() => choreography("test", { lifelines: [A], inputs: ["x" as never] }, () => {}))).toBe(
      "choreography/misuse",
    );
  });

  test("labels that are no names", () => {
    expect(untyped((c: Statements) => c.send(A, B, {}, { label: "" }))).toBe("choreography/name");
    expect(untyped((c: Statements) => c.send(A, B, {}, { label: "\ud800" }))).toBe("choreography/name");
  });

  test("asynchronous functions, and statements after the end", () => {
    expect(codeOf(() => record((async () => {}) as never))).toBe("choreography/misuse");
    expect(codeOf(() => record((c) => c.branch(A, "true", { then: (async () => {}) as never })))).toBe(
      "choreography/misuse",
    );
    let kept: Statements | undefined;
    record((c) => {
      kept = c;
    });
    expect(codeOf(() => kept?.send(A, B))).toBe("choreography/misuse");
  });

  test("an error in an arm passes through", () => {
    const mine = new Error("mine");
    const build = (c: Statements) =>
      c.branch(A, "true", {
        then: () => {
          throw mine;
        },
      });
    expect(() => record(build)).toThrow(mine);
  });
});

describe("source places", () => {
  test("each step knows the line and column of its statement", () => {
    const { sources } = record((c) => {
      c.send(A, B);
      c.branch(A, "true", { then: () => c.send(B, A, {}, { label: "inner" }) });
    });
    const places = Object.values(sources);
    expect(Object.keys(sources)).toEqual(["message:A>B()", "branch:A", "inner"]);
    expect(places.every(({ file }) => file?.endsWith("/test/choreography/record.test.ts"))).toBe(true);
    const [send, branch, inner] = places;
    expect([branch?.line, inner?.line]).toEqual([(send?.line ?? 0) + 1, branch?.line]);
    expect(branch?.column).toBe(send?.column);
    expect(inner?.column).toBeGreaterThan(branch?.column ?? 0);
  });

  test("a fragment's steps stand where the fragment calls the statement", () => {
    const fragment = (c: Statements) => c.send(A, B);
    const { sources } = record((c) => {
      fragment(c);
      fragment(c);
    });
    const [first, second] = Object.values(sources);
    expect(first).toEqual(second);
  });
});

describe("ids of steps", () => {
  test("paths, ordinals and labels", () => {
    expect(
      idsOf((c) => {
        c.send(A, B, { x: "1" });
        c.send(A, B, { x: "2" });
        c.send(B, A, { x: "2" });
        c.loop(A, "true", { body: () => c.act(A.done()), exit: () => c.act(A.done()) });
        c.loop(A, "true", { body: () => c.act(A.done()) }, { label: "rounds" });
        c.loop(A, "true", { body: () => c.act(A.done()) });
      }),
    ).toEqual([
      "message:A>B(x)",
      "message:A>B(x)~2",
      "message:B>A(x)",
      "loop:A",
      "loop:A/body/act:A.done()",
      "loop:A/exit/act:A.done()",
      "rounds",
      "rounds/body/act:A.done()",
      "loop:A~3",
      "loop:A~3/body/act:A.done()",
    ]);
  });

  test("names with structural characters cannot be taken for a path", () => {
    const X = lifeline("X/then/a>b", { variables: { "a,b": z.string() } });
    const { ir } = choreography("test", { lifelines: [X, A] }, (c) => c.send(A, X, { "a,b": "1" }));
    expect(ir.body[0]?.step).toBe("message:A>X%2Fthen%2Fa%3Eb(a%2Cb)");
  });

  const statement = fc.constantFrom<(c: Statements) => void>(
    (c) => c.send(A, B),
    (c) => c.send(A, B, { x: "1" }),
    (c) => c.send(B, A),
    (c) => c.act(A.done()),
    (c) => c.set(A, { x: "1" }),
    (c) => c.branch(A, "true", { then: () => c.send(A, B), else: () => c.act(A.done()) }),
    (c) => c.loop(B, "true", { body: () => c.send(A, B) }),
  );
  // Its signature is none of those above.
  const other = (c: Statements) => c.set(B, { state: "one" });

  test("are distinct, and inserting a different statement changes no other", () => {
    fc.assert(
      fc.property(fc.array(statement, { maxLength: 12 }), fc.nat(12), (statements, at) => {
        const all = (build: readonly ((c: Statements) => void)[]) =>
          idsOf((c) =>
            c.branch(A, "x == 'a'", {
              then: () => {
                for (const add of build) add(c);
              },
            }),
          );
        const before = all(statements);
        const position = Math.min(at, statements.length);
        const after = all([...statements.slice(0, position), other, ...statements.slice(position)]);
        expect(new Set(before).size).toBe(before.length);
        expect(after.filter((id) => id !== "branch:A/then/assign:B(state)")).toEqual(before);
      }),
    );
  });

  test("a label leaves its siblings' ids alone", () => {
    const ids = (label: string | undefined) =>
      idsOf((c) => {
        c.send(A, B, {}, label === undefined ? {} : { label });
        c.send(A, B);
      });
    expect(ids(undefined)[1]).toBe(ids("first")[1]);
  });
});

test("a program of a thousand statements is recorded, each with an id of its own", () => {
  const body = bodyOf((c) => {
    for (let i = 0; i < 1000; i++) c.send(A, B, { x: A.x });
  });
  expect(new Set(body.map(({ step }) => step)).size).toBe(1000);
});

test("the example is JSON", () => {
  expect(JSON.parse(JSON.stringify(codeReview.ir))).toEqual(codeReview.ir);
});

describe("an action's call outside c.act", () => {
  const Worker = lifeline("Worker", {
    variables: { x: z.number() },
    actions: { work: { out: z.number() }, rest: {} },
  });

  test("is no step, and is told where it stands", () => {
    const error = errorOf(() =>
      choreography("lost", { lifelines: [Worker] }, () => {
        Worker.rest();
      }),
    );
    expect(error.code).toBe("choreography/misuse");
    expect(error.what).toContain("Worker.rest(…) was called and is no step");
    expect(error.place.file).toContain("record.test.ts");
    expect(error.remedy).toContain("c.act(Worker.rest(…))");
  });

  test("is fine where a step takes it, later or twice, and outside of any choreography", () => {
    Worker.rest();
    const { ir } = choreography("kept", { lifelines: [Worker] }, (c) => {
      const call = Worker.work();
      c.set(Worker, { x: 1 });
      c.act(Worker.x, call);
      c.act(Worker.x, call);
    });
    expect(ir.body).toHaveLength(3);
  });

  test("belongs to the choreography that is being built, one inside another too", () => {
    const inner = () => choreography("inner", { lifelines: [Worker] }, (c) => c.act(Worker.rest()));
    expect(() =>
      choreography("outer", { lifelines: [Worker] }, (c) => {
        const call = Worker.rest();
        inner();
        c.act(call);
      }),
    ).not.toThrow();
    expect(
      codeOf(() => choreography("outer", { lifelines: [Worker] }, () => void [Worker.rest(), inner()])),
    ).toBe("choreography/misuse");
  });
});
