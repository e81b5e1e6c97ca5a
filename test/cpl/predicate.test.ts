import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  checkChoreography,
  choreography,
  hashChoreography,
  lifeline,
  script,
} from "../../src/choreography/index.ts";
import { aboutOf, predicate, printFormula } from "../../src/cpl/index.ts";
import { run } from "../../src/engines/index.ts";

const verdict = z.object({ about: z.string(), value: z.string() });
const Tester = lifeline("Tester", {
  variables: { candidate: z.string(), verdict },
  actions: { test: { in: { candidate: z.string() }, out: verdict } },
});
const Merger = lifeline("Merger", { variables: { candidate: z.string(), merged: z.boolean() } });
const lifelines = [Tester, Merger];

/** The tests' verdict is about the first candidate, whichever is asked about. */
const guarded = (candidate: string) =>
  choreography("guarded", { lifelines, results: [Merger.merged] }, (c) => {
    c.set(Merger, { candidate });
    c.send(Merger, Tester, { candidate: "v1" });
    c.act(Tester.verdict, Tester.test({ candidate: Tester.candidate }));
    c.send(Tester, Merger);
    c.branch(Merger, ({ here, at, covers }) => covers(at(Tester).verdict, here.candidate, "passed"), {
      then: () => c.set(Merger, { merged: true }),
      else: () => c.set(Merger, { merged: false }),
    });
  });

describe("a named predicate", () => {
  it.each([
    ["v1", true],
    ["v2", false],
  ])("covers: a verdict about v1 covers %s: %s", async (candidate, merged) => {
    const definition = guarded(candidate);
    const result = await run(definition, {
      implementations: [script(Tester, { test: [aboutOf("v1", "passed")] })],
    });
    expect(result).toMatchObject({ status: "done", results: { Merger: { merged } } });
  });

  it("stands in the program with its arity and version, which are part of its identity", () => {
    expect(guarded("v1").ir.predicates).toEqual({ covers: { arity: 3, version: "1" } });
    const near = (version: string) =>
      predicate("near", version, (a: number, b: number) => Math.abs(a - b) < 2);
    const made = (version: string) =>
      choreography("p", { lifelines, predicates: [near(version)] }, (c) => {
        c.branch(Merger, ({ holds }) => holds(near(version), 1, 2), { then: () => c.send(Merger, Tester) });
      });
    expect(hashChoreography(made("1").ir)).not.toBe(hashChoreography(made("2").ir));
    const [decision] = made("1").ir.body;
    expect(decision?.kind === "branch" && printFormula(decision.guard)).toBe("near(1, 2)");
  });

  it("that is not declared, or has other arguments, is a finding", () => {
    const near = predicate("near", "1", (_value: string) => true);
    const undeclared = choreography("p", { lifelines }, (c) => {
      c.branch(Merger, ({ here, holds }) => holds(near, here.candidate), {
        then: () => c.send(Merger, Tester),
      });
    });
    expect(checkChoreography(undeclared.ir).map(({ code }) => code)).toContain(
      "choreography/unknown-predicate",
    );
    const short = choreography("p", { lifelines }, (c) => {
      c.branch(Merger, "covers(candidate)", { then: () => c.send(Merger, Tester) });
    });
    expect(checkChoreography(short.ir).map(({ code }) => code)).toContain("choreography/unknown-predicate");
  });

  it("is false where a term is unset, and is not called then", async () => {
    const calls: unknown[] = [];
    const spy = predicate("spy", "1", (value: string) => calls.push(value) > 0);
    const definition = choreography("p", { lifelines, predicates: [spy], results: [Merger.merged] }, (c) => {
      c.send(Tester, Merger);
      c.branch(Merger, ({ at, holds }) => holds(spy, at(Tester).candidate), {
        then: () => c.set(Merger, { merged: true }),
        else: () => c.set(Merger, { merged: false }),
      });
    });
    expect(await run(definition)).toMatchObject({ results: { Merger: { merged: false } } });
    expect(calls).toEqual([]);
  });

  it("that throws fails the run, by name", async () => {
    const bad = predicate("bad", "1", (_value: string) => {
      throw new TypeError("no");
    });
    const definition = choreography("p", { lifelines, predicates: [bad] }, (c) => {
      c.set(Merger, { candidate: "v" });
      c.branch(Merger, ({ here, holds }) => holds(bad, here.candidate), {
        then: () => c.send(Merger, Tester),
      });
    });
    expect(await run(definition)).toMatchObject({
      status: "failed",
      error: { code: "monitor/predicate-failed", what: expect.stringContaining("bad") },
    });
  });
});
