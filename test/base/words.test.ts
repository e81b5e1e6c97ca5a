import { expect, it } from "vitest";
import { withArticle } from "../../src/base/index.ts";

it.each([
  ["string", "a string"],
  ["object", "an object"],
  ["integer or null", "an integer or null"],
  ["undefined", "undefined"],
  ["null", "null"],
])("%s: %s", (noun, expected) => expect(withArticle(noun)).toBe(expected));
