import { Command, Option } from "commander";
import {
  type Diagnostic,
  type Lifeline,
  LightconeError,
  nearest,
  printDiagnostic,
} from "../../base/index.ts";
import type { EventIndex } from "../../causality/index.ts";
import { type Formula, parseFormula } from "../../cpl/index.ts";
import type { MscRecording } from "../../formats/index.ts";
import { readRecording } from "../../host/index.ts";
import { type EvaluatorName, evaluatorOf } from "../evaluators.ts";
import { type ExitCode, exit, type Io } from "../io.ts";
import { painter } from "../paint.ts";

interface CheckOptions {
  readonly formula: readonly string[];
  readonly on?: Lifeline;
  readonly select: "all" | "choice" | "last";
  readonly using?: EvaluatorName | "columnar";
  readonly json?: true;
}

/** `check FILE`: evaluates formulas at the events of a recording. */
export function checkCommand(io: Io, done: (code: ExitCode) => void): Command {
  const collect = (value: string, all: readonly string[]): readonly string[] => [...all, value];
  return new Command("check")
    .description("evaluate formulas at the events of a recording")
    .argument("<file>", "a recording, *.msc.jsonl")
    .requiredOption("--formula <text>", "a CPL formula (repeatable)", collect, [])
    .option("--on <lifeline>", "at the events of one lifeline (otherwise of all)")
    .addOption(
      new Option("--select <events>", "which events").choices(["all", "choice", "last"]).default("all"),
    )
    .addOption(
      new Option("--using <evaluator>", "how (default: the fastest that accepts the file)").choices([
        "columnar",
        "monitor",
        "reference",
      ]),
    )
    .option("--json", "JSON Lines: line, on, event, formula, holds")
    .addHelpText(
      "after",
      `
Examples:
  $ lightcone check review.msc.jsonl --formula 'seen(TestRunner)' --on Committer --select choice
  $ lightcone check review.msc.jsonl --formula '@TestRunner(status != "failed" S status == "passed")' --on Committer

Exit code 0: every formula holds at every selected event; 1: some does not; 2: the input was wrong, or nothing is selected.`,
    )
    .action(async (file: string, options: CheckOptions) => {
      done(await check(file, options, io));
    });
}

async function check(file: string, options: CheckOptions, io: Io): Promise<ExitCode> {
  const { using } = options;
  if (using === "columnar") {
    throw new LightconeError({
      code: "cli/not-yet",
      what: "The columnar evaluator comes later",
      remedy: "Use --using monitor or --using reference.",
    });
  }
  const { recording, warnings } = await readRecording(file, io.cwd);
  for (const warning of warnings) io.err(printDiagnostic(warning));
  const formulas = parseAll(options.formula, recording);
  const selected = select(recording, options);
  if (selected.length === 0) {
    throw new LightconeError({ code: "cli/nothing-selected", what: "No event is selected", place: { file } });
  }
  const holds = evaluatorOf(
    using ?? (recording.causality === "clocks" ? "reference" : "monitor"),
    recording,
    formulas,
  );
  const paint = painter(io.color);
  let failures = 0;
  for (const event of selected) {
    for (const [index, text] of options.formula.entries()) {
      const value = holds(event, index);
      if (!value) failures += 1;
      const on = recording.msc.events[event]?.on ?? "";
      const place = { line: recording.lines[event] ?? 0, on, event: recording.msc.position[event] ?? 0 };
      if (options.json) io.out(JSON.stringify({ ...place, formula: index, holds: value }));
      else
        io.out(
          `${paint(value ? "good" : "bad", value ? "holds " : "fails ")} ${`${on}#${place.event}`.padEnd(20)} line ${String(place.line).padEnd(6)} ${text}`,
        );
    }
  }
  if (!options.json) {
    const asked = selected.length * formulas.length;
    io.out(
      paint(
        failures === 0 ? "good" : "bad",
        failures === 0 ? `all ${asked} hold` : `${failures} of ${asked} do not hold`,
      ),
    );
  }
  return failures === 0 ? exit.held : exit.failed;
}

/** Parses all formulas; all problems of all of them are reported at once. */
function parseAll(texts: readonly string[], recording: MscRecording): readonly Formula[] {
  const { lifelines, msc } = recording;
  const variables = new Set(msc.stores.flatMap((store) => Object.keys(store)));
  const problems: Diagnostic[] = [];
  const formulas = texts.flatMap((text) => {
    const parsed = parseFormula(text, { lifelines, variables: [...variables] });
    if (parsed.ok) return [parsed.formula];
    problems.push(...parsed.diagnostics);
    return [];
  });
  const first = problems[0];
  if (first === undefined) return formulas;
  throw new LightconeError({
    code: first.code,
    what: first.message,
    place: first.place,
    remedy: first.remedy,
    suggestion: first.suggestion,
    diagnostics: problems,
  });
}

/** The selected events in the order of the file. */
function select(recording: MscRecording, options: CheckOptions): readonly EventIndex[] {
  const { msc, order, lifelines } = recording;
  const { on } = options;
  if (on !== undefined && !lifelines.includes(on)) {
    const what = `The recording has no lifeline ${on}; it has ${lifelines.join(", ")}`;
    throw new LightconeError({ code: "cli/usage", what, suggestion: nearest(on, lifelines) });
  }
  const there = order.filter((event) => on === undefined || msc.events[event]?.on === on);
  switch (options.select) {
    case "all":
      return there;
    case "choice":
      return there.filter((event) => msc.events[event]?.kind === "choice");
    case "last": {
      const last = new Map<number | undefined, EventIndex>();
      for (const [event, lifeline] of msc.on.entries()) last.set(lifeline, event);
      return there.filter((event) => last.get(msc.on[event]) === event);
    }
  }
}
