import { fileURLToPath } from "node:url";
import { compareProgram, everyChoreography } from "../test/analysis/every-choreography.ts";
import { exhaust, sizesOf, smallCharts, smallFormulas } from "../test/properties/small-charts.ts";

/** How far to go: events of a chart, nodes of a formula, statements of a choreography. */
export interface Bounds {
  readonly events: number;
  readonly nodes: number;
  readonly statements: number;
}

const count = (n: number): string => n.toLocaleString("en-GB").replaceAll(",", " ");

/** Says on a terminal how far something is, in one line that is rewritten. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

/** Monitor = reference semantics, on all small charts for all small formulas. True: they agree. */
export function exhaustMonitor({ events, nodes }: Bounds, say: (line: string) => void): boolean {
  const began = performance.now();
  const charts = smallCharts(events);
  const formulas = smallFormulas(nodes);
  const sizes = sizesOf(charts);
  const total = sizes.slice(1).reduce((sum, size) => sum + size, 0) * formulas.length;
  const { cases, trues, difference } = exhaust(charts, formulas, undefined, (done) =>
    progress(`${count(done)} of ${count(total)} cases`),
  );
  progress("");
  say(
    `monitor = semantics: ${difference === null ? "agreed on" : "FAILED after"} ${count(cases)} cases: ` +
      `${sizes.slice(1).map(count).join(" + ")} charts of 1 to ${events} events, ${count(formulas.length)} formulas of up to ${nodes} nodes, ` +
      `${((100 * trues) / cases).toFixed(1)} % true, in ${seconds(began)} s`,
  );
  if (difference !== null) say(difference);
  return difference === null;
}

/** Projection = central interpreter, on all small choreographies over all schedules. True: they agree. */
export function exhaustProjection({ statements }: Bounds, say: (line: string) => void): boolean {
  const began = performance.now();
  const tried: number[] = [];
  let ends = 0;
  for (let size = 0; size <= statements; size++) {
    const programs = everyChoreography(size);
    for (const [i, program] of programs.entries()) {
      const compared = compareProgram(program);
      ends += compared.ends;
      if (i % 100 === 0)
        progress(`${count(i)} of ${count(programs.length)} choreographies of ${size} statements`);
      if (compared.difference === null) continue;
      progress("");
      say(`projection = interpreter: FAILED after ${count(i)} of ${size} statements: ${compared.difference}`);
      return false;
    }
    tried.push(programs.length);
  }
  progress("");
  say(
    `projection = interpreter: agreed, without a deadlock, on ${tried.map(count).join(" + ")} choreographies of 0 to ${statements} statements, ` +
      `${count(ends)} ends, in ${seconds(began)} s`,
  );
  return true;
}

function seconds(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}

function main(given: readonly string[]): number {
  const [events = 4, nodes = 3, statements = 4] = given.map((text) =>
    /^\d$/.test(text) ? Number(text) : -1,
  );
  if (given.length > 3 || [events, nodes, statements].includes(-1) || nodes < 1) {
    console.error("usage: exhaustive.ts [events, 4 unless given] [nodes, 3] [statements, 4]");
    return 2;
  }
  const bounds = { events, nodes, statements };
  const say = (line: string): void => console.error(line);
  const held = [exhaustMonitor(bounds, say), exhaustProjection(bounds, say)];
  return held.every((one) => one) ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
