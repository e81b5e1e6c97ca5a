import type { Move } from "../runtime/index.ts";
import type { World } from "./world.ts";

/** A move that starts an action, if there is one: a start is no event, so that it need not wait for its turn in a schedule. */
export function startOf(world: World): Move | undefined {
  for (const lifeline of world.lifelines) {
    const thread = world.ready(lifeline).find((id) => world.startsAction(lifeline, id));
    if (thread !== undefined) return { kind: "go", lifeline, thread };
  }
  return undefined;
}
