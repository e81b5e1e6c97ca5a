/** A JSON value as plain data: finite numbers, no `undefined`, no class instances. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A partial map from variable (or other name) to JSON value; a name that is missing is *unset*, which is not null. */
export type Vars = { readonly [name: string]: Json };

/** Reads an own entry, so that hostile names such as `__proto__` or `toString` are ordinary names. */
export function lookup<T>(record: { readonly [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** Defines an own entry even where assignment would reach a setter (`__proto__`). */
export function define<T>(record: { [key: string]: T }, key: string, value: T): void {
  if (key === "__proto__") {
    Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    record[key] = value;
  }
}

/**
 * Structural equality of JSON values (design, section 4): objects ignore key order, `-0` equals `0`, strings are
 * compared code unit by code unit without normalisation. No call nests: formulas are deeper than the stack.
 */
export function jsonEquals(a: Json, b: Json): boolean {
  const pending: Pair[] = [];
  for (let pair: Pair | undefined = [a, b]; pair !== undefined; pair = pending.pop()) {
    const [left, right] = pair;
    if (left === right) continue;
    if (typeof left !== "object" || typeof right !== "object" || left === null || right === null)
      return false;
    if (Array.isArray(left) !== Array.isArray(right)) return false;
    const x = left as Vars; // of an array the keys are its positions
    const y = right as Vars;
    const keys = Object.keys(x);
    if (keys.length !== Object.keys(y).length) return false;
    for (const key of keys) {
      if (!Object.hasOwn(y, key)) return false;
      pending.push([x[key] ?? null, y[key] ?? null]);
    }
  }
  return true;
}

type Pair = readonly [Json, Json];

/** Whether two strings are ordered by code point; JavaScript's `<` orders by UTF-16 code unit, which differs above U+FFFF. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    // A surrogate half stands for a code point above every other code unit.
    const xHigh = x >= 0xd800 && x <= 0xdfff;
    const yHigh = y >= 0xd800 && y <= 0xdfff;
    return xHigh === yHigh ? x - y : xHigh ? 1 : -1;
  }
  return a.length - b.length;
}

/** Whether a string holds half of a surrogate pair alone, which no UTF-8 text can carry. */
export function hasLoneSurrogate(text: string): boolean {
  return /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text);
}
