import type { Lifeline } from "../base/index.ts";
import type { Event } from "../causality/index.ts";
import type { Choreography } from "../choreography/index.ts";
import { type Formula, type Predicates, satisfies } from "../cpl/index.ts";
import { exclusiveIn } from "./exclusive.ts";
import { firstArmNames } from "./first-arm-names.ts";
import { chartOf, type History, type Past } from "./history.ts";
import type { At, Rules } from "./moves.ts";
import { recipients } from "./project.ts";

/** The rules of moving for a choreography, once each lifeline's last event is given. */
export function rulesOf(
  ir: Choreography,
  history: History,
  predicates: Predicates,
): (last: readonly (Past | null)[]) => Rules {
  const table = recipients(ir);
  const names = firstArmNames(ir.body, history.lifelines, table);
  const exclusive = exclusiveIn(ir);
  // A guard's value follows from the past of its owner's last event alone.
  const decided = new Map<Formula, Map<string, boolean>>();
  return (last) => ({
    names,
    recipients: table,
    exclusive,
    decide: (lifeline, guard, at) => {
      const previous = last[history.lifelines.indexOf(lifeline)] ?? null;
      const answers = decided.get(guard) ?? new Map<string, boolean>();
      decided.set(guard, answers);
      const key = previous === null ? lifeline : `#${previous.id}`; // no lifeline has a `#`
      const value = answers.get(key) ?? evaluate(history, { lifeline, previous, guard, at, predicates });
      answers.set(key, value);
      return value;
    },
  });
}

interface Question {
  readonly lifeline: Lifeline;
  readonly previous: Past | null;
  readonly guard: Formula;
  readonly at: At;
  readonly predicates: Predicates;
}

/** The guard is asked at the choice itself; no formula can read the choice's own value. */
function evaluate(history: History, { lifeline, previous, guard, at, predicates }: Question): boolean {
  const choice: Event = { on: lifeline, kind: "choice", guard: at.step, value: false, ...at };
  const msc = chartOf(history, [previous], [choice]);
  return satisfies(msc, msc.events.length - 1, guard, { predicates });
}
