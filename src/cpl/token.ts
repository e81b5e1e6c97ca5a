import type { Json } from "../base/index.ts";

/** A piece of formula text. `text` is as it was written; `at` its offset in UTF-16 code units. */
export type Token =
  /** A bare name that is not reserved, or a name in backticks. */
  | {
      readonly kind: "name";
      readonly name: string;
      readonly quoted: boolean;
      readonly at: number;
      readonly text: string;
    }
  /** `$kind` and the other metadata fields. */
  | { readonly kind: "meta"; readonly name: string; readonly at: number; readonly text: string }
  /** A number or a string. */
  | {
      readonly kind: "value";
      readonly value: Json;
      readonly json: boolean;
      readonly at: number;
      readonly text: string;
    }
  /** An operator, a bracket or a reserved word, in its canonical spelling. */
  | { readonly kind: "sign"; readonly sign: string; readonly at: number; readonly text: string }
  | { readonly kind: "end"; readonly at: number; readonly text: "" };

/** How messages name a token. */
export function describe(token: Token): string {
  return token.kind === "end" ? "the end of the text" : `\`${shortened(token.text)}\``;
}

/** At most 40 characters of a text, for messages. */
export function shortened(text: string): string {
  const start = [...text.slice(0, 82)].slice(0, 40).join(""); // 41 characters have at most 82 code units
  return start.length < text.length ? `${start}…` : text;
}
