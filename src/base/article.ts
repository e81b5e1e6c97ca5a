/** A noun with its article, as its first letter has it: `a string`, `an object`; `undefined` and `null` have none. */
export function withArticle(noun: string): string {
  if (noun === "undefined" || noun === "null") return noun;
  return `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
}
