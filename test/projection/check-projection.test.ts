import { describe, expect, it } from "vitest";
import { errorCodes, type StepId } from "../../src/base/index.ts";
import type { Block, Definition, Node } from "../../src/choreography/index.ts";
import type { Formula } from "../../src/cpl/index.ts";
import { checkProjection } from "../../src/projection/index.ts";
import { codeReview } from "./code-review.ts";
import { act, assign, branch, choreography, is, loop, message, no, remoteIs, yes } from "./fixtures.ts";

function check(body: Block, sources: Definition["sources"] = {}) {
  return checkProjection(choreography(body), sources);
}

/** `code at step` of each finding. */
function found(body: Block): readonly string[] {
  return check(body).map(({ code, place }) => `${code.replace("projection/", "")} at ${place.step}`);
}

const at = (lifeline: string, body: Formula): Formula => ({ kind: "at", lifeline, body });
const seen = (lifeline: string): Formula => ({ kind: "seen", lifeline });
const decide = (guard: Formula, step = "d"): Node => branch("A", guard, [act("A", "go")], [], step);

describe("a guard that asks for a lifeline", () => {
  const never = ["never-visible at d"];

  it.each<readonly [string, Formula]>([
    ["by a term", remoteIs("B", "x", 1)],
    ["by @B", at("B", yes)],
    ["by seen", { kind: "not", body: seen("B") }],
    ["by P[B]", { kind: "once", lifeline: "B", body: yes }],
    ["inside Y and S", { kind: "prev", body: { kind: "since", left: yes, right: seen("B") } }],
    [
      "in a predicate",
      { kind: "predicate", name: "p", args: [{ kind: "remote", lifeline: "B", name: "x" }] },
    ],
    ["in a connective", { kind: "or", left: yes, right: { kind: "and", left: seen("B"), right: no } }],
  ])("%s, is told when no chain of messages leads there", (_, guard) => {
    expect(found([act("B", "work"), decide(guard)])).toEqual(never);
    expect(found([act("B", "work"), message("B", "A"), decide(guard)])).toEqual([]);
  });

  it("is fine with a chain through others, in the right order only", () => {
    expect(found([message("B", "C"), message("C", "A"), decide(seen("B"))])).toEqual([]);
    expect(found([message("C", "A"), message("B", "C"), decide(seen("B"))])).toEqual(never);
    expect(found([decide(seen("B")), message("B", "A")])).toEqual(never);
  });

  it("is fine when one path leads there", () => {
    expect(found([branch("B", is("x", 1), [message("B", "A")], [], "p"), decide(seen("B"))])).toEqual([]);
    expect(found([loop("B", is("x", 1), [message("B", "A")]), decide(seen("B"))])).toEqual([]);
    expect(found([loop("A", yes, [decide(seen("B")), message("B", "A")])])).toEqual([]);
    expect(found([loop("B", yes, [], { exit: [message("B", "A")] }), decide(seen("B"))])).toEqual([]);
  });

  it("is not fine when the message stands in the other arm", () => {
    expect(found([branch("A", yes, [message("B", "A")], [decide(seen("B"))])])).toEqual(never);
  });

  it("may ask for its owner, for everybody, and for what a lifeline sees of itself", () => {
    expect(found([decide(seen("A"))])).toEqual([]);
    expect(found([decide({ kind: "once", lifeline: null, body: is("x", 1) })])).toEqual([]);
    expect(found([message("B", "A"), decide(at("B", remoteIs("B", "x", 1)))])).toEqual([]);
  });

  it("asks at the place where the formula stands", () => {
    const nested = at("B", seen("C"));
    expect(found([message("B", "A"), decide(nested)])).toEqual(never);
    expect(found([message("C", "B"), message("B", "A"), decide(nested)])).toEqual([]);
    expect(found([message("C", "A"), message("B", "A"), decide(nested)])).toEqual(never);
    expect(check([message("B", "A"), decide(nested)])[0]?.message).toContain(
      "where the guard of A asks B for it",
    );
  });

  it("is told once for each lifeline, and not for those that are not declared", () => {
    const many: Formula = {
      kind: "and",
      left: { kind: "and", left: seen("B"), right: seen("B") },
      right: { kind: "and", left: seen("C"), right: seen("Z") },
    };
    expect(found([decide(many)])).toEqual([...never, ...never]);
  });

  it("is warned when control messages alone lead there", () => {
    const told = branch("B", yes, [act("A", "a")], [], "p");
    expect(check([told, decide(seen("B"))])).toMatchObject([
      { code: "projection/control-only", severity: "warning", place: { step: "d", lifeline: "A" } },
    ]);
    expect(found([told, message("B", "A"), decide(seen("B"))])).toEqual([]);
    expect(found([loop("B", no, [], { exit: [act("A", "a")] }), decide(seen("B"))])).toEqual([
      "control-only at d",
    ]);
  });
});

describe("an action in an arm", () => {
  const same = (): readonly Node[] => [act("C", "ship", { step: "s" })];

  it("is warned when its lifeline does it in both arms and waits for nothing", () => {
    const body = [branch("A", yes, same(), same(), "b")];
    expect(check(body)).toMatchObject([
      { code: "projection/does-not-wait", severity: "warning", place: { step: "s", lifeline: "C" } },
    ]);
    expect(check(body)[0]?.message).toContain("C does ship in both arms of A's decision");
  });

  it("is fine when its lifeline is told, or owns the decision", () => {
    expect(found([branch("A", yes, same(), [])])).toEqual([]);
    expect(found([branch("C", yes, same(), same())])).toEqual([]);
  });

  it("is fine when a message from after the decision comes before it, directly or through others", () => {
    const direct = (): readonly Node[] => [message("A", "C"), ...same()];
    expect(found([branch("A", yes, direct(), direct())])).toEqual([]);
    const through = (): readonly Node[] => [message("A", "B"), message("B", "C"), ...same()];
    expect(found([branch("A", yes, through(), through())])).toEqual([]);
    const unrelated = (): readonly Node[] => [message("B", "C"), ...same()];
    expect(found([branch("A", yes, unrelated(), unrelated())])).toEqual(["does-not-wait at s"]);
    const tooLate = (): readonly Node[] => [...same(), message("A", "C")];
    expect(found([branch("A", yes, tooLate(), tooLate())])).toEqual(["does-not-wait at s"]);
  });

  it("is not fine when that message may be left out", () => {
    const maybe = (): readonly Node[] => [
      branch("D", is("x", 1), [message("A", "C")], [message("A", "C"), message("A", "C")]),
      ...same(),
    ];
    expect(found([branch("A", yes, maybe(), maybe())])).toEqual([]);
    const inLoop = (): readonly Node[] => [
      loop("C", is("x", 1), [act("C", "again", { step: "r" })]),
      ...same(),
    ];
    expect(found([branch("A", yes, inLoop(), inLoop())])).toEqual([
      "does-not-wait at r",
      "does-not-wait at s",
    ]);
  });

  it("is warned once, with the outermost decision; assignments and messages are no actions", () => {
    const ship = (step: string): readonly Node[] => [act("C", "ship", { step })];
    const inner = (one: string, two: string): Node => branch("B", yes, ship(one), ship(two));
    const warned = check([branch("A", yes, [inner("1", "2")], [inner("3", "4")])]);
    expect(warned.map(({ place, message: text }) => [place.step, text.includes("A's decision")])).toEqual([
      ["1", true],
    ]);
    const quiet = (): readonly Node[] => [assign("C", {}), message("C", "D")];
    expect(found([branch("A", yes, quiet(), quiet())])).toEqual([]);
  });
});

describe("findings", () => {
  it("come all at once, each with the place in the source and a remedy", () => {
    const place = { file: "flow.ts", line: 3, column: 5 };
    const body = [
      decide(seen("B"), "one"),
      decide(seen("C"), "two"),
      branch("A", yes, [act("C", "f", { step: "f" })], [act("C", "f")]),
    ];
    const all = check(body, { two: place });
    expect(all.map(({ code }) => code)).toEqual([
      "projection/never-visible",
      "projection/never-visible",
      "projection/does-not-wait",
    ]);
    expect(all[1]?.place).toEqual({ ...place, lifeline: "A", step: "two" });
    for (const { remedy } of all) expect(remedy.length).toBeGreaterThan(20);
  });

  it("are none for a sound choreography", () => {
    expect(checkProjection(codeReview(), {})).toEqual([]);
  });

  it("name every statement that cannot be projected yet, as values", () => {
    const within = { after: "1h", late: [] };
    const late = { ...message("A", "B", {}, "p"), within } as Node;
    const scope: Node = {
      kind: "scope",
      step: "q" as StepId,
      name: "n",
      body: [],
      recheck: { decision: "d" as StepId, owner: "A", body: [] },
    };
    expect(found([late, branch("A", yes, [], [scope])])).toEqual(["not-yet at p", "not-yet at q"]);
    for (const { remedy } of check([late])) expect(remedy).not.toBe(errorCodes["projection/not-yet"].remedy);
  });
});
