import { Command, CommanderError } from "commander";
import { LightconeError } from "../base/index.ts";
import { checkCommand } from "./commands/check.ts";
import { runCommand } from "./commands/run.ts";
import { showCommand } from "./commands/show.ts";
import { validateCommand } from "./commands/validate.ts";
import { type ExitCode, exit, type Io } from "./io.ts";
import { reportError } from "./report.ts";
import { version } from "./version.ts";

/**
 * The command line: parses arguments, runs one command, reports its error.
 *
 * @param args Without the interpreter and the program's own name.
 * @returns The exit code (design, section 7).
 */
export async function cli(args: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = exit.held;
  const done = (result: ExitCode): void => {
    code = result;
  };
  const program = new Command("lightcone")
    .description("Workflows of agents, people and services that decide on what they can causally know.")
    .version(version)
    .addHelpText("after", "\nExample:\n  $ lightcone run examples/code-review/main.ts\n\nShort name: lc")
    .showHelpAfterError("(lightcone --help shows what there is)");
  for (const make of [runCommand, validateCommand, showCommand, checkCommand])
    program.addCommand(make(io, done));
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => io.out(text.trimEnd()),
      writeErr: () => {}, // reported below, with a code
    });
  }
  const json = args.includes("--json");
  try {
    if (args.length === 0) io.out(program.helpInformation().trimEnd());
    else await program.parseAsync([...args], { from: "user" });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportError(error, io, json);
    if (error.exitCode === 0) return exit.held;
    const what = error.message.replace(/^error: /, "");
    return reportError(new LightconeError({ code: "cli/usage", what }), io, json);
  }
}
