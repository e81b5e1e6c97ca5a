import { hasLoneSurrogate } from "../base/index.ts";
import type { Source } from "./source.ts";
import type { Token } from "./token.ts";

/**
 * A string in double quotes (as JSON has it) or in single quotes: JSON's escapes and `\'`, double quotes may stand bare.
 */
export function readString(source: Source, at: number): Token {
  const { text } = source;
  const quote = text[at];
  let end = at + 1;
  while (end < text.length && text[end] !== quote) end += text[end] === "\\" ? 2 : 1;
  if (end >= text.length) {
    throw source.fail(at, `the string that begins here has no closing ${quote}`);
  }
  const inner = text.slice(at + 1, end);
  const value = parseInner(quote === "'" ? asDoubleQuoted(inner) : inner);
  if (value === undefined) {
    throw source.fail(at, "the string has a raw control character or an escape that JSON does not have", {
      remedy: String.raw`Use \n, \t, \\, \uXXXX and the other escapes of JSON.`,
    });
  }
  if (hasLoneSurrogate(value)) {
    throw source.fail(at, "the string has a lone surrogate", { code: "formula/value" });
  }
  return { kind: "value", value, json: quote === '"', at, text: text.slice(at, end + 1) };
}

/** A name in backticks; a backtick inside is doubled. */
export function readQuoted(source: Source, at: number): Token {
  const { text } = source;
  let end = at + 1;
  while (end < text.length && (text[end] !== "`" || text[end + 1] === "`")) {
    end += text[end] === "`" ? 2 : 1;
  }
  if (end >= text.length) throw source.fail(at, "the name that begins here has no closing backtick");
  const name = text.slice(at + 1, end).replaceAll("``", "`");
  if (name === "") throw source.fail(at, "the name is empty", { code: "formula/name" });
  if (hasLoneSurrogate(name)) {
    throw source.fail(at, "the name has a lone surrogate", { code: "formula/name" });
  }
  return { kind: "name", name, quoted: true, at, text: text.slice(at, end + 1) };
}

/** The inside of a single-quoted string as that of a JSON string. */
function asDoubleQuoted(inner: string): string {
  return inner.replace(/\\[\s\S]|"/g, (piece) => (piece === "\\'" ? "'" : piece === '"' ? '\\"' : piece));
}

function parseInner(inner: string): string | undefined {
  try {
    const value: unknown = JSON.parse(`"${inner}"`);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}
