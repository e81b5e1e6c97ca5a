import { choreography, implement, lifeline, provide } from "lightcone";
import { z } from "zod";

const version = z.string();
const Author = lifeline("Author", { variables: { version }, actions: { write: { out: version } } });
const Tester = lifeline("Tester", {
  variables: { version, verdict: z.enum(["pending", "passed", "failed"]) },
  actions: { test: { in: { version }, out: z.enum(["passed", "failed"]) } },
});
const Releaser = lifeline("Releaser", { variables: { version, released: z.boolean() } });

export const release = choreography(
  "release",
  { lifelines: [Author, Tester, Releaser], results: [Releaser.released] },
  (c) => {
    c.act(Author.version, Author.write());
    c.send(Author, Tester, { version: Author.version, verdict: "pending" });
    c.act(Author.version, Author.write()); // the author goes on while the tester tests
    c.send(Author, Releaser, { version: Author.version });
    c.act(Tester.verdict, Tester.test({ version: Tester.version }));
    c.send(Tester, Releaser); // no payload: what the tester knows becomes visible
    c.branch(
      Releaser,
      ({ here, at, and, eq }) => and(eq(at(Tester).verdict, "passed"), eq(at(Tester).version, here.version)),
      { then: () => c.set(Releaser, { released: true }), else: () => c.set(Releaser, { released: false }) },
      { label: "tested-as-it-is" },
    );
  },
);

/** Who does the work; made anew for each run, so that the drafts begin at v1. */
export const people = provide(() => {
  const drafts = ["v1", "v2"];
  return [
    implement(Author, { write: async () => drafts.shift() ?? "v3" }),
    implement(Tester, { test: async () => "passed" }),
  ];
});
