import { seededRandom } from "../base/index.ts";
import {
  checkInputs,
  compileWorkflow,
  type Definition,
  requireImplementations,
  type Workflow,
} from "../runtime/index.ts";
import { MemoryRun } from "./memory-run.ts";
import type { RunOptions, RunResult } from "./options.ts";
import { systemClock, systemTimers } from "./ports.ts";

/**
 * Runs a choreography in memory: every lifeline concurrently, each by its own local program and monitor.
 *
 * @returns How the run ended; a failed action, an exhausted loop bound and a cancellation are values.
 * @throws LightconeError before the run begins, with every problem of the choreography, its inputs (`run/inputs`) or its
 *   implementations (`action/not-implemented`).
 */
export async function run(definition: Definition, options: RunOptions = {}): Promise<RunResult> {
  const { implementations = [], schedule = { kind: "live" } } = options;
  const workflow = compileWorkflow(definition, options.predicates);
  requireImplementations(definition, implementations);
  const stores = await checkInputs(definition, options.inputs ?? {});
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

function ignore(): void {}
