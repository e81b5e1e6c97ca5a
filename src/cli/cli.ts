import { Command, CommanderError } from "commander";
import { LightconeError } from "../base/index.ts";
import { checkCommand } from "./commands/check.ts";
import { exploreCommand } from "./commands/explore.ts";
import { runCommand } from "./commands/run.ts";
import { showCommand } from "./commands/show.ts";
import { validateCommand } from "./commands/validate.ts";
import { failureBehind } from "./interruption.ts";
import { type ExitCode, exit, type Io } from "./io.ts";
import { reportError } from "./report.ts";
import { terminalOf } from "./terminal.ts";
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
  const terminal = terminalOf(io);
  const program = new Command("lightcone")
    .description("Workflows of agents, people and services that decide on what they can causally know.")
    .version(version)
    .addHelpText("after", "\nExample:\n  $ lightcone run examples/code-review/main.ts\n\nShort name: lc")
    .showHelpAfterError("(lightcone --help shows what there is)");
  for (const make of [runCommand, validateCommand, showCommand, checkCommand, exploreCommand])
    program.addCommand(make(terminal, done));
  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      getOutHelpWidth: () => io.columns,
      writeErr: () => {}, // reported below, with a code
    });
  }
  const json = args.includes("--json");
  const work = async (): Promise<ExitCode> => {
    try {
      if (args.length === 0) program.outputHelp();
      else await program.parseAsync([...args], { from: "user" });
      return code;
    } catch (error) {
      if (!(error instanceof CommanderError)) return reportError(error, terminal, json);
      return error.exitCode === 0 ? exit.held : reportError(usageError(error), terminal, json);
    }
  };
  const ended = await Promise.race([work(), lateAfter(io.interrupted)]);
  const failure = failureBehind(io.interrupted);
  if (ended === "late" && failure !== undefined) reportError(failure, terminal, json);
  if (io.interrupted.aborted) return failure === undefined ? exit.interrupted : exit.failed;
  return ended === "late" ? exit.interrupted : ended;
}

/** Milliseconds that a command has for a clean end after it was interrupted; what a module does at the end takes its time. */
const GRACE = 10_000;

function lateAfter(interrupted: AbortSignal): Promise<"late"> {
  return new Promise((resolve) => {
    const wait = (): void => void setTimeout(() => resolve("late"), GRACE).unref();
    if (interrupted.aborted) wait();
    else interrupted.addEventListener("abort", wait, { once: true });
  });
}

function usageError(error: CommanderError): LightconeError {
  const [, what = "", suggestion] =
    /^(?:error: )?(.*?)(?:\n\(Did you mean (.*)\?\))?$/s.exec(error.message) ?? [];
  return new LightconeError({ code: "cli/usage", what, suggestion });
}
