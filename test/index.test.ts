import { describe, expect, it } from "vitest";
import { z } from "zod";
import * as lightcone from "../src/index.ts";

describe("the root entry", () => {
  it("is enough to declare, run and read a choreography", async () => {
    const { choreography, implement, lifeline, run } = lightcone;
    const Asker = lifeline("Asker", { variables: { question: z.string(), answer: z.string() } });
    const Expert = lifeline("Expert", {
      variables: { question: z.string(), answer: z.string() },
      actions: { think: { in: { question: z.string() }, out: z.string() } },
    });
    const ask = choreography(
      "ask",
      { lifelines: [Asker, Expert], inputs: [Asker.question], results: [Asker.answer] },
      (c) => {
        c.send(Asker, Expert, { question: Asker.question });
        c.act(Expert.answer, Expert.think({ question: Expert.question }));
        c.send(Expert, Asker, { answer: Expert.answer });
      },
    );
    const implementations = [implement(Expert, { think: async ({ question }) => question.toUpperCase() })];
    const result = await run(ask, { implementations, inputs: { Asker: { question: "why?" } } });
    expect(result).toMatchObject({ status: "done", results: { Asker: { answer: "WHY?" }, Expert: {} } });
  });

  it("throws the one error class, which teaches", async () => {
    const { choreography, LightconeError, lifeline, run } = lightcone;
    const Asker = lifeline("Asker", { variables: { question: z.string() } });
    const ask = choreography("ask", { lifelines: [Asker], inputs: [Asker.question] }, () => {});
    const error = await run(ask).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(LightconeError);
    expect(error).toMatchObject({
      code: "run/inputs",
      message: expect.stringContaining("Asker.question is missing"),
    });
  });

  it("reads and prints formula text", () => {
    const parsed = lightcone.parseFormula("@A.x = 1 and not seen(B)");
    expect(parsed.ok && lightcone.printFormula(parsed.formula)).toBe("@A.x == 1 & !seen(B)");
  });
});
