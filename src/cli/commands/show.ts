import { Command, Option } from "commander";
import { canonicalJson, LightconeError, nearest, toJson } from "../../base/index.ts";
import {
  hashChoreography,
  printChoreography,
  serializeChoreography,
  toMermaid,
} from "../../choreography/index.ts";
import { printFormula } from "../../cpl/index.ts";
import { loadModule } from "../../host/index.ts";
import { type LocalProgram, printProgram, project, projectAll } from "../../projection/index.ts";
import { unlessInterrupted } from "../interruption.ts";
import { type ExitCode, exit } from "../io.ts";
import type { Terminal } from "../terminal.ts";
import { pad, visible, wrap } from "../visible.ts";

interface ShowOptions {
  readonly lifeline?: string;
  readonly metadata?: true;
  readonly format: "text" | "json" | "mermaid";
  readonly json?: true;
}

/** `show MODULE`: the global program, one lifeline's local program, or what travels with messages. */
export function showCommand(terminal: Terminal, done: (code: ExitCode) => void): Command {
  return new Command("show")
    .description("print a choreography, one lifeline's part of it, or what its messages carry")
    .argument("<module>", "a TypeScript or JavaScript module, or MODULE#exportName")
    .option("--lifeline <name>", "the local program of one lifeline")
    .option("--metadata", "what the monitors of the lifelines keep and send")
    .addOption(new Option("--format <format>", "how").choices(["text", "json", "mermaid"]).default("text"))
    .option("--json", "short for --format json")
    .addHelpText(
      "after",
      "\nExamples:\n  $ lightcone show examples/code-review/main.ts\n  $ lightcone show examples/code-review/main.ts --lifeline Committer\n  $ lightcone show examples/code-review/main.ts --format mermaid > review.mmd",
    )
    .action(async (module: string, options: ShowOptions) => {
      done(await show(module, options, terminal));
    });
}

async function show(module: string, options: ShowOptions, terminal: Terminal): Promise<ExitCode> {
  const { ir } = (await unlessInterrupted(loadModule(module, terminal.cwd), terminal.interrupted)).definition;
  const format = options.json ? "json" : options.format;
  const names = ir.lifelines.map((decl) => decl.name);
  const { lifeline } = options;
  if (lifeline !== undefined && !names.includes(lifeline)) {
    const what = `${ir.name} has no lifeline ${lifeline}; it has ${names.join(", ")}`;
    throw new LightconeError({ code: "cli/usage", what, suggestion: nearest(lifeline, names) });
  }
  if (format === "mermaid" && (lifeline !== undefined || options.metadata)) {
    throw new LightconeError({
      code: "cli/usage",
      what: "Only the whole choreography has a Mermaid picture",
      remedy: "Leave out --lifeline and --metadata, or use another format.",
    });
  }
  if (options.metadata) {
    const programs = lifeline === undefined ? projectAll(ir) : [project(ir, lifeline)];
    if (format === "json") terminal.out(JSON.stringify(programs.map(metadataOf)));
    else for (const program of programs) printMetadata(program, terminal);
  } else if (lifeline !== undefined) {
    const program = project(ir, lifeline);
    terminal.out(format === "json" ? jsonOf(program) : printProgram(program).trimEnd());
  } else if (format === "mermaid") terminal.out(toMermaid(ir).trimEnd());
  else if (format === "json")
    terminal.out(`{"choreography":"${hashChoreography(ir)}","ir":${serializeChoreography(ir)}}`);
  else terminal.out(printChoreography(ir).trimEnd());
  return exit.held;
}

interface Metadata {
  readonly lifeline: string;
  /** Values of these variables travel for every lifeline whose events are visible. */
  readonly variables: readonly string[];
  /** Truth values of these formulas travel with them. */
  readonly formulas: readonly string[];
  /** Those that some guard can ask for at this lifeline. */
  readonly needed: readonly string[];
}

function metadataOf({ lifeline, plan }: LocalProgram): Metadata {
  const formulas = plan.formulas.map(printFormula);
  return { lifeline, variables: plan.variables, formulas, needed: plan.need.map((id) => formulas[id] ?? "") };
}

function printMetadata(program: LocalProgram, terminal: Terminal): void {
  const { lifeline, variables, formulas, needed } = metadataOf(program);
  const entry = (name: string, values: readonly string[], separator: string): void => {
    const label = `  ${pad(name, 10)}`;
    const text = values.length === 0 ? "none" : values.map(visible).join(separator);
    for (const [i, line] of wrap(text, Math.max(20, terminal.columns - label.length), "  ").entries())
      terminal.out(`${i === 0 ? label : " ".repeat(label.length)}${line}`);
  };
  terminal.out(visible(lifeline));
  entry(
    "carries",
    [
      `a count, ${formulas.length} truth values and ${variables.length} variables, for every other lifeline whose events are visible`,
    ],
    "",
  );
  entry("variables", variables, ", ");
  for (const [i, formula] of needed.entries()) entry(i === 0 ? "asks for" : "", [formula], "");
  if (needed.length === 0) entry("asks for", ["nothing"], "");
}

/** Most levels that a guard of a legal choreography can bring: a chain of one operator nests by operand. */
const DEEPEST = 20_000;

function jsonOf(program: LocalProgram): string {
  const json = toJson(program, DEEPEST);
  return canonicalJson(json.ok ? json.value : null, DEEPEST);
}
