import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  checkChoreography,
  choreography,
  type Definition,
  hashChoreography,
  lifeline,
  nodesOf,
  parseChoreography,
  printChoreography,
  type Statements,
  script,
  serializeChoreography,
} from "../../src/choreography/index.ts";
import { printFormula } from "../../src/cpl/index.ts";
import { run } from "../../src/engines/index.ts";

const variables = { text: z.string(), verdict: z.enum(["good", "bad"]), n: z.number() };
const actions = {
  write: { in: { text: z.string() }, out: z.string() },
  judge: { in: { text: z.string() }, out: z.enum(["good", "bad"]) },
};
const Author = lifeline("Author", { variables, actions });
const Critic = lifeline("Critic", { variables, actions });

/** The author writes, the critic judges, until the judgement is good. */
const revise = choreography(
  "revise",
  { lifelines: [Author, Critic], inputs: [Author.text], results: [Author.text] },
  (c) => {
    c.set(Author, { verdict: "bad" });
    c.loop(
      Author,
      ({ here, not, eq, or, at }) => not(or(eq(here.verdict, "good"), eq(at(Critic).verdict, "good"))),
      {
        body: () => {
          c.act(Author.text, Author.write({ text: Author.text }));
          c.send(Author, Critic, { text: Author.text }, { label: "draft" });
          c.act(Critic.verdict, Critic.judge({ text: Critic.text }));
          c.send(Critic, Author, { verdict: Critic.verdict });
        },
      },
    );
  },
);

const topics = { ...variables, topic: z.string(), final: z.string() };
const Ann = lifeline("Ann", { variables: topics, actions });
const Bob = lifeline("Bob", { variables: topics, actions });
const Cy = lifeline("Cy", { variables: { final: z.string() } });

const outer = (build: (c: Statements) => void, lifelines = [Ann, Bob, Cy]): Definition =>
  choreography("outer", { lifelines, inputs: [Ann.topic], results: [Ann.final] }, build);

const called = outer((c) => {
  c.call(revise, {
    as: { Author: Ann, Critic: Bob },
    inputs: { Author: { text: Ann.topic } },
    results: { Author: { text: Ann.final } },
  });
});

const errors = ({ ir, sources }: Definition) =>
  checkChoreography(ir, sources).filter(({ severity }) => severity === "error");

describe("a sub-choreography", () => {
  it("prints as its author wrote it, under the names of those who play it", () => {
    expect(errors(called)).toEqual([]);
    const text = printChoreography(called.ir);
    expect(text).toContain(
      `call revise (${hashChoreography(revise.ir).slice(0, 12)}) with Author as Ann, Critic as Bob`,
    );
    expect(text).toContain("Ann: text = topic");
    expect(text).toContain('  while Ann: !(verdict == "good" | @Bob.verdict == "good")');
    expect(text).toContain("    Bob -> Ann: verdict");
    expect(text).toContain("Ann: final = text");
    // Only the author's label is shown as one.
    expect(text.match(/\[.*\]/g)).toEqual(["[draft]"]);
  });

  it("is the same program as the statements themselves", async () => {
    const implementations = [
      script(Ann, { write: ["one", "two"], judge: [] }),
      script(Bob, { write: [], judge: ["bad", "good"] }),
    ];
    const result = await run(called, { implementations, inputs: { Ann: { topic: "t" } } });
    expect(result).toMatchObject({ status: "done", results: { Ann: { final: "two" } } });
  });

  it("can be called twice, in parallel arms, and inside another one", () => {
    const twice = outer((c) => {
      c.set(Ann, { final: "" });
      c.call(revise, { as: { Author: Ann, Critic: Bob }, inputs: { Author: { text: "a" } } });
      c.call(revise, { as: { Author: Bob, Critic: Ann }, inputs: { Author: { text: "b" } } });
    });
    expect(errors(twice)).toEqual([]);
    const names = nodesOf(twice.ir.body).map(({ step }) => step);
    expect(new Set(names).size).toBe(names.length);
    const armed = outer((c) => {
      c.set(Ann, { final: "" });
      c.parallel([
        () => c.call(revise, { as: { Author: Ann, Critic: Bob }, inputs: { Author: { text: "a" } } }),
        () => c.send(Ann, Cy),
      ]);
    });
    expect(errors(armed)).toEqual([]);
    const nested = choreography("nested", { lifelines: [Ann, Bob, Cy], inputs: [Ann.topic] }, (c) => {
      c.set(Ann, { topic: Ann.topic });
      c.call(called, { inputs: { Ann: { topic: Ann.topic } } });
    });
    expect(errors(nested)).toEqual([]);
    expect(printChoreography(nested.ir)).toContain("  call revise");
  });

  it("takes its arms' channels and its guards' lifelines with it", () => {
    const inner = choreography("inner", { lifelines: [Author, Critic] }, (c) => {
      c.parallel([() => c.send(Author, Critic), () => c.coregion(Author, [[Critic]])], { label: "both" });
      c.branch(Critic, "@Author($lifeline == 'Author' & P[Critic] seen(Author) & $type != 'Author')", {
        then: () => c.send(Critic, Author),
      });
    });
    const whole = outer((c) => {
      c.set(Ann, { final: "" });
      c.call(inner, { as: { Author: Ann, Critic: Bob } });
    });
    expect(errors(whole)).toEqual([]);
    const [decision] = nodesOf(whole.ir.body).flatMap((node) =>
      node.kind === "branch" ? [printFormula(node.guard)] : [],
    );
    expect(decision).toBe('@Ann($lifeline == "Ann" & P[Bob] seen(Ann) & $type != "Author")');
  });

  it("keeps the places of the inner author's source, and its place in the JSON", () => {
    const step = nodesOf(called.ir.body).find((node) => node.kind === "act")?.step ?? "";
    expect(called.sources[step]).toEqual(
      revise.sources[nodesOf(revise.ir.body).find((n) => n.kind === "act")?.step ?? ""],
    );
    const parsed = parseChoreography(JSON.parse(serializeChoreography(called.ir)));
    expect(parsed.ok && parsed.ir).toEqual(called.ir);
  });

  it("is refused with everything that does not fit", () => {
    const wrong = () =>
      outer((c) =>
        c.call(revise, {
          as: { Author: Cy, Editor: Bob },
          inputs: { Author: { txt: "a" } },
        }),
      );
    expect(wrong).toThrow(/no lifeline Editor/);
    expect(wrong).toThrow(/nobody plays Critic/);
    expect(wrong).toThrow(/Cy has no text for Author/);
    expect(wrong).toThrow(/Cy has no write for Author/);
    expect(wrong).toThrow(/Author\.txt is none of its inputs/);
    expect(() => outer((c) => c.call(revise, { as: { Author: Ann, Critic: Ann } }))).toThrow(
      /plays Author and another/,
    );
    const Odd = lifeline("Odd", { variables: { ...topics, text: z.number() }, actions });
    expect(() =>
      outer((c) => c.call(revise, { as: { Author: Ann, Critic: Odd } }), [Ann, Bob, Odd] as never),
    ).toThrow(/Odd\.text is declared otherwise/);
    expect(() =>
      outer((c) =>
        c.call(revise, { as: { Author: Ann, Critic: Bob }, results: { Author: { text: Bob.final } } }),
      ),
    ).toThrow(/no variable of Ann/);
  });
});

describe("a scope", () => {
  it("names a part, and keeps the ids of its steps apart", () => {
    const scoped = outer((c) => {
      c.set(Ann, { final: "" });
      c.scope("first", () => c.send(Ann, Bob));
      c.scope("second", () => c.send(Ann, Bob));
    });
    expect(errors(scoped)).toEqual([]);
    expect(nodesOf(scoped.ir.body).map(({ step }) => step)).toEqual([
      "assign:Ann(final)",
      "scope:.first",
      "scope:.first/body/message:Ann>Bob()",
      "scope:.second",
      "scope:.second/body/message:Ann>Bob()",
    ]);
    expect(printChoreography(scoped.ir)).toContain("scope first\n  Ann -> Bob");
    expect(() => outer((c) => c.scope("", () => {}))).toThrow(/needs a name/);
  });
});

describe("static families of lifelines", () => {
  it("are made and addressed in a loop of the host language (user report I)", async () => {
    const names = ["R1", "R2", "R3"] as const;
    const reviewers = names.map((name) =>
      lifeline(name, { variables: { vote: z.boolean() }, actions: { judge: { out: z.boolean() } } }),
    );
    const Lead = lifeline("Lead", {
      variables: { r0: z.boolean(), r1: z.boolean(), r2: z.boolean(), all: z.boolean() },
    });
    const votes = ["r0", "r1", "r2"] as const;
    const panel = choreography("panel", { lifelines: [Lead, ...reviewers], results: [Lead.all] }, (c) => {
      for (const reviewer of reviewers) c.send(Lead, reviewer);
      for (const reviewer of reviewers) c.act(reviewer.vote, reviewer.judge());
      c.coregion(
        Lead,
        reviewers.map((reviewer, i) => [reviewer, { [votes[i] ?? "r0"]: reviewer.vote }] as const),
      );
      c.branch(Lead, ({ here, and, eq }) => and(...votes.map((vote) => eq(here[vote], true))), {
        then: () => c.set(Lead, { all: true }),
        else: () => c.set(Lead, { all: false }),
      });
    });
    expect(errors(panel)).toEqual([]);
    const result = await run(panel, {
      implementations: reviewers.map((reviewer, i) => script(reviewer, { judge: [i !== 1] })),
    });
    expect(result).toMatchObject({ status: "done", results: { Lead: { all: false } } });
  });
});
