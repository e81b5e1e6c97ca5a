import fc from "fast-check";
import type { Json, Lifeline, StepId, Vars } from "../../src/base/index.ts";
import { mapBlock } from "../../src/choreography/blocks.ts";
import {
  type Assign,
  type Block,
  type Choreography,
  type Node,
  nodesOf,
} from "../../src/choreography/index.ts";
import type { CompareOp, Formula, Term } from "../../src/cpl/index.ts";
import {
  act,
  assign,
  branch,
  choreography,
  coregion,
  is,
  k,
  loop,
  message,
  onChannels,
  parallel,
  v,
} from "../projection/fixtures.ts";

/** Random choreographies over three lifelines whose guards ask about causal pasts. */

export const lifelines: readonly Lifeline[] = ["A", "B", "C"];
const variables: readonly string[] = ["x", "y"];
const lifeline = fc.constantFrom(...lifelines);
const bit = fc.constantFrom(0, 1);

/** `y` has no value at C, so that a few runs fail on it and many guards ask for what is unset. */
export const inputs: { readonly [lifeline: Lifeline]: Vars } = {
  A: { x: 0, y: 1 },
  B: { x: 1, y: 0 },
  C: { x: 0 },
};

/** What an action comes to: `f` flips its argument, `g` gives a second field every other time, `h` fails at its second run. */
export function outcomeOf(action: string, occurrence: number, args: Vars): Json | "fails" {
  if (action === "f") return args["x"] === 0 ? 1 : 0;
  if (action === "g") return occurrence % 2 === 0 ? { first: 0 } : { first: 1, second: 1 };
  return occurrence === 1 ? null : "fails";
}

const term: fc.Arbitrary<Term> = fc.oneof(
  fc.constantFrom(...variables).map((name): Term => ({ kind: "var", name })),
  {
    weight: 2,
    arbitrary: fc
      .tuple(lifeline, fc.constantFrom(...variables))
      .map(([on, name]): Term => ({ kind: "remote", lifeline: on, name })),
  },
);

const atom: fc.Arbitrary<Formula> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        fc.constantFrom<CompareOp>("==", "==", "!=", "<", ">="),
        term,
        fc.oneof(
          { weight: 3, arbitrary: bit.map((value): Term => ({ kind: "const", value })) },
          { weight: 1, arbitrary: term },
        ),
      )
      .map(([op, left, right]): Formula => ({ kind: "compare", op, left, right })),
  },
  lifeline.map((on): Formula => ({ kind: "seen", lifeline: on })),
  fc.constantFrom("recv", "send", "act", "choice").map((kind) => is("$kind", kind)),
);

/** Guards of up to four operators above the atoms. */
const guard: fc.Arbitrary<Formula> = fc.letrec<{ formula: Formula }>((tie) => {
  const body = tie("formula");
  const two = (kind: "and" | "or" | "since"): fc.Arbitrary<Formula> =>
    fc.tuple(body, body).map(([left, right]) => ({ kind, left, right }));
  return {
    formula: fc.oneof(
      { maxDepth: 4, depthSize: "medium" },
      { weight: 4, arbitrary: atom },
      { weight: 1, arbitrary: body.map((inner): Formula => ({ kind: "not", body: inner })) },
      { weight: 2, arbitrary: body.map((inner): Formula => ({ kind: "prev", body: inner })) },
      { weight: 1, arbitrary: two("and") },
      { weight: 1, arbitrary: two("or") },
      { weight: 3, arbitrary: two("since") },
      {
        weight: 3,
        arbitrary: fc
          .tuple(lifeline, body)
          .map(([on, b]): Formula => ({ kind: "at", lifeline: on, body: b })),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.option(lifeline), body)
          .map(([on, inner]): Formula => ({ kind: "once", lifeline: on, body: inner })),
      },
    ),
  };
}).formula;

const payload: fc.Arbitrary<Assign> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Assign>({}) },
  { weight: 3, arbitrary: fc.constant<Assign>({ x: v("x") }) },
  { weight: 3, arbitrary: fc.constant<Assign>({ y: v("x") }) },
  { weight: 3, arbitrary: bit.map((value): Assign => ({ x: k(value) })) },
  { weight: 2, arbitrary: fc.constant<Assign>({ x: v("y") }) },
);

const flip = (on: Lifeline): Node =>
  act(on, "f", { args: { x: v("x") }, out: { kind: "value", variable: "x" } });
const pair = (on: Lifeline): Node =>
  act(on, "g", { out: { kind: "fields", fields: { x: "first", y: "second" } } });

const leaf: fc.Arbitrary<Node> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.shuffledSubarray([...lifelines], { minLength: 2, maxLength: 2 }), payload)
      .map(([[from = "A", to = "B"], values]) => message(from, to, values)),
  },
  { weight: 2, arbitrary: lifeline.map(flip) },
  { weight: 1, arbitrary: lifeline.map(pair) },
  { weight: 1, arbitrary: lifeline.map((on) => act(on, "h")) },
  { weight: 1, arbitrary: fc.tuple(lifeline, bit).map(([on, value]) => assign(on, { x: k(value) })) },
  { weight: 1, arbitrary: lifeline.map((on) => assign(on, { x: k(1) }, ["y"])) },
);

/** A block with one of its nodes changed in a detail. */
function tweaked(block: Block, which: number): Block {
  const target = which % Math.max(1, nodesOf(block).length);
  let count = 0;
  return mapBlock(block, (node) => (count++ === target ? tweak(node, which) : node));
}

function tweak(node: Node, how: number): Node {
  switch (node.kind) {
    case "message":
      return { ...node, payload: "x" in node.payload ? { x: k(how % 2) } : { x: v("x") } };
    case "act":
      return node.action === "f" ? pair(node.on) : flip(node.on);
    case "assign":
      return { ...node, set: { x: k(how % 3) } };
    case "branch":
      return { ...node, guard: { kind: "not", body: node.guard } };
    case "loop":
      return how % 2 === 0
        ? { ...node, bound: 3 - (node.bound ?? 1) }
        : { ...node, guard: { kind: "not", body: node.guard } };
    default:
      return node;
  }
}

/** Two arms that often agree for some lifelines: equal, all but equal, one longer than the other, or unrelated. */
function arms(block: fc.Arbitrary<Block>): fc.Arbitrary<readonly [Block, Block]> {
  return fc.oneof(
    block.map((same) => [same, same] as const),
    {
      weight: 2,
      arbitrary: fc.tuple(block, fc.nat(11)).map(([one, which]) => [one, tweaked(one, which)] as const),
    },
    fc.tuple(block, block).map(([same, more]) => [same, [...same, ...more]] as const),
    fc.tuple(block, block).map(([same, more]) => [[...more, ...same], same] as const),
    fc.tuple(block, block),
  );
}

/** A loop that its owner leaves after a round or two, or whose guard is any; its parts may be the same. */
function rounds(inner: fc.Arbitrary<Block>): fc.Arbitrary<Node> {
  const parts = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(inner, inner) },
    { weight: 1, arbitrary: inner.map((same): [Block, Block] => [same, same]) },
  );
  return fc
    .tuple(lifeline, fc.option(guard), parts, fc.constantFrom(1, 2))
    .map(([on, asked, [body, exit], bound]) =>
      asked === null
        ? loop(on, is("x", on === "B" ? 1 : 0), [...body, flip(on)], { exit, bound })
        : loop(on, asked, body, { exit, bound }),
    );
}

/** One message of each of the two others. */
const meeting: fc.Arbitrary<Node> = fc.tuple(lifeline, payload, payload).map(([to, ...payloads]) =>
  coregion(
    to,
    lifelines.filter((from) => from !== to).map((from, i) => [from, payloads[i] ?? {}] as const),
  ),
);

function blockOf(depth: number, maxLength: number, concurrent = false): fc.Arbitrary<Block> {
  if (depth === 0) return fc.array(leaf, { maxLength });
  const inner = blockOf(depth - 1, 2, concurrent);
  const decision = fc
    .tuple(lifeline, guard, arms(inner))
    .map(([on, asked, [a, b]]) => branch(on, asked, a, b));
  const node = fc.oneof(
    { weight: 3, arbitrary: leaf },
    { weight: 3, arbitrary: decision },
    { weight: 2, arbitrary: rounds(inner) },
    ...(concurrent
      ? [
          {
            weight: 2,
            arbitrary: fc.array(inner, { minLength: 2, maxLength: 2 }).map((both) => parallel(both)),
          },
          { weight: 1, arbitrary: meeting },
        ]
      : []),
  );
  return fc.array(node, { minLength: 1, maxLength });
}

/** The declared form of a body: actions `f`, `g`, `h` and the variables at all lifelines, some of which are inputs and results. */
export function declared(body: Block): Choreography {
  const ir = choreography(withOwnSteps(body), {
    lifelines,
    inputs: Object.entries(inputs).flatMap(([on, store]) =>
      Object.keys(store).map((name) => [on, name] as const),
    ),
    results: lifelines.map((on) => [on, "x"] as const),
  });
  const any = { schema: null, secret: false };
  const actions = {
    f: { args: { x: null }, out: { kind: "value", schema: null } },
    g: { args: {}, out: { kind: "fields", fields: { first: null, second: null } } },
    h: { args: {}, out: { kind: "none" } },
  } as const;
  return {
    ...ir,
    lifelines: ir.lifelines.map((decl) => ({ ...decl, variables: { x: any, y: any }, actions })),
  };
}

/** Gives every node a step id of its own; parts that stand twice in a program are told apart. */
function withOwnSteps(body: Block): Block {
  let count = 0;
  const named = mapBlock(body, (node) => {
    count += 1;
    return { ...node, step: `${node.kind}${count}` as StepId };
  });
  return onChannels(named);
}

/** After these, everybody has heard of everybody. */
const introductions: Block = [message("A", "B"), message("B", "C"), message("C", "A"), message("A", "B")];

/** Programs with parallel arms and co-regions, whose ends may be many. */
export const concurrentChoreography: fc.Arbitrary<Choreography> = blockOf(2, 3, true).map(declared);

/** Programs with decisions up to three deep. */
export const randomChoreography: fc.Arbitrary<Choreography> = fc
  .tuple(
    fc.constantFrom([], [], introductions),
    fc.oneof({ weight: 2, arbitrary: blockOf(2, 3) }, { weight: 1, arbitrary: blockOf(3, 2) }),
  )
  .map(([first, body]) => declared([...first, ...body]));
