import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  checkChoreography,
  choreography,
  hashChoreography,
  lifeline,
  nodesOf,
  parseChoreography,
  type Statements,
} from "../../src/choreography/index.ts";
import { projectAll, recipients } from "../../src/projection/index.ts";
import { codeOf, errorOf } from "./errors.ts";

// The numbers are those of the scenarios about building choreographies.

const P = lifeline("P", {
  variables: { n: z.number(), draft: z.string(), any: z.any() },
  actions: { double: { in: { n: z.number() }, out: z.number() }, write: { out: z.string() }, rest: {} },
});
const Q = lifeline("Q", { variables: { n: z.number(), m: z.number() } });

const flow = (build: (c: Statements) => void) =>
  choreography("flow", { lifelines: [P, Q], inputs: [P.n] }, build);
const bodyOf = (build: (c: Statements) => void) => flow(build).ir.body;
const untyped = (build: (c: never) => unknown): string =>
  codeOf(() => flow(build as (c: Statements) => void));
const codesOf = ({ ir, sources }: ReturnType<typeof flow>) =>
  checkChoreography(ir, sources).map(({ code }) => code);

describe("building", () => {
  test("57: an input stands with its lifeline and type, a result with its lifeline", () => {
    const { ir } = choreography("typed", { lifelines: [P, Q], inputs: [P.n], results: [Q.m] }, (c) => {
      c.send(P, Q, { m: P.n });
    });
    expect(ir.inputs).toEqual([{ on: "P", name: "n" }]);
    expect(ir.results).toEqual([{ on: "Q", name: "m" }]);
    expect(ir.lifelines[0]?.variables["n"]).toMatchObject({ schema: { type: "number" }, secret: false });
  });

  test("58: one statement, one message", () => {
    expect(bodyOf((c) => c.send(P, Q, { n: P.n }))).toMatchObject([
      { kind: "message", from: "P", to: "Q", payload: { n: { kind: "var", name: "n" } } },
    ]);
  });

  test("59: two actions of one lifeline are two acts in order", () => {
    const body = bodyOf((c) => {
      c.act(P.n, P.double({ n: P.n }));
      c.act(P.rest());
    });
    expect(body.map((node) => node.kind === "act" && [node.on, node.action])).toEqual([
      ["P", "double"],
      ["P", "rest"],
    ]);
  });

  test("60: nothing is inferred: the variable that takes a result is declared", () => {
    expect(bodyOf((c) => c.act(P.draft, P.write()))).toMatchObject([
      { out: { kind: "value", variable: "draft" } },
    ]);
    expect(untyped((c: { act: (...given: unknown[]) => void }) => c.act("draft", P.write()))).toBe(
      "choreography/misuse",
    );
    const { ir } = flow((c) => c.act(P.draft, P.write()));
    const [node] = ir.body;
    const other = { ...ir, body: [{ ...node, out: { kind: "value", variable: "drft" } }] };
    const parsed = parseChoreography(other);
    const found = parsed.ok ? checkChoreography(parsed.ir) : [];
    expect(found.map(({ code, suggestion }) => [code, suggestion])).toEqual([
      ["choreography/unknown-variable", "draft"],
    ]);
  });

  test("61: an arm that is left out is empty, and takes part all the same", () => {
    const { ir } = flow((c) => {
      c.branch(P, "n > 0", { then: () => c.send(P, Q, { n: P.n }) }, { label: "positive" });
      c.loop(
        P,
        "n > 0",
        { body: () => c.act(P.n, P.double({ n: P.n })), exit: () => c.send(P, Q, { m: P.n }) },
        { label: "while" },
      );
    });
    expect(ir.body).toMatchObject([
      { owner: "P", then: [{ from: "P", to: "Q" }], else: [] },
      { owner: "P", body: [{ on: "P" }], exit: [{ to: "Q" }] },
    ]);
    expect([...recipients(ir)]).toEqual([
      ["positive", { whenTrue: ["Q"], whenFalse: ["Q"] }],
      ["while", { whenTrue: [], whenFalse: ["Q"] }],
    ]);
  });

  test("62: what has no type or no declaration is refused where it is written", () => {
    const inputs = (value: unknown) =>
      codeOf(() => choreography("flow", { lifelines: [P], inputs: [value as typeof P.n] }, () => {}));
    expect([inputs("n"), inputs({}), inputs(undefined)]).toEqual(Array(3).fill("choreography/misuse"));
    const taken = flow((c) => c.act(P.any, P.double({ n: P.n })));
    expect(codesOf(taken)).toEqual([]);
    expect(codesOf(flow((c) => c.act(P.draft as never, P.double({ n: P.n }))))).toEqual([
      "choreography/type",
    ]);
    expect(codesOf(flow((c) => c.act(P.n as never, P.rest() as never)))).toEqual(["choreography/result"]);
    expect(codesOf(flow((c) => c.act(P.double({ n: P.n }) as never)))).toEqual(["choreography/result"]);
    expect(codesOf(flow((c) => c.act(P.n, (P.double as () => ReturnType<typeof P.double>)())))).toEqual([
      "choreography/arguments",
    ]);
  });

  test("63: a guard compares and asks; it calls nothing that is not declared", () => {
    expect(codesOf(flow((c) => c.branch(P, "n > 0 | !(n < -3)", {})))).toEqual([]);
    expect(codesOf(flow((c) => c.branch(P, "Y n > 0 & !seen(Q)", {})))).toEqual([]);
    const { ir, sources } = flow((c) => c.branch(P, "isLarge(n)", {}));
    expect(checkChoreography(ir, sources)).toMatchObject([
      {
        code: "choreography/unknown-predicate",
        message: expect.stringContaining("isLarge"),
        remedy: expect.stringMatching(/[Dd]eclare/),
      },
    ]);
  });

  test("64: constants are JSON: finite, of string keys, without cycles and classes", () => {
    const deep = (levels: number): unknown => {
      let value: unknown = 1;
      for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value] : { value };
      return value;
    };
    const write = (value: unknown) => flow((c) => c.set(P, { any: value }));
    const set = (value: unknown) => codeOf(() => write(value));
    expect(write([null, true, 0, "x", { a: [{}] }]).ir.body).toHaveLength(1);
    expect(write(deep(128)).ir.body).toHaveLength(1);
    const cycle: unknown[] = [];
    cycle.push({ cycle });
    class Point {
      readonly x = 1;
    }
    const bad = [
      Number.NaN,
      Number.POSITIVE_INFINITY,
      cycle,
      new Map(),
      new Date(0),
      new Point(),
      1n,
      Symbol("x"),
      () => 1,
      "\ud800",
      { "\udc00": 1 },
      deep(400),
    ];
    for (const value of bad) expect(set(value), String(value)).toBe("choreography/not-a-value");
    expect(set([1, undefined, 3])).toBe("choreography/not-a-value");
  });
});

describe("guards are found before the run", () => {
  test("74: no variable is compared when the guard is built", () => {
    expect(
      untyped((c: Statements) =>
        c.branch(P, (({ here }: { here: { n: unknown } }) => here.n === 1) as never, {}),
      ),
    ).toBe("choreography/not-a-formula");
    expect(
      untyped((c: Statements) =>
        c.branch(P, (({ here }: { here: { n: number } }) => (here.n > 0 ? 1 : 2)) as never, {}),
      ),
    ).toBe("choreography/formula-as-value");
  });

  test("74: an ordinary function with unknown variables is no formula; what it throws comes through", () => {
    expect(untyped((c: Statements) => c.branch(P, ((n: number) => n > 0) as never, {}))).toMatch(
      /^choreography\/(not-a-formula|formula-as-value)$/,
    );
    const mine = new RangeError("mine");
    const guard = (): never => {
      throw mine;
    };
    expect(() => flow((c) => c.branch(P, guard, {}))).toThrow(mine);
  });

  test("79: a formula that is written in place is in every lifeline's plan", () => {
    const { ir } = flow((c) => {
      c.send(Q, P);
      c.branch(P, ({ at, gt, prev, here, eq, and }) => and(gt(at(Q).m, 3), prev(eq(here.n, 1))), {
        label: "asked",
      } as never);
    });
    for (const { plan } of projectAll(ir)) {
      expect(plan.variables).toEqual(["m"]);
      expect(plan.formulas.map(({ kind }) => kind)).toEqual(["compare", "compare", "prev", "and"]);
    }
  });
});

describe("what users of other tools ran into", () => {
  test("a signal to a role that nobody plays is an error where it is written, with the nearest name", () => {
    const Lead = lifeline("TeamLead");
    const stray = flow((c) => c.send(P, Lead));
    const [found] = checkChoreography(stray.ir, stray.sources);
    expect(found).toMatchObject({
      code: "choreography/unknown-lifeline",
      place: { line: expect.any(Number) },
    });
    const { ir } = choreography("near", { lifelines: [P, Lead] }, (c) => c.send(P, lifeline("TeamLaed")));
    expect(checkChoreography(ir)[0]?.suggestion).toBe("TeamLead");
  });

  test("a guard that always says the same is told", () => {
    const Reviewer = lifeline("Reviewer", { variables: { approved: z.string() } });
    const { ir, sources } = choreography("merge", { lifelines: [Reviewer, Q] }, (c) => {
      c.send(Reviewer, Q);
      c.branch(Q, "seen(Reviewer) | !seen(Reviewer)", {});
    });
    expect(checkChoreography(ir, sources)).toMatchObject([
      { code: "choreography/constant-guard", severity: "warning" },
    ]);
  });

  test("a verdict without its subject is told: the old pass does not cover the new candidate", () => {
    const Tester = lifeline("Tester", { variables: { candidate: z.string(), status: z.string() } });
    const Merger = lifeline("Merger", { variables: { candidate: z.string() } });
    const build = (guard: string) => {
      const { ir, sources } = choreography(
        "merge",
        { lifelines: [Tester, Merger], inputs: [Merger.candidate] },
        (c) => {
          c.set(Tester, { candidate: "c1", status: "passed" });
          c.send(Tester, Merger);
          c.branch(Merger, guard, {});
        },
      );
      return checkChoreography(ir, sources).map(({ code }) => code);
    };
    expect(build("@Tester.status == 'passed'")).toEqual(["formula/verdict-without-subject"]);
    expect(build("@Tester.status == 'passed' & @Tester.candidate == candidate")).toEqual([]);
    expect(build("!@Tester(status == 'failed')")).toContain("formula/unguarded-negation");
  });

  test("reviewers in a loop: statements give nothing back, and the compiler is not asked to remember", () => {
    const reviewers = ["Ann", "Bob", "Cy", "Dee"].map((name) =>
      lifeline(name, { variables: { draft: z.string() } }),
    );
    const { ir } = choreography("round", { lifelines: [P, ...reviewers], inputs: [P.draft] }, (c) => {
      for (const reviewer of reviewers) expect(c.send(P, reviewer, { draft: P.draft })).toBeUndefined();
    });
    expect(nodesOf(ir.body).map((node) => node.kind === "message" && node.to)).toEqual([
      "Ann",
      "Bob",
      "Cy",
      "Dee",
    ]);
    expect(checkChoreography(ir)).toEqual([]);
  });

  test("an edited choreography is another one: a run can tell what it was started on", () => {
    const first = flow((c) => c.branch(P, "n > 0", { then: () => c.send(P, Q, { n: P.n }) }));
    const edited = flow((c) => c.branch(P, "n > 1", { then: () => c.send(P, Q, { n: P.n }) }));
    expect(hashChoreography(edited.ir)).not.toBe(hashChoreography(first.ir));
    expect(new Set(projectAll(edited.ir).map((program) => program.choreography))).toEqual(
      new Set([hashChoreography(edited.ir)]),
    );
  });

  test("a read after a branch of what one arm wrote is told with the path", () => {
    const broken = flow((c) => {
      c.branch(P, "n > 0", { then: () => c.set(P, { draft: "x" }) }, { label: "write it" });
      c.set(P, { any: P.draft });
    });
    expect(checkChoreography(broken.ir, broken.sources)).toMatchObject([
      {
        code: "choreography/unset",
        severity: "error",
        message: expect.stringContaining("when write it takes its else arm"),
      },
    ]);
  });

  test("all problems come at once, each with its line", () => {
    const wrong = flow((c) => {
      c.send(P, Q, { n: P.draft as never });
      c.act(P.n as never, P.rest() as never);
      c.branch(P, "isLarge(n)", {});
    });
    const found = checkChoreography(wrong.ir, wrong.sources);
    expect(found.map(({ code }) => code).sort()).toEqual([
      "choreography/result",
      "choreography/type",
      "choreography/unknown-predicate",
      "choreography/unset",
    ]);
    expect(new Set(found.map(({ place }) => place.line)).size).toBe(3);
    expect(errorOf(() => flow((c) => c.branch(P, "@R.n == 1 & @T.n == 1", {}))).diagnostics).toHaveLength(2);
  });
});
