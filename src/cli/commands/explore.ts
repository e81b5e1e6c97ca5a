import { Command } from "commander";
import {
  type CheckSchedulesOptions,
  checkingSchedules,
  parseDemand,
  type ScheduleReport,
} from "../../analysis/index.ts";
import { type Lifeline, LightconeError, type Vars } from "../../base/index.ts";
import { loadModule } from "../../host/index.ts";
import { checkInputs, compileWorkflow, shownStores, type Workflow } from "../../runtime/index.ts";
import { writeRun } from "../counterexamples.ts";
import { type Explored, exploredJson, showExplored } from "../explore-face.ts";
import { readInputs } from "../inputs.ts";
import { unlessInterrupted } from "../interruption.ts";
import { type ExitCode, exit } from "../io.ts";
import { type ReadOutcomes, readOutcomes } from "../outcomes.ts";
import { resalted } from "../resalt.ts";
import type { Terminal } from "../terminal.ts";

interface ExploreOptions {
  readonly input: readonly string[];
  readonly runs?: number;
  readonly seed?: number;
  readonly limit?: number;
  readonly never: readonly string[];
  readonly always: readonly string[];
  readonly deterministic?: true;
  readonly script?: string;
  readonly outcomes?: string;
  readonly record?: string;
  readonly json?: true;
}

const help = `
Of an action without an answer, every value is tried that its schema lists (a boolean, an enum, no result). Schedules
that differ in the order of concurrent events alone are run once.

Example:
  $ lightcone explore examples/code-review/main.ts --script outcomes.json \\
      --never 'Committer: $type == "merge" & @Security(status == "critical")' --record bad.msc.jsonl
  $ lightcone run examples/code-review/main.ts --schedule bad.msc.jsonl --script bad.script.json

Exit code 0: everything held; 1: some schedule goes wrong; 2: the input was wrong.`;

/** `explore MODULE`: every schedule of a choreography, or random ones; what is wrong comes back as a replayable recording. */
export function exploreCommand(terminal: Terminal, done: (code: ExitCode) => void): Command {
  const collect = (value: string, all: readonly string[]): readonly string[] => [...all, value];
  return new Command("explore")
    .description("run every schedule of a choreography and look for what goes wrong in one of them")
    .argument("<module>", "a TypeScript or JavaScript module, or MODULE#exportName")
    .option(
      "--input <Lifeline.variable=value>",
      "an input, or @file.json with all of them (repeatable)",
      collect,
      [],
    )
    .option("--runs <n>", "so many random schedules instead of all", wholeNumber("--runs"))
    .option("--seed <s>", "of random schedules: the same seed, the same schedules", wholeNumber("--seed"))
    .option(
      "--never <formula>",
      "holds at no event; `Lifeline: formula` at none of that lifeline (repeatable)",
      collect,
      [],
    )
    .option(
      "--always <formula>",
      "holds at every event, or at every one of a lifeline (repeatable)",
      collect,
      [],
    )
    .option("--deterministic", "the same outcomes of actions must give the same results")
    .option("--script <file>", "answers to actions as JSON, as for `run`")
    .option("--outcomes <file>", 'values to try at each call, as JSON: {"Lifeline.action": [value, …]}')
    .option(
      "--limit <n>",
      "most configurations to remember (1000000); beyond, schedules are random",
      wholeNumber("--limit"),
    )
    .option(
      "--record <file>",
      "write the schedule that goes wrong as *.msc.jsonl, with its outcomes as *.script.json",
    )
    .option("--json", "one JSON object on standard output")
    .addHelpText("after", help)
    .action(async (module: string, options: ExploreOptions) => {
      done(await exploreModule(module, options, terminal));
    });
}

async function exploreModule(spec: string, options: ExploreOptions, terminal: Terminal): Promise<ExitCode> {
  const { cwd } = terminal;
  checkRecordName(options.record);
  const { definition } = await unlessInterrupted(loadModule(spec, cwd), terminal.interrupted);
  const workflow = compileWorkflow(definition);
  const inputs = await readInputs(options.input, definition.ir, cwd);
  const stores = Object.fromEntries(await checkInputs(definition, inputs));
  const outcomes = await readOutcomes(options, definition, cwd);
  const started = performance.now();
  const random = globalThis.crypto.getRandomValues(new Uint8Array(32));
  const found = await exploring(
    workflow,
    { ...checksOf(options, workflow, outcomes), inputs: stores },
    terminal,
  );
  const report = resalted(found, random);
  const shown = shownStores(workflow, stores, random);
  const seconds = (performance.now() - started) / 1000;
  const explored: Explored = {
    ...{ workflow, report, seconds, tried: outcomes.tried, demands: [...options.never, ...options.always] },
    shown,
    deterministic: options.deterministic === true,
    recordings: await recordingsOf(spec, options, { workflow, stores: shown, report, outcomes }, cwd),
  };
  if (options.json) terminal.out(JSON.stringify(exploredJson(explored)));
  else showExplored(explored, terminal);
  return report.violations.length === 0 ? exit.held : exit.failed;
}

function checksOf(
  options: ExploreOptions,
  workflow: Workflow,
  outcomes: ReadOutcomes,
): CheckSchedulesOptions {
  const { never, always, runs, seed, limit } = options;
  const { lifelines, definition } = workflow;
  const read = (kind: "never" | "always") => (text: string) =>
    parseDemand(kind, text, lifelines, definition.predicates);
  return {
    outcomes: outcomes.possible,
    demands: [...never.map(read("never")), ...always.map(read("always"))],
    deterministic: options.deterministic === true,
    countAll: 100_000,
    ...(runs === undefined ? {} : { runs }),
    ...(seed === undefined ? {} : { seed }),
    ...(limit === undefined ? {} : { limit }),
  };
}

/** Milliseconds after which timers and signals get their chance, and the person hears of it. */
const SLICE = 100;

async function exploring(
  workflow: Workflow,
  options: CheckSchedulesOptions,
  terminal: Terminal,
): Promise<ScheduleReport> {
  const slices = checkingSchedules(workflow, options);
  let pausedAt = performance.now();
  for (let slice = slices.next(); ; slice = slices.next()) {
    if (slice.done === true) {
      terminal.status("");
      return slice.value;
    }
    if (performance.now() - pausedAt < SLICE) continue;
    terminal.status(`${slice.value} configurations …`);
    await unlessInterrupted(new Promise((resolve) => setImmediate(resolve)), terminal.interrupted);
    pausedAt = performance.now();
  }
}

interface Found {
  readonly workflow: Workflow;
  /** As they may be shown. */
  readonly stores: { readonly [lifeline: Lifeline]: Vars };
  readonly report: ScheduleReport;
  readonly outcomes: ReadOutcomes;
}

/** Writes the runs that go wrong, and gives the command that lets each happen again. */
async function recordingsOf(
  spec: string,
  options: ExploreOptions,
  { workflow, stores, report, outcomes }: Found,
  cwd: string,
): Promise<Explored["recordings"]> {
  const { record } = options;
  if (record === undefined) return null;
  const secrets = secretsOf(workflow);
  const inputs = options.input.flatMap((input) => ["--input", withoutSecret(input, secrets)]);
  const runs = report.violations.flatMap(({ other, ...run }) => (other === undefined ? [run] : [run, other]));
  const commands: string[][] = [];
  for (const [i, run] of runs.entries()) {
    const file = i === 0 ? record : record.replace(/\.msc\.jsonl$/, `-${i + 1}.msc.jsonl`);
    const script = outcomes.scriptFor(run.script);
    const written = await writeRun(file, run.events, { workflow, stores, script, cwd });
    const scripted = written === null ? [] : ["--script", written];
    commands.push(["lightcone", "run", spec, "--schedule", file, ...scripted, ...inputs]);
  }
  return commands;
}

function secretsOf({ reactors }: Workflow): ReadonlySet<string> {
  const names = [...reactors].flatMap(([on, { program }]) =>
    program.secrets.flatMap((name) => [name, `${on}.${name}`]),
  );
  return new Set(names);
}

/** An input as it may be printed again. */
function withoutSecret(input: string, secrets: ReadonlySet<string>): string {
  const [name = ""] = input.split("=");
  return secrets.has(name) ? `${name}=(secret)` : input;
}

function checkRecordName(record: string | undefined): void {
  if (record === undefined || record.endsWith(".msc.jsonl")) return;
  const what = `A recording's name ends in .msc.jsonl, and ${record} does not`;
  throw new LightconeError({ code: "cli/usage", what, remedy: "Write --record FILE.msc.jsonl." });
}

function wholeNumber(option: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && (value > 0 || option === "--seed")) return value;
    const what = `${option} ${text} is no whole number${option === "--seed" ? "" : " above 0"}`;
    throw new LightconeError({ code: "cli/usage", what, remedy: `Write ${option} 1000, for example.` });
  };
}
