import { count, type Lifeline, lookup, type Vars } from "../base/index.ts";
import { printFormula } from "../cpl/index.ts";
import type { RunResult } from "../engines/index.ts";
import type { RunEvent, Workflow } from "../runtime/index.ts";
import { Chart } from "./chart/chart.ts";
import { formulaLines } from "./chart/formula-lines.ts";
import { type ExitCode, exit } from "./io.ts";
import { errorJson, showError, showStacks } from "./report.ts";
import type { Terminal, Tone } from "./terminal.ts";
import { visible, wrap } from "./visible.ts";
import { Watch } from "./watch.ts";

/** Shows a run: each event as it happens, then how it ended. */
export interface RunFace {
  readonly event: (event: RunEvent) => void;
  readonly end: (result: RunResult) => ExitCode;
}

/** A run for machines: one line an event, as a recording has it, then one line with the result. */
export function jsonFace(terminal: Terminal): RunFace {
  return {
    event: ({ event }) => terminal.out(JSON.stringify(event)),
    end: (result) => {
      const { run, status, results } = result;
      const more =
        status === "failed"
          ? { error: errorJson(result.error, terminal.cwd) }
          : status === "cancelled"
            ? { reason: result.reason }
            : {};
      terminal.out(JSON.stringify({ result: { run, status, results, ...more } }));
      if (result.status === "failed") showStacks(result.error, terminal);
      return exitOf(result);
    },
  };
}

/** A run for people: its message sequence chart, then a summary. */
export function chartFace(
  workflow: Workflow,
  stores: { readonly [lifeline: Lifeline]: Vars },
  terminal: Terminal,
): RunFace {
  const chart = new Chart(workflow.lifelines, terminal.columns, terminal.out);
  const watch = new Watch(workflow, stores, chart);
  const started = Date.now();
  const guards = guardLines(workflow, terminal.columns);
  for (const line of guards) terminal.out(line);
  if (guards.length > 0) terminal.out("");
  chart.names();
  return {
    event: (event) => watch.event(event),
    end: (result) => {
      chart.flush();
      terminal.out("");
      const after = `${result.status} after ${((Date.now() - started) / 1000).toFixed(1)} s`;
      for (const { tone, text, indent } of endTexts(result, after, watch))
        for (const line of wrap(visible(text), terminal.columns - indent.length, "  "))
          terminal.out(indent, { tone, text: line });
      if (result.status === "failed") {
        terminal.err("");
        showError(result.error, terminal);
      }
      return exitOf(result);
    },
  };
}

interface EndText {
  readonly tone: Tone;
  readonly indent: string;
  readonly text: string;
}

/** What a run came to; of one that failed, the last line says what failed, where and after how long. */
function endTexts(result: RunResult, after: string, watch: Watch): readonly EndText[] {
  const { events, decisions, late } = watch;
  const unseen = watch.explains
    ? `${late.length || "none"} with late evidence`
    : "late evidence not looked for";
  const counts = `${count(events.length, "event")}, ${count(decisions, "decision")}, ${unseen}`;
  const lateTexts = late.map((text): EndText => ({ tone: "alarm", indent: "  ", text: `late: ${text}` }));
  if (result.status === "failed") {
    const { what, place } = result.error;
    const where = [place.lifeline, place.step === undefined ? undefined : `step ${place.step}`]
      .filter((part) => part !== undefined)
      .join(", ");
    const text = `${after}${where === "" ? "" : ` at ${where}`}: ${what.split("\n")[0]}`;
    return [{ tone: "plain", indent: "", text: counts }, ...lateTexts, { tone: "bad", indent: "", text }];
  }
  const results = resultLines(result.results).map((text): EndText => ({ tone: "plain", indent: "  ", text }));
  const tone = result.status === "done" ? "good" : "bad";
  return [{ tone, indent: "", text: `${after}: ${counts}` }, ...lateTexts, ...results];
}

/** What each named decision asks, and whose it is; decisions without a name show their guard when they are made. */
function guardLines(workflow: Workflow, width: number): readonly string[] {
  return [...workflow.reactors].flatMap(([owner, { program }]) =>
    Object.entries(program.guards).flatMap(([step, guard]) =>
      step.includes(":")
        ? []
        : formulaLines(visible(`${step} @ ${owner}:`), visible(printFormula(guard)), width, "    "),
    ),
  );
}

/** A schedule that does not fit is wrong input, not a run that failed. */
function exitOf(result: RunResult): ExitCode {
  switch (result.status) {
    case "done":
      return exit.held;
    case "failed":
      return result.error.code === "run/schedule" ? exit.wrongInput : exit.failed;
    case "cancelled":
      return exit.interrupted;
  }
}

/** A run's results as lines such as `Committer.outcome = "merged"`. */
function resultLines(results: RunResult["results"]): readonly string[] {
  return Object.keys(results).flatMap((on) =>
    Object.entries(lookup(results, on) ?? {}).map(
      ([name, value]) => `${on}.${name} = ${JSON.stringify(value)}`,
    ),
  );
}
