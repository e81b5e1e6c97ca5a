import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  checkChoreography,
  choreography,
  lifeline,
  nodesOf,
  type Statements,
} from "../../src/choreography/index.ts";

const variables = { x: z.string(), n: z.number() };
const A = lifeline("A", {
  variables,
  actions: { note: {}, make: { in: { x: z.string() }, out: z.string() } },
});
const B = lifeline("B", { variables });

/** A statement by its signature (what an ordinal tells apart) and the blocks inside it. */
interface Statement {
  readonly signature: string;
  readonly inside: readonly (readonly Statement[])[];
}

const makers: { readonly [signature: string]: (c: Statements, blocks: readonly (() => void)[]) => void } = {
  "message:A>B()": (c) => c.send(A, B),
  "message:B>A()": (c) => c.send(B, A),
  "message:A>B(n,x)": (c) => c.send(A, B, { x: A.x, n: 1 }),
  "act:A.note()": (c) => c.act(A.note()),
  "act:A.make(x)": (c) => c.act(A.x, A.make({ x: A.x })),
  "assign:A(x)": (c) => c.set(A, { x: "1" }),
  "assign:A(!x)": (c) => c.unset(A, ["x"]),
  "branch:A": (c, [one, two]) =>
    c.branch(A, "x == '1'", { then: one ?? (() => {}), else: two ?? (() => {}) }),
  "loop:B": (c, [one, two]) =>
    c.loop(B, "n < 2", { body: one ?? (() => {}), exit: two ?? (() => {}) }, { bound: 2 }),
};
const parts: { readonly [signature: string]: readonly string[] } = {
  "branch:A": ["then", "else"],
  "loop:B": ["body", "exit"],
};

const program: fc.Arbitrary<readonly Statement[]> = fc.letrec<{
  block: readonly Statement[];
  one: Statement;
}>((tie) => ({
  block: fc.array(tie("one"), { maxLength: 4, depthIdentifier: "ids" }),
  one: fc.oneof(
    { maxDepth: 3, depthIdentifier: "ids" },
    fc
      .constantFrom(...Object.keys(makers).filter((signature) => parts[signature] === undefined))
      .map((signature) => ({ signature, inside: [] })),
    fc
      .tuple(fc.constantFrom(...Object.keys(parts)), tie("block"), tie("block"))
      .map(([signature, one, two]) => ({ signature, inside: [one, two] })),
  ),
})).block;

function write(c: Statements, block: readonly Statement[]): void {
  for (const { signature, inside } of block)
    makers[signature]?.(
      c,
      inside.map((inner) => () => write(c, inner)),
    );
}

function record(block: readonly Statement[]) {
  return choreography("ids", { lifelines: [A, B] }, (c) => write(c, block));
}

const idsOf = (block: readonly Statement[]): readonly string[] =>
  nodesOf(record(block).ir.body).map(({ step }) => step);

/** The ids by the rule of the format: the path, then the ordinal among siblings of equal signature. */
function expectedIds(block: readonly Statement[], path = ""): readonly string[] {
  const seen = new Map<string, number>();
  return block.flatMap(({ signature, inside }) => {
    const ordinal = (seen.get(signature) ?? 0) + 1;
    seen.set(signature, ordinal);
    const id = `${path}${signature}${ordinal === 1 ? "" : `~${ordinal}`}`;
    return [id, ...inside.flatMap((inner, i) => expectedIds(inner, `${id}/${parts[signature]?.[i]}/`))];
  });
}

describe("the id of a step", () => {
  test("is its path and its ordinal among siblings of one block with equal kind, lifelines, action and keys", () => {
    fc.assert(
      fc.property(program, (block) => {
        const ids = idsOf(block);
        expect(ids).toEqual(expectedIds(block));
        expect(new Set(ids).size).toBe(ids.length);
        expect(Object.keys(record(block).sources).sort()).toEqual([...ids].sort());
      }),
      { numRuns: 100 },
    );
  });

  test("keeps when a statement comes in, but for later siblings of the same signature and what is in them", () => {
    fc.assert(
      fc.property(program, fc.nat(4), fc.constantFrom(...Object.keys(makers)), (block, place, signature) => {
        const at = Math.min(place, block.length);
        const added: Statement = { signature, inside: [] };
        const before = record(block).ir.body;
        const after = record([...block.slice(0, at), added, ...block.slice(at)]).ir.body.toSpliced(at, 1);
        for (const [i, node] of after.entries()) {
          if (i >= at && block[i]?.signature === signature) continue;
          expect(nodesOf([node]).map(({ step }) => step)).toEqual(
            nodesOf([before[i]!]).map(({ step }) => step),
          );
        }
      }),
      { numRuns: 100 },
    );
  });

  test("keeps when a statement at the end goes or comes back", () => {
    fc.assert(
      fc.property(program, program, (block, more) => {
        const ids = idsOf(block);
        expect(idsOf([...block, ...more]).slice(0, ids.length)).toEqual(ids);
      }),
    );
  });

  test("keeps under everything that is no part of it: values, guards, bounds", () => {
    const ids = (value: string, guard: string, bound: number) =>
      nodesOf(
        choreography("ids", { lifelines: [A, B] }, (c) => {
          c.send(A, B, { x: value });
          c.branch(A, guard, { then: () => c.set(B, { x: value }) });
          c.loop(B, guard, { body: () => c.send(B, A, { x: value }) }, { bound });
        }).ir.body,
      ).map(({ step }) => step);
    expect(ids("a", "x == '1'", 1)).toEqual(ids("b", "seen(B)", 9));
  });

  test("is the author's label where there is one, and the labels of what is inside begin with it", () => {
    const { ir } = choreography("ids", { lifelines: [A, B] }, (c) => {
      c.branch(
        A,
        "true",
        { then: () => c.send(A, B), else: () => c.send(A, B, {}, { label: "tell/it" }) },
        { label: "decide" },
      );
    });
    expect(nodesOf(ir.body).map(({ step }) => step)).toEqual([
      "decide",
      "decide/then/message:A>B()",
      "tell/it",
    ]);
  });

  test("is told when a label is another step's id, whatever made that one", () => {
    for (const label of ["message:A>B()", "branch:A/then/message:A>B()"]) {
      const { ir, sources } = choreography("ids", { lifelines: [A, B] }, (c) => {
        c.set(A, { x: "1" });
        c.send(A, B);
        c.branch(A, "x == '1'", { then: () => c.send(A, B) });
        c.send(B, A, {}, { label });
      });
      const found = checkChoreography(ir, sources);
      expect(found.map(({ code, place }) => [code, place.step])).toEqual([
        ["choreography/duplicate-step", label],
      ]);
    }
  });
});
