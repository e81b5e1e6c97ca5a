import { LightconeError, type Place } from "../base/index.ts";

/** A call of an action that no `act` has taken yet. */
interface OpenCall {
  readonly name: string;
  readonly place: () => Place;
}

/** The calls made in the building function that runs now; null outside of any. */
let open: Map<object, OpenCall> | null = null;

/** Notes that an action's call was made. */
export function callMade(call: object, made: OpenCall): void {
  open?.set(call, made);
}

/** Notes that a step has taken a call. */
export function callTaken(call: unknown): void {
  if (typeof call === "object" && call !== null) open?.delete(call);
}

/**
 * Runs a building function: a call of an action outside `act` records nothing, and is told.
 *
 * @throws LightconeError `choreography/misuse` for the first call that nothing took.
 */
export function watchingCalls<R>(build: () => R): R {
  const around = open;
  const made = new Map<object, OpenCall>();
  open = made;
  try {
    const result = build();
    const [lost] = made.values();
    if (lost === undefined) return result;
    throw new LightconeError({
      code: "choreography/misuse",
      what: `${lost.name}(…) was called and is no step: nothing records it`,
      place: lost.place(),
      remedy: `Write c.act(${lost.name}(…)), with the variable for its result first where it has one.`,
    });
  } finally {
    open = around;
  }
}
