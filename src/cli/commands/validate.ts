import { Command } from "commander";
import { type Diagnostic, printDiagnostic } from "../../base/index.ts";
import { checkChoreography, hashChoreography } from "../../choreography/index.ts";
import { loadModule } from "../../host/index.ts";
import { checkProjection } from "../../projection/index.ts";
import { type ExitCode, exit, type Io } from "../io.ts";
import { painter } from "../paint.ts";
import { diagnosticJson } from "../report.ts";

/** `validate MODULE`: every check of a choreography, all problems at once. */
export function validateCommand(io: Io, done: (code: ExitCode) => void): Command {
  return new Command("validate")
    .description("check a choreography: every problem with its step, place and remedy")
    .argument("<module>", "a TypeScript or JavaScript module, or MODULE#exportName")
    .option("--json", "one JSON object on standard output")
    .addHelpText(
      "after",
      "\nExample:\n  $ lightcone validate examples/code-review/main.ts\n\nExit code 0: no errors (warnings may be left); 1: errors; 2: the module did not load.",
    )
    .action(async (module: string, options: { readonly json?: true }) => {
      done(await validate(module, options.json === true, io));
    });
}

async function validate(module: string, json: boolean, io: Io): Promise<ExitCode> {
  const { definition } = await loadModule(module, io.cwd);
  const { ir, sources } = definition;
  const local = checkChoreography(ir, sources);
  // Projection takes the checks of the choreography itself for granted.
  const all = hasErrors(local) ? local : [...local, ...checkProjection(ir, sources)];
  const errors = all.filter((d) => d.severity === "error").length;
  const warnings = all.length - errors;
  if (json) {
    io.out(
      JSON.stringify({
        name: ir.name,
        choreography: hashChoreography(ir),
        errors,
        warnings,
        diagnostics: all.map(diagnosticJson),
      }),
    );
  } else {
    const paint = painter(io.color);
    for (const diagnostic of all)
      io.out(`${paint(diagnostic.severity === "error" ? "bad" : "choice", printDiagnostic(diagnostic))}\n`);
    const verdict =
      errors > 0
        ? `${count(errors, "error")}, ${count(warnings, "warning")}`
        : `no errors, ${count(warnings, "warning")}`;
    io.out(paint(errors > 0 ? "bad" : "good", `${ir.name}: ${ir.lifelines.length} lifelines, ${verdict}`));
  }
  return errors > 0 ? exit.failed : exit.held;
}

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((d) => d.severity === "error");
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}
