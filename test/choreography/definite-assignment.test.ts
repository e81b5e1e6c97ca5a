import { describe, expect, test } from "vitest";
import { z } from "zod";
import { checkChoreography, choreography, lifeline, type Statements } from "../../src/choreography/index.ts";

/** Which variables are reported, exactly: those that are read where a path leads that has not written them. */

const variables = { x: z.string(), y: z.string(), go: z.boolean(), state: z.enum(["one", "two", "three"]) };
const A = lifeline("A", {
  variables,
  actions: {
    make: { out: z.string() },
    pair: { out: { first: z.string(), second: z.string() } },
    use: { in: { x: z.string() } },
    turn: { in: { x: z.string() }, out: z.string() },
    perhaps: { out: z.string().optional() },
    partly: { out: { first: z.string(), second: z.string().optional() } },
    filled: { out: z.string().optional().default("none") },
  },
});
const B = lifeline("B", { variables, actions: { make: { out: z.string() } } });
const C = lifeline("C", { variables });

interface Row {
  readonly what: string;
  readonly inputs?: readonly (typeof A.x | typeof B.x | typeof A.go | typeof A.state)[];
  readonly results?: readonly (typeof A.x | typeof B.x)[];
  readonly build: (c: Statements) => void;
  /** `LIFELINE.variable` of the errors, then of the warnings (guards). */
  readonly errors?: readonly string[];
  readonly warnings?: readonly string[];
}

const read = (c: Statements): void => c.send(A, C, { x: A.x });
const write = (c: Statements): void => c.set(A, { x: "1" });
const clear = (c: Statements): void => c.unset(A, ["x"]);
const perhaps = (c: Statements): void => c.act(A.x as never, A.perhaps() as never);
const rounds = { bound: 2 } as const;

const rows: readonly Row[] = [
  { what: "a read before anything", build: read, errors: ["A.x"] },
  { what: "a read after a write", build: (c) => [write(c), read(c)] },
  { what: "a read before the write", build: (c) => [read(c), write(c)], errors: ["A.x"] },
  { what: "an input", inputs: [A.x], build: read },
  { what: "another lifeline's input of the same name", inputs: [B.x], build: read, errors: ["A.x"] },
  { what: "an input that was unset", inputs: [A.x], build: (c) => [clear(c), read(c)], errors: ["A.x"] },
  { what: "unset and set again", inputs: [A.x], build: (c) => [clear(c), write(c), read(c)] },
  { what: "unset what never was set", build: (c) => clear(c) },
  { what: "a constant reads nothing", build: (c) => c.send(A, C, { x: "1" }) },
  {
    what: "each of two variables, one by one",
    build: (c) => c.send(A, C, { x: A.x, y: A.y }),
    errors: ["A.x", "A.y"],
  },
  {
    what: "the same variable twice in a step, once told",
    build: (c) => c.send(A, C, { x: A.x, y: A.x }),
    errors: ["A.x"],
  },
  {
    what: "the same variable in two steps, at both",
    build: (c) => [read(c), c.send(A, B, { x: A.x })],
    errors: ["A.x", "A.x"],
  },
  { what: "an assignment from itself", build: (c) => c.set(A, { x: A.x }), errors: ["A.x"] },
  {
    what: "an assignment from another, then a read",
    build: (c) => [c.set(A, { x: A.y }), read(c)],
    errors: ["A.y"],
  },
  {
    what: "an exchange in one event reads the old values",
    inputs: [A.x],
    build: (c) => c.set(A, { x: A.y, y: A.x }),
    errors: ["A.y"],
  },
  { what: "a result of an action", build: (c) => [c.act(A.x, A.make()), read(c)] },
  { what: "an argument of an action", build: (c) => c.act(A.use({ x: A.x })), errors: ["A.x"] },
  {
    what: "an argument that its own result sets",
    build: (c) => c.act(A.x, A.turn({ x: A.x })),
    errors: ["A.x"],
  },
  {
    what: "fields of an action: those that are taken",
    build: (c) => [c.act({ first: A.x }, A.pair()), c.send(A, C, { x: A.x, y: A.y })],
    errors: ["A.y"],
  },
  { what: "a result that may be left out", build: (c) => [perhaps(c), read(c)], errors: ["A.x"] },
  {
    what: "what a result may leave out is lost even where it was set before",
    inputs: [A.x],
    build: (c) => [perhaps(c), read(c)],
    errors: ["A.x"],
  },
  { what: "set again after that", build: (c) => [perhaps(c), write(c), read(c)] },
  { what: "a result with a default", build: (c) => [c.act(A.x, A.filled()), read(c)] },
  {
    what: "of several fields, the one that may be left out",
    inputs: [A.x],
    build: (c) => [c.act({ first: A.y, second: A.x as never }, A.partly()), c.send(A, C, { x: A.x, y: A.y })],
    errors: ["A.x"],
  },
  {
    what: "a field that may be left out and is not taken",
    inputs: [A.x],
    build: (c) => [c.act({ first: A.y }, A.partly()), c.send(A, C, { x: A.x, y: A.y })],
  },
  {
    what: "left out in one arm",
    inputs: [A.x, A.go],
    build: (c) => [c.branch(A, "go == true", { then: () => perhaps(c) }), read(c)],
    errors: ["A.x"],
  },
  {
    what: "left out in a round, read in the next",
    inputs: [A.x, A.go],
    build: (c) => c.loop(A, "go == true", { body: () => [read(c), perhaps(c)] as never }, rounds),
    errors: ["A.x"],
  },
  {
    what: "a guard reads what may be left out",
    inputs: [A.x],
    build: (c) => [perhaps(c), c.branch(A, "x == '1'", {})],
    warnings: ["A.x"],
  },
  { what: "a result that may be left out at the end", results: [A.x], build: perhaps, errors: ["A.x"] },
  { what: "a message sets its receiver's", build: (c) => [c.send(B, A, { x: "1" }), read(c)] },
  {
    what: "a message does not set its sender's",
    build: (c) => [c.send(A, B, { x: "1" }), read(c)],
    errors: ["A.x"],
  },
  {
    what: "a chain of messages tells the first gap alone",
    build: (c) => [c.send(A, B, { x: A.x }), c.send(B, C, { x: B.x }), c.send(C, A, { x: C.x })],
    errors: ["A.x"],
  },
  {
    what: "one arm",
    inputs: [A.go],
    build: (c) => [c.branch(A, "go == true", { then: () => write(c) }), read(c)],
    errors: ["A.x"],
  },
  {
    what: "the other arm",
    inputs: [A.go],
    build: (c) => [c.branch(A, "go == true", { else: () => write(c) }), read(c)],
    errors: ["A.x"],
  },
  {
    what: "both arms, one by a message",
    inputs: [A.go],
    build: (c) => [
      c.branch(A, "go == true", { then: () => write(c), else: () => c.send(B, A, { x: "2" }) }),
      read(c),
    ],
  },
  {
    what: "a read inside the arm that wrote it",
    inputs: [A.go],
    build: (c) => c.branch(A, "go == true", { then: () => [write(c), read(c)] as never, else: () => {} }),
  },
  {
    what: "a read in the arm that did not",
    inputs: [A.go],
    build: (c) => c.branch(A, "go == true", { then: () => write(c), else: () => read(c) }),
    errors: ["A.x"],
  },
  {
    what: "unset in one arm",
    inputs: [A.x, A.go],
    build: (c) => [c.branch(A, "go == true", { then: () => clear(c) }), read(c)],
    errors: ["A.x"],
  },
  {
    what: "nested branches that write on three of four paths",
    inputs: [A.go, A.state],
    build: (c) => [
      c.branch(A, "go == true", {
        then: () => c.branch(A, "state == 'one'", { then: () => write(c), else: () => write(c) }),
        else: () => c.branch(A, "state == 'one'", { then: () => write(c) }),
      }),
      read(c),
    ],
    errors: ["A.x"],
  },
  {
    what: "nested branches that write on all paths",
    inputs: [A.go, A.state],
    build: (c) => [
      c.branch(A, "go == true", {
        then: () => c.branch(A, "state == 'one'", { then: () => write(c), else: () => write(c) }),
        else: () => c.act(A.x, A.make()),
      }),
      read(c),
    ],
  },
  {
    what: "guards that exclude one another are not understood: two branches of the same guard",
    inputs: [A.go],
    build: (c) => [
      c.branch(A, "go == true", { then: () => write(c) }),
      c.branch(A, "go == true", { then: () => read(c) }),
    ],
    errors: ["A.x"],
  },
  {
    what: "a match that writes in every case",
    inputs: [A.state],
    build: (c) => [
      c.match(A.state, { one: () => write(c), two: () => write(c), three: () => write(c) }),
      read(c),
    ],
  },
  {
    what: "a match that forgets the last case, which is taken without asking",
    inputs: [A.state],
    build: (c) => [c.match(A.state, { one: () => write(c), two: () => write(c), three: () => {} }), read(c)],
    errors: ["A.x"],
  },
  {
    what: "a match asks its own variable, a warning for each question",
    build: (c) => c.match(A.state, { one: () => {}, two: () => write(c), three: () => write(c) }),
    warnings: ["A.state", "A.state"],
  },
  {
    what: "a loop that may make no round",
    inputs: [A.go],
    build: (c) => [c.loop(A, "go == true", { body: () => write(c) }, rounds), read(c)],
    errors: ["A.x"],
  },
  {
    what: "the exit part of such a loop",
    inputs: [A.go],
    build: (c) => c.loop(A, "go == true", { body: () => write(c), exit: () => read(c) }, rounds),
    errors: ["A.x"],
  },
  {
    what: "a write in the exit part",
    inputs: [A.go],
    build: (c) => [c.loop(A, "go == true", { body: () => {}, exit: () => write(c) }, rounds), read(c)],
  },
  {
    what: "within the round that wrote it",
    inputs: [A.go],
    build: (c) => c.loop(A, "go == true", { body: () => [write(c), read(c)] as never }, rounds),
  },
  {
    what: "in the round before the write, for the first round",
    inputs: [A.go],
    build: (c) => c.loop(A, "go == true", { body: () => [read(c), write(c)] as never }, rounds),
    errors: ["A.x"],
  },
  {
    what: "a round that unsets what the next one reads",
    inputs: [A.x, A.go],
    build: (c) => c.loop(A, "go == true", { body: () => [read(c), clear(c)] as never }, rounds),
    errors: ["A.x"],
  },
  {
    what: "a round that unsets at its beginning and sets at its end",
    inputs: [A.x, A.go],
    build: (c) => [c.loop(A, "go == true", { body: () => [clear(c), write(c)] as never }, rounds), read(c)],
  },
  {
    what: "an inner loop that unsets, seen by the outer round",
    inputs: [A.x, A.go],
    build: (c) =>
      c.loop(
        A,
        "go == true",
        { body: () => [read(c), c.loop(A, "go == true", { body: () => clear(c) }, rounds)] as never },
        rounds,
      ),
    errors: ["A.x"],
  },
  { what: "a result that nothing writes", results: [B.x], build: () => {}, errors: ["B.x"] },
  { what: "a result that is an input", inputs: [B.x], results: [B.x], build: () => {} },
  {
    what: "a result that one arm writes",
    inputs: [A.go],
    results: [A.x],
    build: (c) => c.branch(A, "go == true", { then: () => write(c) }),
    errors: ["A.x"],
  },
  {
    what: "a guard's own variable is a warning",
    build: (c) => c.branch(A, "x == '1'", {}),
    warnings: ["A.x"],
  },
  {
    what: "inside Y and S it is the owner's, too",
    build: (c) => c.branch(A, "Y x == '1' & (y == '1' S x == '1')", {}),
    warnings: ["A.x", "A.y"],
  },
  {
    what: "a guard of a loop, after rounds that unset",
    inputs: [A.x],
    build: (c) => c.loop(A, "x == '1'", { body: () => clear(c) }, rounds),
    warnings: ["A.x"],
  },
  {
    what: "a guard that asks P means whoever has it",
    build: (c) => c.branch(A, "P y == '1'", {}),
  },
  {
    what: "what another lifeline holds is its own matter: a warning where nothing ever writes it",
    build: (c) => [c.send(B, A), c.branch(A, "@B.y == '1'", {})],
    warnings: ["A.@B.y"],
  },
  {
    what: "a remote variable that is written later is not followed",
    build: (c) => [c.send(B, A), c.branch(A, "@B.y == '1'", {}), c.set(B, { y: "1" })],
  },
  {
    what: "lifelines are followed one by one: B's read does not wait for A's write",
    build: (c) => [c.send(B, C, { x: B.x }), c.set(B, { x: "1" }), write(c)],
    errors: ["B.x"],
  },
];

/** `LIFELINE.variable` as the messages of these two findings name it. */
function named(message: string, owner: string): string {
  const [, name = message] = /(?:reads|is) ([A-C]\.\w+)/.exec(message) ?? [];
  return name.startsWith(`${owner}.`) || owner === "" ? name : `${owner}.@${name}`;
}

describe("definite assignment", () => {
  test("is tried on so many programs", () => {
    expect(rows.length).toBeGreaterThanOrEqual(45);
    expect(new Set(rows.map(({ what }) => what)).size).toBe(rows.length);
  });

  test.each(rows)("$what", ({ build, inputs = [], results = [], errors = [], warnings = [] }) => {
    const { ir, sources } = choreography("assignment", { lifelines: [A, B, C], inputs, results }, (c) => {
      build(c);
    });
    const found = checkChoreography(ir, sources).filter(({ code }) => code.startsWith("choreography/unset"));
    const of = (severity: string) =>
      found
        .filter((diagnostic) => diagnostic.severity === severity)
        .map(({ message, place }) => named(message, place.lifeline ?? "A"))
        .sort();
    expect({ errors: of("error"), warnings: of("warning") }).toEqual({ errors, warnings });
    // Errors are about payloads, arguments and results; guards are only doubtful.
    for (const { code, severity } of found) expect(code.endsWith("guard")).toBe(severity === "warning");
  });
});
