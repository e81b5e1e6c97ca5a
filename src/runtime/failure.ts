import { type Lifeline, LightconeError, lookup, placeOfThrown, printPlace } from "../base/index.ts";
import type { Definition } from "../choreography/index.ts";
import type { Reactor } from "./reactor.ts";
import { senderOf } from "./routes.ts";
import type { ErrorData, LifelineState } from "./types.ts";

/**
 * A failure as an error that names lifeline, step and the place in the author's source.
 *
 * @param thrown What an action threw: becomes the error's cause, and the message says where that was.
 */
export function errorOf(error: ErrorData, sources: Definition["sources"], thrown?: unknown): LightconeError {
  const { code, message, remedy, details } = error;
  const { step } = error.place;
  const place = { ...(step === undefined ? undefined : lookup(sources, step)), ...error.place };
  const at = code === "action/failed" ? placeOfThrown(thrown) : {};
  const what = at.file === undefined ? message : `${message} (thrown at ${printPlace(at)})`;
  return new LightconeError({ code, what, place, remedy, details, cause: thrown });
}

/** The error of a run in which nothing can move: who waits for whom. */
export function stuckError(
  states: readonly LifelineState[],
  reactors: ReadonlyMap<Lifeline, Reactor>,
): LightconeError {
  const waits = states.flatMap((state) =>
    state.threads.flatMap((thread) => {
      const op = thread === null ? undefined : reactors.get(state.lifeline)?.program.ops[thread.label];
      const from = op === undefined ? null : senderOf(op);
      return op === undefined || !("step" in op) || from === null
        ? []
        : [`${state.lifeline} waits for ${from} at ${op.step}`];
    }),
  );
  return new LightconeError({
    code: "run/deadlock",
    what: `Nothing can move: ${waits.join("; ")}`,
    details: waits,
  });
}
