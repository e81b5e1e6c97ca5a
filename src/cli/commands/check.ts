import { Command, InvalidArgumentError, Option } from "commander";
import { type Lifeline, LightconeError, nearest } from "../../base/index.ts";
import type { EventIndex } from "../../causality/index.ts";
import type { MscRecording } from "../../formats/index.ts";
import { type EvaluatorName, evaluatorOf } from "../evaluators.ts";
import { parseFormulas } from "../formulas.ts";
import { type ExitCode, exit } from "../io.ts";
import { readRecordingFile } from "../read-file.ts";
import { diagnosticText } from "../report.ts";
import type { Terminal } from "../terminal.ts";
import { cellsOf, cut, cutName, pad, visible } from "../visible.ts";

interface CheckOptions {
  readonly formula?: readonly string[];
  readonly on?: Lifeline;
  readonly select: "all" | "choice" | "last";
  readonly using?: EvaluatorName | "columnar";
  readonly json?: true;
}

/** `check FILE`: evaluates formulas at the events of a recording. */
export function checkCommand(terminal: Terminal, done: (code: ExitCode) => void): Command {
  const collect = (value: string, all: readonly string[] = []): readonly string[] => [...all, value];
  return new Command("check")
    .description("evaluate formulas at the events of a recording")
    .argument("<file>", "a recording, *.msc.jsonl")
    .option("--formula <text>", "a CPL formula (repeatable)", collect)
    .option("--on <lifeline>", "at the events of one lifeline (otherwise of all)")
    .addOption(
      new Option("--select <events>", "which events").choices(["all", "choice", "last"]).default("all"),
    )
    .addOption(
      new Option(
        "--using <evaluator>",
        "how: monitor (as in a run), reference (the definitions) or columnar (not yet); otherwise the fastest that accepts the file",
      ).argParser(evaluatorNamed),
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
      done(await check(file, options, terminal));
    });
}

function evaluatorNamed(name: string): EvaluatorName | "columnar" {
  if (name === "monitor" || name === "reference" || name === "columnar") return name;
  throw new InvalidArgumentError("It is monitor or reference.");
}

async function check(file: string, options: CheckOptions, terminal: Terminal): Promise<ExitCode> {
  const { using, formula: texts } = options;
  if (texts === undefined) {
    const what = "There is no formula to evaluate";
    throw new LightconeError({ code: "cli/usage", what, remedy: "Give at least one: --formula 'seen(B)'." });
  }
  if (using === "columnar") {
    throw new LightconeError({
      code: "cli/not-yet",
      what: "The columnar evaluator comes later",
      remedy: "Use --using monitor or --using reference.",
    });
  }
  const { recording, warnings } = await readRecordingFile(file, terminal.cwd);
  const { formulas, doubts } = parseFormulas(texts, recording, options.json !== true);
  for (const warning of [...warnings, ...doubts]) terminal.err(diagnosticText(warning, terminal.cwd));
  const selected = select(recording, options);
  if (selected.length === 0) {
    const what = `No event is selected: ${whatIsNot(options, recording)}`;
    throw new LightconeError({ code: "cli/nothing-selected", what, place: { file } });
  }
  const fastest = recording.causality === "clocks" ? "reference" : "monitor";
  const holds = evaluatorOf(using ?? fastest, recording, formulas);
  const show = options.json
    ? jsonLines(terminal)
    : table(
        texts,
        selected.map((event) => placeIn(recording, event)),
        terminal,
      );
  let failures = 0;
  for (const event of selected) {
    for (const index of formulas.keys()) {
      const value = holds(event, index);
      if (!value) failures += 1;
      show({ ...placeIn(recording, event), formula: index, holds: value });
    }
  }
  const asked = selected.length * formulas.length;
  if (!options.json) terminal.out({ tone: failures === 0 ? "good" : "bad", text: verdict(failures, asked) });
  return failures === 0 ? exit.held : exit.failed;
}

function verdict(failures: number, asked: number): string {
  if (asked === 1) return failures === 0 ? "it holds" : "it does not hold";
  if (failures === 0) return `all ${asked} hold`;
  return `${failures} of ${asked} ${failures === 1 ? "does" : "do"} not hold`;
}

/** One line of `--json`; its keys are in this order (design, section 7). */
interface Finding {
  readonly line: number;
  readonly on: Lifeline;
  readonly event: number;
  readonly formula: number;
  readonly holds: boolean;
}

function placeIn({ msc, lines }: MscRecording, event: EventIndex): Pick<Finding, "line" | "on" | "event"> {
  return { line: lines[event] ?? 0, on: msc.events[event]?.on ?? "", event: msc.position[event] ?? 0 };
}

function jsonLines(terminal: Terminal): (finding: Finding) => void {
  return (finding) => terminal.out(JSON.stringify(finding));
}

/** Longest event's name that the table shows whole. */
const LONGEST_NAME = 32;

/** A table as wide as the terminal: verdict, event, line, formula. */
function table(
  texts: readonly string[],
  places: readonly Pick<Finding, "line" | "on" | "event">[],
  terminal: Terminal,
): (finding: Finding) => void {
  const named = (on: Lifeline, event: number): string => `${cutName(visible(on), LONGEST_NAME)}#${event}`;
  const most = new Map<Lifeline, number>();
  let last = 0;
  for (const { on, event, line } of places) {
    most.set(on, Math.max(event, most.get(on) ?? 0));
    last = Math.max(last, line);
  }
  const widest = Math.max(...[...most].map(([on, event]) => cellsOf(named(on, event))));
  const digits = String(last).length;
  const formulas = texts.map(visible);
  return ({ line, on, event, formula, holds }) => {
    const place = `  ${pad(named(on, event), widest)}  line ${String(line).padStart(digits)}  `;
    const room = Math.max(20, terminal.columns - cellsOf(place) - 5);
    terminal.out(
      { tone: holds ? "good" : "bad", text: holds ? "holds" : "fails" },
      place,
      cut(formulas[formula] ?? "", room),
    );
  };
}

function whatIsNot({ on, select: which }: CheckOptions, { msc }: MscRecording): string {
  if (msc.events.length === 0) return "the recording has no events";
  const where = on === undefined ? "the recording" : on;
  return which === "choice" ? `${where} has no choice` : `${where} has no events`;
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
