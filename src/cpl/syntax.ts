import { metaFields } from "./formula.ts";

/** Words that stand for something else than a name unless they are quoted. */
export const reservedWords = [
  "P",
  "Y",
  "S",
  "seen",
  "not",
  "and",
  "or",
  "since",
  "prev",
  "true",
  "false",
  "null",
] as const;

/** Other spellings that are read, with the canonical one. */
export const spellings: ReadonlyMap<string, string> = new Map([
  ["not", "!"],
  ["and", "&"],
  ["or", "|"],
  ["since", "S"],
  ["prev", "Y"],
  ["∧", "&"],
  ["∨", "|"],
  ["¬", "!"],
  ["≠", "!="],
  ["≤", "<="],
  ["≥", ">="],
  ["=", "=="],
]);

/** How tightly the binary operators bind, the loosest first; all are left-associative. */
export const binaryLevels = { or: 1, and: 2, since: 3 } as const;

/** The binary operators as they are written. */
export const binarySigns = { or: "|", and: "&", since: "S" } as const;

/** Longest path of nodes that a formula may have; a left-associative chain of one operator counts once. */
export const MAX_DEPTH = 256;

/** Longest canonical text of a formula, in bytes of UTF-8. */
export const MAX_BYTES = 65536;

/** Whether a text is read as a name without quotes. */
export function isBareName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text) && !reservedWords.some((word) => word === text);
}

/** The metadata fields as a message lists them. */
export const metaList: string = metaFields.join(", ");
