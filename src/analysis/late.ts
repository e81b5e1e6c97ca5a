import { concurrent, cutAt, type EventIndex, joinCuts, type Msc } from "../causality/index.ts";
import { type Formula, lifelinesOf, type Predicates, satisfies } from "../cpl/index.ts";

/**
 * late(d): the events concurrent with a decision that would have changed it, that is, for which the guard, evaluated at
 * the decision over past(d) ∪ past(e), differs (design, section 7). In the chart's order.
 *
 * @param decision Usually a `choice`; any event at which the guard is evaluated.
 */
export function lateEvidence(
  msc: Msc,
  decision: EventIndex,
  guard: Formula,
  predicates: Predicates = {},
): readonly EventIndex[] {
  const own = cutAt(msc, decision);
  const value = satisfies(msc, decision, guard, { predicates });
  const asked = asksEveryone(guard) ? msc.lifelines : [...lifelinesOf(guard)];
  const columns = asked.map((lifeline) => msc.lifelines.indexOf(lifeline));
  return msc.events.flatMap((_, event) => {
    if (!concurrent(msc, decision, event)) return [];
    const cut = joinCuts(own, cutAt(msc, event));
    // The guard sees other lifelines only through their latest visible events: where those stay, so does its value.
    if (columns.every((column) => cut.latest[column] === own.latest[column])) return [];
    return satisfies(msc, decision, guard, { cut, predicates }) === value ? [] : [event];
  });
}

/** Whether the guard holds a bare `P`, which asks every lifeline without naming one. */
function asksEveryone(guard: Formula): boolean {
  switch (guard.kind) {
    case "once":
      return guard.lifeline === null || asksEveryone(guard.body);
    case "not":
    case "prev":
    case "at":
      return asksEveryone(guard.body);
    case "and":
    case "or":
    case "since":
      return asksEveryone(guard.left) || asksEveryone(guard.right);
    case "bool":
    case "compare":
    case "predicate":
    case "seen":
      return false;
  }
}
