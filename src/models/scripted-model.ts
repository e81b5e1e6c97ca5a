import { count, type Json, lookup } from "../base/index.ts";
import type { Answer, Model, Question } from "./model.ts";

/** Answers by `Lifeline.action` or `action`: a list is used up in order, anything else is given always. */
export type ScriptedAnswers = { readonly [action: string]: Json | readonly Json[] };

/**
 * A model without a service or a key: it gives the answers of a script, in the form that is asked for. The longer name wins
 * over the shorter; a list that has run out refuses.
 */
export function scriptedModel(answers: ScriptedAnswers, name = "the scripted model"): Model {
  const used = new Map<string, number>();
  return {
    name,
    ask: async (question) => {
      const short = question.action.slice(question.action.lastIndexOf(".") + 1);
      const key = Object.hasOwn(answers, question.action) ? question.action : short;
      const answer = lookup(answers, key);
      if (answer === undefined) return { kind: "refused", why: `it has no answer for ${question.action}` };
      if (!Array.isArray(answer)) return inForm(answer as Json, question); // narrowed by hand: no list
      const turn = used.get(key) ?? 0;
      used.set(key, turn + 1);
      const next: Json | undefined = answer[turn];
      if (next !== undefined) return inForm(next, question);
      return { kind: "refused", why: `its ${count(answer.length, "answer")} for ${key} are used up` };
    },
  };
}

/** Text as text; where an object is asked for that wraps one value, the value alone will do. */
function inForm(answer: Json, { schema }: Question): Answer {
  if (schema === null)
    return { kind: "text", text: typeof answer === "string" ? answer : JSON.stringify(answer) };
  const wrapped = Object.keys((lookup(schema, "properties") ?? {}) as object); // an object schema has a record there
  const [only] = wrapped;
  const whole = typeof answer === "object" && answer !== null && !Array.isArray(answer);
  if (wrapped.length === 1 && only === "answer" && !(whole && Object.hasOwn(answer, only))) {
    return { kind: "object", value: { answer } };
  }
  return { kind: "object", value: answer };
}
