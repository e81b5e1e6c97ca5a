import { describe, expect, it } from "vitest";
import { z } from "zod";
import { choreography, lifeline } from "../../src/choreography/index.ts";
import { run } from "../../src/engines/index.ts";
import type { LocalProgram } from "../../src/projection/index.ts";
import { expectHolds, explore, fails, succeeds, withPrograms } from "../../src/testing/index.ts";

const Author = lifeline("Author", {
  variables: { version: z.number() },
  actions: { write: { out: z.number() } },
});
const Tester = lifeline("Tester", {
  variables: { version: z.number(), status: z.enum(["passed", "failed"]) },
  actions: { test: { out: z.enum(["passed", "failed"]) } },
});
const Releaser = lifeline("Releaser", { variables: { version: z.number() }, actions: { release: {} } });
const lifelines = [Author, Tester, Releaser];

/** The releaser looks at a verdict, and not at what the verdict is about. */
const stale = choreography("stale", { lifelines, results: [Releaser.version] }, (c) => {
  c.set(Author, { version: 1 });
  c.send(Author, Tester, { version: Author.version });
  c.act(Tester.status, Tester.test());
  c.send(Tester, Releaser);
  c.set(Author, { version: 2 });
  c.send(Author, Releaser, { version: Author.version });
  c.branch(Releaser, '@Tester.status == "passed"', { then: () => c.act(Releaser.release()), else: () => {} });
});
const unseen = 'Releaser: $type == "release" & !(@Tester.version == version)';

const race = choreography("race", { lifelines, results: [Tester.status] }, (c) => {
  c.set(Author, { version: 1 });
  c.parallel([
    () => c.send(Author, Tester),
    () =>
      c.branch(Tester, "seen(Author)", {
        then: () => c.set(Tester, { status: "passed" }),
        else: () => c.set(Tester, { status: "failed" }),
      }),
  ]);
});

const greeting = choreography("greeting", { lifelines: [Author, Tester] }, (c) => {
  c.send(Author, Tester);
  c.send(Tester, Author);
});

/** Both receive first. */
function receivingFirst(programs: readonly LocalProgram[]): readonly LocalProgram[] {
  return programs.map((program) => {
    const [send, recv] = (["send", "recv"] as const).map(
      (kind) => program.ops.find((op) => op.kind === kind)!,
    );
    const ops = program.ops.map((op, i) => {
      if (program.lifeline !== "Author" || (op.kind !== "send" && op.kind !== "recv")) return op;
      return {
        ...(op.kind === "send" ? recv! : send!),
        next: (program.ops[i] as typeof op).next,
      } as typeof op;
    });
    return { ...program, ops };
  });
}

describe("explore, from a test", () => {
  it("tries every value of a finite schema, and finds nothing where nothing is wrong", async () => {
    const explored = await explore(stale);
    expect(explored).toMatchObject({ complete: true, ends: 2, violations: [], notCompared: null });
    expect(explored.moves.spared).toBeGreaterThan(0);
    expect(() => expectHolds(explored)).not.toThrow();
  });

  it("finds a stale guard, and shows the causal past of the release alone", async () => {
    const explored = await explore(stale, { never: unseen });
    const [violation] = explored.violations;
    expect(violation).toMatchObject({ kind: "never", script: { "Tester.test": ["passed"] } });
    expect(violation?.events.at(-1)).toMatchObject({ on: "Releaser", type: "release" });
    expect(violation?.events.length).toBe(11);
    expect(() => expectHolds(explored)).toThrow(expect.objectContaining({ code: "explore/violated" }));
    expect(() => expectHolds(explored)).toThrow(/Releaser#4\s+release\n\s+outcomes: Tester.test: "passed"/);
  });

  it("takes the outcomes that it is given, failures too", async () => {
    const never = await explore(stale, {
      never: unseen,
      outcomes: ({ action }) => (action === "test" ? succeeds("failed") : undefined),
    });
    expect(never.violations).toEqual([]);
    const both = await explore(stale, {
      outcomes: ({ action }) => (action === "test" ? [succeeds("passed"), fails("no")] : undefined),
    });
    expect(both).toMatchObject({
      ends: 1,
      failures: [{ lifeline: "Tester", message: "no", charts: 1 }],
      violations: [],
    });
  });

  it("demands what always holds", async () => {
    const { violations } = await explore(stale, {
      always: ["Author: version == 1", "true"],
      outcomes: () => succeeds("passed"),
    });
    expect(violations.map(({ kind }) => kind)).toEqual(["always"]);
    expect(violations[0]?.events.length).toBe(3);
  });

  it("finds a race: one result for one schedule, another for another", async () => {
    expect((await explore(race)).violations).toEqual([]);
    const explored = await explore(race, { deterministic: true });
    expect(explored.violations.map(({ kind }) => kind)).toEqual(["results"]);
    expect(explored.violations[0]?.other?.events.length).toBeGreaterThan(0);
    expect(() => expectHolds(explored)).toThrow(/by the other schedule/);
  });

  it("finds the deadlock of programs that nobody projected, and run fails in it too", async () => {
    const stuck = withPrograms(greeting, receivingFirst);
    const { violations, notCompared } = await explore(stuck);
    expect(violations).toMatchObject([{ kind: "deadlock", events: [] }]);
    expect(violations[0]?.what).toMatch(/Author waits for Tester.*Tester waits for Author/);
    expect(notCompared).toBe("there is a deadlock");
    const result = await run(stuck);
    expect(result).toMatchObject({ status: "failed", error: { code: "run/deadlock" } });
  });

  it("finds programs that do something else than the choreography", async () => {
    const other = withPrograms(stale, (programs) =>
      programs.map((program) => ({
        ...program,
        ops: program.ops.map((op) =>
          op.kind === "choose" ? { ...op, next: op.whenTrue, whenTrue: op.next } : op,
        ),
      })),
    );
    const kinds = (await explore(other)).violations.map(({ kind }) => kind);
    expect(kinds).toEqual(["difference", "missing"]);
  });

  it("draws random schedules, the same for the same seed, and beyond the limit", async () => {
    const some = await explore(race, { runs: 50, seed: 3, deterministic: true });
    expect(some).toMatchObject({ complete: false, configurations: 0, runs: 50 });
    expect(some).toEqual(await explore(race, { runs: 50, seed: 3, deterministic: true }));
    expect(some.violations.map(({ kind }) => kind)).toEqual(["results"]);
    const beyond = await explore(race, { limit: 3 });
    expect(beyond).toMatchObject({ complete: false, configurations: 3, runs: 1000, ends: 3, violations: [] });
  });

  it("says what it needs", async () => {
    const open = choreography("open", { lifelines: [Author] }, (c) => c.act(Author.version, Author.write()));
    await expect(explore(open)).rejects.toMatchObject({ code: "explore/outcomes" });
    await expect(explore(stale, { never: "Relaeser: true" })).rejects.toMatchObject({
      code: "explore/demand",
      diagnostics: [{ suggestion: "Releaser" }],
    });
    await expect(explore(stale, { never: "version ==" })).rejects.toMatchObject({ code: "formula/syntax" });
    expect(() => succeeds(() => 1)).toThrow(expect.objectContaining({ code: "json/not-json" }));
  });
});
