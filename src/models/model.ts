import type { Json, Signal } from "../base/index.ts";

/** What a model is asked. */
export interface Question {
  /** `Lifeline.action`: what scripted answers are chosen by. */
  readonly action: string;
  readonly system: string | null;
  readonly prompt: string;
  /** The JSON Schema of the answer, always of an object; null: text is wanted. */
  readonly schema: { readonly [key: string]: Json } | null;
}

/** What came of a question. A failure says whether asking again may help, and after how many milliseconds at least. */
export type Answer =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "object"; readonly value: Json }
  /** The model answered, but not in the form that was asked for. */
  | { readonly kind: "malformed"; readonly why: string }
  /** No answer, which may come later; `after` where the service said when. */
  | { readonly kind: "unavailable"; readonly why: string; readonly after: number | null }
  /** No answer, and none by asking again. */
  | { readonly kind: "refused"; readonly why: string };

/** Something that answers questions; it never rejects but for a signal that is aborted. */
export interface Model {
  readonly name: string;
  readonly ask: (question: Question, signal: Signal) => Promise<Answer>;
}
