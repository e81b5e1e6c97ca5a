import { describe, expect, it } from "vitest";
import { diagnose } from "../../examples/diagnosis/main.ts";
import { research } from "../../examples/research/main.ts";
import { revise } from "../../examples/revise/main.ts";
import type { Json } from "../../src/base/index.ts";
import { checkChoreography, settle } from "../../src/choreography/index.ts";
import { cli } from "../../src/cli/cli.ts";
import { checkProjection } from "../../src/projection/index.ts";
import { expectHolds, explore, succeeds } from "../../src/testing/index.ts";
import { projectPath } from "../architecture/source.ts";

async function lightcone(...args: readonly string[]): Promise<readonly string[]> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await cli(args, {
    out: (line) => out.push(...line.split("\n")),
    err: (line) => err.push(line),
    status: () => {},
    columns: 100,
    color: false,
    cwd: projectPath(""),
    interrupted: new AbortController().signal,
  });
  expect([code, err]).toEqual([0, []]);
  return out;
}

describe("the examples whose actions ask a model, offline", () => {
  it.each([
    ["revise", "topic=tides", 'Writer.draft = "The sea rises twice a day: the moon is why."'],
    ["research", "question=Why", 'Lead.report = "Built in 1931, it costs 40 000 a year and is safe."'],
    ["diagnosis", "findings=fever", 'Ward.outcome = "agreed"'],
  ])("%s ends as it should", async (name, input, result) => {
    const out = await lightcone("run", `examples/${name}/main.ts`, "--input", input);
    expect(out.map((line) => line.trim())).toContain(result);
  });

  it.each([revise, research, diagnose])("%# has nothing that validate warns of", (definition) => {
    const { ir, sources } = definition;
    const found = [...checkChoreography(ir, sources), ...checkProjection(ir, sources)];
    expect(settle(definition, found)).toEqual({ diagnostics: [], allowed: 0 });
  });
});

describe("in every schedule, whatever the models say", () => {
  it("the writer holds a draft that the editor approved, or the bound is reached", async () => {
    const drafts = (n: number): Json => `draft ${n}`;
    const explored = await explore(revise, {
      inputs: { Writer: { topic: "t" } },
      outcomes: ({ action, occurrence }) =>
        action === "write"
          ? succeeds(drafts(occurrence))
          : [succeeds({ verdict: "approved", notes: "" }), succeeds({ verdict: "revise", notes: "" })],
      never: 'Writer: $kind == "choice" & @Editor.verdict == "approved" & @Editor.draft != draft',
      deterministic: true,
    });
    expectHolds(explored);
    expect(explored.configurations).toBeGreaterThan(20);
  });

  it("the lead's report rests on what all three have found", async () => {
    const explored = await explore(research, {
      inputs: { Lead: { question: "q" } },
      outcomes: ({ lifeline, action }) => succeeds(`${lifeline}'s ${action}`),
      always:
        'Lead: !($type == "write") | P[Lead] $type == "sketch" & seen(history) & seen(costs) & seen(risks)',
      deterministic: true,
    });
    expectHolds(explored);
  });

  it("the doctors agree on the case as it stands", async () => {
    const say = (about: Json | undefined) =>
      ["cold", "flu"].map((value) => succeeds({ about: about ?? null, value }));
    const explored = await explore(diagnose, {
      inputs: { Ward: { findings: "f0" } },
      outcomes: ({ action, args, occurrence }) =>
        action === "look" ? say(args["findings"]) : succeeds(`f${occurrence}`),
      never: 'Ward: outcome == "agreed" & (@Ada.findings != findings | @Ben.findings != findings)',
      deterministic: true,
      runs: 60,
      seed: 1,
    });
    expectHolds(explored);
  });
});
