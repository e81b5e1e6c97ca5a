import type { ScheduledRun, ScheduleReport, Violation } from "../analysis/index.ts";
import { count, type Json, type Lifeline, toJson, type Vars } from "../base/index.ts";
import type { Workflow } from "../runtime/index.ts";
import { Chart } from "./chart/chart.ts";
import { runEvents } from "./counterexamples.ts";
import type { Terminal, Tone } from "./terminal.ts";
import { cellsOf, visible, wrap } from "./visible.ts";
import { Watch } from "./watch.ts";

/** What an exploration came to, and how it is shown. */
export interface Explored {
  readonly workflow: Workflow;
  readonly report: ScheduleReport;
  readonly seconds: number;
  /** Actions of which several outcomes were tried. */
  readonly tried: readonly { readonly action: string; readonly values: number }[];
  /** The formulas that were demanded. */
  readonly demands: readonly string[];
  readonly deterministic: boolean;
  /** The stores before the first event, as they may be shown. */
  readonly shown: { readonly [lifeline: Lifeline]: Vars };
  /** The command for each run that was written, in the order of the violations; null: none was to be. */
  readonly recordings: readonly (readonly string[])[] | null;
}

/** An exploration for machines. */
export function exploredJson(explored: Explored): Json {
  const { report, workflow, seconds, tried, recordings } = explored;
  const { name } = workflow.definition.ir;
  const json = toJson({ name, ...report, seconds, statesPerSecond: perSecond(explored), tried, recordings });
  return json.ok ? json.value : null;
}

/** An exploration for people: each run that goes wrong as a chart, then what was covered and what held. */
export function showExplored(explored: Explored, terminal: Terminal): void {
  const say = (tone: Tone, text: string, indent = ""): void => {
    for (const line of wrap(visible(text), terminal.columns - indent.length, "  "))
      terminal.out(indent, { tone, text: line });
  };
  let run = 0;
  for (const violation of explored.report.violations) {
    showViolation(violation, explored, terminal, say);
    const runs = violation.other === undefined ? 1 : 2;
    for (const command of explored.recordings?.slice(run, run + runs) ?? [])
      for (const line of replayLines(violation, command, terminal.columns)) terminal.out(line);
    run += runs;
    terminal.out("");
  }
  for (const text of coverage(explored)) say("plain", text);
  for (const { tone, text } of verdicts(explored)) say(tone, text);
}

type Say = (tone: Tone, text: string, indent?: string) => void;

const titles: { readonly [K in Violation["kind"]]: string } = {
  deadlock: "DEADLOCK",
  difference: "NOT IN THE CHOREOGRAPHY",
  missing: "ONLY IN THE CHOREOGRAPHY",
  decision: "WRONG DECISION",
  monitor: "MONITOR AND REFERENCE DIFFER",
  never: "VIOLATED",
  always: "VIOLATED",
  results: "RESULTS DIFFER",
};

function showViolation(violation: Violation, explored: Explored, terminal: Terminal, say: Say): void {
  say("alarm", `${titles[violation.kind]}: ${violation.what}`);
  terminal.out("");
  drawRun(violation, explored, terminal);
  if (violation.other !== undefined) {
    terminal.out("");
    say("plain", "and by another schedule:");
    terminal.out("");
    drawRun(violation.other, explored, terminal);
  }
  terminal.out("");
  if (explored.recordings === null && violation.kind !== "missing")
    say(
      "dim",
      "With --record FILE.msc.jsonl this schedule is written, and `lightcone run` can follow it.",
      "  ",
    );
}

function drawRun({ events }: ScheduledRun, { workflow, shown }: Explored, terminal: Terminal): void {
  const chart = new Chart(workflow.lifelines, terminal.columns, terminal.out);
  const watch = new Watch(workflow, shown, chart);
  chart.names();
  for (const event of runEvents(events)) watch.event(event);
  chart.flush();
}

/** The command that lets a run happen again, in lines that can be copied. */
function replayLines({ kind }: Violation, command: readonly string[], width: number): readonly string[] {
  if (kind === "missing")
    return [`  written to ${visible(command[4] ?? "")}; no schedule of the local programs leads there`];
  const lines: string[] = [];
  let line = "  $";
  for (const word of command.map((text) => visible(quoted(text)))) {
    if (cellsOf(`${line} ${word} \\`) <= width || line.trim() === "") line = `${line} ${word}`;
    else {
      lines.push(`${line} \\`);
      line = `      ${word}`;
    }
  }
  return [...lines, line];
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function perSecond({ report, seconds }: Explored): number {
  return Math.round((report.configurations + report.turns) / Math.max(seconds, 0.001));
}

/** What was explored, how much that was, and what was left out. */
function coverage(explored: Explored): readonly string[] {
  const { report, seconds, tried } = explored;
  const { complete, configurations, runs, moves, unreduced } = report;
  const searched = complete
    ? `every schedule: ${count(configurations, "configuration")}`
    : configurations === 0
      ? count(runs, "random schedule")
      : `not every schedule: stopped after ${count(configurations, "configuration")}, then ${count(runs, "random schedule")}`;
  const long = seconds >= 0.5; // a rate over less is that of starting
  const rate = `${seconds.toFixed(1)} s${long ? `, ${perSecond(explored)} a second` : ""}`;
  const without = unreduced === null ? "" : `; without reduction there are ${unreduced} configurations`;
  const saved = `${count(moves.spared, "possible move")} left out, since ${moves.spared === 1 ? "it leads" : "they lead"} to no other chart; ${moves.taken} taken${without}`;
  return [
    `${explored.workflow.definition.ir.name}: ${searched} (${rate})`,
    ...(configurations === 0 ? [] : [saved]),
    ...(tried.length === 0
      ? []
      : [`tried every outcome of ${tried.map(({ action, values }) => `${action} (${values})`).join(", ")}`]),
    ...ends(report),
  ];
}

function ends({ ends: done, failures }: ScheduleReport): readonly string[] {
  const failed = failures.map(
    ({ lifeline, step, message, charts }) =>
      `fails at ${lifeline}${step === null ? "" : `, step ${step}`} (${count(charts, "chart")}): ${message}`,
  );
  return [`${count(done, "distinct chart")} of runs that are done`, ...failed];
}

interface Verdict {
  readonly tone: Tone;
  readonly text: string;
}

/** What was checked, and whether it held. */
function verdicts({ report, demands, deterministic }: Explored): readonly Verdict[] {
  const { violations, notCompared, decisions, events, complete } = report;
  const broken = (...kinds: readonly Violation["kind"][]): boolean =>
    violations.some(({ kind }) => kinds.includes(kind));
  const verdict = (held: boolean, yes: string, no: string): Verdict =>
    held ? { tone: "good", text: `✓ ${yes}` } : { tone: "bad", text: `✗ ${no}` };
  const same = complete
    ? "the ends are those of the choreography"
    : "all these ends are ends of the choreography";
  return [
    verdict(!broken("deadlock"), "no deadlock", "a deadlock"),
    notCompared === null
      ? verdict(!broken("difference", "missing"), same, "the ends are not those of the choreography")
      : { tone: "plain", text: `- not compared with the choreography's own runs: ${notCompared}` },
    verdict(
      !broken("decision", "monitor"),
      `${count(decisions, "decision")} and the monitors at ${count(events, "event")} as the reference semantics has them`,
      "a decision or a monitor differs from the reference semantics",
    ),
    ...(demands.length === 0
      ? []
      : [
          verdict(
            !broken("never", "always"),
            `${count(demands.length, "demand")} kept`,
            "a demand is broken",
          ),
        ]),
    ...(deterministic
      ? [verdict(!broken("results"), "the same outcomes give the same results", "results differ")]
      : []),
  ];
}
