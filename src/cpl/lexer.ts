import { hasLoneSurrogate, nearest } from "../base/index.ts";
import { metaFields } from "./formula.ts";
import { readQuoted, readString } from "./quoted.ts";
import type { Source } from "./source.ts";
import { metaList, reservedWords, spellings } from "./syntax.ts";
import { shortened, type Token } from "./token.ts";

const blank = /[ \t\r\n]*/y;
const word = /[A-Za-z_][A-Za-z0-9_]*/y;
const dollar = /\$[A-Za-z0-9_]*/y;
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const sign = /==|!=|<=|>=|[=<>!&|()[\]{},:.@∧∨¬≠≤≥]/y;

/** The token at or after an offset: always the longest one. @throws LightconeError with its place. */
export function readToken(source: Source, from: number): Token {
  const { text } = source;
  const at = from + (match(blank, text, from) ?? "").length;
  const first = text[at];
  if (first === undefined) return { kind: "end", at, text: "" };
  if (first === '"' || first === "'") return readString(source, at);
  if (first === "`") return readQuoted(source, at);
  if (first === "$") return readMeta(source, at);
  const name = match(word, text, at);
  if (name !== undefined) return readWord(name, at);
  if (first === "-" || (first >= "0" && first <= "9")) return readNumber(source, at);
  const found = match(sign, text, at);
  if (found !== undefined) return { kind: "sign", sign: spellings.get(found) ?? found, at, text: found };
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const shown = hasLoneSurrogate(character) ? "a lone surrogate" : JSON.stringify(character);
  throw source.fail(at, `${shown} is no part of a formula`, {
    remedy: "Put a name with other characters than letters, digits and _ in backticks, a text in quotes.",
  });
}

function readWord(name: string, at: number): Token {
  if (!reservedWords.some((reserved) => reserved === name)) {
    return { kind: "name", name, quoted: false, at, text: name };
  }
  return { kind: "sign", sign: spellings.get(name) ?? name, at, text: name };
}

function readMeta(source: Source, at: number): Token {
  const text = match(dollar, source.text, at) ?? "$";
  if (metaFields.some((field) => field === text)) return { kind: "meta", name: text, at, text };
  throw source.fail(at, `\`${shortened(text)}\` begins with $, and the only such names are ${metaList}`, {
    code: "formula/name",
    suggestion: nearest(text, metaFields),
  });
}

function readNumber(source: Source, at: number): Token {
  const text = match(number, source.text, at) ?? "";
  const value = Number(text);
  const next = source.text[at + text.length] ?? " ";
  if (text === "" || /[A-Za-z0-9_.$]/.test(next)) {
    const run = /^-?[A-Za-z0-9_.$+-]*/.exec(source.text.slice(at, at + 40))?.[0] ?? text;
    throw source.fail(at, `\`${run}\` is no number`, {
      remedy: "Write numbers as JSON does, and white space between a number and a word.",
    });
  }
  if (!Number.isFinite(value)) {
    throw source.fail(at, `${shortened(text)} is too large for a number`, { code: "formula/value" });
  }
  return { kind: "value", value: value === 0 ? 0 : value, json: true, at, text };
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
