import { type Lifeline, lookup, type Vars } from "../base/index.ts";
import { printFormula } from "../cpl/index.ts";
import type { RunResult } from "../engines/index.ts";
import type { RunEvent, Workflow } from "../runtime/index.ts";
import { Chart } from "./chart/chart.ts";
import { type ExitCode, exit } from "./io.ts";
import { errorJson, showError } from "./report.ts";
import type { Terminal } from "./terminal.ts";
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
          ? { error: errorJson(result.error) }
          : status === "cancelled"
            ? { reason: result.reason }
            : {};
      terminal.out(JSON.stringify({ result: { run, status, results, ...more } }));
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
  const guards = guardLines(workflow);
  for (const line of guards.flatMap((guard) => wrap(visible(guard), terminal.columns, "    ")))
    terminal.out({ tone: "dim", text: line });
  if (guards.length > 0) terminal.out("");
  chart.names();
  return {
    event: (event) => watch.event(event),
    end: (result) => {
      chart.flush();
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      const { events, decisions, late } = watch;
      const unseen = watch.explains ? `${late || "none"} with late evidence` : "late evidence not looked for";
      const text = `${result.status} after ${seconds} s: ${count(events.length, "event")}, ${count(decisions, "decision")}, ${unseen}`;
      terminal.out("");
      for (const line of wrap(text, terminal.columns, "  "))
        terminal.out({ tone: result.status === "done" ? "good" : "bad", text: line });
      for (const line of resultLines(result.results)) terminal.out(`  ${line}`);
      if (result.status === "failed") {
        terminal.err("");
        showError(result.error, terminal);
      }
      return exitOf(result);
    },
  };
}

/** What each named decision asks, and whose it is; decisions without a name show their guard when they are made. */
function guardLines(workflow: Workflow): readonly string[] {
  return [...workflow.reactors].flatMap(([owner, { program }]) =>
    Object.entries(program.guards).flatMap(([step, guard]) =>
      step.includes(":") ? [] : [`${step} @ ${owner}: ${printFormula(guard)}`],
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

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

/** A run's results as lines such as `Committer.outcome = "merged"`. */
function resultLines(results: RunResult["results"]): readonly string[] {
  return Object.keys(results).flatMap((on) =>
    Object.entries(lookup(results, on) ?? {}).map(
      ([name, value]) => `${visible(on)}.${visible(name)} = ${JSON.stringify(value)}`,
    ),
  );
}
