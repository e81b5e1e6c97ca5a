import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  checkChoreography,
  choreography,
  lifeline,
  parseChoreography,
  serializeChoreography,
} from "../../src/choreography/index.ts";
import { errorOf } from "./errors.ts";

/** Guards that compare with what a variable never holds; each row as text, which no compiler sees. */

const A = lifeline("A", {
  variables: {
    state: z.enum(["pending", "passed", "failed"]),
    done: z.boolean(),
    size: z.number(),
    word: z.string(),
    maybe: z.enum(["yes", "no"]).nullable(),
    either: z.union([z.string(), z.number()]),
    pick: z.union([z.literal("a"), z.literal(1)]),
    list: z.array(z.string()),
    count: z.coerce.number(),
    cut: z.string().transform((text) => text.length),
    any: z.unknown(),
    kind: z.enum(["bug", "wish"]),
  },
});
const B = lifeline("B", { variables: { state: z.enum(["open", "closed"]), word: z.number() } });

function findings(guard: string) {
  const inputs = Object.values(A).filter((_, i) => i < 12);
  const { ir, sources } = choreography("guards", { lifelines: [A, B], inputs: inputs as never }, (c) => {
    c.set(B, { state: "open", word: 1 });
    c.send(B, A);
    c.branch(A, guard, {});
  });
  // What was read back from JSON is judged as what was built.
  const parsed = parseChoreography(JSON.parse(serializeChoreography(ir)));
  const found = checkChoreography(ir, sources).filter((one) => one.code.endsWith("impossible-comparison"));
  expect(parsed.ok && checkChoreography(parsed.ir, sources)).toEqual(checkChoreography(ir, sources));
  return found;
}

describe("impossible comparisons", () => {
  test.each([
    [
      "state == 'pased'",
      'A.state with "pased", which it never holds: it is none of "pending", "passed"',
      '"passed"',
    ],
    ["state != 'pased'", "A.state", '"passed"'],
    ["'pased' == state", "A.state", '"passed"'],
    ["Y (done == true S state == 'fail')", '"fail"', '"failed"'],
    ["@B.state == 'opem'", "B.state", '"open"'],
    ["@B(state == 'opem')", "B.state", '"open"'],
    ["P[B] state == 'passed'", "B.state", undefined],
    ["done == 'no'", "it is no boolean", undefined],
    ["done == 'true'", "it is no boolean", undefined],
    ["size == '3'", "it is no number", undefined],
    ["size < '3'", "it is no number", undefined],
    ["state < 3", "it is no string", undefined],
    ["word == 3", "it is no string", undefined],
    ["list == 'a'", "it is no array", undefined],
    ["maybe == 'ye'", "A.maybe", '"yes"'],
    ["either == true", "it is no string or number", undefined],
    ["pick == '1'", "A.pick", "1"],
    ["count == '3'", "it is no number", undefined],
    ["$kind == 'chioce'", "$kind", '"choice"'],
    ["$lifeline == 'b'", "$lifeline", '"B"'],
    ["@B.word == word", "never hold the same value: a string is no number", undefined],
    ["@B.state == state", "never hold the same value", undefined],
    ["P word == true", "word", undefined],
  ])("%s", (guard, message, suggestion) => {
    const found = findings(guard);
    expect(found.map(({ severity }) => severity)).toEqual(["error"]);
    expect(found[0]?.message).toContain(message);
    expect(found[0]?.suggestion).toBe(suggestion);
    expect(found[0]?.place.line).toBeGreaterThan(0);
  });

  test.each([
    "state == 'passed'",
    "state < 'm'",
    "done == true & size == 3 & word == 'x' & size >= 0.5",
    "maybe == null & maybe == 'yes'",
    "either == 1 & either == 'x'",
    "pick == 1 & pick == 'a'",
    'list == ["a"]',
    "cut == 3 & cut == 'x' & any == 1 & any == null",
    "$kind == 'choice' & $type == 'x' & $message == 'y' & $lifeline == 'B'",
    "P word == 1",
    "P word == 'x'",
    "kind == 'bug'",
    "word == @A.word & @B.word == size",
    "1 == 2",
  ])("nothing is said of %s", (guard) => {
    expect(findings(guard)).toEqual([]);
  });

  test("null, where it is no value of the variable, is doubted only", () => {
    expect(findings("word == null").map(({ severity }) => severity)).toEqual(["warning"]);
  });

  test("each comparison is told once", () => {
    expect(findings("state == 'x' | !(state == 'x') & @B.state == 'x'")).toHaveLength(2);
  });
});

describe("match", () => {
  test("an arm for a value that the variable never has", () => {
    const arms = { pending() {}, pased() {}, failed() {} };
    const error = errorOf(() =>
      choreography("guards", { lifelines: [A] }, (c) => c.match(A.state, arms as never)),
    );
    expect(error.code).toBe("choreography/impossible-comparison");
    expect(error.what).toContain('has an arm for "pased", which is none of "pending", "passed", "failed"');
    expect(error.diagnostics[0]?.suggestion).toBe("passed");
  });
});
