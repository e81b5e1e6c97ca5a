import { type Lifeline, LightconeError, seededRandom, type Vars } from "../base/index.ts";
import {
  checkInputs,
  compileWorkflow,
  type Definition,
  requireImplementations,
  type Workflow,
} from "../runtime/index.ts";
import { optionProblems, refuse } from "./check-options.ts";
import { MemoryRun } from "./memory-run.ts";
import type { RunOptions, RunResult } from "./options.ts";
import { systemClock, systemTimers } from "./ports.ts";

/**
 * Runs a choreography in memory: every lifeline concurrently, each by its own local program and monitor.
 *
 * @returns How the run ended; a failed action, an exhausted loop bound and a cancellation are values.
 * @throws LightconeError before the run begins, with every problem of the options (`run/options`), of the choreography, or
 *   of its implementations (`action/not-implemented`) and inputs (`run/inputs`).
 */
export async function run(definition: Definition, options: RunOptions = {}): Promise<RunResult> {
  refuse(optionProblems(definition, options), "run was called with");
  const workflow = compileWorkflow(definition);
  const stores = await prepare(definition, options);
  const { implementations = [], schedule = { kind: "live" } } = options;
  const memory = new MemoryRun({
    workflow,
    stores,
    implementations,
    schedule: typeof schedule === "number" ? { kind: "seeded", random: seededRandom(schedule) } : schedule,
    run: options.run ?? globalThis.crypto.randomUUID(),
    random: randomFor(workflow),
    clock: options.clock ?? systemClock(),
    timers: options.timers ?? systemTimers,
    onEvent: options.onEvent ?? ignore,
    onAction: options.onAction ?? ignore,
  });
  return memory.run(options.signal);
}

const noRandom = new Uint8Array();

/** Only salts need random bytes, and drawing them for every input would cost more than the input. */
function randomFor({ reactors }: Workflow): () => Uint8Array {
  const secret = [...reactors.values()].some(({ program }) => program.secrets.length > 0);
  return secret ? () => globalThis.crypto.getRandomValues(new Uint8Array(32)) : () => noRandom;
}

/** The stores before the first event; what is wrong with implementations and inputs is told together. */
async function prepare(
  definition: Definition,
  { implementations = [], inputs = {} }: RunOptions,
): Promise<ReadonlyMap<Lifeline, Vars>> {
  const errors: LightconeError[] = [];
  const keep = (error: unknown): void => {
    if (!(error instanceof LightconeError)) throw error;
    errors.push(error);
  };
  try {
    requireImplementations(definition, implementations);
  } catch (error) {
    keep(error);
  }
  const stores = await checkInputs(definition, inputs).catch(keep);
  const [first, second] = errors;
  if (first !== undefined && second === undefined) throw first;
  refuse(
    errors.flatMap(({ diagnostics }) => diagnostics),
    "The run has",
  );
  return stores ?? new Map();
}

function ignore(): void {}
