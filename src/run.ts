import type { Definition } from "./choreography/index.ts";
import type { RunOptions, RunResult } from "./engines/index.ts";

/**
 * Runs a choreography in memory; see `lightcone/engines/memory`, which is loaded on the first call, so that modules that
 * only declare choreographies start fast.
 *
 * @returns How the run ended; a failed action, an exhausted loop bound and a cancellation are values.
 * @throws LightconeError before the run begins, with every problem of the options (`run/options`), of the choreography, or
 *   of its implementations (`action/not-implemented`) and inputs (`run/inputs`).
 */
export async function run(definition: Definition, options: RunOptions = {}): Promise<RunResult> {
  const engine = await import("./engines/index.ts");
  return engine.run(definition, options);
}
