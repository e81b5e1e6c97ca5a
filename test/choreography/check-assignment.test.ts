import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Block, type Choreography, type Node, nodesOf } from "../../src/choreography/index.ts";
import { act, check, codes, only } from "./checking.ts";
import { assign, branch, constant, decl, id, loop, parallel, plain, send, variable } from "./plain.ts";

describe("variables without a value", () => {
  const unset = (ir: Choreography) => only(ir, "choreography/unset");

  test("read before anything writes it", () => {
    expect(unset(plain([send("A", "B", { x: variable("x") })])).message).toContain(
      "nothing has written it before",
    );
    expect(
      codes(plain([send("A", "B", { x: variable("x") })], { inputs: [{ on: "A", name: "x" }] })),
    ).toEqual([]);
    unset(plain([send("A", "B", { x: variable("x") }), assign("A", { x: constant("1") })]));
    unset(plain([assign("A", { x: variable("x") })]));
    unset(plain([], { results: [{ on: "A", name: "x" }] }));
  });

  test("a message sets the receiver's, not the sender's", () => {
    const passed = [assign("A", { x: constant("1") }), send("A", "B", { y: variable("x") })];
    expect(codes(plain([...passed, send("B", "C", { x: variable("y") })]))).toEqual([]);
    unset(plain([...passed, send("A", "C", { x: variable("y") })]));
  });

  test("written in one arm only", () => {
    const one = plain([
      assign("B", { x: constant("1") }),
      branch("B", "x == '1'", [assign("A", { x: constant("1") })], [], id("decide")),
      send("A", "B", { x: variable("x") }),
    ]);
    const found = unset(one);
    expect(found.message).toContain("it has no value when decide takes its else arm");
    expect(found.place.lifeline).toBe("A");
    const both = plain([
      assign("B", { x: constant("1") }),
      branch("B", "x == '1'", [assign("A", { x: constant("1") })], [send("B", "A", { x: constant("2") })]),
      send("A", "B", { x: variable("x") }),
    ]);
    expect(codes(both)).toEqual([]);
  });

  test("unset again", () => {
    unset(
      plain([
        assign("A", { x: constant("1") }),
        assign("A", {}, ["x"]),
        send("A", "B", { x: variable("x") }),
      ]),
    );
  });

  const written = () => assign("A", { x: constant("1") });
  const read = () => send("A", "B", { x: variable("x") });
  const begin = () => assign("C", { x: constant("1") });
  const rounds = (body: Block, exit: Block = []) =>
    loop("C", "x == '1'", [...body, assign("C", { x: constant("2") })], exit);

  test("written in a loop that may make no round", () => {
    expect(unset(plain([begin(), rounds([written()]), read()])).message).toContain("has set it");
    unset(plain([begin(), rounds([written()], [read()])]));
    unset(plain([begin(), rounds([read(), written()])]));
    expect(codes(plain([begin(), rounds([written(), read()])]))).toEqual([]);
    expect(codes(plain([begin(), written(), rounds([read()]), read()]))).toEqual([]);
  });

  test("unset in a round, read in the next", () => {
    const found = unset(plain([begin(), written(), rounds([read(), assign("A", {}, ["x"])])]));
    expect(found.message).toContain("after a round of");
    expect(codes(plain([begin(), written(), rounds([read(), assign("A", {}, ["x"]), written()])]))).toEqual(
      [],
    );
  });

  test("in parallel arms", () => {
    const errors = (ir: Choreography) => codes(ir).filter((code) => code === "choreography/unset");
    expect(errors(plain([parallel([written()], [begin()]), read()]))).toEqual([]);
    expect(errors(plain([parallel([written()], [read()])]))).toEqual(["choreography/unset"]);
    expect(errors(plain([written(), parallel([assign("A", {}, ["x"])], [begin()]), read()]))).toEqual([
      "choreography/unset",
    ]);
    expect(errors(plain([written(), parallel([assign("A", {}, ["x"])], [read()])]))).toEqual([
      "choreography/unset",
    ]);
    expect(
      errors(plain([written(), parallel([assign("A", {}, ["x"]), written()], [begin()]), read()])),
    ).toEqual([]);
  });

  test("when a limit passes, and after a recheck", () => {
    const timed: Node = {
      ...send("B", "A", { x: constant("1") }),
      within: { after: "1s", late: [] },
    } as Node;
    expect(unset(plain([timed, read()])).message).toContain("when 1s have passed");
    const late: Node = { ...timed, within: { after: "1s", late: [written()] } } as Node;
    expect(codes(plain([late, read()]))).toEqual([]);
    const scope: Node = {
      kind: "scope",
      step: id("s"),
      name: "s",
      body: [begin(), branch("A", "@C.x == '1' & @C.x == y", [], [], id("decide"))],
      recheck: { decision: id("decide"), owner: "A", body: [written()] },
    };
    expect(codes(plain([assign("A", { y: constant("1") }), scope, read()]))).toEqual(["choreography/unset"]);
  });

  test("in a co-region and a sub-choreography", () => {
    const coregion: Node = {
      kind: "coregion",
      step: id("c"),
      to: "A",
      channel: "",
      from: [{ from: "B", payload: { x: constant("1") } }],
    };
    const sub: Node = {
      kind: "sub",
      name: "inner",
      step: id("sub"),
      choreography: "0".repeat(64) as never,
      rename: { inner: "A" },
      body: [coregion],
    };
    expect(codes(plain([sub, read()]))).toEqual([]);
  });

  test("a guard's own variables: a warning, since its comparisons are then false", () => {
    only(plain([branch("A", "x == 'a'", [])]), "choreography/unset-in-guard", "warning");
    only(plain([loop("A", "x == 'a'", [written()])]), "choreography/unset-in-guard", "warning");
    expect(codes(plain([written(), branch("A", "x == 'a'", [])]))).toEqual([]);
  });

  test("deeply nested loops are visited a bounded number of times", () => {
    let body: Block = [read()];
    for (let i = 0; i < 60; i++)
      body = [loop("C", "x == '1'", [...body, send("A", "C", { x: constant("1") })], [])];
    // Were each body walked twice at each depth, these sixty would never end.
    expect(codes(plain([begin(), ...body]))).toEqual(["choreography/unset"]);
  });
});

describe("against every path, one by one", () => {
  const name = fc.constantFrom("x", "y");
  const on = fc.constantFrom("A", "B");
  const program: fc.Arbitrary<Block> = fc.letrec<{ block: Block; node: Node }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      fc.tuple(on, name).map(([a, x]) => assign(a, { [x]: constant("1") })),
      fc.tuple(on, name).map(([a, x]) => assign(a, {}, [x])),
      name.map((x) => act("A", "perhaps", { out: { kind: "value", variable: x } })),
      fc.tuple(name, name).map(([x, y]) => send("A", "B", { [y]: variable(x) })),
      fc.tuple(name, name).map(([x, y]) => send("B", "A", { [y]: variable(x) })),
      fc.tuple(tie("block"), tie("block")).map(([a, b]) => branch("C", "x == 'a'", a, b)),
      fc.tuple(tie("block"), tie("block")).map(([a, b]) => loop("C", "$kind == 'choice'", a, b)),
    ),
    block: fc.array(tie("node"), { maxLength: 3 }),
  })).block;

  const perhaps = { args: {}, out: { kind: "value", schema: null, optional: true } } as const;
  const lifelines = [decl("A", { actions: { perhaps } }), decl("B"), decl("C")];

  /** The steps of each path; a loop makes up to two rounds, and an action gives its result or leaves it out. */
  function pathsOf(block: Block): readonly Block[] {
    return block.reduce<readonly Block[]>(
      (paths, node) => paths.flatMap((path) => continuations(node).map((more) => [...path, ...more])),
      [[]],
    );
  }
  /** How many these are, without making them: nested loops have more than fit a memory. */
  function countOf(block: Block): number {
    return block.reduce((count, node) => {
      if (node.kind === "branch") return count * (countOf(node.then) + countOf(node.else));
      if (node.kind === "act") return count * 2;
      if (node.kind !== "loop") return count;
      const rounds = countOf(node.body);
      return count * (1 + rounds + rounds ** 2) * countOf(node.exit);
    }, 1);
  }
  function continuations(node: Node): readonly Block[] {
    if (node.kind === "branch") return [...pathsOf(node.then), ...pathsOf(node.else)];
    if (node.kind === "act" && node.out.kind === "value") {
      const { variable: x } = node.out;
      return [[assign(node.on, { [x]: constant("1") })], [assign(node.on, {}, [x])]];
    }
    if (node.kind !== "loop") return [[node]];
    const rounds = pathsOf(node.body);
    const exits = pathsOf(node.exit);
    const before = [[], ...rounds, ...rounds.flatMap((a) => rounds.map((b) => [...a, ...b]))];
    return before.flatMap((path) => exits.map((exit) => [...path, ...exit]));
  }
  function unsetReads(path: Block): readonly string[] {
    const set = new Set<string>();
    return path.flatMap((node) => {
      const from = node.kind === "message" ? node.from : node.kind === "assign" ? node.on : "";
      const to = node.kind === "message" ? node.to : from;
      const values = node.kind === "message" ? node.payload : node.kind === "assign" ? node.set : {};
      const sources = Object.values(values);
      const bad = sources.some((source) => source.kind === "var" && !set.has(`${from}.${source.name}`));
      for (const target of Object.keys(values)) set.add(`${to}.${target}`);
      if (node.kind === "assign") for (const target of node.unset) set.delete(`${from}.${target}`);
      return bad ? [node.step] : [];
    });
  }

  test("a step is reported exactly when some path reads without a value there", () => {
    const tried = new Set<string>();
    fc.assert(
      fc.property(program, (body) => {
        fc.pre(countOf(body) < 300);
        const expected = new Set(pathsOf(body).flatMap(unsetReads));
        const found = check(plain(body, { lifelines })).filter(({ code }) => code === "choreography/unset");
        expect(new Set(found.map(({ place }) => place.step))).toEqual(expected);
        for (const kind of new Set(nodesOf(body).map((node) => node.kind)))
          tried.add(`${kind} ${expected.size > 0}`);
      }),
      { numRuns: 300, seed: 7 }, // fixed: the count below is of these programs
    );
    // Each kind of step, in programs with such a read and without.
    expect(tried.size).toBe(10);
  });
});
