import { describe, expect, it } from "vitest";
import { z } from "zod";
import { LightconeError } from "../../src/base/index.ts";
import { checkChoreography } from "../../src/choreography/index.ts";
import { choreography, implement, lifeline, run } from "../../src/index.ts";
import { projectPath } from "../architecture/source.ts";
import { read } from "./blocks.ts";
import { runCli } from "./reader.ts";

const A = lifeline("A", { variables: { n: z.number() } });
const verdict = z.enum(["good", "bad"]);
const B = lifeline("B", {
  variables: { n: z.number(), verdict },
  actions: { check: { out: verdict } },
});
const lifelines = [A, B];
const Writer = lifeline("Writer", { variables: { topic: z.string() } });

type Build = Parameters<typeof choreography>[2];

/** What is found wrong with a choreography that can be recorded. */
const findings = (build: Build): string =>
  checkChoreography(choreography("x", { lifelines }, build).ir)
    .map(({ message }) => message)
    .join("\n");

const record = (build: Build) => choreography("x", { lifelines }, build);

/** Each mistake that the guide names, with the sentence that it quotes. */
const mistakes: readonly (readonly [said: string, make: () => unknown])[] = [
  ["A uses B.n for n, which it does not hold", () => record((c) => c.send(A, B, { n: B.n as never }))],
  ["the step reads A.n, but nothing has written it before", () => findings((c) => c.send(A, B, { n: A.n }))],
  [
    "A.check is both a variable and an action",
    () => lifeline("A", { variables: { check: z.string() }, actions: { check: {} } }),
  ],
  [
    "A can never leave this loop: nothing in its body can make the guard false",
    () =>
      findings((c) => {
        c.set(A, { n: 1 });
        c.loop(A, ({ here, gt }) => gt(here.n, 0), { body: () => c.send(A, B) });
      }),
  ],
  [
    "an asynchronous function was given; what it does after its first `await` would be lost",
    () => record(async () => {}),
  ],
  [
    "a guard of A made `n > 0`, which is no part of its result",
    () => record((c) => c.branch(A, ({ here, eq, gt }) => gt(here.n, 0) && eq(here.n, 3), {})),
  ],
  [
    'the formula asks for "verdict" of "B" and never for what that is about',
    () =>
      findings((c) => {
        c.act(B.verdict, B.check());
        c.send(B, A);
        c.branch(A, ({ at, eq }) => eq(at(B).verdict, "good"), { then: () => c.set(A, { n: 1 }) });
      }),
  ],
  [
    'a negation is true where "B" was never seen',
    () =>
      findings((c) => {
        c.branch(A, '!@B(verdict == "bad")', { then: () => c.set(A, { n: 1 }) });
      }),
  ],
  ["B.check has no implementation", () => implement(B, {} as never)],
  [
    "The input Writer.topic is missing",
    () => run(choreography("x", { lifelines: [Writer], inputs: [Writer.topic] }, () => {})),
  ],
  [
    "The action B.check failed: it took longer than 50 ms",
    async () => {
      const deaf = implement(B, { check: { run: () => new Promise(() => {}), timeout: 50 } });
      const result = await run(
        record((c) => c.act(B.verdict, B.check())),
        { implementations: [deaf] },
      );
      return result.status === "failed" ? result.error.message : result.status;
    },
  ],
  [
    'there is no lifeline "Cheker" here',
    async () => {
      const recording = "examples/code-review/schedule.msc.jsonl";
      const { err } = await runCli(projectPath(""), ["check", recording, "--formula", "seen(Cheker)"]);
      return err;
    },
  ],
];

/** What the guide quotes after "Usual mistake", in order. */
const quoted = read("docs/guide.md")
  .split("\n\n")
  .filter((part) => part.startsWith("*Usual mistake"))
  .join("\n")
  .replaceAll("\n", " ");

describe("the usual mistakes that the guide names", () => {
  it.each(mistakes)("%s", async (said, make) => {
    const told = await Promise.resolve()
      .then(make)
      .catch((thrown: unknown) => {
        if (thrown instanceof LightconeError) return thrown.message;
        throw thrown;
      });
    expect(told).toContain(said);
    expect(quoted).toContain(said.includes("`") ? `\`\`${said}\`\`` : `\`${said}\``);
  });

  it("are at least one a part", () => {
    const parts = read("docs/guide.md").split(/^## /m).slice(1);
    for (const part of parts) expect(part).toContain("*Usual mistake");
  });
});
