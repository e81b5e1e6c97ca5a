import fc from "fast-check";
import type { StepId } from "../../src/base/index.ts";
import type { Assign, Block, Choreography, Node } from "../../src/choreography/index.ts";
import type { Formula } from "../../src/cpl/index.ts";
import {
  act,
  actTo,
  assign,
  branch,
  choreography,
  is,
  k,
  loop,
  message,
  no,
  remoteIs,
  v,
  yes,
} from "./fixtures.ts";

const lifelines = ["A", "B", "C"] as const;
const lifeline = fc.constantFrom(...lifelines);
const bit = fc.constantFrom(0, 1);

/** Inputs under which no variable that the arbitrary programs read is unset. */
export const inputs = { A: { x: 0 }, B: { x: 1 }, C: { x: 0 } } as const;

const payload: fc.Arbitrary<Assign> = fc.oneof(
  fc.constant<Assign>({}),
  fc.constant<Assign>({ x: v("x") }),
  bit.map((value): Assign => ({ x: k(value) })),
);

const guard: fc.Arbitrary<Formula> = fc.oneof(
  fc.constantFrom(yes, no),
  bit.map((value) => is("x", value)),
  fc.tuple(lifeline, bit).map(([on, value]) => remoteIs(on, "x", value)),
  lifeline.map((on): Formula => ({ kind: "seen", lifeline: on })),
  fc
    .tuple(lifeline, bit)
    .map(
      ([on, value]): Formula => ({ kind: "at", lifeline: on, body: { kind: "prev", body: is("x", value) } }),
    ),
);

const leaf: fc.Arbitrary<Node> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.shuffledSubarray([...lifelines], { minLength: 2, maxLength: 2 }), payload)
      .map(([[from = "A", to = "B"], values]) => message(from, to, values)),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(lifeline, fc.constantFrom("f", "g")).map(([on, action]) => actTo(on, action, "x")),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(lifeline, fc.constantFrom("f", "g"))
      .map(([on, action]) => act(on, action, { args: { x: v("x") } })),
  },
  { weight: 1, arbitrary: fc.tuple(lifeline, bit).map(([on, value]) => assign(on, { x: k(value) })) },
);

/** Two arms that often agree for some lifelines: equal, one longer than the other, or unrelated. */
function arms(block: fc.Arbitrary<Block>): fc.Arbitrary<readonly [Block, Block]> {
  return fc.oneof(
    block.map((same) => [same, same] as const),
    fc.tuple(block, block).map(([same, more]) => [same, [...same, ...more]] as const),
    fc.tuple(block, block).map(([same, more]) => [[...more, ...same], same] as const),
    fc.tuple(block, block),
  );
}

function blockOf(depth: number, maxLength: number): fc.Arbitrary<Block> {
  if (depth === 0) return fc.array(leaf, { maxLength });
  const inner = blockOf(depth - 1, 2);
  const node: fc.Arbitrary<Node> = fc.oneof(
    { weight: 3, arbitrary: leaf },
    {
      weight: 3,
      arbitrary: fc.tuple(lifeline, guard, arms(inner)).map(([on, asked, [a, b]]) => branch(on, asked, a, b)),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(lifeline, guard, inner, inner, fc.constantFrom(1, 2))
        .map(([on, asked, body, exit, bound]) => loop(on, asked, body, { exit, bound })),
    },
  );
  return fc.array(node, { maxLength });
}

/** Small choreographies over A, B, C: messages, actions `f` and `g`, assignments, branches, loops of bound 1 or 2. */
export const arbitraryChoreography: fc.Arbitrary<Choreography> = blockOf(2, 3).map((body) =>
  choreography(withOwnSteps(body), {
    lifelines,
    inputs: lifelines.map((name) => [name, "x"] as const),
    results: lifelines.map((name) => [name, "x"] as const),
  }),
);

/** Gives every node a step id of its own; parts that stand twice in a program are copied. */
function withOwnSteps(body: Block): Block {
  let count = 0;
  const block = (nodes: Block): Block => nodes.map(node);
  const node = (old: Node): Node => {
    count += 1;
    const step = `${old.kind}${count}` as StepId;
    if (old.kind === "branch") {
      const { owner, guard: asked } = old;
      const [first, second] = [block(old.then), block(old.else)];
      return branch(owner, asked, first, second, step);
    }
    if (old.kind === "loop") return { ...old, step, body: block(old.body), exit: block(old.exit) };
    return { ...old, step };
  };
  return block(body);
}
