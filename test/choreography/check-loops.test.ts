import fc from "fast-check";
import { expect, test } from "vitest";
import type { Json } from "../../src/base/index.ts";
import { buildMsc, type Event } from "../../src/causality/index.ts";
import type { Block, Node } from "../../src/choreography/index.ts";
import { satisfies } from "../../src/cpl/index.ts";
import { check } from "./checking.ts";
import { assign, branch, constant, loop, plain, send, variable } from "./plain.ts";

type Loop = Extract<Node, { kind: "loop" }>;

/** One run of a program in program order, which is one of its schedules; a loop makes at most `rounds` rounds. */
class Run {
  readonly events: Event[] = [];
  readonly stores = new Map<string, { [name: string]: Json }>();
  /** What the guard of each loop was, decision by decision. */
  readonly decisions = new Map<string, boolean[]>();
  #messages = 0;

  block(block: Block, rounds: number): void {
    for (const node of block) this.#node(node, rounds);
  }

  #node(node: Node, rounds: number): void {
    if (node.kind === "assign") {
      const set = this.#values(node.on, node.set);
      this.events.push({ on: node.on, kind: "act", set, unset: node.unset });
      Object.assign(this.#store(node.on), set);
      for (const name of node.unset) delete this.#store(node.on)[name];
    } else if (node.kind === "message") {
      this.#send(node.from, node.to, this.#values(node.from, node.payload));
    } else if (node.kind === "branch") {
      const value = this.#choose(node.owner, node);
      for (const to of ["A", "B", "C"]) if (to !== node.owner) this.#send(node.owner, to, {});
      this.block(value ? node.then : node.else, rounds);
    } else if (node.kind === "loop") {
      for (let round = 0; this.#choose(node.owner, node) && round < rounds; round++)
        this.block(node.body, rounds);
    }
  }

  #send(from: string, to: string, set: { readonly [name: string]: Json }): void {
    const msg = `m${this.#messages++}`;
    this.events.push({ on: from, kind: "send", msg, to }, { on: to, kind: "recv", msg, set });
    Object.assign(this.#store(to), set);
  }

  #choose(owner: string, node: Loop | Extract<Node, { kind: "branch" }>): boolean {
    const choice: Event = { on: owner, kind: "choice", guard: node.step, value: true };
    const built = buildMsc({ lifelines: ["A", "B", "C"], events: [...this.events, choice] });
    if (!built.ok) throw new Error(built.problems[0]?.message);
    const value = satisfies(built.msc, this.events.length, node.guard);
    this.events.push({ ...choice, value });
    this.decisions.set(node.step, [...(this.decisions.get(node.step) ?? []), value]);
    return value;
  }

  #values(on: string, values: Extract<Node, { kind: "assign" }>["set"]): { [name: string]: Json } {
    const known = Object.entries(values).flatMap(([target, source]) => {
      const value = source.kind === "const" ? source.value : this.#store(on)[source.name];
      return value === undefined ? [] : [[target, value] as const];
    });
    return Object.fromEntries(known);
  }

  #store(on: string): { [name: string]: Json } {
    const store = this.stores.get(on) ?? {};
    this.stores.set(on, store);
    return store;
  }
}

const on = fc.constantFrom("A", "B", "C");
const name = fc.constantFrom("x", "y");
const value = fc.constantFrom("a", "b");
const step: fc.Arbitrary<Node> = fc.oneof(
  fc.tuple(on, name, value).map(([a, x, v]) => assign(a, { [x]: constant(v) })),
  fc.tuple(on, name).map(([a, x]) => assign(a, {}, [x])),
  fc
    .tuple(on, on, name, name)
    .filter(([a, b]) => a !== b)
    .map(([a, b, x, y]) => send(a, b, { [x]: variable(y) })),
  fc
    .tuple(on, on)
    .filter(([a, b]) => a !== b)
    .map(([a, b]) => send(a, b)),
);
const steps = fc.array(step, { maxLength: 4 });
const guard = fc.constantFrom(
  "true",
  "x == 'a'",
  "!(x == 'a' & y == 'b')",
  "@B.x == 'a'",
  "!@B.x == x",
  "@B(y == 'a')",
  "seen(C)",
  "!seen(B)",
  "@A.x == 'a'",
  "@B(@A.x == 'a')",
  "x == 'a' S y == 'a'",
  "Y x == 'a'",
  "!P x == 'b'",
  "$kind == 'choice'",
);

test("a loop that is reported is never left by a run that enters it", () => {
  let reported = 0;
  fc.assert(
    fc.property(
      steps,
      guard,
      steps,
      fc.tuple(on, guard, steps),
      (before, condition, body, [owner, inner, arm]) => {
        const decided = arm.length === 0 ? [] : [branch(owner, inner, arm)];
        const endless = loop("A", condition, [...body, ...decided]);
        const program = [...before, endless];
        const found = check(plain(program)).some(({ code }) => code === "choreography/endless-loop");
        const run = new Run();
        run.block(program, 4);
        const decisions = run.decisions.get(endless.step) ?? [];
        if (!found || decisions[0] !== true) return;
        reported += 1;
        expect(decisions).toEqual([true, true, true, true, true]);
      },
    ),
    { numRuns: 1500, seed: 7 },
  );
  // Otherwise the property would hold of nothing.
  expect(reported).toBeGreaterThan(50);
});
