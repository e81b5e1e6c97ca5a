import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Signal } from "../../src/base/index.ts";
import { choreography, implement, lifeline } from "../../src/choreography/index.ts";
import { type RunResult, run } from "../../src/engines/index.ts";
import { notInstalled } from "../../src/models/ai-model.ts";
import { type Model, namedModel, prompt, scriptedModel } from "../../src/models/index.ts";
import { waitAfter } from "../../src/models/prompt.ts";
import { OpenAiServer, type Reply } from "./openai-server.ts";

const key = "sk-test-0123456789abcdef";
const mood = z.enum(["good", "bad"]);
const Writer = lifeline("Writer", {
  variables: { topic: z.string(), text: z.string(), mood, score: z.number(), notes: z.array(z.string()) },
  actions: {
    write: { in: { topic: z.string() }, out: z.string() },
    judge: { in: { topic: z.string() }, out: mood },
    rate: {
      in: { topic: z.string() },
      out: { score: z.number().max(10), notes: z.array(z.string()).optional() },
    },
  },
});
const { text, mood: judged, score, notes } = Writer;
const topic = { topic: "tides" };
const inputs = {};
const one = (name: "write" | "judge" | "rate") =>
  choreography(name, { lifelines: [Writer] }, (c) => {
    if (name === "write") c.act(text, Writer.write(topic));
    else if (name === "judge") c.act(judged, Writer.judge(topic));
    else c.act({ score, notes }, Writer.rate(topic));
  });

const servers: OpenAiServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(
  ...replies: readonly Reply[]
): Promise<{ readonly server: OpenAiServer; readonly model: Model }> {
  const server = new OpenAiServer(replies);
  servers.push(server);
  const base = await server.open();
  return { server, model: await namedModel(`${base}#tiny`, { OPENAI_API_KEY: key }) };
}

interface Ran {
  readonly result: RunResult;
  readonly stored: unknown;
  readonly waits: readonly number[];
}

/** Runs one action that asks the model; waiting takes no time. */
async function ask(
  name: "write" | "judge" | "rate",
  model: Model,
  more: { readonly signal?: Signal; readonly retries?: number } = {},
): Promise<Ran> {
  const waits: number[] = [];
  let stored: unknown;
  const asked = prompt(({ topic }: { readonly topic: string }) => `About ${topic}.`, {
    model,
    system: "Be brief.",
    ...(more.retries === undefined ? {} : { retries: more.retries }),
    wait: async (milliseconds) => {
      waits.push(milliseconds);
    },
  });
  const result = await run(one(name), {
    inputs,
    implementations: [implement(Writer, { write: asked, judge: asked, rate: asked })],
    onEvent: ({ event }) => {
      if (event.kind === "act") stored = event.set;
    },
    ...(more.signal === undefined ? {} : { signal: more.signal }),
  });
  return { result, stored, waits };
}

const errorOf = ({ result }: Ran) =>
  result.status === "failed" ? result.error : expect.unreachable(result.status);

describe("an action that a model does, over a real server", () => {
  it("asks for text where the result is any string", async () => {
    const { server, model } = await serve("  The sea rises.\n");
    expect((await ask("write", model)).stored).toEqual({ text: "The sea rises." });
    const [asked] = server.asked;
    expect(asked?.path).toBe("/v1/chat/completions");
    expect(asked?.key).toBe(key);
    expect(asked?.body).toMatchObject({
      model: "tiny",
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "About tides." },
      ],
    });
    expect(asked?.body["response_format"]).toBeUndefined();
  });

  it("asks for an object by JSON Schema where it is not, one value wrapped", async () => {
    const { server, model } = await serve('{"answer":"good"}', '{"score":7}');
    expect((await ask("judge", model)).stored).toEqual({ mood: "good" });
    expect((await ask("rate", model)).stored).toEqual({ score: 7 });
    const schemas = server.asked.map(({ body }) => body["response_format"]);
    expect(schemas[0]).toMatchObject({
      type: "json_schema",
      json_schema: { schema: { properties: { answer: { enum: ["good", "bad"] } }, required: ["answer"] } },
    });
    expect(schemas[1]).toMatchObject({
      json_schema: { schema: { required: ["score"], additionalProperties: false } },
    });
  });

  it("tells the model what was wrong with its answer, and asks again", async () => {
    const { server, model } = await serve("I would say good.", '{"answer":"so so"}', '{"answer":"bad"}');
    const ran = await ask("judge", model);
    expect(ran.stored).toEqual({ mood: "bad" });
    expect(ran.waits).toEqual([]);
    const prompts = server.asked.map(({ body }) => JSON.stringify(body["messages"]));
    expect(prompts[1]).toContain("could not be used: the answer is no JSON");
    expect(prompts[2]).toContain("Your last answer could not be used: its result");
  });

  it("fails in the end, by name and place", async () => {
    const { model } = await serve("a", "b", "c");
    const error = errorOf(await ask("judge", model, { retries: 2 }));
    expect(error.code).toBe("model/malformed");
    expect(error.what).toMatch(/Writer\.judge.*asked 3 times: the answer is no JSON/);
  });

  it("waits for a service that is not available: 2, 4, 8 … 30 seconds, or as long as it asks for", async () => {
    const busy = { status: 503, body: { error: { message: "busy" } } };
    const limited = {
      status: 429,
      headers: { "retry-after": "7" },
      body: { error: { message: "slow down" } },
    };
    const { model } = await serve(busy, limited, busy, '{"answer":"good"}');
    const ran = await ask("judge", model);
    expect(ran.stored).toEqual({ mood: "good" });
    expect(ran.waits).toEqual([2000, 7000, 8000]);
    expect([1, 2, 3, 4, 5, 6, 60].map((tried) => waitAfter(tried, null) / 1000)).toEqual([
      2, 4, 8, 16, 30, 30, 30,
    ]);
  });

  it("does not ask again where that cannot help", async () => {
    const { server, model } = await serve({
      status: 401,
      body: { error: { message: `Incorrect key: ${key}` } },
    });
    const error = errorOf(await ask("write", model));
    expect(server.asked).toHaveLength(1);
    expect(error.code).toBe("model/refused");
    expect(error.what).toContain("Incorrect key: (key)");
    expect(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain(key);
  });

  it("stops waiting when the run is cancelled, and uses no fallback then", async () => {
    const { server, model } = await serve("hang");
    const cancel = new AbortController();
    const fallback = (): string => expect.unreachable("a fallback");
    const running = run(one("write"), {
      implementations: [
        implement(Writer, {
          write: { run: prompt(() => "x", { model }), fallback },
          judge: prompt(() => "x", { model }),
          rate: prompt(() => "x", { model }),
        }),
      ],
      signal: cancel.signal,
    });
    while (server.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    cancel.abort();
    expect(await running).toMatchObject({ status: "cancelled" });
  });

  it("falls back where the service refuses", async () => {
    const { model } = await serve({ status: 400, body: { error: { message: "no such model" } } });
    let stored: unknown;
    const result = await run(one("write"), {
      implementations: [
        implement(Writer, {
          write: {
            run: prompt(() => "x", { model }),
            fallback: (_args, why) => `nothing (${why.includes("no such model")})`,
          },
          judge: prompt(() => "x", { model }),
          rate: prompt(() => "x", { model }),
        }),
      ],
      onEvent: ({ event }) => {
        if (event.kind === "act") stored = event.set;
      },
    });
    expect(result).toMatchObject({ status: "done" });
    expect(stored).toEqual({ text: "nothing (true)" });
  });

  it("tells of a server that is not there", async () => {
    const gone = await namedModel("http://127.0.0.1:9/v1#tiny", {});
    const ran = await ask("write", gone, { retries: 1 });
    expect(ran.waits).toEqual([2000]);
    expect(errorOf(ran).code).toBe("model/unavailable");
    expect(errorOf(ran).what).toContain("http://127.0.0.1:9/v1#tiny gave no answer for Writer.write");
  });
});

describe("a scripted model", () => {
  it("uses lists up in order, gives anything else always, and prefers the longer name (scenario 97)", async () => {
    const model = scriptedModel({
      judge: "bad",
      "Writer.judge": ["good", { answer: "bad" }],
      rate: { score: 3, notes: ["n"] },
      write: 5,
    });
    expect((await ask("judge", model)).stored).toEqual({ mood: "good" });
    expect((await ask("judge", model)).stored).toEqual({ mood: "bad" });
    const exhausted = errorOf(await ask("judge", model));
    expect(exhausted.what).toContain("its 2 answers for Writer.judge are used up");
    for (let i = 0; i < 2; i++) expect((await ask("rate", model)).stored).toEqual({ score: 3, notes: ["n"] });
    expect((await ask("write", model)).stored).toEqual({ text: "5" });
    expect(errorOf(await ask("judge", scriptedModel({}))).what).toContain(
      "it has no answer for Writer.judge",
    );
  });

  it("is asked again like any model: a malformed answer takes the next one", async () => {
    const ran = await ask("rate", scriptedModel({ rate: [{ score: 99 }, { score: 9 }] }));
    expect(ran.stored).toEqual({ score: 9 });
  });
});

describe("a package that is not installed", () => {
  it("is told with what to do", () => {
    const error = notInstalled("ai", new RangeError("not found"));
    expect(error).toMatchObject({ code: "model/not-installed", remedy: "Run npm install ai." });
    expect(error.what).toContain("The package ai, by which models are asked, is not installed");
  });
});

describe("the name of a model", () => {
  const codeOf = async (spec: string, environment = {}): Promise<string> => {
    try {
      await namedModel(spec, environment);
      return "none";
    } catch (error) {
      return (error as { readonly code: string }).code;
    }
  };

  it.each([
    ["openai:gpt-4o-mini", {}, "model/no-key"],
    ["openai:gpt-4o-mini", { OPENAI_API_KEY: "" }, "model/no-key"],
    ["openai:gpt-4o-mini", { OPENAI_API_KEY: key }, "none"],
    ["openai:llama3", { OPENAI_BASE_URL: "http://127.0.0.1:11434/v1" }, "none"],
    ["http://127.0.0.1:11434/v1#llama3", {}, "none"],
    ["http://127.0.0.1:11434/v1", {}, "model/spec"],
    ["https://[#x", {}, "model/spec"],
    ["openai:", {}, "model/spec"],
    ["gpt-4o", {}, "model/spec"],
    ["", {}, "model/spec"],
  ])("%s with %j: %s", async (spec, environment, code) => {
    expect(await codeOf(spec, environment)).toBe(code);
  });

  it("goes where OPENAI_BASE_URL says", async () => {
    const server = new OpenAiServer(["ebb"]);
    servers.push(server);
    const model = await namedModel("openai:tiny", { OPENAI_BASE_URL: await server.open() });
    expect((await ask("write", model)).stored).toEqual({ text: "ebb" });
    expect(server.asked[0]?.key).toBeUndefined();
  });
});
