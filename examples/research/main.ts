import { choreography, implement, lifeline, provide } from "lightcone";
import { namedModel, prompt, scriptedModel } from "lightcone/models";
import { z } from "zod";

// Three researchers work in parallel; the lead sketches an outline meanwhile, and takes their findings in any order.

const text = z.string();
const angles = ["history", "costs", "risks"] as const;
const Lead = lifeline("Lead", {
  variables: { question: text, outline: text, history: text, costs: text, risks: text, report: text },
  actions: {
    sketch: { in: { question: text }, out: text },
    write: { in: { outline: text, history: text, costs: text, risks: text }, out: text },
  },
});
const researchers = angles.map((angle) =>
  lifeline(angle, {
    variables: { question: text, finding: text },
    actions: { search: { in: { question: text }, out: text } },
  }),
);

/** Asked at once, collected in any order; the outline holds up nobody. */
export const research = choreography(
  "research",
  { lifelines: [Lead, ...researchers], inputs: [Lead.question], results: [Lead.report] },
  (c) => {
    for (const researcher of researchers) {
      c.send(Lead, researcher, { question: Lead.question });
      c.act(researcher.finding, researcher.search({ question: researcher.question }));
    }
    c.parallel(
      [
        () => c.act(Lead.outline, Lead.sketch({ question: Lead.question })),
        () =>
          c.coregion(
            Lead,
            researchers.map(
              (researcher, i) => [researcher, { [angles[i] ?? "history"]: researcher.finding }] as const,
            ),
          ),
      ],
      { label: "gather" },
    );
    const { outline, history, costs, risks } = Lead;
    c.act(Lead.report, Lead.write({ outline, history, costs, risks }));
  },
);

const script = {
  sketch: "1 history, 2 costs, 3 risks",
  "history.search": "first built in 1931",
  "costs.search": "about 40 000 a year",
  "risks.search": "none that insurance does not cover",
  write: "Built in 1931, it costs 40 000 a year and is safe.",
};

/** Answers of a script; on a real model with `--model`. */
export const people = provide(async ({ model: named }) => {
  const model = named === undefined ? scriptedModel(script) : await namedModel(named, process.env);
  return [
    implement(Lead, {
      sketch: prompt(({ question }) => `Sketch the outline of an answer, in one line: ${question}`, {
        model,
      }),
      write: prompt(
        ({ outline, history, costs, risks }) =>
          `Answer in two sentences. Outline: ${outline}. Findings: ${history}; ${costs}; ${risks}.`,
        { model },
      ),
    }),
    ...researchers.map((researcher, i) =>
      implement(researcher, {
        search: prompt(({ question }) => `In a few words, only the ${angles[i]} of it: ${question}`, {
          model,
        }),
      }),
    ),
  ];
});
