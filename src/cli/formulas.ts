import { type Diagnostic, LightconeError } from "../base/index.ts";
import { builtins, type Formula, lintFormula, parseFormula } from "../cpl/index.ts";
import type { MscRecording } from "../formats/index.ts";

/** Formulas, and what is doubtful about them although they can be evaluated. */
export interface ParsedFormulas {
  readonly formulas: readonly Formula[];
  readonly doubts: readonly Diagnostic[];
}

/**
 * Parses formulas about a recording. A variable that no event of it sets is unset there, which is no error: it makes
 * atoms false; but it may be a slip, so it is a doubt.
 *
 * @param forPeople Shows in the messages where in its text a formula is wrong.
 * @throws LightconeError with every problem of every formula.
 */
export function parseFormulas(
  texts: readonly string[],
  recording: MscRecording,
  forPeople: boolean,
): ParsedFormulas {
  const { lifelines } = recording;
  const variables = variablesOf(recording);
  const problems: Diagnostic[] = [];
  const formulas: Formula[] = [];
  const doubts: Diagnostic[] = [];
  for (const [index, text] of texts.entries()) {
    const file = texts.length === 1 ? "--formula" : `--formula (${index + 1} of ${texts.length})`;
    const parsed = parseFormula(text, { lifelines, predicates: Object.keys(builtins), file });
    if (!parsed.ok) {
      problems.push(...parsed.diagnostics.map((found) => (forPeople ? pointedAt(found, text) : found)));
      continue;
    }
    formulas.push(parsed.formula);
    const found = lintFormula(parsed.formula, { lifelines, variables });
    for (const doubt of found) {
      if (doubt.code === "formula/unknown-variable")
        doubts.push({ ...doubt, severity: "warning", place: { file } });
    }
  }
  const first = problems[0];
  if (first === undefined) return { formulas, doubts };
  const { code, message: what, place, remedy, suggestion } = first;
  throw new LightconeError({ code, what, place, remedy, suggestion, diagnostics: problems });
}

/** The message with the line of the formula that it is about, and a mark below the place. */
function pointedAt(found: Diagnostic, text: string): Diagnostic {
  const { line = 1, column = 1 } = found.place;
  const source = text.split("\n")[line - 1] ?? "";
  if (source.length > 100 || /[\p{Cc}\p{Cf}]/u.test(source)) return found;
  return { ...found, message: `${found.message}\n${source}\n${" ".repeat(Math.max(0, column - 1))}^` };
}

function variablesOf({ stores, msc }: MscRecording): readonly string[] {
  const names = new Set(Object.values(stores).flatMap((store) => Object.keys(store)));
  for (const event of msc.events) {
    if (event.kind === "act" || event.kind === "recv")
      for (const name of Object.keys(event.set ?? {})) names.add(name);
  }
  return [...names];
}
