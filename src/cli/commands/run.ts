import { Command } from "commander";
import { type Lifeline, LightconeError, type Vars } from "../../base/index.ts";
import type { Implementation } from "../../choreography/index.ts";
import { type RunResult, run } from "../../engines/index.ts";
import { type LoadedModule, loadModule } from "../../host/index.ts";
import {
  checkInputs,
  compileWorkflow,
  requireImplementations,
  type Schedule,
  type Workflow,
} from "../../runtime/index.ts";
import { readInputs } from "../inputs.ts";
import type { ExitCode } from "../io.ts";
import { openRecording } from "../recording.ts";
import { diagnosticText } from "../report.ts";
import { chartFace, jsonFace } from "../run-face.ts";
import { readSchedule } from "../schedule.ts";
import { readScript } from "../scripted.ts";
import type { Terminal } from "../terminal.ts";
import { ModuleWorkspace } from "../workspace.ts";

interface RunOptions {
  readonly input: readonly string[];
  readonly engine: string;
  readonly script?: string;
  readonly schedule?: string;
  readonly model?: string;
  readonly record?: string;
  readonly json?: true;
}

/** `run MODULE`: runs a choreography and draws its message sequence chart as it happens. */
export function runCommand(terminal: Terminal, done: (code: ExitCode) => void): Command {
  const collect = (value: string, all: readonly string[]): readonly string[] => [...all, value];
  return new Command("run")
    .description("run a choreography and draw its message sequence chart as it happens")
    .argument("<module>", "a TypeScript or JavaScript module, or MODULE#exportName")
    .option(
      "--input <Lifeline.variable=value>",
      "an input, or @file.json with all of them (repeatable)",
      collect,
      [],
    )
    .option("--engine <url>", "where the run lives: memory:", "memory:")
    .option("--script <file>", 'answers to actions as JSON: {"Lifeline.action": value, or [values in order]}')
    .option("--schedule <seed|file>", "a number, or a recording (*.msc.jsonl) whose line order is followed")
    .option("--model <spec>", "the model of actions that ask one (not yet)")
    .option("--record <file>", "write the run as *.msc.jsonl")
    .option("--json", "JSON Lines on standard output: the events, then the result")
    .addHelpText(
      "after",
      `
In the chart, [n] is an action, <n> a decision, n──▶m a message, n──○ one that is on its way and ┄┄▶m its arrival;
n and m are places on their lifelines, so that [4] below Committer is the event Committer#4.

Examples:
  $ lightcone run examples/code-review/main.ts
  $ lightcone run examples/code-review/main.ts --schedule 7 --record review.msc.jsonl

Exit code 0: the run is done; 1: it failed; 2: the input was wrong; 130: interrupted.`,
    )
    .action(async (module: string, options: RunOptions) => {
      done(await runModule(module, options, terminal));
    });
}

async function runModule(spec: string, options: RunOptions, terminal: Terminal): Promise<ExitCode> {
  refuseNotYet(options);
  const prepared = await prepare(spec, options, terminal);
  const { workflow, stores } = prepared;
  const { record } = options;
  const recording = record === undefined ? null : openRecording(record, workflow, stores, terminal.cwd);
  const workspace = new ModuleWorkspace(options.json ? terminal.err : terminal.out);
  let result: RunResult | undefined;
  try {
    const implementations = [...(await workspace.open(prepared.module)), ...prepared.scripted];
    requireImplementations(prepared.module.definition, implementations);
    const face = options.json ? jsonFace(terminal) : chartFace(workflow, stores, terminal);
    result = await run(prepared.module.definition, {
      implementations,
      inputs: prepared.inputs,
      signal: terminal.interrupted,
      onEvent: (event) => {
        terminal.status("");
        face.event(event);
        recording?.add(event);
      },
      onAction: (lifeline, request) => terminal.status(`${lifeline} is at ${request.action} …`),
      ...(prepared.schedule === undefined ? {} : { schedule: prepared.schedule }),
    });
    terminal.status("");
    return face.end(located(result, options.schedule));
  } finally {
    if (result === undefined) recording?.discard();
    else recording?.close();
    await workspace.close(terminal);
  }
}

interface Prepared {
  readonly module: LoadedModule;
  readonly workflow: Workflow;
  readonly inputs: { readonly [lifeline: Lifeline]: Vars };
  readonly stores: { readonly [lifeline: Lifeline]: Vars };
  readonly schedule: Schedule | undefined;
  readonly scripted: readonly Implementation[];
}

/** Reads and checks everything that a run is made of, before anything happens. */
async function prepare(spec: string, options: RunOptions, terminal: Terminal): Promise<Prepared> {
  const { cwd } = terminal;
  const module = await loadModule(spec, cwd);
  const { definition } = module;
  const workflow = compileWorkflow(definition);
  const inputs = await readInputs(options.input, definition.ir, cwd);
  const stores = Object.fromEntries(await checkInputs(definition, inputs));
  const read =
    options.schedule === undefined ? undefined : await readSchedule(options.schedule, workflow, cwd);
  for (const warning of read?.warnings ?? []) terminal.err(diagnosticText(warning));
  const scripted = options.script === undefined ? [] : await readScript(options.script, definition.ir, cwd);
  return { module, workflow, inputs, stores, schedule: read?.schedule, scripted };
}

/** A schedule that does not fit knows its line, and here its file. */
function located(result: RunResult, schedule: string | undefined): RunResult {
  if (result.status !== "failed" || result.error.code !== "run/schedule" || schedule === undefined)
    return result;
  const { code, what, place, remedy, details } = result.error;
  const error = new LightconeError({ code, what, place: { file: schedule, ...place }, remedy, details });
  return { ...result, error };
}

/** Values that a later version understands are refused by name, not taken for something else. */
function refuseNotYet(options: RunOptions): void {
  const refuse = (what: string, remedy: string): never => {
    throw new LightconeError({ code: "cli/not-yet", what, remedy });
  };
  if (options.engine !== "memory:")
    refuse(`The engine ${options.engine} is not there yet`, "Use --engine memory:, or leave it out.");
  if (options.model !== undefined)
    refuse(
      "Actions that ask a model are not there yet",
      "Leave out --model, or answer actions with --script.",
    );
  if (options.record !== undefined && !options.record.endsWith(".msc.jsonl")) {
    refuse(
      `${options.record} is no kind of record that can be written yet`,
      "Give the file a name that ends in .msc.jsonl.",
    );
  }
}
