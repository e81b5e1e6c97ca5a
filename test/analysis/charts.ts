import type { Vars } from "../../src/base/index.ts";
import { buildMsc, type Event, type EventIndex, eventName, type Msc } from "../../src/causality/index.ts";
import { type Formula, parseFormula } from "../../src/cpl/index.ts";

/** Parses a formula that a test knows to be right. */
export function formula(text: string): Formula {
  const parsed = parseFormula(text);
  if (!parsed.ok) throw new TypeError(parsed.diagnostics[0]?.message);
  return parsed.formula;
}

/** Builds a chart that a test knows to be right. */
export function chart(
  lifelines: readonly string[],
  events: readonly Event[],
  initial: { readonly [l: string]: Vars } = {},
): Msc {
  const built = buildMsc({ lifelines, events, initial });
  if (!built.ok) throw new TypeError(built.problems[0]?.message);
  return built.msc;
}

/** The place of an event that is named `LIFELINE#K`. */
export function at(msc: Msc, name: string): EventIndex {
  const index = msc.events.findIndex((_, e) => eventName(msc, e) === name);
  if (index < 0) throw new TypeError(`no event ${name}`);
  return index;
}

export const act = (on: string, set: Vars = {}, unset: readonly string[] = []): Event => ({
  on,
  kind: "act",
  set,
  unset,
});
export const send = (on: string, msg: string, to: string): Event => ({ on, kind: "send", msg, to });
export const recv = (on: string, msg: string, set: Vars = {}): Event => ({ on, kind: "recv", msg, set });
export const choice = (on: string, guard = "g", value = true): Event => ({
  on,
  kind: "choice",
  guard,
  value,
});

/** The merge scenario of the paper: a pass arrives, the later failure is on its way at the decision. */
export function mergeScenario(): Msc {
  return chart(
    ["Orchestrator", "TestRunner", "Committer"],
    [
      act("TestRunner", { candidate: "c1", status: "pending" }),
      act("TestRunner", { status: "passed" }),
      send("TestRunner", "pass", "Committer"),
      recv("Committer", "pass"),
      act("TestRunner", { status: "checking" }),
      act("TestRunner", { status: "failed" }),
      send("TestRunner", "fail", "Committer"),
      act("Orchestrator", { proposal: "c1" }),
      send("Orchestrator", "merge", "Committer"),
      recv("Committer", "merge", { candidate: "c1" }),
      choice("Committer", "review"),
      recv("Committer", "fail"),
      choice("Committer", "review", false),
    ],
  );
}

/** The test half of the paper's guard. */
export const reviewGuard =
  '@TestRunner.candidate == candidate & @TestRunner((status != "failed" & status != "pending") S status == "passed")';
