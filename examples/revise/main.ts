import { choreography, implement, lifeline, provide } from "lightcone";
import { namedModel, prompt, scriptedModel } from "lightcone/models";
import { z } from "zod";

const text = z.string();
const Writer = lifeline("Writer", {
  variables: { topic: text, draft: text, notes: text },
  actions: { write: { in: { topic: text, notes: text }, out: text } },
});
const review = { verdict: z.enum(["approved", "revise"]), notes: text };
const Editor = lifeline("Editor", {
  variables: { draft: text, ...review },
  actions: { review: { in: { draft: text }, out: review } },
});

/** Revised until the editor is known to have approved the very draft that the writer holds. */
export const revise = choreography(
  "revise",
  { lifelines: [Writer, Editor], inputs: [Writer.topic], results: [Writer.draft] },
  (c) => {
    c.set(Writer, { draft: "", notes: "none yet" });
    c.loop(
      Writer,
      ({ here, at, seen, not, or, ne }) =>
        or(not(seen(Editor)), ne(at(Editor).verdict, "approved"), ne(at(Editor).draft, here.draft)),
      {
        body: () => {
          c.act(Writer.draft, Writer.write({ topic: Writer.topic, notes: Writer.notes }));
          c.send(Writer, Editor, { draft: Writer.draft });
          c.act({ verdict: Editor.verdict, notes: Editor.notes }, Editor.review({ draft: Editor.draft }));
          c.send(Editor, Writer, { notes: Editor.notes });
        },
      },
      { bound: 5, label: "not-approved" },
    );
  },
);

const script = {
  write: ["The sea is big.", "The sea rises twice a day: the moon is why."],
  review: [
    { verdict: "revise", notes: "Say why." },
    { verdict: "approved", notes: "Good." },
  ],
};

/** Scripted answers; a real model with `--model openai:gpt-4o-mini` and OPENAI_API_KEY in the environment. */
export const authors = provide(async ({ model: named }) => {
  const model = named === undefined ? scriptedModel(script) : await namedModel(named, process.env);
  return [
    implement(Writer, {
      write: prompt(({ topic, notes }) => `A sentence on ${topic}. Editor's notes: ${notes}`, { model }),
    }),
    implement(Editor, {
      review: prompt(({ draft }) => `Approve it, or say what to revise: ${draft}`, { model }),
    }),
  ];
});
