import { describe, expect, it } from "vitest";
import { lateEvidence } from "../../src/analysis/index.ts";
import { eventName } from "../../src/causality/index.ts";
import { act, at, chart, choice, formula, mergeScenario, recv, reviewGuard, send } from "./charts.ts";

describe("late evidence", () => {
  const merge = mergeScenario();
  const late = (decision: string, text: string): readonly string[] =>
    lateEvidence(merge, at(merge, decision), formula(text)).map((event) => eventName(merge, event));

  it("is every concurrent event that would have changed the decision", () => {
    expect(late("Committer#3", reviewGuard)).toEqual(["TestRunner#5", "TestRunner#6"]);
  });

  it("is nothing that only goes on with what was known", () => {
    expect(late("Committer#3", reviewGuard)).not.toContain("TestRunner#4");
  });

  it("is nothing that the decision knew, and nothing that came after it", () => {
    expect(late("Committer#5", reviewGuard)).toEqual([]);
  });

  it("is nothing where the guard does not ask", () => {
    expect(late("Committer#3", "@Orchestrator.proposal == candidate")).toEqual([]);
    expect(late("Committer#3", "true")).toEqual([]);
  });

  it("is found by a bare P, which asks every lifeline", () => {
    expect(late("Committer#3", 'P status == "failed"')).toEqual(["TestRunner#5", "TestRunner#6"]);
    expect(late("Committer#3", '!P status == "failed"')).toEqual(["TestRunner#5", "TestRunner#6"]);
  });

  it("works against a decision that was false as well", () => {
    expect(late("Committer#3", '@TestRunner.status == "failed"')).toEqual(["TestRunner#5", "TestRunner#6"]);
  });

  it("may come through a third lifeline", () => {
    const msc = chart(
      ["Source", "Relay", "Owner"],
      [
        act("Source", { bad: true }),
        send("Source", "m1", "Relay"),
        recv("Relay", "m1"),
        choice("Owner"),
        act("Relay"),
        send("Relay", "m2", "Owner"),
        recv("Owner", "m2"),
      ],
    );
    const names = lateEvidence(msc, at(msc, "Owner#1"), formula("@Source.bad == true")).map((event) =>
      eventName(msc, event),
    );
    expect(names).toEqual(["Source#1", "Source#2", "Relay#1", "Relay#2", "Relay#3"]);
  });

  it("may come and go: an event that alone changes the guard while a later one changes it back", () => {
    const msc = chart(["A", "Owner"], [choice("Owner"), act("A", { on: true }), act("A", { on: false })]);
    const names = lateEvidence(msc, at(msc, "Owner#1"), formula("@A.on == true")).map((event) =>
      eventName(msc, event),
    );
    expect(names).toEqual(["A#1"]);
  });
});
