import { LightconeError, type Signal, thrownMessage, toJson } from "../base/index.ts";
import type { Answer, Model, Question } from "./model.ts";

// `ai` is an optional peer: it is loaded when a model is first asked, and what is used of it is typed by itself.
type Ai = typeof import("ai");
type LanguageModel = Parameters<Ai["generateText"]>[0]["model"];

/** What every model of the AI SDK has; written out, so that the types of this package need no optional one. */
export interface AiSdkModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
}

/**
 * A model of the Vercel AI SDK: whatever its providers make.
 *
 * @param secrets Texts that no message may hold, such as a key that a service sends back.
 */
export function aiModel(model: AiSdkModel, name: string, secrets: readonly string[] = []): Model {
  const language = model as LanguageModel; // the providers of the SDK make nothing else
  return {
    name,
    ask: async (question, signal) => {
      const ai = await load();
      try {
        return await generate(ai, language, question, signal);
      } catch (error) {
        if (signal.aborted) throw error;
        const answer = failed(ai, error);
        return {
          ...answer,
          why: secrets.reduce((text, secret) => text.replaceAll(secret, "(key)"), answer.why),
        };
      }
    },
  };
}

async function load(): Promise<Ai> {
  try {
    return await import("ai");
  } catch (cause) {
    throw notInstalled("ai", cause);
  }
}

/** The error of an optional peer that is not there. */
export function notInstalled(name: string, cause: unknown): LightconeError {
  return new LightconeError({
    code: "model/not-installed",
    what: `The package ${name}, by which models are asked, is not installed`,
    remedy: `Run npm install ${name}.`,
    cause,
  });
}

async function generate(ai: Ai, model: LanguageModel, question: Question, signal: Signal): Promise<Answer> {
  const { system, prompt, schema } = question;
  const asked = {
    model,
    prompt,
    ...(system === null ? {} : { system }),
    // Asking again is the prompt's business: it knows what fits.
    maxRetries: 0,
    abortSignal: signal,
  };
  if (schema === null) return { kind: "text", text: (await ai.generateText(asked)).text };
  const output = ai.Output.object({ schema: ai.jsonSchema(schema) });
  const json = toJson((await ai.generateText({ ...asked, output })).output);
  return json.ok ? { kind: "object", value: json.value } : { kind: "malformed", why: json.why };
}

type Failure = Exclude<Answer, { readonly kind: "text" | "object" }>;

function failed(ai: Ai, error: unknown): Failure {
  if (ai.NoObjectGeneratedError.isInstance(error) || ai.NoOutputGeneratedError.isInstance(error)) {
    return { kind: "malformed", why: `the answer is no JSON of the form that was asked for` };
  }
  if (!ai.APICallError.isInstance(error)) return { kind: "refused", why: thrownMessage(error) };
  const status = error.statusCode === undefined ? "" : ` (status ${error.statusCode})`;
  const why = `${error.message}${status}`;
  if (!error.isRetryable) return { kind: "refused", why };
  return { kind: "unavailable", why, after: retryAfter(error.responseHeaders?.["retry-after"]) };
}

/** Milliseconds of a `Retry-After` header: seconds; dates are not taken, since no clock is read here. */
function retryAfter(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,6}(\.\d+)?$/.test(header) ? Math.ceil(Number(header) * 1000) : null;
}
