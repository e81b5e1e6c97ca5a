/** A run with everything in it: actions, messages, a decision that is late, a loop, results. */
export const reviewModule = `
import { choreography, implement, lifeline } from "lightcone";
import { z } from "zod";

const Author = lifeline("Author", {
  variables: { draft: z.string(), left: z.number() },
  actions: { write: { in: { left: z.number() }, out: { draft: z.string(), left: z.number() } } },
});
const Tester = lifeline("Tester", {
  variables: { draft: z.string(), status: z.enum(["pending", "passed", "failed"]) },
  actions: { quick: { out: z.enum(["passed", "failed"]) }, full: { out: z.enum(["passed", "failed"]) } },
});
const Releaser = lifeline("Releaser", { variables: { draft: z.string(), released: z.boolean() } });

export const review = choreography(
  "review",
  { lifelines: [Author, Tester, Releaser], inputs: [Author.left], results: [Releaser.released] },
  (c) => {
    c.set(Releaser, { released: false });
    c.loop(
      Author,
      ({ here, gt }) => gt(here.left, 0),
      {
        body: () => {
          c.act({ draft: Author.draft, left: Author.left }, Author.write({ left: Author.left }));
          c.send(Author, Tester, { draft: Author.draft, status: "pending" });
          c.send(Author, Releaser, { draft: Author.draft });
          c.act(Tester.status, Tester.quick());
          c.send(Tester, Releaser);
          c.act(Tester.status, Tester.full());
          c.branch(
            Releaser,
            ({ here, at, and, eq }) => and(eq(at(Tester).draft, here.draft), eq(at(Tester).status, "passed")),
            { then: () => c.set(Releaser, { released: true }), else: () => c.set(Releaser, { released: false }) },
            { label: "tested" },
          );
          c.send(Tester, Releaser);
        },
      },
      { bound: 5, label: "more" },
    );
  },
);

export const author = implement(Author, { write: async ({ left }) => ({ draft: "v" + left, left: left - 1 }) });
export const tester = implement(Tester, { quick: async () => "passed", full: async () => "failed" });
`;

/** A choreography of one step, with what it is built of as parameters. */
export function smallModule(body: string, rest = ""): string {
  return `
import { choreography, implement, lifeline, provide } from "lightcone";
import { z } from "zod";

const A = lifeline("A", {
  variables: { x: z.number(), name: z.string(), any: z.unknown(), ok: z.boolean() },
  actions: { work: { out: z.number() }, talk: { in: { x: z.number() }, out: z.string() } },
});
const B = lifeline("B", { variables: { x: z.number(), name: z.string() }, actions: { work: { out: z.number() } } });

export const small = ${body};
${rest}
`;
}
