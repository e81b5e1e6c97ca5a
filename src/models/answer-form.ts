import { define, type Json, lookup } from "../base/index.ts";
import type { ActionContext } from "../choreography/index.ts";
import type { Answer, Question } from "./model.ts";

type Signature = ActionContext["signature"];

/** How an action's result is asked for, and got out of the answer. */
export interface AnswerForm {
  readonly schema: Question["schema"];
  /** The result; undefined where the answer has none. */
  readonly resultOf: (answer: Extract<Answer, { readonly kind: "text" | "object" }>) => unknown;
}

/** The key under which a value that is no object is asked for: services take objects only. */
const KEY = "answer";

/**
 * Plain text for an action whose result is any string; an object by JSON Schema for everything else. A result without a
 * JSON Schema (its vendor gives none) is asked for as any JSON value.
 */
export function answerForm({ out }: Signature): AnswerForm {
  switch (out.kind) {
    case "none":
      return { schema: null, resultOf: () => undefined };
    case "value":
      if (isText(out.schema)) return { schema: null, resultOf: textOf };
      return { schema: objectOf({ [KEY]: out.schema }, [KEY]), resultOf: (answer) => fieldOf(answer, KEY) };
    case "fields": {
      const optional = out.optional ?? [];
      const required = Object.keys(out.fields).filter((field) => !optional.includes(field));
      return { schema: objectOf(out.fields, required), resultOf: objectIn };
    }
  }
}

function isText(schema: Json | null): boolean {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return false;
  const record = schema as { readonly [key: string]: Json }; // TypeScript does not narrow readonly arrays away
  return (
    lookup(record, "type") === "string" && !Object.hasOwn(record, "enum") && !Object.hasOwn(record, "const")
  );
}

function objectOf(
  fields: { readonly [name: string]: Json | null },
  required: readonly string[],
): { readonly [key: string]: Json } {
  const properties: { [name: string]: Json } = {};
  for (const [name, schema] of Object.entries(fields)) define(properties, name, schema ?? {});
  return { type: "object", properties, required: [...required], additionalProperties: false };
}

function textOf(answer: Parameters<AnswerForm["resultOf"]>[0]): unknown {
  return answer.kind === "text" ? answer.text.trim() : answer.value;
}

function objectIn(answer: Parameters<AnswerForm["resultOf"]>[0]): unknown {
  return answer.kind === "object" ? answer.value : undefined;
}

function fieldOf(answer: Parameters<AnswerForm["resultOf"]>[0], key: string): unknown {
  const value = objectIn(answer);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return lookup(value as { readonly [name: string]: Json }, key); // narrowed by hand
}
