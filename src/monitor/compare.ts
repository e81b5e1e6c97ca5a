import { canonicalJson, type Json } from "../base/index.ts";
import type { CompareOp } from "../cpl/index.ts";

/**
 * The value of a comparison (design, section 4): false where a side is undefined; `==` and `!=` structural; the others
 * only between two numbers or two strings, strings by code point. Written apart from the reference semantics, so that
 * each is a check of the other.
 */
export function compareTerms(op: CompareOp, left: Json | undefined, right: Json | undefined): boolean {
  if (left === undefined || right === undefined) return false;
  if (op === "==") return same(left, right);
  if (op === "!=") return !same(left, right);
  let order: number;
  if (typeof left === "number" && typeof right === "number") order = left - right;
  else if (typeof left === "string" && typeof right === "string") order = compareText(left, right);
  else return false;
  switch (op) {
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
  }
}

function same(left: Json, right: Json): boolean {
  if (typeof left !== "object" || typeof right !== "object") return left === right;
  return canonicalJson(left) === canonicalJson(right);
}

function compareText(left: string, right: string): number {
  const a = Array.from(left, (character) => character.codePointAt(0) ?? 0);
  const b = Array.from(right, (character) => character.codePointAt(0) ?? 0);
  const differs = a.findIndex((codePoint, i) => codePoint !== b[i]);
  return differs < 0 ? a.length - b.length : (a[differs] ?? 0) - (b[differs] ?? -1);
}
