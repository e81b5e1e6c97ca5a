import { describe, expect, it } from "vitest";
import { z } from "zod";
import { choreography, lifeline, run } from "../../src/index.ts";

const version = z.string();
const verdict = z.enum(["pending", "passed"]);
const Author = lifeline("Author", { variables: { version } });
const Tester = lifeline("Tester", { variables: { version, verdict } });
const Releaser = lifeline("Releaser", { variables: { version, released: z.boolean() } });
const lifelines = [Author, Tester, Releaser];

/** v1 is tested, then v2 reaches the releaser: from the author, or through the tester, who takes it with a reset. */
const release = (path: "two paths" | "through the tester", guard: string) =>
  choreography("release", { lifelines, results: [Releaser.released, Releaser.version] }, (c) => {
    c.set(Author, { version: "v1" });
    c.send(Author, Tester, { version: Author.version, verdict: "pending" });
    c.set(Tester, { verdict: "passed" });
    c.send(Tester, Releaser, { version: Tester.version });
    c.set(Author, { version: "v2" });
    if (path === "two paths") c.send(Author, Releaser, { version: Author.version });
    else {
      c.send(Author, Tester, { version: Author.version, verdict: "pending" });
      c.send(Tester, Releaser, { version: Tester.version });
    }
    c.branch(Releaser, guard, {
      then: () => c.set(Releaser, { released: true }),
      else: () => c.set(Releaser, { released: false }),
    });
  });

const alone = '@Tester.verdict == "passed"';
const withSubject = `${alone} & @Tester.version == version`;

describe("a verdict without its subject, as the concepts tell of it", () => {
  it.each([
    ["two paths", alone, true],
    ["two paths", withSubject, false],
    ["through the tester", alone, false],
    ["through the tester", withSubject, false],
  ] as const)("%s, %s: v2, which was not tested, is released: %s", async (path, guard, released) => {
    for (let schedule = 0; schedule < 10; schedule++) {
      const result = await run(release(path, guard), { schedule });
      expect(result).toMatchObject({ status: "done", results: { Releaser: { version: "v2", released } } });
    }
  });
});
