import { type Diagnostic, LightconeError } from "../base/index.ts";
import { checkFormula } from "./check-formula.ts";
import { Cursor, type KnownNames } from "./cursor.ts";
import type { Formula } from "./formula.ts";
import { parseAtom, parseComparison } from "./parse-atom.ts";
import { startsJson } from "./parse-term.ts";
import { Source, type TextPlace } from "./source.ts";
import { binaryLevels, binarySigns } from "./syntax.ts";

/** Names that the formula may use, and where its text begins. */
export interface ParseOptions extends KnownNames, TextPlace {}

/** The formula, or what is wrong with its text. */
export type ParseResult =
  | { readonly ok: true; readonly formula: Formula }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/**
 * Parses the text of a formula (design, section 5). Reports the first syntax error, or every unknown name and broken
 * limit, with line and column. Never throws.
 */
export function parseFormula(text: string, options: ParseOptions = {}): ParseResult {
  const source = new Source(text, options);
  try {
    const cursor = new Cursor(source, options);
    const formula = new Parser(cursor).parse();
    const limits = checkFormula(formula).map((found) => ({ ...found, place: source.placeOf(0) }));
    const diagnostics = [...cursor.unknown, ...limits];
    return diagnostics.length === 0 ? { ok: true, formula } : { ok: false, diagnostics };
  } catch (error) {
    if (error instanceof LightconeError) return { ok: false, diagnostics: error.diagnostics };
    throw error;
  }
}

type Binary = keyof typeof binaryLevels;

const binaries: readonly Binary[] = ["or", "and", "since"];

/** What waits for an operand: a prefix operator, the left side of a binary one, or an open parenthesis. */
type Pending =
  | { readonly kind: "prefix"; readonly wrap: (body: Formula) => Formula }
  | { readonly kind: "binary"; readonly op: Binary; readonly left: Formula }
  | { readonly kind: "group"; readonly wrap: (body: Formula) => Formula; readonly at: number };

/** Operator precedence with a stack of its own, so that no text can nest deeper than the call stack. */
class Parser {
  readonly #cursor: Cursor;
  readonly #pending: Pending[] = [];

  constructor(cursor: Cursor) {
    this.#cursor = cursor;
  }

  parse(): Formula {
    for (;;) {
      let operand = this.#operand();
      if (operand === undefined) continue;
      operand = this.#prefixed(operand);
      while (this.#cursor.sees(")")) operand = this.#close(operand);
      const op = binaries.find((name) => this.#cursor.sees(binarySigns[name]));
      if (op !== undefined) {
        const left = this.#reduced(operand, binaryLevels[op]);
        this.#cursor.take();
        this.#pending.push({ kind: "binary", op, left });
      } else return this.#finish(operand);
    }
  }

  /** Reads up to a whole operand; undefined when something was opened that needs one. */
  #operand(): Formula | undefined {
    const cursor = this.#cursor;
    const { at } = cursor.token;
    if (cursor.takes("!")) return this.#prefix((body) => ({ kind: "not", body }));
    if (cursor.takes("Y")) return this.#prefix((body) => ({ kind: "prev", body }));
    if (cursor.takes("P")) return this.#once();
    if (cursor.takes("(")) return this.#open((body) => body, at);
    if (cursor.takes("seen")) {
      cursor.expect("(", "after `seen`");
      const lifeline = cursor.lifeline();
      cursor.expect(")", "after the lifeline");
      return { kind: "seen", lifeline };
    }
    if (cursor.takes("@")) {
      const lifeline = cursor.lifeline();
      const bracket = cursor.token.at;
      if (cursor.takes("(")) return this.#open((body) => ({ kind: "at", lifeline, body }), bracket);
      cursor.expect(".", "or `(` after the lifeline");
      return parseComparison(cursor, { kind: "remote", lifeline, name: cursor.variable() }, at);
    }
    const { kind } = cursor.token;
    if (kind === "end" || (kind === "sign" && !startsJson(cursor))) throw cursor.expected("a formula");
    return parseAtom(cursor);
  }

  #once(): undefined {
    const cursor = this.#cursor;
    if (!cursor.takes("[")) return this.#prefix((body) => ({ kind: "once", lifeline: null, body }));
    const lifeline = cursor.lifeline();
    cursor.expect("]", "after the lifeline");
    return this.#prefix((body) => ({ kind: "once", lifeline, body }));
  }

  #prefix(wrap: (body: Formula) => Formula): undefined {
    this.#pending.push({ kind: "prefix", wrap });
  }

  #open(wrap: (body: Formula) => Formula, at: number): undefined {
    this.#pending.push({ kind: "group", wrap, at });
  }

  #prefixed(operand: Formula): Formula {
    let formula = operand;
    for (let top = this.#pending.at(-1); top?.kind === "prefix"; top = this.#pending.at(-1)) {
      this.#pending.pop();
      formula = top.wrap(formula);
    }
    return formula;
  }

  /** Joins the operand to the left sides that bind at least as tightly as `level`. */
  #reduced(operand: Formula, level: number): Formula {
    let right = operand;
    for (let top = this.#pending.at(-1); top?.kind === "binary"; top = this.#pending.at(-1)) {
      if (binaryLevels[top.op] < level) break;
      this.#pending.pop();
      right = { kind: top.op, left: top.left, right };
    }
    return right;
  }

  #close(operand: Formula): Formula {
    const inside = this.#reduced(operand, 0);
    const group = this.#pending.at(-1);
    if (group?.kind !== "group") throw this.#cursor.expected("an operator or the end of the text");
    this.#pending.pop();
    this.#cursor.take();
    return this.#prefixed(group.wrap(inside));
  }

  #finish(operand: Formula): Formula {
    const formula = this.#reduced(operand, 0);
    const open = this.#pending.findLast((entry) => entry.kind === "group");
    const close =
      open === undefined ? "the end of the text" : `\`)\` for the \`(\` ${this.#cursor.source.says(open.at)}`;
    if (open === undefined && this.#cursor.token.kind === "end") return formula;
    throw this.#cursor.expected(`an operator or ${close}`, ["and", "or", "since", "S"]);
  }
}
