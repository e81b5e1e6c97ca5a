import { describe, expect, it } from "vitest";
import type { StepId, Vars } from "../../src/base/index.ts";
import { mapBlock } from "../../src/choreography/blocks.ts";
import type { Block, Choreography, Node } from "../../src/choreography/index.ts";
import { projectAll } from "../../src/projection/index.ts";
import { act, branch, choreography, is, loop, message, v } from "../projection/fixtures.ts";
import { compare, differenceOf } from "./agreement.ts";
import { systemOf } from "./walk.ts";

/** Every choreography of two statements over three lifelines, from a small alphabet. */

const names = ["A", "B", "C"] as const;
type Name = (typeof names)[number];

/** A statement with its text, which names lifelines by one letter. */
type Word = readonly [text: string, make: () => Node];

const leaves: readonly Word[] = [
  ...names.flatMap((a) =>
    names.filter((b) => b !== a).map((b): Word => [`${a}>${b}`, () => message(a, b, { x: v("x") })]),
  ),
  ...names.map(
    (a): Word => [`${a}.`, () => act(a, "f", { args: { x: v("x") }, out: { kind: "value", variable: "x" } })],
  ),
];

const guard = is("x", 1);

/** A branch around one statement, in one arm or in both; around a message a loop, too, in its body or after it. */
function around(owner: Name, [text, make]: Word): readonly Word[] {
  const branches: readonly Word[] = [
    [`${owner}?(${text})`, () => branch(owner, guard, [make()], [])],
    [`${owner}?(${text}|${text})`, () => branch(owner, guard, [make()], [make()])],
  ];
  if (!text.includes(">")) return branches;
  return [
    ...branches,
    [`${owner}*(${text})`, () => loop(owner, guard, [make()], { bound: 1 })],
    [`${owner}*(;${text})`, () => loop(owner, guard, [], { exit: [make()], bound: 1 })],
  ];
}

const alphabet: readonly Word[] = [
  ...leaves,
  ...names.flatMap((owner) => leaves.flatMap((leaf) => around(owner, leaf))),
];

const renamings: readonly (readonly Name[])[] = [
  ["A", "B", "C"],
  ["A", "C", "B"],
  ["B", "A", "C"],
  ["B", "C", "A"],
  ["C", "A", "B"],
  ["C", "B", "A"],
];

/** Whether a text is the first of those that differ from it in the lifelines' names alone. */
function isFirst(text: string): boolean {
  return renamings.every((to) => text <= text.replace(/[ABC]/g, (name) => to["ABC".indexOf(name)] ?? name));
}

function programs(): readonly (readonly [string, Choreography])[] {
  return alphabet.flatMap(([first, one]) =>
    alphabet.flatMap(([second, other]) => {
      const text = `${first} ${second}`;
      return isFirst(text) ? [[text, declared([one(), other()])] as const] : [];
    }),
  );
}

function declared(body: Block): Choreography {
  let count = 0;
  const steps = mapBlock(body, (node) => ({ ...node, step: `s${count++}` as StepId }));
  const x = names.map((name) => [name, "x"] as const);
  return choreography(steps, { lifelines: names, inputs: x, results: x });
}

/** Every owner decides the same way at first; `f` flips. */
const stores = [0, 1].map((x): { readonly [name: string]: Vars } => ({ A: { x }, B: { x }, C: { x } }));
const outcome = (_action: string, _n: number, args: Vars) => (args["x"] === 1 ? 0 : 1);

const all = programs();
const parts = 3;

describe("every choreography of two statements over three lifelines", () => {
  it("there are so many", () => {
    // By Burnside's lemma: 99² pairs, of which an exchange of two names keeps 3², a rotation none; (99² + 3 · 3²) / 6.
    expect([leaves.length, alphabet.length, all.length]).toEqual([9, 99, 1638]);
    expect(new Set(all.map(([text]) => text)).size).toBe(all.length);
  });

  it.each(Array.from({ length: parts }, (_, i) => i))(
    "makes what the interpreter makes (part %i)",
    (part) => {
      const ends = { done: 0, failed: 0 };
      for (const [i, [text, ir]] of all.entries()) {
        if (i % parts !== part) continue;
        const programs = projectAll(ir);
        for (const inputs of /[?*]/.test(text) ? stores : stores.slice(0, 1)) {
          const compared = compare(ir, systemOf(programs, inputs, outcome), 500);
          const difference = compared === null ? "too many configurations" : differenceOf(compared);
          if (difference !== null)
            throw new TypeError(`${text} from ${JSON.stringify(inputs)}: ${difference}`);
          const runs = [...(compared?.projected.ends.values() ?? [])];
          ends[runs.every(({ failed }) => failed === null) ? "done" : "failed"] += 1;
        }
      }
      expect(ends.done).toBeGreaterThan(500);
      expect(ends.failed).toBeGreaterThan(100);
    },
  );
});
