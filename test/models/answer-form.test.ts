import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ActionContext } from "../../src/choreography/index.ts";
import { choreography, lifeline } from "../../src/choreography/index.ts";
import { answerForm } from "../../src/models/answer-form.ts";
import type { Answer } from "../../src/models/index.ts";
import { prompt, scriptedModel } from "../../src/models/index.ts";

/** The signature of an action with a result of this kind. */
function signatureOf(
  out: Parameters<typeof lifeline>[1] extends infer _ ? z.ZodType | Record<string, z.ZodType> : never,
) {
  const Agent = lifeline("Agent", { actions: { act: { out } } });
  const signature = choreography("c", { lifelines: [Agent] }, () => {}).ir.lifelines[0]?.actions["act"];
  if (signature === undefined) throw new TypeError("no signature");
  return signature;
}

const text = (said: string): Answer & { kind: "text" } => ({ kind: "text", text: said });
const object = (value: never): Answer & { kind: "object" } => ({ kind: "object", value });

describe("what is asked for", () => {
  it.each([
    ["any string", z.string()],
    ["a string with a length", z.string().min(3)],
    ["a string of a form", z.string().email()],
  ])("is text for %s", (_, schema) => {
    const form = answerForm(signatureOf(schema));
    expect(form.schema).toBeNull();
    expect(form.resultOf(text("  said \n"))).toBe("said");
    expect(form.resultOf(object("given" as never))).toBe("given");
  });

  it.each([
    ["an enum", z.enum(["a", "b"]), { enum: ["a", "b"] }],
    ["a literal", z.literal("a"), { const: "a" }],
    ["a number", z.number(), { type: "number" }],
    ["a boolean", z.boolean(), { type: "boolean" }],
    ["a list", z.array(z.string()), { type: "array" }],
    ["null", z.null(), { type: "null" }],
    ["an object", z.object({ x: z.number() }), { type: "object" }],
    ["one of several", z.union([z.string(), z.number()]), { type: ["string", "number"] }],
  ])("is an object with one field for %s", (_, schema, inner) => {
    const form = answerForm(signatureOf(schema));
    expect(form.schema).toMatchObject({
      type: "object",
      required: ["answer"],
      additionalProperties: false,
      properties: { answer: inner },
    });
    expect(form.resultOf(object({ answer: 5 } as never))).toBe(5);
    expect(form.resultOf(object({ other: 5 } as never))).toBeUndefined();
    expect(form.resultOf(object([5] as never))).toBeUndefined();
    expect(form.resultOf(text("5"))).toBeUndefined();
  });

  it("is the object itself for fields, those that may be left out not required", () => {
    const form = answerForm(signatureOf({ score: z.number(), notes: z.string().optional() }));
    expect(form.schema).toMatchObject({
      required: ["score"],
      properties: { score: { type: "number" }, notes: {} },
    });
    const value = { score: 1 };
    expect(form.resultOf(object(value as never))).toBe(value);
    expect(form.resultOf(text("score 1"))).toBeUndefined();
  });

  it("is anything where the vendor gives no JSON Schema, and nothing where there is no result", () => {
    const odd = z.string().transform((said) => said.length);
    expect(answerForm(signatureOf(odd)).schema).toMatchObject({
      properties: { answer: {} },
      required: ["answer"],
    });
    const none = answerForm({ args: {}, out: { kind: "none" } });
    expect([none.schema, none.resultOf(text("done"))]).toEqual([null, undefined]);
  });

  it("has the fields' names as they are, hostile ones too", () => {
    const form = answerForm({
      args: {},
      out: { kind: "fields", fields: JSON.parse('{"__proto__":{"type":"number"},"constructor":null}') },
    });
    expect(JSON.stringify(form.schema)).toContain('"__proto__":{"type":"number"},"constructor":{}');
  });
});

/** A context that takes what the schema takes. */
function contextFor(schema: z.ZodType): ActionContext {
  return {
    signal: new AbortController().signal,
    key: "k",
    attempt: 1,
    lifeline: "Agent",
    action: "act",
    step: "s" as ActionContext["step"],
    signature: signatureOf(schema),
    check: async (result) => {
      const checked = schema.safeParse(result);
      return checked.success ? null : checked.error.message;
    },
  };
}

describe("a prompt with a scripted model", () => {
  const asking = (answers: Parameters<typeof scriptedModel>[0], retries: number, waits: number[] = []) =>
    prompt(() => "?", { model: scriptedModel(answers), retries, wait: async (ms) => void waits.push(ms) });

  it("gives the first answer that fits, and asks no more", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { maxLength: 6 }),
        fc.nat({ max: 4 }),
        async (fits, retries) => {
          const answers = fits.map((fit, i) => (fit ? i : `no number ${i}`));
          const run = asking({ act: answers }, retries)({}, contextFor(z.number()));
          const first = fits.indexOf(true);
          if (first >= 0 && first <= retries) expect(await run).toBe(first);
          else if (fits.length > retries)
            await expect(run).rejects.toMatchObject({ code: "model/malformed" });
          else await expect(run).rejects.toMatchObject({ code: "model/refused" });
        },
      ),
      { numRuns: 60 },
    );
  });

  it("never waits for an answer that has the wrong form", async () => {
    const waits: number[] = [];
    await expect(asking({ act: "x" }, 2, waits)({}, contextFor(z.number()))).rejects.toThrow(/asked 3 times/);
    expect(waits).toEqual([]);
  });

  it("counts one answer as one, and says what was wrong", async () => {
    await expect(asking({ act: "x" }, 0)({}, contextFor(z.number()))).rejects.toMatchObject({
      code: "model/malformed",
      what: expect.stringMatching(
        /^the scripted model gave no answer for Agent\.act that could be used: .*number/s,
      ),
      place: { lifeline: "Agent", step: "s" },
    });
  });

  it("lets through what the template throws", async () => {
    const broken = prompt(
      () => {
        throw new RangeError("no template");
      },
      { model: scriptedModel({ act: "x" }) },
    );
    await expect(broken({}, contextFor(z.string()))).rejects.toThrow("no template");
  });
});
