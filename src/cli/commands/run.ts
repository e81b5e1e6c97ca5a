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
  shownStores,
  type Workflow,
} from "../../runtime/index.ts";
import { readInputs } from "../inputs.ts";
import { failureBehind, unlessInterrupted } from "../interruption.ts";
import type { ExitCode } from "../io.ts";
import { openRecording } from "../recording.ts";
import { diagnosticText, showError } from "../report.ts";
import { chartFace, jsonFace } from "../run-face.ts";
import { differences, type ReadSchedule, readSchedule } from "../schedule.ts";
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
    .option(
      "--model <spec>",
      "the model of actions that ask one: openai:NAME, or http://HOST/v1#NAME; a key comes from the environment",
    )
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

Exit code 0: the run is done; 1: it failed; 2: the input was wrong. A run that is
asked to end by a signal (130: Ctrl-C, 143: kill, 129: the terminal was closed) is cancelled, and cleans up; a second
signal ends it at once.`,
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
  const workspace = new ModuleWorkspace(options.json ? terminal.err : terminal.out, options.model);
  let result: RunResult | undefined;
  try {
    const implementations = [
      ...(await unlessInterrupted(workspace.open(prepared.module), terminal.interrupted)),
      ...prepared.scripted,
    ];
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
    try {
      return face.end(asFailed(located(result, options.schedule, prepared), terminal.interrupted));
    } finally {
      recording?.close();
    }
  } finally {
    const ran = result !== undefined;
    const { aborted } = terminal.interrupted;
    if (!ran) recording?.discard();
    await workspace.close(terminal);
    const failure = failureBehind(terminal.interrupted);
    // The run has told of a failure before its end; this one came while the module cleaned up.
    if (ran && !aborted && failure !== undefined) showError(failure, terminal);
  }
}

/** A run that was aborted because the module's code failed where nobody waits for it has failed, not been cancelled. */
function asFailed(result: RunResult, interrupted: AbortSignal): RunResult {
  const error = failureBehind(interrupted);
  if (error === undefined || result.status === "failed") return result;
  return { run: result.run, results: result.results, status: "failed", error };
}

interface Prepared {
  readonly module: LoadedModule;
  readonly workflow: Workflow;
  readonly inputs: { readonly [lifeline: Lifeline]: Vars };
  /** As they may be shown: secret variables have digests. */
  readonly stores: { readonly [lifeline: Lifeline]: Vars };
  readonly schedule: Schedule | undefined;
  /** The stores with which the schedule was recorded. */
  readonly madeWith: ReadSchedule["stores"];
  readonly scripted: readonly Implementation[];
}

/** Reads and checks everything that a run is made of, before anything happens. */
async function prepare(spec: string, options: RunOptions, terminal: Terminal): Promise<Prepared> {
  const { cwd } = terminal;
  const module = await unlessInterrupted(loadModule(spec, cwd), terminal.interrupted);
  const { definition } = module;
  const workflow = compileWorkflow(definition);
  const inputs = await readInputs(options.input, definition.ir, cwd);
  const random = globalThis.crypto.getRandomValues(new Uint8Array(32));
  const stores = shownStores(workflow, Object.fromEntries(await checkInputs(definition, inputs)), random);
  const read =
    options.schedule === undefined ? undefined : await readSchedule(options.schedule, workflow, cwd);
  for (const warning of read?.warnings ?? []) terminal.err(diagnosticText(warning, cwd));
  const scripted = options.script === undefined ? [] : await readScript(options.script, definition.ir, cwd);
  return {
    module,
    workflow,
    inputs,
    stores,
    schedule: read?.schedule,
    madeWith: read?.stores,
    scripted,
  };
}

/** A schedule that does not fit knows its line, and here its file; and other inputs, where they may be the reason. */
function located(result: RunResult, file: string | undefined, { stores, madeWith }: Prepared): RunResult {
  if (result.status !== "failed" || result.error.code !== "run/schedule" || file === undefined) return result;
  const { code, what, place, details } = result.error;
  const inputs = madeWith === undefined ? [] : differences(madeWith, stores);
  const remedy =
    inputs.length === 0 ? result.error.remedy : `It was recorded with ${inputs.join(", ")}: give the same.`;
  const error = new LightconeError({ code, what, place: { file, ...place }, remedy, details });
  return { ...result, error };
}

/** The name that a recording probably was meant to have. */
function withEnding(path: string): string {
  return /^[a-z]+:/i.test(path) ? "FILE.msc.jsonl" : `${path.replace(/(\.msc)?\.jsonl?$/, "")}.msc.jsonl`;
}

/** Values that a later version understands are refused by name, not taken for something else. */
function refuseNotYet(options: RunOptions): void {
  const refuse = (what: string, remedy: string): never => {
    throw new LightconeError({ code: "cli/not-yet", what, remedy });
  };
  if (options.engine !== "memory:")
    refuse(`The engine ${options.engine} is not there yet`, "Use --engine memory:, or leave it out.");
  if (options.record !== undefined && !options.record.endsWith(".msc.jsonl")) {
    const what = `A recording's name ends in .msc.jsonl, and ${options.record} does not`;
    const remedy = `Write --record ${withEnding(options.record)}.`;
    throw new LightconeError({ code: "cli/usage", what, remedy });
  }
}
