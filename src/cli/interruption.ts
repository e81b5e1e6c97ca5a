import { LightconeError, placeOfThrown, thrownMessage } from "../base/index.ts";

/** The error of module code that failed where nobody waits for it: in a timer, a listener or a forgotten promise. */
export function strayError(cause: unknown): LightconeError {
  const what = `The module's code failed where nobody waits for it: ${thrownMessage(cause)}`;
  return new LightconeError({ code: "module/stray-error", what, place: placeOfThrown(cause), cause });
}

/** The error because of which a command was aborted; undefined where a person or the system asked for its end. */
export function failureBehind(interrupted: AbortSignal): LightconeError | undefined {
  const reason: unknown = interrupted.reason;
  return reason instanceof LightconeError ? reason : undefined;
}

/**
 * Waits for what a module's code does, but no longer than until the command is interrupted.
 *
 * @throws LightconeError `run/cancelled`, or the failure behind the interruption.
 */
export function unlessInterrupted<T>(work: Promise<T>, interrupted: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      const what = "The command was interrupted before there was a run";
      reject(failureBehind(interrupted) ?? new LightconeError({ code: "run/cancelled", what }));
    };
    interrupted.addEventListener("abort", stop, { once: true });
    if (interrupted.aborted) stop();
    void work.then(resolve, reject).finally(() => interrupted.removeEventListener("abort", stop));
  });
}
