import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Json } from "../../src/base/index.ts";
import {
  type Choreography,
  choreography,
  hashChoreography,
  implement,
  lifeline,
  parseChoreography,
  type Statements,
  serializeChoreography,
} from "../../src/choreography/index.ts";
import { anyChoreography } from "./plain.ts";

const variables = { x: z.string(), y: z.string(), n: z.number() };
const actions = { work: { in: { x: z.string() }, out: z.string() }, note: {} };
const A = lifeline("A", { variables, actions });
const B = lifeline("B", { variables, actions });
const C = lifeline("C", { variables, actions });

const spec = { lifelines: [A, B, C], inputs: [A.x], results: [B.y] };
const build = (make: (c: Statements) => void) => choreography("flow", spec, make);

const written = build((c) => {
  c.send(A, B, { x: A.x, y: "fixed" });
  c.act(B.y, B.work({ x: B.x }));
  c.branch(B, ({ here, at, and, ne, seen }) => and(ne(here.y, "no"), seen(A), ne(at(A).x, "none")), {
    then: () => c.send(B, C, { x: B.y }),
    else: () => c.set(C, { x: "none", n: 0 }),
  });
  c.loop(
    C,
    "n < 3 & P @A.x == 'a'",
    { body: () => c.act(C.note()), exit: () => c.unset(C, ["n"]) },
    { bound: 4, label: "rounds" },
  );
});
const hash = hashChoreography(written.ir);

describe("the hash of a choreography stays the same", () => {
  test("under other names of host variables, other lines, loops and functions", () => {
    const fixed = "fixed";
    const people = [A, B] as const;
    // The same statements, pulled apart into functions of the host language.
    function tell(statements: Statements, from: typeof A, to: typeof B): void {
      statements.send(from, to, {
        y: fixed,
        x: from.x,
      });
    }
    const other = build((flow) => {
      const [first, second] = people;
      tell(flow, first, second);
      for (const worker of [second]) flow.act(worker.y, worker.work({ x: worker.x }));
      const arms = {
        else: () => flow.set(C, { n: 0, x: "none" }),
        then: () => flow.send(second, C, { x: second.y }),
      };
      flow.branch(second, "y != 'no'   &\n seen(A) & @A.x != 'none'", arms);
      const parts = { exit: () => flow.unset(C, ["n"]), body: () => flow.act(C.note()) };
      flow.loop(C, ({ here, at, and, once, lt, eq }) => and(lt(here.n, 3), once(eq(at(A).x, "a"))), parts, {
        label: "rounds",
        bound: 4,
      });
    });
    expect(other.ir).toEqual(written.ir);
    expect(hashChoreography(other.ir)).toBe(hash);
    expect(other.sources).not.toEqual(written.sources);
    expect(Object.keys(other.sources).sort()).toEqual(Object.keys(written.sources).sort());
  });

  test("under other implementations, limits and retries", () => {
    implement(A, { work: { run: async () => "x", timeout: "3s", retries: 7 }, note: async () => {} });
    expect(hashChoreography(written.ir)).toBe(hash);
  });

  test("under a copy, another order of keys, and a trip through text", () => {
    const text = serializeChoreography(written.ir);
    const parsed = parseChoreography(JSON.parse(text));
    expect(parsed.ok && hashChoreography(parsed.ir)).toBe(hash);
    expect(hashChoreography(structuredClone(written.ir))).toBe(hash);
  });

  test("under spellings of a number that are one double", () => {
    const with_ = (value: number) => build((c) => c.set(A, { n: value })).ir;
    expect(hashChoreography(with_(-0))).toBe(hashChoreography(with_(0)));
    expect(hashChoreography(with_(1e2))).toBe(hashChoreography(with_(100)));
    expect(hashChoreography(with_(0.1 + 0.2))).not.toBe(hashChoreography(with_(0.3)));
  });

  test("for ever: a recording names it", () => {
    const tiny = choreography("tiny", { lifelines: [lifeline("A", {}), lifeline("B", {})] }, (c) => {
      c.send(lifeline("A", {}), lifeline("B", {}));
    });
    expect(serializeChoreography(tiny.ir)).toBe(
      '{"body":[{"channel":"","from":"A","kind":"message","payload":{},"step":"message:A>B()","to":"B"}],' +
        '"format":"lightcone/choreography","inputs":[],"lifelines":[' +
        '{"actions":{},"external":false,"name":"A","variables":{}},' +
        '{"actions":{},"external":false,"name":"B","variables":{}}],' +
        '"name":"tiny","predicates":{},"results":[],"version":1}',
    );
  });
});

describe("the canonical text", () => {
  test("hashes to the identity with any SHA-256", () => {
    fc.assert(
      fc.property(anyChoreography, (ir) => {
        const text = serializeChoreography(ir);
        expect(createHash("sha256").update(text, "utf8").digest("hex")).toBe(hashChoreography(ir));
      }),
      { numRuns: 60 },
    );
  });

  test("is a fixed point of reading and writing", () => {
    fc.assert(
      fc.property(anyChoreography, (ir) => {
        const text = serializeChoreography(ir);
        const parsed = parseChoreography(JSON.parse(text));
        expect(parsed.ok && serializeChoreography(parsed.ir)).toBe(text);
      }),
      { numRuns: 60 },
    );
  });
});

/** A choreography in which every kind of node and every optional key stands. */
const everything: Choreography = {
  ...written.ir,
  predicates: { close: { arity: 2, version: "1" } },
  body: [
    ...written.ir.body,
    ...(
      [
        {
          kind: "parallel",
          step: "p",
          arms: [[{ kind: "assign", step: "p1", on: "A", set: {}, unset: ["x", "y"] }], []],
        },
        {
          kind: "coregion",
          step: "co",
          to: "C",
          channel: "r",
          from: [
            { from: "A", payload: { x: { kind: "var", name: "x" } } },
            { from: "B", payload: { y: { kind: "const", value: { deep: [1, null, true] } } } },
          ],
        },
        {
          kind: "scope",
          step: "s",
          name: "part",
          body: [],
          recheck: { decision: "d", owner: "A", body: [] },
        },
        {
          kind: "sub",
          name: "inner",
          step: "sub",
          choreography: "0".repeat(64),
          rename: { inner: "A" },
          body: [],
        },
        {
          kind: "act",
          step: "timed",
          on: "A",
          action: "work",
          args: {},
          out: { kind: "fields", fields: { x: "first" } },
          mode: "once",
          within: { after: "1s", late: [] },
        },
      ] as const
    ).map((node) => JSON.parse(JSON.stringify(node))),
  ],
};

interface Change {
  readonly what: string;
  readonly value: Json;
}

/** Every value with one leaf changed, one key taken away, or two entries of a list exchanged. */
function* changes(value: Json, path: string): Generator<Change> {
  if (Array.isArray(value)) {
    const list: readonly Json[] = value;
    for (const [i, item] of list.entries())
      for (const inner of changes(item, `${path}[${i}]`))
        yield { ...inner, value: list.with(i, inner.value) };
    for (let i = 1; i < list.length; i++) {
      const exchanged = list.with(i, list[i - 1]!).with(i - 1, list[i]!);
      yield { what: `${path}[${i}] earlier`, value: exchanged };
    }
    yield { what: `${path} longer`, value: [...list, null] };
  } else if (typeof value === "object" && value !== null) {
    const record = value as { readonly [key: string]: Json };
    for (const [key, item] of Object.entries(record)) {
      const { [key]: _, ...rest } = record;
      yield { what: `without ${path}.${key}`, value: rest };
      for (const inner of changes(item, `${path}.${key}`))
        yield { ...inner, value: { ...record, [key]: inner.value } };
    }
  } else if (typeof value === "string") yield { what: path, value: `${value}'` };
  else if (typeof value === "number") yield { what: path, value: value + 1 };
  else yield { what: path, value: value === true ? false : value === false ? true : 0 };
}

describe("the hash of a choreography changes", () => {
  const ir: Json = JSON.parse(serializeChoreography(everything));
  const all = [...changes(ir, "")];

  test("there is much to change", () => {
    expect(all.length).toBeGreaterThan(300);
    const kinds = new Set(
      all.map(({ what }) =>
        what
          .replace(/\[\d+\]/g, "")
          .split(".")
          .at(-1),
      ),
    );
    for (const key of [
      "step",
      "owner",
      "guard",
      "bound",
      "mode",
      "channel",
      "unset",
      "after",
      "rename",
      "version",
    ])
      expect(
        [...kinds].some((name) => name?.startsWith(key)),
        key,
      ).toBe(true);
  });

  test("with every field, every key and the order of every list", () => {
    const hashes = new Map<string, string>([[hashChoreography(everything), "nothing"]]);
    for (const { what, value } of all) {
      const changed = hashChoreography(value as unknown as Choreography); // any JSON has a hash
      expect(hashes.get(changed), `${what} has the hash of`).toBeUndefined();
      hashes.set(changed, what);
    }
    expect(hashes.size).toBe(all.length + 1);
  });
});
