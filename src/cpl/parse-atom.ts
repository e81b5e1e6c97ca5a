import type { LightconeError } from "../base/index.ts";
import type { Cursor } from "./cursor.ts";
import type { CompareOp, Formula, Term } from "./formula.ts";
import { parseTerm } from "./parse-term.ts";
import { printTerm } from "./print.ts";
import { shortened } from "./token.ts";

const compareOps: readonly CompareOp[] = ["==", "!=", "<", "<=", ">", ">="];

/** Reads an atom: a comparison, a predicate, `true` or `false`. */
export function parseAtom(cursor: Cursor): Formula {
  const { token } = cursor;
  if (token.kind === "name" || token.kind === "meta") {
    cursor.take();
    if (cursor.sees("(")) {
      cursor.checkPredicate(token);
      return { kind: "predicate", name: token.name, args: parseArguments(cursor) };
    }
    cursor.checkVariable(token);
    return parseComparison(cursor, { kind: "var", name: token.name }, token.at);
  }
  if (cursor.sees("true") || cursor.sees("false")) {
    const value = cursor.takes("true");
    if (!value) cursor.take();
    if (comparesNext(cursor) === undefined) return { kind: "bool", value };
    return parseComparison(cursor, { kind: "const", value }, token.at);
  }
  return parseComparison(cursor, parseTerm(cursor), token.at);
}

/** Reads what follows an atom's left term, which began at an offset. */
export function parseComparison(cursor: Cursor, left: Term, at: number): Formula {
  const op = comparesNext(cursor);
  if (op === undefined) throw bareTerm(cursor, left, at);
  cursor.take();
  const right = parseTerm(cursor);
  if (comparesNext(cursor) !== undefined) {
    throw cursor.source.fail(cursor.token.at, "a comparison cannot go on with another comparison", {
      remedy: "Join two comparisons with `&`.",
    });
  }
  return { kind: "compare", op, left, right };
}

function comparesNext(cursor: Cursor): CompareOp | undefined {
  return compareOps.find((op) => cursor.sees(op));
}

function parseArguments(cursor: Cursor): readonly Term[] {
  const args: Term[] = [];
  cursor.expect("(", "after the predicate");
  if (cursor.takes(")")) return args;
  do {
    args.push(parseTerm(cursor));
  } while (cursor.takes(","));
  cursor.expect(")", "or `,` after an argument");
  return args;
}

function bareTerm(cursor: Cursor, term: Term, at: number): LightconeError {
  const text = shortened(printTerm(term));
  return cursor.source.fail(at, `\`${text}\` is a term and no formula`, {
    code: "formula/bare-term",
    remedy: `Compare it: \`${text} == true\`.`,
  });
}
