import { describe, expect, test } from "vitest";
import { z } from "zod";
import { LightconeError } from "../../src/base/index.ts";
import { lifeline } from "../../src/choreography/index.ts";
import { buildGuard, type Formula, parseFormula, printFormula } from "../../src/cpl/index.ts";
import type { ScopeOf } from "../../src/cpl/scope-types.ts";

const A = lifeline("A", { variables: { x: z.number(), name: z.string(), ok: z.boolean() } });
const B = lifeline("B", { variables: { x: z.number(), status: z.enum(["passed", "failed"]) } });

function errorOf(run: () => unknown): LightconeError {
  try {
    run();
  } catch (error) {
    if (error instanceof LightconeError) return error;
    throw error;
  }
  throw new TypeError("nothing was thrown");
}
function codeOf(run: () => unknown): string {
  return errorOf(run).code;
}

/** The builder's formula must be the one that its text stands for. */
function same(formula: Formula, text: string): void {
  const parsed = parseFormula(text);
  expect(parsed.ok && parsed.formula).toEqual(formula);
  expect(printFormula(formula)).toBe(text);
}

describe("every operator", () => {
  const cases: readonly (readonly [string, Parameters<typeof buildGuard<typeof A>>[1]])[] = [
    ['name == "c1"', ({ here, eq }) => eq(here.name, "c1")],
    ["x != @B.x", ({ here, at, ne }) => ne(here.x, at(B).x)],
    ["x < 1", ({ here, lt }) => lt(here.x, 1)],
    ["x <= 1", ({ here, le }) => le(here.x, 1)],
    ["x > 1", ({ here, gt }) => gt(here.x, 1)],
    ["x >= 1", ({ here, ge }) => ge(here.x, 1)],
    [
      "ok == true & x == 1 & x == 2",
      ({ here, eq, and }) => and(eq(here.ok, true), eq(here.x, 1), eq(here.x, 2)),
    ],
    ["x == 1 | x == 2", ({ here, eq, or }) => or(eq(here.x, 1), eq(here.x, 2))],
    ["!x == 1", ({ here, eq, not }) => not(eq(here.x, 1))],
    ["x == 1 S x == 2", ({ here, eq, since }) => since(eq(here.x, 1), eq(here.x, 2))],
    ["Y x == 1", ({ here, eq, prev }) => prev(eq(here.x, 1))],
    ["P x == 1", ({ here, eq, once }) => once(eq(here.x, 1))],
    ['P[B] status == "failed"', ({ once }) => once(B, ({ here, eq }) => eq(here.status, "failed"))],
    ["seen(B)", ({ seen }) => seen(B)],
    ['@B(status == "passed")', ({ at }) => at(B, ({ here, eq }) => eq(here.status, "passed"))],
    ["@B(@A(x == 1))", ({ at }) => at(B, (b) => b.at(A, ({ here, eq }) => eq(here.x, 1)))],
    ["true", ({ and }) => and()],
    ["false", ({ or }) => or()],
    ["x == 1", ({ here, eq, and }) => and(eq(here.x, 1))],
  ];

  test.each(cases)("%s", (text, guard) => {
    same(buildGuard(A, guard), text);
  });
});

describe("formulas that would be lost", () => {
  const yes = ({ here, eq }: ScopeOf<typeof A>) => eq(here.ok, true);

  test.each<readonly [string, Parameters<typeof buildGuard<typeof A>>[1]]>([
    ["f && g", (c) => yes(c) && c.eq(c.here.x, 1)],
    // Of `yes(c) || c.seen(B)` the second is never made, which nothing can see.
    [
      "f || g of formulas made before",
      (c) => {
        const [f, g] = [yes(c), c.seen(B)];
        return f || g;
      },
    ],
    ["if (f)", (c) => (c.eq(c.here.x, 1) ? yes(c) : c.seen(B))],
    ["inside at", (c) => c.at(B, (b) => b.eq(b.here.x, 1) && b.seen(A))],
    [
      "a statement that makes one",
      (c) => {
        c.not(c.seen(B));
        return yes(c);
      },
    ],
  ])("%s throws", (_name, guard) => {
    expect(codeOf(() => buildGuard(A, guard))).toBe("choreography/unused-formula");
  });

  test("the message names the lost formula and its owner", () => {
    expect(() => buildGuard(A, (c) => yes(c) && c.eq(c.here.x, 1))).toThrow(/of A made `ok == true`/);
  });

  test("a formula may be used twice", () => {
    const formula = buildGuard(A, (c) => {
      const f = yes(c);
      return c.or(c.and(f, c.seen(B)), c.not(f));
    });
    same(formula, "ok == true & seen(B) | !ok == true");
  });
});

describe("misuse in plain JavaScript", () => {
  // What the compiler refuses must be refused at run time, too: each callback is untyped on purpose.
  const untyped = (guard: (scope: never) => unknown): string => codeOf(() => buildGuard(A, guard as never));

  test("conversions of formulas and terms", () => {
    const convert = (use: (c: ScopeOf<typeof A>) => unknown) => codeOf(() => buildGuard(A, use as never));
    expect(convert((c) => `${c.here.x}`)).toBe("choreography/formula-as-value");
    expect(convert((c) => (c.here.x as unknown as number) < 3)).toBe("choreography/formula-as-value");
    expect(convert((c) => Number(c.seen(B)))).toBe("choreography/formula-as-value");
    expect(convert((c) => `${c.not(c.seen(B))}`)).toBe("choreography/formula-as-value");
  });

  test("what is no formula", () => {
    expect(untyped(() => true)).toBe("choreography/not-a-formula");
    expect(untyped(() => undefined)).toBe("choreography/not-a-formula");
    expect(untyped(({ here }: ScopeOf<typeof A>) => here.x)).toBe("choreography/not-a-formula");
    expect(untyped(({ not }: ScopeOf<typeof A>) => not(true as never))).toBe("choreography/not-a-formula");
  });

  test("what is no term", () => {
    expect(untyped(({ here, eq }: ScopeOf<typeof A>) => eq(here.x, Number.NaN))).toBe(
      "choreography/not-a-value",
    );
    expect(untyped(({ here, eq, seen }: ScopeOf<typeof A>) => eq(here.x, seen(B) as never))).toBe(
      "choreography/not-a-value",
    );
  });

  test("what does not exist: named, with what was meant, at the place where it stands", () => {
    const failing = (guard: (scope: never) => unknown) =>
      errorOf(() => buildGuard(A, guard as never, { file: "statement.ts", line: 1 }));
    const misspelt: readonly (readonly [(scope: never) => unknown, string, string | undefined])[] = [
      [({ here, eq }: ScopeOf<typeof A>) => eq((here as never)["nmae"], 1 as never), "A.nmae", "name"],
      [({ at, eq }: ScopeOf<typeof A>) => eq((at(B) as never)["ok"], 1 as never), "B.ok", undefined],
      [({ here }: ScopeOf<typeof A>) => (here as never)["nmae"], "A.nmae", "name"],
      [
        (scope: ScopeOf<typeof A>) => ((scope as never)["seeen"] as (x: unknown) => unknown)(B),
        "no seeen",
        "seen",
      ],
      [
        ({ seen }: ScopeOf<typeof A>) => seen(undefined as never),
        "seen(…) in a guard was given undefined",
        undefined,
      ],
      [
        ({ at }: ScopeOf<typeof A>) => at(undefined as never),
        "at(…) in a guard was given undefined",
        undefined,
      ],
      [
        ({ once }: ScopeOf<typeof A>) => once(7 as never, () => 1 as never),
        "once(…) in a guard was given a number",
        undefined,
      ],
    ];
    for (const [guard, what, suggestion] of misspelt) {
      const error = failing(guard);
      expect(error.what).toContain(what);
      expect(error.diagnostics[0]?.suggestion).toBe(suggestion);
      expect(error.place.file).toMatch(/scope\.test\.ts$/);
    }
  });

  test("problems are told of the call in the callback, not of the statement", () => {
    const place = { file: "statement.ts", line: 1 };
    const placeOf = (guard: (scope: never) => unknown) =>
      errorOf(() => buildGuard(A, guard as never, place)).place;
    for (const guard of [
      ({ eq, here }: ScopeOf<typeof A>) => eq(here.x, Number.NaN),
      ({ eq }: ScopeOf<typeof A>) => eq(B.x as never, 1 as never),
      ({ and }: ScopeOf<typeof A>) => and(true as never),
      ({ seen }: ScopeOf<typeof A>) => seen(A) && seen(B),
    ] as readonly ((scope: never) => unknown)[]) {
      expect(placeOf(guard).file).toMatch(/scope\.test\.ts$/);
    }
    expect(placeOf(() => true)).toEqual(place);
  });

  test("another lifeline's variable, read as one's own", () => {
    expect(untyped(({ eq }: ScopeOf<typeof A>) => eq(B.x as never, 1 as never))).toBe(
      "choreography/foreign-variable",
    );
    expect(
      untyped(({ at, here }: ScopeOf<typeof A>) => at(B, ({ eq }) => eq(here.x as never, 1 as never))),
    ).toBe("choreography/foreign-variable");
  });

  test("limits of formulas hold for the builder", () => {
    expect(untyped((c: ScopeOf<typeof A>) => c.eq(c.here.name, "x".repeat(70_000)))).toBe(
      "formula/too-large",
    );
    const deep = (c: ScopeOf<typeof A>) => {
      let f = c.seen(B) as ReturnType<typeof c.not>;
      for (let i = 0; i < 300; i++) f = c.not(f);
      return f;
    };
    expect(untyped(deep)).toBe("formula/too-deep");
  });
});

test("hostile variable names are ordinary in `here`", () => {
  const variables = Object.fromEntries([["__proto__", z.string()]]);
  const participant = { [Symbol.for("lightcone.participant")]: { name: "H", variables } };
  const formula = buildGuard(
    participant as never,
    ((scope: { here: object; eq: (a: unknown, b: unknown) => unknown }) =>
      scope.eq(Object.getOwnPropertyDescriptor(scope.here, "__proto__")?.value, "x")) as never,
  );
  expect(formula).toEqual({
    kind: "compare",
    op: "==",
    left: { kind: "var", name: "__proto__" },
    right: { kind: "const", value: "x" },
  });
});

test("handles of another copy of the package are known by their registered symbols", () => {
  const foreignTerm = {
    [Symbol.for("lightcone.term")]: { kind: "var", name: "x" },
    [Symbol.for("lightcone.holder")]: "A",
  };
  const formula = buildGuard(A, ({ eq }) => eq(foreignTerm as never, 1 as never));
  same(formula, "x == 1");
});
