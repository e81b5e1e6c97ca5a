import type { Json, Vars } from "../../src/base/index.ts";
import type { Block, Choreography, Node } from "../../src/choreography/index.ts";
import type { Formula } from "../../src/cpl/index.ts";
import type { CentralOutcome } from "../../src/projection/index.ts";
import { act, actTo, assign, branch, choreography, is, k, loop, message, v } from "./fixtures.ts";

// A review of several candidates by four lifelines: tests and security scan run concurrently, a committer decides on
// what it knows. Large enough that every schedule is a real search.

const and = (...parts: readonly Formula[]): Formula =>
  parts.reduce((left, right) => ({ kind: "and", left, right }));
const on = (lifeline: string, body: Formula): Formula => ({ kind: "at", lifeline, body });
const isNot = (name: string, value: Json): Formula => ({
  kind: "compare",
  op: "!=",
  left: { kind: "var", name },
  right: { kind: "const", value },
});
const sameCandidate = (lifeline: string): Formula => ({
  kind: "compare",
  op: "==",
  left: { kind: "remote", lifeline, name: "candidate" },
  right: { kind: "var", name: "candidate" },
});
const since = (ok: string, bad: string): Formula => ({
  kind: "since",
  left: and(isNot("status", bad), isNot("status", "pending")),
  right: is("status", ok),
});

const reviewOk: Formula = and(
  sameCandidate("T"),
  sameCandidate("S"),
  on("T", since("passed", "failed")),
  on("S", since("cleared", "critical")),
);

const proposed = {
  kind: "fields",
  fields: { candidate: "candidate", amends: "amends", more: "more" },
} as const;

function round(): Block {
  const ask = (to: string): Node => message("O", to, { candidate: v("candidate"), status: k("pending") });
  return [
    ask("T"),
    ask("S"),
    actTo("T", "quick", "status"),
    message("T", "C"),
    actTo("S", "scan", "status"),
    message("S", "C"),
    branch("O", is("amends", true), [actTo("O", "amend", "candidate")]),
    message("O", "C", { candidate: v("candidate") }),
    assign("T", { status: k("checking") }),
    actTo("T", "full", "status"),
    branch("C", reviewOk, [actTo("C", "merge", "outcome")], [actTo("C", "block", "outcome")], "review"),
    message("T", "C"),
    branch("C", and(is("outcome", "merged"), on("T", is("status", "failed"))), [
      actTo("C", "revert", "outcome"),
    ]),
    message("C", "O", { outcome: v("outcome") }),
    branch(
      "O",
      is("outcome", "blocked"),
      [assign("O", { amends: k(false) })],
      [act("O", "propose", { out: proposed })],
    ),
  ];
}

/** The choreography over O, T, S, C. */
export function codeReview(): Choreography {
  return choreography(
    [act("O", "propose", { out: proposed }), loop("O", is("more", true), round(), { bound: 5 })],
    {
      lifelines: ["O", "T", "S", "C"],
      results: [["O", "outcome"]],
    },
  );
}

const proposals: readonly Vars[] = [
  { candidate: "c1", amends: false, more: true },
  { candidate: "c2", amends: true, more: true },
  { candidate: "c3", amends: false, more: true },
  { candidate: "", amends: false, more: false },
];
const answers: ReadonlyMap<string, Json> = new Map<string, Json>([
  ["amend", "c2b"],
  ["quick", "passed"],
  ["scan", "cleared"],
  ["merge", "merged"],
  ["block", "blocked"],
  ["revert", "reverted"],
]);

/** Four proposals, of which the second is amended after it went out and the third fails its full test. */
export function reviewOutcomes(_on: string, action: string, occurrence: number): CentralOutcome {
  if (action === "propose") return { kind: "ok", value: proposals[occurrence - 1] ?? null };
  if (action === "full") return { kind: "ok", value: occurrence === 4 ? "failed" : "passed" };
  return { kind: "ok", value: answers.get(action) ?? null };
}
