import { compareCodePoints, type Json, jsonEquals } from "../base/index.ts";
import type { CompareOp } from "./formula.ts";

/**
 * The comparison table of design section 4: false when a side is undefined, whatever the sign; `==` and `!=` compare
 * structure; the others hold only between two numbers or two strings (by code point). Never throws.
 */
export function compareValues(op: CompareOp, a: Json | undefined, b: Json | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  switch (op) {
    case "==":
      return jsonEquals(a, b);
    case "!=":
      return !jsonEquals(a, b);
    case "<":
      return isOrdered(a, b, (sign) => sign < 0);
    case "<=":
      return isOrdered(a, b, (sign) => sign <= 0);
    case ">":
      return isOrdered(a, b, (sign) => sign > 0);
    case ">=":
      return isOrdered(a, b, (sign) => sign >= 0);
  }
}

function isOrdered(a: Json, b: Json, accepts: (sign: number) => boolean): boolean {
  if (typeof a === "number" && typeof b === "number") return accepts(Math.sign(a - b));
  if (typeof a === "string" && typeof b === "string") return accepts(compareCodePoints(a, b));
  return false;
}
