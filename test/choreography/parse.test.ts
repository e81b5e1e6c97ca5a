import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../src/base/index.ts";
import { hashChoreography, parseChoreography, serializeChoreography } from "../../src/choreography/index.ts";
import { codeReview } from "./fixture.ts";
import { anyChoreography, assign, plain, send } from "./plain.ts";

function messages(value: unknown): readonly string[] {
  const parsed = parseChoreography(value);
  return parsed.ok ? [] : parsed.diagnostics.map(({ message }) => message);
}

describe("parseChoreography", () => {
  test("reads back what was serialised, every kind of node", () => {
    fc.assert(
      fc.property(anyChoreography, (ir) => {
        const parsed = parseChoreography(JSON.parse(serializeChoreography(ir)));
        expect(parsed.ok ? parsed.ir : parsed.diagnostics).toEqual(JSON.parse(JSON.stringify(ir)));
        expect(parsed.ok && hashChoreography(parsed.ir)).toBe(hashChoreography(ir));
      }),
      { numRuns: 300 },
    );
  });

  test("never takes a value whose serialisation would differ, and never throws", () => {
    /** Replaces one place of a JSON value. */
    const spoil = (value: Json, path: readonly number[], by: Json): Json => {
      const [first, ...rest] = path;
      if (first === undefined || typeof value !== "object" || value === null) return by;
      const entries: readonly (readonly [string, Json])[] = Object.entries(value);
      if (entries.length === 0) return by;
      const at = first % entries.length;
      const spoiled = entries.map(([key, item], i): [string, Json] => [
        key,
        i === at ? spoil(item, rest, by) : item,
      ]);
      return Array.isArray(value) ? spoiled.map(([, item]) => item) : Object.fromEntries(spoiled);
    };
    const ir: Json = JSON.parse(serializeChoreography(codeReview.ir));
    const by = fc.constantFrom<Json>(
      null,
      1,
      "",
      "x",
      [],
      {},
      { kind: "x" },
      { kind: "toString" },
      [[]],
      true,
    );
    fc.assert(
      fc.property(fc.array(fc.nat(50), { maxLength: 9 }), by, (path, replacement) => {
        const value = spoil(ir, path, replacement);
        const parsed = parseChoreography(value);
        if (parsed.ok) expect(JSON.parse(serializeChoreography(parsed.ir))).toEqual(value);
        else expect(parsed.diagnostics.every(({ code }) => code === "choreography/foreign")).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test("any JSON is answered", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(parseChoreography(value).ok).toBe(false);
      }),
    );
  });

  test("names what is wrong and where, all at once", () => {
    const spoilt = { ...plain([{ ...send("A", "B"), kind: "mesage" } as never]), version: 2, extra: 1 };
    expect(messages(spoilt)).toEqual([
      'the value has an unknown key "extra"',
      ".version is not 1, the only version that is known",
      expect.stringMatching(/^\.body\[0\]\.kind is none of message, act/),
    ]);
    expect(messages(null)).toContain("the value is no object");
    const { name: _, ...nameless } = plain([]);
    expect(messages(nameless)).toContain("the value has no key name");
    expect(messages({ ...plain([]), predicates: { "": { arity: 1, version: "1" } } })).toEqual([
      ".predicates has an empty name",
    ]);
    expect(messages({ ...plain([]), predicates: { p: { arity: -1, version: "1" } } })).toEqual([
      ".predicates.p.arity is no whole number from 0",
    ]);
  });

  test("a misspelt kind suggests the right one", () => {
    const parsed = parseChoreography(plain([{ ...send("A", "B"), kind: "mesage" } as never]));
    expect(!parsed.ok && parsed.diagnostics[0]?.suggestion).toBe("message");
  });

  test("depth, size of the answer, and what is no JSON are bounded", () => {
    let deep: unknown = [];
    for (let i = 0; i < 20_000; i++) deep = [deep];
    expect(messages({ ...plain([]), body: deep })).toEqual([expect.stringContaining("16384 levels")]);
    let value: unknown = null;
    for (let i = 0; i < 257; i++) value = { value };
    const constant = { kind: "const", value };
    const set = { ...assign("A", {}), set: { x: constant } };
    expect(messages({ ...plain([]), body: [set] })).toEqual([
      expect.stringMatching(/^\.body\[0\]\.set\.x\.value is no value: .* 256 levels/),
    ]);
    const many = Array.from({ length: 5000 }, () => 1);
    expect(messages({ ...plain([]), body: many })).toHaveLength(100);
    expect(messages({ ...plain([]), name: () => {} })).toHaveLength(1);
    expect(messages({ ...plain([]), body: [{ ...send("A", "B"), step: "\ud800" }] })).toHaveLength(1);
  });

  test("a digest is one", () => {
    const sub = { kind: "sub", name: "inner", step: "s", choreography: "XYZ", rename: {}, body: [] };
    expect(messages({ ...plain([]), body: [sub] })).toEqual([
      ".body[0].choreography is no SHA-256 in lower-case hexadecimal digits",
    ]);
  });
});

describe("hashChoreography", () => {
  test("does not change with the order of keys, and does with anything else", () => {
    const reversed = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([key, item]) => [key, reversed(item)]),
      );
    };
    const ir: Json = JSON.parse(serializeChoreography(codeReview.ir));
    expect(hashChoreography(reversed(ir) as never)).toBe(hashChoreography(codeReview.ir));
    expect(hashChoreography({ ...codeReview.ir, name: "other" })).not.toBe(hashChoreography(codeReview.ir));
  });

  test("is the same for a step that moved to another line", () => {
    expect(Object.values(codeReview.sources)[0]?.line).toBeGreaterThan(1);
    expect(serializeChoreography(codeReview.ir)).not.toContain("fixture.ts");
  });
});
