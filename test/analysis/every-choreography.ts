import type { StepId, Vars } from "../../src/base/index.ts";
import { mapBlock } from "../../src/choreography/blocks.ts";
import type { Block, Choreography, Node } from "../../src/choreography/index.ts";
import { projectAll } from "../../src/projection/index.ts";
import {
  act,
  branch,
  choreography,
  is,
  loop,
  message,
  onChannels,
  parallel,
  v,
} from "../projection/fixtures.ts";
import { compare, differenceOf } from "./agreement.ts";
import { systemOf } from "./walk.ts";

/**
 * Every choreography of a few statements over three lifelines: messages of `x`, local steps that flip `x`, branches and
 * loops of bound 1 on the owner's `x`, parallel arms. A statement counts one, and what stands in it counts too.
 */

export const names = ["A", "B", "C"] as const;

/** A block as text, in which lifelines are capital letters, and how it is made. */
export interface Program {
  readonly text: string;
  readonly make: () => Block;
}

const leaves: readonly Program[] = [
  ...names.flatMap((a) =>
    names
      .filter((b) => b !== a)
      .map((b): Program => ({ text: `${a}>${b} `, make: () => [message(a, b, { x: v("x") })] })),
  ),
  ...names.map(
    (a): Program => ({
      text: `${a}. `,
      make: () => [act(a, "f", { args: { x: v("x") }, out: { kind: "value", variable: "x" } })],
    }),
  ),
];

const empty: Program = { text: "", make: () => [] };
const guard = is("x", 1);

/** All blocks by their number of statements. */
function blocks(most: number): readonly (readonly Program[])[] {
  const all: (readonly Program[])[] = [[empty]];
  const single: (readonly Program[])[] = [[]];
  for (let size = 1; size <= most; size++) {
    const of = (n: number): readonly Program[] => all[n] ?? [];
    const found: Program[] = size === 1 ? [...leaves] : [];
    for (let first = 0; first < size; first++) {
      const second = size - 1 - first;
      for (const one of of(first))
        for (const two of of(second)) found.push(...around(one, two, first, second));
    }
    single.push(found);
    all.push(
      Array.from({ length: size }, (_, i) => i + 1).flatMap((first) =>
        (single[first] ?? []).flatMap((head) => of(size - first).map((tail) => sequence(head, tail))),
      ),
    );
  }
  return all;
}

function sequence(head: Program, tail: Program): Program {
  return { text: head.text + tail.text, make: () => [...head.make(), ...tail.make()] };
}

/** The statements around two blocks of given sizes. */
function around(one: Program, two: Program, first: number, second: number): readonly Program[] {
  if (first + second === 0) return [];
  const decisions = names.flatMap((owner): readonly Program[] => [
    {
      text: `${owner}?(${one.text}|${two.text}) `,
      make: () => [branch(owner, guard, one.make(), two.make())],
    },
    ...(first === 0
      ? []
      : [
          {
            text: `${owner}*(${one.text};${two.text}) `,
            make: () => [loop(owner, guard, one.make(), { exit: two.make(), bound: 1 })],
          },
        ]),
  ]);
  // Arms have no order.
  const arms = first > 0 && second > 0 && (first < second || (first === second && one.text <= two.text));
  return arms
    ? [
        ...decisions,
        { text: `(${one.text}||${two.text}) `, make: () => [parallel([one.make(), two.make()])] },
      ]
    : decisions;
}

const renamings: readonly string[] = ["ABC", "ACB", "BAC", "BCA", "CAB", "CBA"];

/** Whether a text is the first of those that differ from it in the lifelines' names alone. */
function isFirst(text: string): boolean {
  return renamings.every((to) => text <= text.replace(/[ABC]/g, (name) => to["ABC".indexOf(name)] ?? name));
}

/** Every choreography of exactly so many statements, one of each class that differs in names alone. */
export function everyChoreography(size: number): readonly Program[] {
  return (blocks(size)[size] ?? []).filter(({ text }) => isFirst(text));
}

function declared(body: Block): Choreography {
  let count = 0;
  const steps = mapBlock(body, (node): Node => ({ ...node, step: `s${count++}` as StepId }));
  const x = names.map((name) => [name, "x"] as const);
  return choreography(onChannels(steps), { lifelines: names, inputs: x, results: x });
}

/** What the comparison of one program came to. */
export interface Compared {
  /** What the projected programs do otherwise than the choreography says; null: nothing. */
  readonly difference: string | null;
  readonly ends: number;
  readonly failing: boolean;
}

const stores = [0, 1].map((x): { readonly [name: string]: Vars } => ({ A: { x }, B: { x }, C: { x } }));
const outcome = (_action: string, _n: number, args: Vars) => (args["x"] === 1 ? 0 : 1);

/** Compares projection and interpreter over all schedules, where all start with 0 and where all start with 1. */
export function compareProgram({ text, make }: Program): Compared {
  const ir = declared(make());
  const programs = projectAll(ir);
  let ends = 0;
  let failing = false;
  for (const inputs of /[?*]/.test(text) ? stores : stores.slice(0, 1)) {
    const compared = compare(ir, systemOf(programs, inputs, outcome), 20_000);
    const difference = compared === null ? "too many configurations" : differenceOf(compared);
    if (compared === null || difference !== null)
      return { difference: `${text}from ${JSON.stringify(inputs)}: ${difference}`, ends, failing };
    ends += compared.projected.ends.size;
    failing ||= [...compared.projected.ends.values()].some(({ failed }) => failed !== null);
  }
  return { difference: null, ends, failing };
}
