import { choreography, implement, lifeline, provide } from "lightcone";
import { namedModel, prompt, scriptedModel } from "lightcone/models";
import { z } from "zod";

// Two reviewers look at one case until they agree. A diagnosis counts for the state of the case that it is about: after
// each disagreement a test is made and the case has a new state, which an old diagnosis does not cover.

const text = z.string();
const diagnosis = z.object({ about: text, value: z.enum(["cold", "flu", "unclear"]) });
const Ward = lifeline("Ward", {
  variables: { findings: text, outcome: z.enum(["open", "agreed"]) },
  actions: { test: { in: { findings: text }, out: text } },
});
// A family of lifelines: an ordinary loop makes them, and ordinary loops address them.
const doctors = ["Ada", "Ben"].map((name) =>
  lifeline(name, {
    variables: { findings: text, diagnosis },
    actions: { look: { in: { findings: text }, out: diagnosis } },
  }),
);

/** Ward decides each time: both have said the same of the case as it stands. */
export const diagnose = choreography(
  "diagnose",
  { lifelines: [Ward, ...doctors], inputs: [Ward.findings], results: [Ward.findings, Ward.outcome] },
  (c) => {
    c.set(Ward, { outcome: "open" });
    c.loop(
      Ward,
      ({ here, eq }) => eq(here.outcome, "open"),
      {
        body: () => {
          for (const doctor of doctors) c.send(Ward, doctor, { findings: Ward.findings });
          c.parallel(
            doctors.map((doctor) => () => {
              c.act(doctor.diagnosis, doctor.look({ findings: doctor.findings }));
              c.send(doctor, Ward);
            }),
          );
          c.branch(
            Ward,
            ({ here, at, or, and, covers }) => {
              const both = (value: "cold" | "flu") =>
                and(...doctors.map((doctor) => covers(at(doctor).diagnosis, here.findings, value)));
              return or(both("cold"), both("flu"));
            },
            {
              then: () => c.set(Ward, { outcome: "agreed" }),
              else: () => c.act(Ward.findings, Ward.test({ findings: Ward.findings })),
            },
            { label: "they-agree" },
          );
        },
      },
      { bound: 3 },
    );
  },
);

const [first, second] = ["fever", "fever, test positive"];
const script = {
  test: second,
  "Ada.look": [
    { about: first, value: "cold" },
    { about: second, value: "flu" },
  ],
  "Ben.look": [
    { about: first, value: "flu" },
    { about: second, value: "flu" },
  ],
};

/** Answers of a script, for the findings "fever"; on a real model with `--model`. */
export const people = provide(async ({ model: named }) => {
  const model = named === undefined ? scriptedModel(script) : await namedModel(named, process.env);
  const looking = ({ findings }: { readonly findings: string }): string =>
    `What is it? Give back the findings, word by word, as \`about\`: ${findings}`;
  return [
    implement(Ward, {
      test: prompt(({ findings }) => `Add the result of one more test to these findings: ${findings}`, {
        model,
      }),
    }),
    ...doctors.map((doctor) => implement(doctor, { look: prompt(looking, { model }) })),
  ];
});
