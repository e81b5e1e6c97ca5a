import { Command } from "commander";
import { count, type Diagnostic } from "../../base/index.ts";
import { checkChoreography, hashChoreography, settle } from "../../choreography/index.ts";
import { loadModule } from "../../host/index.ts";
import { checkProjection } from "../../projection/index.ts";
import { unlessInterrupted } from "../interruption.ts";
import { type ExitCode, exit } from "../io.ts";
import { diagnosticJson, diagnosticText } from "../report.ts";
import type { Terminal } from "../terminal.ts";

/** `validate MODULE`: every check of a choreography, all problems at once. */
export function validateCommand(terminal: Terminal, done: (code: ExitCode) => void): Command {
  return new Command("validate")
    .description("check a choreography: every problem with its step, place and remedy")
    .argument("<module>", "a TypeScript or JavaScript module, or MODULE#exportName")
    .option("--json", "one JSON object on standard output")
    .addHelpText(
      "after",
      "\nExample:\n  $ lightcone validate examples/code-review/main.ts\n\nExit code 0: no errors (warnings may be left); 1: errors; 2: the module did not load.",
    )
    .action(async (module: string, options: { readonly json?: true }) => {
      done(await validate(module, options.json === true, terminal));
    });
}

async function validate(module: string, json: boolean, terminal: Terminal): Promise<ExitCode> {
  const { definition } = await unlessInterrupted(loadModule(module, terminal.cwd), terminal.interrupted);
  const { ir, sources } = definition;
  const local = checkChoreography(ir, sources);
  // Projection takes the checks of the choreography itself for granted.
  const found = hasErrors(local) ? local : [...local, ...checkProjection(ir, sources)];
  const { diagnostics: all, allowed } = settle(definition, found);
  const errors = all.filter((d) => d.severity === "error").length;
  const warnings = all.length - errors;
  if (json) {
    terminal.out(
      JSON.stringify({
        name: ir.name,
        choreography: hashChoreography(ir),
        errors,
        warnings,
        allowed,
        diagnostics: all.map((found) => diagnosticJson(found, terminal.cwd)),
      }),
    );
  } else {
    for (const found of all) {
      const [head = "", ...rest] = diagnosticText(found, terminal.cwd).split("\n");
      const tone = found.severity === "error" ? "bad" : "choice";
      terminal.out({ tone, text: head }, ["", ...rest, ""].join("\n"));
    }
    const counts = [
      ...(errors > 0 ? [count(errors, "error")] : ["no errors"]),
      count(warnings, "warning"),
      ...(allowed > 0 ? [`${allowed} allowed`] : []),
    ];
    const text = `${ir.name}: ${count(ir.lifelines.length, "lifeline")}, ${counts.join(", ")}`;
    terminal.out({ tone: errors > 0 ? "bad" : "good", text });
  }
  return errors > 0 ? exit.failed : exit.held;
}

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((d) => d.severity === "error");
}
