import { Command } from "commander";
import { LightconeError } from "../../base/index.ts";
import type { Implementation } from "../../choreography/index.ts";
import { type RunResult, run } from "../../engines/index.ts";
import { type LoadedModule, loadModule } from "../../host/index.ts";
import {
  checkInputs,
  compileWorkflow,
  type RunEvent,
  requireImplementations,
  type Schedule,
} from "../../runtime/index.ts";
import { Chart } from "../chart/chart.ts";
import { layoutOf } from "../chart/layout.ts";
import { readInputs } from "../inputs.ts";
import { type ExitCode, exit, type Io } from "../io.ts";
import { painter } from "../paint.ts";
import { openRecording } from "../recording.ts";
import { errorJson } from "../report.ts";
import { readSchedule } from "../schedule.ts";
import { readScript } from "../scripted.ts";
import { resultLines, Watch } from "../watch.ts";

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
export function runCommand(io: Io, done: (code: ExitCode) => void): Command {
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
      done(await runModule(module, options, io));
    });
}

async function runModule(spec: string, options: RunOptions, io: Io): Promise<ExitCode> {
  refuseNotYet(options);
  const module = await loadModule(spec, io.cwd);
  const { definition } = module;
  const workflow = compileWorkflow(definition);
  const inputs = await readInputs(options.input, definition.ir, io.cwd);
  const stores = Object.fromEntries(await checkInputs(definition, inputs));
  const schedule =
    options.schedule === undefined ? undefined : await readSchedule(options.schedule, workflow, io.cwd);
  const scripted =
    options.script === undefined ? [] : await readScript(options.script, definition.ir, io.cwd);
  const recording =
    options.record === undefined ? null : await openRecording(options.record, workflow, stores, io.cwd);
  const chart = options.json
    ? null
    : new Chart(layoutOf(workflow.lifelines, io.columns), painter(io.color), io.out);
  const watch = new Watch(workflow, stores, chart);
  const started = Date.now();
  const onEvent = (event: RunEvent): void => {
    io.status("");
    watch.event(event);
    recording?.add(event);
    if (options.json) io.out(JSON.stringify(event.event));
  };
  const ends: (() => void | Promise<void>)[] = [];
  try {
    const implementations = [
      ...(await implementationsOf(module, ends, options.json ? io.err : io.out)),
      ...scripted,
    ];
    requireImplementations(definition, implementations);
    chart?.names();
    const result = await run(definition, {
      implementations,
      inputs,
      signal: io.interrupted,
      onEvent,
      onAction: (lifeline, request) => io.status(`${lifeline} is at ${request.action} …`),
      ...(schedule === undefined ? {} : { schedule }),
    });
    io.status("");
    chart?.flush();
    return report(result, watch, Date.now() - started, options.json === true, io);
  } finally {
    await recording?.close();
    for (const end of ends) await end();
  }
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

async function implementationsOf(
  module: LoadedModule,
  ends: (() => void | Promise<void>)[],
  say: (line: string) => void,
): Promise<readonly Implementation[]> {
  const provided: Implementation[] = [];
  for (const { provide } of module.providers) {
    provided.push(
      ...(await provide({ onEnd: (clean) => void ends.unshift(clean), say: (text) => say(`\n${text}`) })),
    );
  }
  return [...module.implementations, ...provided];
}

function report(result: RunResult, watch: Watch, milliseconds: number, json: boolean, io: Io): ExitCode {
  const code =
    result.status === "done" ? exit.held : result.status === "failed" ? exit.failed : exit.interrupted;
  if (json) {
    const error = result.status === "failed" ? { error: errorJson(result.error) } : {};
    io.out(
      JSON.stringify({
        result: { run: result.run, status: result.status, results: result.results, ...error },
      }),
    );
    return code;
  }
  const paint = painter(io.color);
  const seconds = (milliseconds / 1000).toFixed(1);
  const late = watch.late === 0 ? "none with late evidence" : `${watch.late} with late evidence`;
  io.out("");
  io.out(
    paint(
      result.status === "done" ? "good" : "bad",
      `${result.status} after ${seconds} s: ${watch.events.length} events, ${watch.decisions} decisions, ${late}`,
    ),
  );
  for (const line of resultLines(result.results)) io.out(`  ${line}`);
  if (result.status === "failed") io.err(`\n${paint("bad", result.error.message)}`);
  return code;
}
