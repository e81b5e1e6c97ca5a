import { LightconeError, type Signal, type Vars } from "../base/index.ts";
import type { ActionContext } from "../choreography/index.ts";
import { type AnswerForm, answerForm } from "./answer-form.ts";
import type { Answer, Model } from "./model.ts";

/** How an action asks its model. */
export interface PromptOptions {
  readonly model: Model;
  /** What the model is told before the prompt: who it is, what it must never do. */
  readonly system?: string;
  /** How often it is asked again, when an answer has not the form of the action's result or the service is not available; 3. */
  readonly retries?: number;
  /** Waits so many milliseconds, or rejects when the signal is aborted; for tests. */
  readonly wait?: (milliseconds: number, signal: Signal) => Promise<void>;
}

/** First wait and longest wait between two tries, in milliseconds; each is twice the one before. */
const FIRST_WAIT = 2000;
const LONGEST_WAIT = 30_000;

/**
 * An action that is done by asking a model: `implement(Writer, { write: prompt(({ topic }) => …, { model }) })`. The
 * action's signature says what is asked for: text for a string, else an object by JSON Schema, which the action's own
 * schema checks. A malformed answer is told to the model and asked for again; so is a service that is not available, after
 * 2, 4, 8 … 30 seconds or when it says. What it gives in the end fits the signature, or the action fails.
 *
 * @throws LightconeError, when the action runs, `model/malformed`, `model/unavailable`, `model/refused`.
 */
export function prompt<A extends Vars>(
  template: (args: A) => string,
  options: PromptOptions,
): (args: A, context: ActionContext) => Promise<never> {
  const { model, system = null, retries = 3, wait = sleep } = options;
  const run = async (args: A, context: ActionContext): Promise<unknown> => {
    const { lifeline, action, signature, signal } = context;
    const form = answerForm(signature);
    const asked = template(args);
    let told = asked;
    for (let tried = 1; ; tried++) {
      const answer = await model.ask(
        { action: `${lifeline}.${action}`, system, prompt: told, schema: form.schema },
        signal,
      );
      const verdict = await judge(answer, form, context);
      if (verdict.ok) return verdict.result;
      if (tried > retries || answer.kind === "refused")
        throw failure(model, context, answer, verdict.why, tried);
      if (answer.kind === "unavailable") await wait(waitAfter(tried, answer.after), signal);
      else
        told = `${asked}\n\nYour last answer could not be used: ${verdict.why}. Answer again, in the form that is asked for.`;
    }
  };
  // What it resolves to was checked against the signature, which the compiler does not see from here.
  return run as (args: A, context: ActionContext) => Promise<never>;
}

/** Milliseconds until the next try: what the service asks for, else twice as long each time. */
export function waitAfter(tried: number, asked: number | null): number {
  return asked ?? Math.min(FIRST_WAIT * 2 ** (tried - 1), LONGEST_WAIT);
}

type Verdict = { readonly ok: true; readonly result: unknown } | { readonly ok: false; readonly why: string };

async function judge(answer: Answer, form: AnswerForm, context: ActionContext): Promise<Verdict> {
  if (answer.kind !== "text" && answer.kind !== "object") return { ok: false, why: answer.why };
  const result = form.resultOf(answer);
  const why = await context.check(result);
  return why === null ? { ok: true, result } : { ok: false, why };
}

function failure(
  model: Model,
  { lifeline, action, step }: ActionContext,
  answer: Answer,
  why: string,
  tried: number,
): LightconeError {
  const code =
    answer.kind === "unavailable"
      ? "model/unavailable"
      : answer.kind === "refused"
        ? "model/refused"
        : "model/malformed";
  return new LightconeError({
    code,
    what: `${model.name} gave no answer for ${lifeline}.${action} that could be used${tried > 1 ? `, asked ${tried} times` : ""}: ${why}`,
    place: { lifeline, step },
  });
}

function sleep(milliseconds: number, signal: Signal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
