import fc from "fast-check";
import type { Json, StepId } from "../../src/base/index.ts";
import type { Assign, Block, Choreography, Node, Source } from "../../src/choreography/index.ts";
import type { LifelineDecl } from "../../src/choreography/ir.ts";
import { type Formula, parseFormula } from "../../src/cpl/index.ts";

/** Choreographies as data, for what the builder cannot or will not write. */

export const text = { schema: { type: "string" }, secret: false };
const number = { schema: { type: "number" }, secret: false };

export function decl(name: string, over: Partial<LifelineDecl> = {}): LifelineDecl {
  return { name, external: false, variables: { x: text, y: text, n: number }, actions: {}, ...over };
}

export function plain(body: Block, over: Partial<Choreography> = {}): Choreography {
  return {
    format: "lightcone/choreography",
    version: 1,
    name: "plain",
    lifelines: [decl("A"), decl("B"), decl("C")],
    inputs: [],
    results: [],
    predicates: {},
    body,
    ...over,
  };
}

function formula(source: string): Formula {
  const parsed = parseFormula(source);
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]?.message);
  return parsed.formula;
}

export const id = (step: string): StepId => step as StepId;
export const constant = (value: Json): Source => ({ kind: "const", value });
export const variable = (name: string): Source => ({ kind: "var", name });

let count = 0;
const fresh = (): StepId => id(`step${count++}`);

export function send(from: string, to: string, payload: Assign = {}, step = fresh()): Node {
  return { kind: "message", step, from, to, channel: "", payload };
}
export function assign(on: string, set: Assign, unset: readonly string[] = [], step = fresh()): Node {
  return { kind: "assign", step, on, set, unset };
}
export function branch(
  owner: string,
  guard: string,
  then: Block,
  otherwise: Block = [],
  step = fresh(),
): Node {
  return { kind: "branch", step, owner, guard: formula(guard), then, else: otherwise };
}
export function loop(
  owner: string,
  guard: string,
  body: Block,
  exit: Block = [],
  bound: number | null = null,
): Node {
  return { kind: "loop", step: fresh(), owner, guard: formula(guard), body, exit, bound };
}
export function parallel(...arms: readonly Block[]): Node {
  return { kind: "parallel", step: fresh(), arms };
}

const name = fc.constantFrom("A", "B", "C", "__proto__", "a/b", "Zoë");
const source: fc.Arbitrary<Source> = fc.oneof(
  fc.record({ kind: fc.constant("var" as const), name }),
  fc.record({
    kind: fc.constant("const" as const),
    value: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
  }),
);
const assigns: fc.Arbitrary<Assign> = fc
  .array(fc.tuple(name, source), { maxLength: 3 })
  .map((entries) => Object.fromEntries(entries));
const guards = fc
  .constantFrom(
    "true",
    "x == 1",
    "@B.x != x & seen(C)",
    "P[A] (x < 3 S Y y == 'a')",
    "!@B(P `__proto__` == null) | close(x, @A.y)",
  )
  .map(formula);
const step = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }).map(id);
const channel = fc.constantFrom("", "r1/arm1");

/** Nodes of every kind, nested, whether they make sense or not. */
export const anyBlock: fc.Arbitrary<Block> = fc.letrec<{ block: Block; node: Node }>((tie) => {
  const block = tie("block");
  const within = fc.record({ after: fc.constant("30s"), late: block });
  const timed = { requiredKeys: ["kind", "step", "channel", "from", "to", "payload"] as never[] };
  const message = fc.record(
    { kind: fc.constant("message" as const), step, from: name, to: name, channel, payload: assigns, within },
    timed,
  ) as fc.Arbitrary<Node>;
  const out = fc.oneof(
    fc.constant({ kind: "none" as const }),
    fc.record({ kind: fc.constant("value" as const), variable: name }),
    fc.record({ kind: fc.constant("fields" as const), fields: fc.constant({ x: "first" }) }),
  );
  const mode = fc.constantFrom("repeat" as const, "once" as const, "task" as const);
  const act = fc.record({
    kind: fc.constant("act" as const),
    step,
    on: name,
    action: name,
    args: assigns,
    out,
    mode,
  });
  const unset = fc.array(name, { maxLength: 2 });
  const nodes: { readonly [K in Node["kind"]]: fc.Arbitrary<Node> } = {
    message,
    act: fc.oneof(
      act,
      fc.tuple(act, within).map(([node, limit]): Node => ({ ...node, within: limit })),
    ),
    assign: fc.record({ kind: fc.constant("assign" as const), step, on: name, set: assigns, unset }),
    branch: fc.record({
      kind: fc.constant("branch" as const),
      step,
      owner: name,
      guard: guards,
      then: block,
      else: block,
    }),
    loop: fc.record({
      kind: fc.constant("loop" as const),
      step,
      owner: name,
      guard: guards,
      body: block,
      exit: block,
      bound: fc.constantFrom(null, 1, 9),
    }),
    parallel: fc.record({
      kind: fc.constant("parallel" as const),
      step,
      arms: fc.array(block, { maxLength: 3 }),
    }),
    coregion: fc.record({
      kind: fc.constant("coregion" as const),
      step,
      to: name,
      channel,
      from: fc.array(fc.record({ from: name, payload: assigns }), { maxLength: 3 }),
    }),
    scope: fc.oneof(
      fc.record({ kind: fc.constant("scope" as const), step, name, body: block }),
      fc.record({
        kind: fc.constant("scope" as const),
        step,
        name,
        body: block,
        recheck: fc.record({ decision: step, owner: name, body: block }),
      }),
    ),
    sub: fc.record({
      kind: fc.constant("sub" as const),
      name: fc.constant("inner"),
      step,
      choreography: fc.constant("0".repeat(64) as never),
      rename: fc.constant({ inner: "A" }),
      body: block,
    }),
  };
  return {
    node: fc.oneof({ maxDepth: 3 }, ...Object.values(nodes)),
    block: fc.array(tie("node"), { maxLength: 3, depthIdentifier: "block" }),
  };
}).block;

export const anyChoreography: fc.Arbitrary<Choreography> = anyBlock.map((body) =>
  plain(body, { predicates: { close: { arity: 2, version: "1" } }, inputs: [{ on: "A", name: "x" }] }),
);
