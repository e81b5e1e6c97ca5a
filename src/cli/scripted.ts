import {
  count,
  type Diagnostic,
  diagnostic,
  type Json,
  LightconeError,
  lookup,
  nearest,
} from "../base/index.ts";
import type { ActionImplementation, Choreography, Implementation } from "../choreography/index.ts";
import { fieldsOf, readJson } from "./inputs.ts";

/**
 * Reads a `--script` file: `"Lifeline.action"` or `"action"` to a value (always) or a list (in order; running out is an
 * error). The longer name wins over the shorter.
 *
 * @throws LightconeError `cli/script` with every problem, `cli/file`.
 */
export async function readScript(
  path: string,
  ir: Choreography,
  cwd: string,
): Promise<readonly Implementation[]> {
  const answers = fieldsOf(await readJson(path, cwd));
  const place = { file: path };
  if (answers === undefined)
    throw new LightconeError({ code: "cli/script", what: `${path} holds no JSON object`, place });
  const known = ir.lifelines.flatMap((decl) =>
    Object.keys(decl.actions).flatMap((name) => [`${decl.name}.${name}`, name]),
  );
  const problems = Object.keys(answers)
    .filter((key) => !known.includes(key))
    .map(
      (key): Diagnostic =>
        diagnostic({
          code: "cli/script",
          message: `The script answers ${key}, which is no action of ${ir.name}`,
          place,
          suggestion: nearest(key, known),
        }),
    );
  const first = problems[0];
  if (first !== undefined)
    throw new LightconeError({ code: "cli/script", what: first.message, place, diagnostics: problems });
  return ir.lifelines.map((decl) => ({
    kind: "implementation",
    lifeline: decl.name,
    actions: Object.fromEntries(
      Object.keys(decl.actions).flatMap((action) => {
        const full = `${decl.name}.${action}`;
        const answer = Object.hasOwn(answers, full) ? lookup(answers, full) : lookup(answers, action);
        return answer === undefined ? [] : [[action, scripted(full, answer)] as const];
      }),
    ),
  }));
}

function scripted(name: string, answer: Json): ActionImplementation {
  let used = 0;
  const run = (): Json => {
    if (!Array.isArray(answer)) return answer;
    const value: Json | undefined = answer[used++];
    if (value !== undefined) return value;
    throw new LightconeError({
      code: "cli/script",
      what: `The script has ${count(answer.length, "answer")} for ${name}, and it was asked ${count(used, "time")}`,
    });
  };
  return { run, timeout: null, retries: 0, fallback: null };
}
