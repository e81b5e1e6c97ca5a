import { fileURLToPath } from "node:url";
import fc from "fast-check";
import type { MonitorMaker } from "../src/analysis/index.ts";
import { baselineMonitor } from "../src/monitor/index.ts";
import { agreement, type Case, firstDifference, linesOf } from "../test/properties/cases.ts";
import { Coverage } from "../test/properties/coverage.ts";
import { restarted } from "../test/properties/watched.ts";

/** What a long run of the property "monitor = reference semantics" came to. */
export interface LongRun {
  readonly coverage: Coverage;
  /** The smallest case found on which a monitor is wrong, with what it says there; null: none was found. */
  readonly failure: { readonly tried: Case; readonly text: string; readonly seed: number } | null;
}

/** How a long run is made. */
export interface LongRunOptions {
  /** (chart, formula, event) cases to try at least. */
  readonly cases: number;
  /** Of the first batch of charts; each further one counts up. */
  readonly seed: number;
  readonly make?: MonitorMaker;
  /** Is told after each batch how far the run is. */
  readonly progress?: (coverage: Coverage) => void;
}

/** Charts between two reports of progress. */
const BATCH = 50;

/** Tries the property on batches of charts until there are enough cases, or one fails and is shrunk. */
export function longRun({ cases, seed, make = baselineMonitor, progress }: LongRunOptions): LongRun {
  const coverage = new Coverage();
  for (let batch = seed; coverage.cases < cases; batch++) {
    // Every other batch with monitors that are stored and read back in the middle.
    const maker = batch % 2 === 0 ? make : restarted(make, [true, false, true, true, false]);
    const property = agreement(maker, (tried, values) => coverage.add(tried, values));
    const found = fc.check(property, { seed: batch, numRuns: BATCH });
    const tried = found.counterexample?.[0];
    if (tried !== undefined)
      return { coverage, failure: { ...failureOf(tried, make, found.errorInstance), seed: batch } };
    progress?.(coverage);
  }
  return { coverage, failure: null };
}

/** The failing formula alone, where it fails without the others too; a case on which something throws stays as it is. */
function failureOf(tried: Case, make: MonitorMaker, error: unknown): { tried: Case; text: string } {
  const text = error instanceof Error ? error.message : String(error);
  const formula = differenceOf(tried, make)?.formula;
  if (formula === undefined) return { tried, text };
  const alone = { msc: tried.msc, formulas: tried.formulas.slice(formula, formula + 1) };
  const found = differenceOf(alone, make);
  return found === null ? { tried, text } : { tried: alone, text: found.text };
}

function differenceOf(tried: Case, make: MonitorMaker): ReturnType<typeof firstDifference> {
  try {
    return firstDifference(tried, make);
  } catch {
    return null; // what was thrown is known already
  }
}

/** The cases to try and the seed, as the command line gives them; undefined where it makes no sense. */
export function readArguments(given: readonly string[]): { cases: number; seed: number | null } | undefined {
  const [cases = 200_000, seed = null] = given.map((text) => (/^\d{1,9}$/.test(text) ? Number(text) : -1));
  return given.length > 2 || cases < 1 || seed === -1 ? undefined : { cases, seed };
}

function main(given: readonly string[]): number {
  const read = readArguments(given);
  if (read === undefined) {
    console.error("usage: long-properties.ts [cases, 200000 unless given] [seed, of the clock unless given]");
    return 2;
  }
  const { cases } = read;
  const seed = read.seed ?? Date.now() % 1_000_000_000;
  const began = performance.now();
  const count = (n: number): string => n.toLocaleString("en-GB").replaceAll(",", " ");
  const progress = (coverage: Coverage): void => {
    if (process.stderr.isTTY) process.stderr.write(`\r${count(coverage.cases)} of ${count(cases)} cases`);
  };
  const { coverage, failure } = longRun({ cases, seed, progress });
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const share = ((100 * coverage.trues) / coverage.cases).toFixed(1);
  const tried = `${count(coverage.cases)} cases on ${count(coverage.charts)} charts, ${share} % true, in ${seconds} s`;
  if (failure === null) {
    console.error(`monitor = semantics: agreed on ${tried} (seed ${seed})`);
    return 0;
  }
  console.log(linesOf(failure.tried).join("\n"));
  console.error(`monitor = semantics: FAILED after ${tried} (seed ${failure.seed}): ${failure.text}`);
  return 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2));
