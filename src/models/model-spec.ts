import { LightconeError } from "../base/index.ts";
import { aiModel, notInstalled } from "./ai-model.ts";
import type { Model } from "./model.ts";

/** Where keys come from: the environment, never an argument or a file. */
export type Environment = { readonly [name: string]: string | undefined };

/**
 * The model that a text names: `openai:NAME` (key in OPENAI_API_KEY; another server in OPENAI_BASE_URL), or the base
 * address of any OpenAI-compatible server with the model's name behind `#`, such as `http://127.0.0.1:11434/v1#llama3`
 * (with OPENAI_API_KEY, where it is set).
 *
 * @throws LightconeError `model/spec`, `model/no-key`, `model/not-installed`.
 */
export async function namedModel(spec: string, environment: Environment): Promise<Model> {
  const { baseURL, id, needsKey } = read(spec, environment);
  const key = environment["OPENAI_API_KEY"] ?? "";
  if (needsKey && key === "") {
    throw new LightconeError({
      code: "model/no-key",
      what: `The model ${spec} needs a key, and the environment has none`,
    });
  }
  const { createOpenAICompatible } = await load();
  const provider = createOpenAICompatible({
    name: "openai",
    baseURL,
    supportsStructuredOutputs: true,
    ...(key === "" ? {} : { apiKey: key }),
  });
  return aiModel(provider.chatModel(id), spec, key === "" ? [] : [key]);
}

interface Named {
  readonly baseURL: string;
  readonly id: string;
  readonly needsKey: boolean;
}

function read(spec: string, environment: Environment): Named {
  const [, openai] = /^openai:(.+)$/.exec(spec) ?? [];
  if (openai !== undefined) {
    const other = environment["OPENAI_BASE_URL"];
    return { baseURL: other ?? "https://api.openai.com/v1", id: openai, needsKey: other === undefined };
  }
  const [, baseURL, id] = /^(https?:\/\/[^#]+)#(.+)$/.exec(spec) ?? [];
  if (baseURL !== undefined && id !== undefined && URL.canParse(baseURL))
    return { baseURL, id, needsKey: false };
  throw new LightconeError({ code: "model/spec", what: `${JSON.stringify(spec)} names no model` });
}

async function load(): Promise<typeof import("@ai-sdk/openai-compatible")> {
  try {
    return await import("@ai-sdk/openai-compatible");
  } catch (cause) {
    throw notInstalled("@ai-sdk/openai-compatible", cause);
  }
}
