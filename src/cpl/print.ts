import { assertNever, canonicalJson, type Json } from "../base/index.ts";
import type { Formula, Term } from "./formula.ts";
import { binaryLevels, binarySigns, isBareName } from "./syntax.ts";
import { isMetaField } from "./term-value.ts";
import { foldFormula } from "./tree.ts";

/** Parts of a node's text: its own, and those of its children in order. */
type Part = string | { readonly parens: boolean };

/**
 * The canonical text of a formula (design, section 5): ASCII operators, JSON strings, single spaces, fewest parentheses.
 *
 * @throws LightconeError `json/not-json` for a constant that is no JSON value.
 */
export function printFormula(formula: Formula): string {
  return foldFormula<string>(formula, (node, texts) => {
    let child = 0;
    let whole = ""; // added up, not joined: joining would copy the text of a chain once for each of its operands
    for (const part of partsOf(node)) {
      if (typeof part === "string") whole += part;
      else {
        const text = texts[child++] ?? "";
        whole += part.parens ? `(${text})` : text;
      }
    }
    return whole;
  });
}

/** Length of {@link printFormula}'s text in bytes of UTF-8, without making the text: shared nodes could make it huge. */
export function printedBytes(formula: Formula): number {
  return foldFormula<number>(formula, (node, sizes) => {
    let child = 0;
    return partsOf(node)
      .map((part) =>
        typeof part === "string" ? utf8Bytes(part) : (sizes[child++] ?? 0) + (part.parens ? 2 : 0),
      )
      .reduce((a, b) => a + b, 0);
  });
}

/** A term as it is written in a formula. */
export function printTerm(term: Term): string {
  switch (term.kind) {
    case "const":
      return canonicalJson(term.value);
    case "var":
      return printVariable(term.name);
    case "remote":
      return `@${printName(term.lifeline)}.${printVariable(term.name)}`;
    default:
      return assertNever(term);
  }
}

/** A lifeline or a predicate as it is written: in backticks where it is no bare name. */
export function printName(name: string): string {
  return isBareName(name) ? name : `\`${name.replaceAll("`", "``")}\``;
}

function printVariable(name: string): string {
  return isMetaField(name) ? name : printName(name);
}

function partsOf(node: Formula): readonly Part[] {
  switch (node.kind) {
    case "bool":
      return [String(node.value)];
    case "compare":
      return [`${printTerm(node.left)} ${node.op} ${printTerm(node.right)}`];
    case "predicate":
      return [`${printName(node.name)}(${node.args.map(printTerm).join(", ")})`];
    case "seen":
      return [`seen(${printName(node.lifeline)})`];
    case "not":
      return ["!", { parens: isBinary(node.body) }];
    case "prev":
      return ["Y ", { parens: isBinary(node.body) }];
    case "at":
      return [`@${printName(node.lifeline)}(`, { parens: false }, ")"];
    case "once": {
      // After `P`, a bracket opens a lifeline.
      const bracket = node.lifeline === null && startsWithArray(node.body);
      const head = node.lifeline === null ? "P " : `P[${printName(node.lifeline)}] `;
      return [head, { parens: isBinary(node.body) || bracket }];
    }
    case "and":
    case "or":
    case "since": {
      const level = binaryLevels[node.kind];
      const left = { parens: levelOf(node.left) < level };
      return [left, ` ${binarySigns[node.kind]} `, { parens: levelOf(node.right) <= level }];
    }
    default:
      return assertNever(node);
  }
}

function isBinary(node: Formula): boolean {
  return levelOf(node) <= binaryLevels.since;
}

function levelOf(node: Formula): number {
  return node.kind === "and" || node.kind === "or" || node.kind === "since" ? binaryLevels[node.kind] : 4;
}

function startsWithArray(node: Formula): boolean {
  return node.kind === "compare" && node.left.kind === "const" && isArray(node.left.value);
}

function isArray(value: Json): boolean {
  return Array.isArray(value);
}

function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}
