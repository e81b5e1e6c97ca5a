import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { OpenAiServer, type Reply } from "../models/openai-server.ts";
import { Folder } from "./terminal.ts";

const folder = new Folder();
const key = "sk-cli-0123456789abcdef";
folder.write(
  "poem.ts",
  `
import { choreography, implement, lifeline, provide } from "lightcone";
import { namedModel, prompt, scriptedModel } from "${new URL("../../src/models/index.ts", import.meta.url).pathname}";
import { z } from "zod";
const Poet = lifeline("Poet", {
  variables: { topic: z.string(), poem: z.string(), mood: z.enum(["glad", "sad"]) },
  actions: { write: { in: { topic: z.string() }, out: z.string() }, feel: { in: { poem: z.string() }, out: z.enum(["glad", "sad"]) } },
});
export const poem = choreography("poem", { lifelines: [Poet], inputs: [Poet.topic], results: [Poet.poem, Poet.mood] }, (c) => {
  c.act(Poet.poem, Poet.write({ topic: Poet.topic }));
  c.act(Poet.mood, Poet.feel({ poem: Poet.poem }));
});
export const poet = provide(async ({ model: named }) => {
  const model = named === undefined ? scriptedModel({ write: "scripted", feel: "glad" }) : await namedModel(named, process.env);
  const wait = async () => {};
  return [implement(Poet, {
    write: prompt(({ topic }) => "A line about " + topic, { model, wait }),
    feel: prompt(({ poem }) => "How is it? " + poem, { model, wait, retries: 1 }),
  })];
});
`,
);
const poem = ["run", "poem.ts", "--input", "topic=rain"];

const servers: OpenAiServer[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(...replies: readonly Reply[]): Promise<readonly [OpenAiServer, string]> {
  const server = new OpenAiServer(replies);
  servers.push(server);
  return [server, await server.open()];
}

describe("run --model", () => {
  it("without it, the module's own script answers", async () => {
    const { code, out } = await folder.lc(...poem);
    expect(code).toBe(0);
    expect(out.join("\n")).toContain('Poet.poem = "scripted"');
  });

  it("asks the server that it names; the key of the environment goes there and nowhere else", async () => {
    const [server, base] = await serve("Rain on the roof.", '{"answer":"sad"}');
    vi.stubEnv("OPENAI_API_KEY", key);
    const { code, out, err } = await folder.lc(
      ...poem,
      "--model",
      `${base}#tiny`,
      "--record",
      "poem.msc.jsonl",
    );
    expect([code, err]).toEqual([0, ""]);
    expect(out.join("\n")).toContain('Poet.mood = "sad"');
    expect(server.asked.map((asked) => asked.key)).toEqual([key, key]);
    const recording = readFileSync(join(folder.path, "poem.msc.jsonl"), "utf8");
    for (const said of [out.join("\n"), recording]) expect(said).not.toContain(key);
  });

  it("openai:NAME goes where OPENAI_BASE_URL says", async () => {
    const [server, base] = await serve("Rain.", '{"answer":"glad"}');
    vi.stubEnv("OPENAI_BASE_URL", base);
    vi.stubEnv("OPENAI_API_KEY", "");
    expect((await folder.lc(...poem, "--model", "openai:tiny")).code).toBe(0);
    expect(server.asked.map(({ body }) => body["model"])).toEqual(["tiny", "tiny"]);
  });

  it("a key that a server sends back is not shown, in text or as JSON, with stacks or without", async () => {
    const answer = { status: 403, body: { error: { message: `key ${key} has no rights` } } };
    for (const more of [[], ["--json"]]) {
      const [, base] = await serve(answer);
      vi.stubEnv("OPENAI_API_KEY", key);
      vi.stubEnv("LIGHTCONE_DEBUG", "1");
      const { code, out, err } = await folder.lc(...poem, "--model", `${base}#tiny`, ...more);
      expect(code).toBe(1);
      const said = `${out.join("\n")}${err}`;
      expect(said).toContain("key (key) has no rights");
      expect(said).not.toContain(key);
    }
  });

  it("without a key where one is needed, and with a name that is none, is told before anything happens", async () => {
    vi.stubEnv("OPENAI_API_KEY", "");
    vi.stubEnv("OPENAI_BASE_URL", undefined);
    const keyless = await folder.lc(...poem, "--model", "openai:tiny");
    expect([keyless.code, keyless.out]).toEqual([2, []]);
    expect(keyless.err).toContain("error model/no-key: The model openai:tiny needs a key");
    expect(keyless.err).toContain("Set OPENAI_API_KEY");
    const nameless = await folder.lc(...poem, "--model", "tiny");
    expect(nameless.err).toContain('error model/spec: "tiny" names no model');
  });

  it("an answer that never fits fails the run at its step", async () => {
    const [, base] = await serve("Rain.", '{"answer":"angry"}', '{"answer":"cross"}');
    const { code, out, err } = await folder.lc(...poem, "--model", `${base}#tiny`);
    expect(code).toBe(1);
    expect(err).toContain("error model/malformed: ");
    expect(err).toContain("gave no answer for Poet.feel that could be used, asked 2 times");
    expect(err).toContain("step act:Poet.feel(poem)");
    expect(out.join("\n")).toContain("failed");
  });

  it("is not asked where --script answers", async () => {
    const [server, base] = await serve("Rain.");
    folder.write("moods.json", '{"feel": "glad"}');
    const { code, out } = await folder.lc(...poem, "--model", `${base}#tiny`, "--script", "moods.json");
    expect(code).toBe(0);
    expect(out.join("\n")).toContain('Poet.mood = "glad"');
    expect(server.asked).toHaveLength(1);
  });
});
