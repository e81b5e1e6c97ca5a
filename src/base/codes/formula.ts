/** Codes about formulas of Causal Past Logic. */
export const formulaCodes = {
  "formula/syntax": {
    summary: "The text is no formula.",
    remedy: "Write it as the grammar of formulas has it; the message says what was expected.",
  },
  "formula/bare-term": {
    summary: "A term stands where a formula is expected.",
    remedy: "Compare it: `x == true`.",
  },
  "formula/reserved": {
    summary: "A reserved word stands where a name is expected.",
    remedy: "Put the name in backticks, or choose another.",
  },
  "formula/name": {
    summary: "A name is empty, has a lone surrogate, or begins with `$` without being metadata.",
    remedy:
      "Use a name that is not empty; `$kind`, `$type`, `$lifeline` and `$message` are the only ones with `$`.",
  },
  "formula/value": {
    summary: "A constant is no JSON value: a non-finite number, a lone surrogate, or nested too deep.",
    remedy: "Use finite numbers, well-formed strings and at most 256 levels.",
  },
  "formula/too-deep": {
    summary: "A formula nests deeper than 256 nodes.",
    remedy: "Split it into several guards, or shorten chains that nest to the right.",
  },
  "formula/too-large": {
    summary: "A formula's text is longer than 64 KiB of UTF-8.",
    remedy: "Split it into several guards, or replace large constants by variables.",
  },
  "formula/unknown-lifeline": {
    summary: "A formula names a lifeline that does not exist here.",
    remedy: "Correct the name, or list the lifeline.",
  },
  "formula/unknown-variable": {
    summary: "A formula names a variable that does not exist here.",
    remedy: "Correct the name, or declare the variable.",
  },
  "formula/unknown-predicate": {
    summary: "A formula names a predicate that is not given.",
    remedy: "Pass the predicate, or correct its name.",
  },
  "formula/predicate-failed": {
    summary: "A named predicate threw, or answered neither true nor false.",
    remedy:
      "Make the predicate total and pure: it is called with JSON values only, and must return a boolean.",
  },
  "formula/verdict-without-subject": {
    summary: "A formula asks for a verdict of another lifeline and never for what the verdict is about.",
    remedy:
      "Compare the subject too: `@B.candidate == candidate`. To reset the verdict when B takes a new subject is enough only where the owner learns of that subject from B; no formula shows it, so that the warning stays.",
  },
  "formula/unguarded-negation": {
    summary: "A negation is true when the lifeline that it asks about was never seen: not seen is not no.",
    remedy: "Add `seen(B)`.",
  },
  "formula/contradiction": {
    summary: "Two parts of a conjunction can never hold together, or one of two parts always holds.",
    remedy: "Correct the part that is wrong; leave out what decides nothing.",
  },
  "formula/self-comparison": {
    summary: "A formula compares something with itself.",
    remedy:
      "Compare with what was meant, such as another lifeline's variable (`@B.x == x`); leave it as it is only where it asks whether the variable has a value.",
  },
  "formula/constant": {
    summary: "A formula has the same value at every event.",
    remedy: "Write `true` or `false`, or correct the part that decides it.",
  },
} as const;
