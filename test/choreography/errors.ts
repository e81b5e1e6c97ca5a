import { LightconeError } from "../../src/base/index.ts";

/** The error that a function throws; a test fails where it throws none, or another kind. */
export function errorOf(run: () => unknown): LightconeError {
  try {
    run();
  } catch (error) {
    if (error instanceof LightconeError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

/** Its code. */
export function codeOf(run: () => unknown): string {
  return errorOf(run).code;
}
