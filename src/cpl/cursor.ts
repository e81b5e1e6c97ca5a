import type { Diagnostic, LightconeError } from "../base/index.ts";
import { nearest } from "../base/index.ts";
import { readToken } from "./lexer.ts";
import type { Source } from "./source.ts";
import { reservedWords } from "./syntax.ts";
import { describe, shortened, type Token } from "./token.ts";

/** The names that a formula may use; a list that is left out allows every name. */
export interface KnownNames {
  readonly lifelines?: readonly string[];
  readonly variables?: readonly string[];
  readonly predicates?: readonly string[];
}

/** Most unknown names that are reported: each costs a search for the nearest one. */
const MAX_UNKNOWN = 100;

/** Reads a formula's text token by token, and collects unknown names on the way. */
export class Cursor {
  readonly source: Source;
  readonly unknown: Diagnostic[] = [];
  readonly #known: KnownNames;
  #token: Token;

  constructor(source: Source, known: KnownNames) {
    this.source = source;
    this.#known = known;
    this.#token = readToken(source, 0);
  }

  /** The token that comes next. */
  get token(): Token {
    return this.#token;
  }

  /** Takes the next token. */
  take(): Token {
    const taken = this.#token;
    if (taken.kind !== "end") this.#token = readToken(this.source, taken.at + taken.text.length);
    return taken;
  }

  /** Whether the next token is this sign. */
  sees(sign: string): boolean {
    return this.#token.kind === "sign" && this.#token.sign === sign;
  }

  /** Takes the next token if it is this sign. */
  takes(sign: string): boolean {
    if (!this.sees(sign)) return false;
    this.take();
    return true;
  }

  /** Takes this sign. @throws LightconeError when something else comes. */
  expect(sign: string, where: string): void {
    if (!this.takes(sign)) throw this.expected(`\`${sign}\` ${where}`);
  }

  /** The error that something else than expected comes next. */
  expected(what: string, candidates: readonly string[] = []): LightconeError {
    const { kind, at, text } = this.#token;
    const suggestion = kind === "name" ? nearest(text, candidates) : undefined;
    const doubled = (text === "&" || text === "|") && this.source.text[at - 1] === text;
    return this.source.fail(at, `expected ${what}, found ${describe(this.#token)}`, {
      suggestion,
      ...(doubled ? { remedy: `Write a single ${text}.` } : {}),
    });
  }

  /** Takes the name of a lifeline. */
  lifeline(): string {
    const token = this.#name("a lifeline's name");
    this.#check("lifelines", "lifeline", token.name, token.at);
    return token.name;
  }

  /** Takes the name of a variable or metadata field after `@B.`. */
  variable(): string {
    const token = this.#name("a variable's name");
    this.checkVariable(token);
    return token.name;
  }

  /** Refuses a variable that begins with `$`, and notes one that is not known. */
  checkVariable(token: Extract<Token, { readonly kind: "name" | "meta" }>): void {
    if (token.kind === "meta") return;
    if (token.name.startsWith("$")) {
      throw this.source.fail(token.at, `the variable ${shortened(token.text)} begins with $`, {
        code: "formula/name",
      });
    }
    this.#check("variables", "variable", token.name, token.at);
  }

  /** Refuses a predicate that begins with `$`, and notes one that is not known. */
  checkPredicate(token: Extract<Token, { readonly kind: "name" | "meta" }>): void {
    if (token.name.startsWith("$")) {
      throw this.source.fail(token.at, `the predicate ${shortened(token.text)} begins with $`, {
        code: "formula/name",
      });
    }
    this.#check("predicates", "predicate", token.name, token.at);
  }

  #name(what: string): Extract<Token, { readonly kind: "name" | "meta" }> {
    const token = this.#token;
    if (token.kind === "name" || token.kind === "meta") {
      this.take();
      return token;
    }
    if (reservedWords.some((word) => word === token.text)) {
      throw this.source.fail(token.at, `expected ${what}, found the reserved word \`${token.text}\``, {
        code: "formula/reserved",
        remedy: `Put the name in backticks: \`${token.text}\`.`,
      });
    }
    throw this.expected(what);
  }

  #check(
    list: keyof KnownNames,
    what: "lifeline" | "variable" | "predicate",
    name: string,
    at: number,
  ): void {
    const known = this.#known[list];
    if (known === undefined || known.includes(name) || this.unknown.length >= MAX_UNKNOWN) return;
    this.unknown.push(
      this.source.diagnose(at, `there is no ${what} ${JSON.stringify(shortened(name))} here`, {
        code: `formula/unknown-${what}`,
        suggestion: nearest(name, known),
      }),
    );
  }
}
