import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  type Choreography,
  checkChoreography,
  choreography,
  type Definition,
  hashChoreography,
  lifeline,
  parseChoreography,
  printChoreography,
  type Statements,
  serializeChoreography,
  toMermaid,
} from "../../src/choreography/index.ts";
import { type Formula, parseFormula } from "../../src/cpl/index.ts";
import { childrenOf } from "../../src/cpl/tree.ts";
import { run } from "../../src/engines/index.ts";
import { checkProjection, printProgram, projectAll } from "../../src/projection/index.ts";
import { branch, plain } from "./plain.ts";

/** A chain of one operator counts once (design, section 5): a formula of 64 KiB may have ten thousand operands. */

const A = lifeline("A", { variables: { x: z.number(), seen: z.string() } });
const B = lifeline("B", { variables: { y: z.number() } });

/** Blocks around one statement, decided by A, so that the innermost lies at the deepest legal place. */
function wrapped(c: Statements, depth: number, inner: () => void): void {
  if (depth === 0) inner();
  else c.branch(A, "x >= 0", { then: () => wrapped(c, depth - 1, inner) });
}

const spec = { lifelines: [A, B], inputs: [A.x], results: [A.seen] };
const conjuncts = Array.from({ length: 2000 }, (_, i) => i + 1);

function withGuard(guard: Parameters<typeof decide>[1]): Definition {
  return choreography("long", spec, (c) => {
    c.set(A, { seen: "nothing" });
    wrapped(c, 98, () => decide(c, guard));
  });
}
function decide(c: Statements, guard: Parameters<typeof c.branch<typeof A>>[1]): void {
  c.branch(A, guard, {
    then: () => c.set(A, { seen: "small" }),
    else: () => c.set(A, { seen: "large" }),
  });
  c.send(A, B, { y: A.x });
}

const long = {
  "a callback": withGuard(({ here, and, ne }) => and(...conjuncts.map((i) => ne(here.x, i)))),
  "a text": withGuard(conjuncts.map((i) => `x != ${i}`).join(" & ")),
  "other operators": withGuard(conjuncts.map((i) => `!(x == ${i})`).join(" & ")),
};

describe("a guard of 2000 conjuncts inside 100 blocks", () => {
  test.each(Object.entries(long))("%s", async (_, definition) => {
    const { ir, sources } = definition;
    const errors = checkChoreography(ir, sources).filter(({ severity }) => severity === "error");
    expect(errors).toEqual([]);
    const text = serializeChoreography(ir);
    const parsed = parseChoreography(JSON.parse(text));
    expect(parsed.ok && serializeChoreography(parsed.ir) === text).toBe(true);
    expect(parsed.ok && hashChoreography(parsed.ir)).toBe(hashChoreography(ir));
    expect(printChoreography(ir)).toMatch(/x (!=|==) 2000/);
    expect(toMermaid(ir)).toContain("alt");
    expect(checkProjection(ir, sources)).toEqual([]);
    const programs = projectAll(ir);
    expect(programs.map(({ lifeline: name }) => name)).toEqual(["A", "B"]);
    expect(programs.map(printProgram).join("")).toMatch(/x (!=|==) 2000/);
    for (const [x, seen] of [
      [0, "small"],
      [2000, "large"],
      [2001, "small"],
    ] as const) {
      const result = await run(definition, { inputs: { A: { x } } });
      expect(result).toMatchObject({ status: "done", results: { A: { seen } } });
    }
  });

  test("both forms are one program", () => {
    expect(hashChoreography(long["a callback"].ir)).toBe(hashChoreography(long["a text"].ir));
  });
});

describe("the limits", () => {
  const told = (guard: string): readonly string[] => {
    try {
      choreography("long", spec, (c) => c.branch(A, guard, {}));
      return [];
    } catch (error) {
      return (error as { diagnostics: readonly { code: string }[] }).diagnostics.map(({ code }) => code);
    }
  };
  const chain = (operands: number, operator = " & "): string =>
    Array.from({ length: operands }, () => "p()").join(operator);

  test("the longest legal chain is written, read and hashed, and not a bit more", () => {
    const longest = chain(10_923); // 65 535 bytes
    const legal = plain([branch("A", longest, [])]);
    const parsed = parseChoreography(JSON.parse(serializeChoreography(legal)));
    expect(parsed.ok && hashChoreography(parsed.ir)).toBe(hashChoreography(legal));
    expect(checkChoreography(legal).map(({ code }) => code)).not.toContain("choreography/foreign");
    expect(projectAll(plain([branch("A", longest, [])]))).toHaveLength(3);
    expect(told(chain(10_924))).toEqual(["formula/too-large"]);
  });

  /** Formulas as data, which no text and no builder has bounded. */
  const codesOf = (guard: Formula): readonly string[] => {
    const ir: Choreography = plain([{ ...branch("A", "true", []), guard } as never]);
    const parsed = parseChoreography(ir);
    const found = parsed.ok ? checkChoreography(parsed.ir) : parsed.diagnostics;
    return found.filter(({ severity }) => severity === "error").map(({ code }) => code);
  };
  const nested = (levels: number, wrap: (body: Formula) => Formula): Formula => {
    let formula: Formula = { kind: "seen", lifeline: "B" };
    for (let i = 1; i < levels; i++) formula = wrap(formula);
    return formula;
  };
  const not = (body: Formula): Formula => ({ kind: "not", body });
  const right = (body: Formula): Formula => ({
    kind: "and",
    left: { kind: "seen", lifeline: "C" },
    right: body,
  });
  const mixed = (body: Formula): Formula => ({
    kind: body.kind === "and" ? "or" : "and",
    left: body,
    right: { kind: "seen", lifeline: "C" },
  });

  test.each([
    ["negations", not],
    ["to the right", right],
    ["two operators in turn", mixed],
  ])("%s: 256 nodes deep and no deeper, by one finding", (_, wrap) => {
    expect(codesOf(nested(256, wrap))).toEqual([]);
    expect(codesOf(nested(257, wrap))).toEqual(["formula/too-deep"]);
    expect(codesOf(nested(3000, wrap))).toEqual(["formula/too-deep"]);
  });

  test("arms with equal long guards are compared without a call for each operand", () => {
    const inner = () => branch("A", chain(7000).replaceAll("p()", "x<1"), []);
    const ir = plain([branch("A", "x == 'a'", [inner()], [inner()])]);
    expect(projectAll(ir)).toHaveLength(3);
    const formula = parseFormula(chain(3));
    expect(formula.ok && childrenOf(formula.formula)).toHaveLength(2);
  });
});
