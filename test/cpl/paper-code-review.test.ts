import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildMsc, clockAt, eventName, linearExtensions, type Msc } from "../../src/causality/index.ts";
import { lintFormula, satisfies } from "../../src/cpl/index.ts";
import { chartOf, draw, eventNamed } from "../causality/drawn.ts";
import { formulaOf as parsed, truthRow } from "./formulas.ts";

/** Figure 2 of the paper: the result arrives before the proposal, the later failure is still under way at the choice. */
const figure = [
  'TestRunner candidate="c1" status="pending"',
  'TestRunner status="passed"',
  "TestRunner > Committer result",
  "Committer < result",
  'TestRunner status="checking"',
  'TestRunner status="failed"',
  "TestRunner > Committer update",
  "Orchestrator > Committer proposal",
  'Committer < proposal candidate="c1"',
  "Committer ? true",
];
const lifelines = ["Orchestrator", "TestRunner", "Committer"];
const figure2 = draw(lifelines, figure);

const passes = '(status != "failed" & status != "pending") S status == "passed"';
const tested = `@TestRunner(${passes})`;
const sameCandidate = "@TestRunner.candidate == candidate";

describe("figure 2", () => {
  it("has these events, clocks and one message in transit", () => {
    const rows = figure2.events.map(
      (_, e) => `${eventName(figure2, e)} ${lifelines.map((l) => clockAt(figure2, e).get(l)).join("")}`,
    );
    expect(rows).toEqual([
      ...["TestRunner#1 010", "TestRunner#2 020", "TestRunner#3 030", "Committer#1 031"],
      ...["TestRunner#4 040", "TestRunner#5 050", "TestRunner#6 060"],
      ...["Orchestrator#1 100", "Committer#2 132", "Committer#3 133"],
    ]);
    const taken = new Set(figure2.source);
    const inTransit = figure2.events.flatMap((e, i) => (e.kind === "send" && !taken.has(i) ? [e.msg] : []));
    expect(inTransit).toEqual(["update"]);
  });

  // The places: T1 T2 T3 C1 T4 T5 T6 O1 C2 C3
  it.each<[string, string]>([
    ['status == "passed"', "-11-------"],
    ['status != "failed"', "111-1-----"],
    ['status != "pending"', "-11-111---"],
    ['status != "failed" & status != "pending"', "-11-1-----"],
    [passes, "-11-1-----"],
    [tested, "-1111---11"],
    [sameCandidate, "111-111-11"],
    [`${sameCandidate} & ${tested}`, "-11-1---11"],
    ['candidate == "c1"', "111-111-11"],
    ['@TestRunner(candidate == "c1")', "1111111-11"],
    ['@TestRunner.status == "passed"', "-111----11"],
    ['@TestRunner.status == "failed"', "-----11---"],
    ['P[TestRunner] status == "passed"', "-111111-11"],
    ['P[TestRunner] status == "failed"', "-----11---"],
    ['P status == "failed"', "-----11---"],
    ["seen(TestRunner)", "1111111-11"],
    ["seen(Orchestrator)", "-------111"],
    ["seen(Committer)", "---1----11"],
    ['Y status == "passed"', "--1-1-----"],
    [`Y ${tested}`, "--1-11--11"],
    ['@TestRunner(Y status == "passed")', "--111---11"],
    ['$kind == "choice" & seen(Orchestrator)', "---------1"],
  ])("%s", (text, row) => expect(truthRow(figure2, text)).toBe(row));

  it("a log in the order of sending would have seen the failure before the decision", () => {
    const [failure, decision] = [eventNamed(figure2, "TestRunner#5"), eventNamed(figure2, "Committer#3")];
    expect(failure).toBeLessThan(decision);
    expect(satisfies(figure2, decision, parsed(tested))).toBe(true);
  });

  it("the decision is the same in every linear extension", () => {
    let count = 0;
    for (const order of linearExtensions(figure2, 300)) {
      const again = chartOf(
        lifelines,
        order.flatMap((e) => figure2.events.slice(e, e + 1)),
      );
      const at = eventNamed(again, "Committer#3");
      expect(satisfies(again, at, parsed(`${sameCandidate} & ${tested}`))).toBe(true);
      count += 1;
    }
    expect(count).toBeGreaterThan(50);
  });

  it("merging stays enabled until the failure becomes visible, and is enabled again by a new pass", () => {
    const later = draw(lifelines, [
      ...figure,
      ...["Committer ? true", "Committer < update", "Committer ? false"],
      ...[
        'TestRunner status="passed"',
        "TestRunner > Committer again",
        "Committer ? false",
        "Committer < again",
      ],
    ]);
    expect(truthRow(later, tested).slice(10)).toBe("1--11-1");
  });
});

const guard = [
  "@TestRunner.candidate == candidate",
  "@Security.candidate == candidate",
  tested,
  '@Security((status != "critical" & status != "pending") S status == "cleared")',
];

/** Two candidates under review, told to one committer. The last column is what the committer should decide. */
const review: readonly (readonly [string, string])[] = [
  ['TestRunner candidate="c1" status="pending"', ""],
  ['Security candidate="c1" status="pending"', ""],
  ['Security status="scanning"', ""],
  ['TestRunner status="passed"', ""],
  ["TestRunner > Committer t1", ""],
  ['Security status="cleared"', ""],
  ["Security > Committer s1", ""],
  ["Orchestrator > Committer proposal", ""],
  ['Committer < proposal candidate="c1"', "---- -"],
  ["Committer ? false", "---- -"],
  ["Committer < t1", "1-1- -"],
  ["Committer ? false", "1-1- -"],
  ["Committer < s1", "1111 1"],
  ["Committer ? true", "1111 1"],
  ['TestRunner status="checking"', ""],
  ["TestRunner > Committer t2", ""],
  ["Committer < t2", "1111 1"],
  ["Committer ? true", "1111 1"],
  ['TestRunner candidate="c2" status="pending"', ""],
  ["TestRunner > Committer t3", ""],
  ["Committer < t3", "-1-1 -"],
  ["Committer ? false", "-1-1 -"],
  ['Committer candidate="c2"', "1--1 -"],
  ['TestRunner status="passed"', ""],
  ["TestRunner > Committer t4", ""],
  ["Committer < t4", "1-11 -"],
  ['Security candidate="c2" status="pending"', ""],
  ['Security status="cleared"', ""],
  ["Security > Committer s2", ""],
  ["Committer < s2", "1111 1"],
  ["Committer ? true", "1111 1"],
  ['Security status="critical"', ""],
  ["Security > Committer s3", ""],
  ["Committer ? true", "1111 1"],
  ["Committer < s3", "111- -"],
  ["Committer ? false", "111- -"],
];

describe("the guard of section 2", () => {
  const chart = draw(
    ["Orchestrator", "TestRunner", "Security", "Committer"],
    review.map(([line]) => line),
  );
  const rows = [...guard, guard.join(" & ")].map((text) => truthRow(chart, text));

  it.each(
    review.map(([line, expected], e) => ({ line, expected, e })).filter(({ expected }) => expected !== ""),
  )("$e. $line: $expected", ({ e, expected }) => {
    const found = rows.map((row) => row[e]).join("");
    expect(`${found.slice(0, 4)} ${found.slice(4)}`).toBe(expected);
  });

  it("is written canonically with these signs, and no lint but of what may be unseen", () => {
    const whole = guard.join(" & ");
    const spelled =
      "@TestRunner.candidate=candidate∧@Security.candidate=candidate" +
      "∧@TestRunner((status≠'failed'∧status≠'pending')since status='passed')" +
      "∧@Security((status≠'critical'∧status≠'pending')since status='cleared')";
    expect(parsed(spelled)).toEqual(parsed(whole));
    expect(lintFormula(parsed(whole), { owner: "Committer" })).toEqual([]);
  });

  it("without its candidates is a verdict without its subject", () => {
    const found = lintFormula(parsed(`${guard[2]} & ${guard[3]}`), { owner: "Committer" });
    expect(found.map(({ code }) => code)).toEqual(new Array(2).fill("formula/verdict-without-subject"));
  });
});

/** Section 6, second task: a pass stays valid through checking, a failure cancels it, a later pass restores it. */
describe("the chain of section 6", () => {
  const values = ["passed", "failed", "checking"] as const;
  const histories = values.flatMap((a) => values.flatMap((b) => values.map((c) => [a, b, c] as const)));
  const hops = ["L0 > L1 a", "L1 < a", "L1 > L2 b", "L2 < b", "L2 > L3 c", "L3 < c", "L3 ? true"];
  const chain = (lines: readonly string[]): Msc => draw(["L0", "L1", "L2", "L3"], [...lines, ...hops]);

  it.each(histories)("after %s, %s, %s", (...history) => {
    const chart = chain(history.map((status) => `L0 status="${status}"`));
    const told = history.filter((status) => status !== "checking").at(-1) === "passed";
    const row = truthRow(chart, '@L0(status != "failed" S status == "passed")');
    expect(row.slice(3)).toBe(told ? "1111111" : "-------");
    // Outside of @L0 the operator runs along L3, which remembers one look only.
    expect(truthRow(chart, '@L0(status != "failed") S @L0(status == "passed")').at(-1)).toBe(
      history[2] === "passed" ? "1" : "-",
    );
  });

  it.each([
    ["heads", true],
    ["tails", false],
  ])("a coin that fell on %s, three hops away, through payloads that do not tell", (outcome, expected) => {
    const chart = chain([`L0 outcome="${outcome}"`]);
    const at = chart.events.length - 1;
    expect(satisfies(chart, at, parsed('@L0.outcome == "heads"'))).toBe(expected);
    expect(satisfies(chart, at, parsed('@L0(outcome == "heads") & !outcome == "heads"'))).toBe(expected);
    expect(satisfies(chart, at, parsed('outcome == "heads"'))).toBe(false);
  });
});

describe("the examples of sections 3 and 4", () => {
  it("true and false are what the paper abbreviates, for any formula", () => {
    for (const any of [tested, "x == 1", "!x == x", "Y Y true"]) {
      expect(truthRow(figure2, `${any} | !(${any})`)).toBe("1".repeat(10));
      expect(truthRow(figure2, `${any} & !(${any})`)).toBe("-".repeat(10));
    }
  });

  it("a unary predicate of the application and a comparison are the same atom", () => {
    const predicates = { below10: (n: unknown) => typeof n === "number" && n < 10 };
    const chart = draw(["A", "B"], ["A n=9", "A n=10", 'A n="9"', "A -n", "B", "A n=-1"]);
    expect(truthRow(chart, "below10(n)", predicates)).toBe(truthRow(chart, "n < 10"));
    expect(truthRow(chart, "n < 10")).toBe("1----1");
  });

  it("non-FIFO delivery and unmatched sends are allowed, two matches and cycles are not", () => {
    const events = figure.map((_, i) => figure2.events[i]).filter((e) => e !== undefined);
    expect(buildMsc({ lifelines, events }).ok).toBe(true);
    const twice = [...events, ...events.slice(3, 4)];
    expect(buildMsc({ lifelines, events: twice }).ok).toBe(false);
    expect(buildMsc({ lifelines, events: events.toReversed() }).ok).toBe(false);
  });

  it("P_A is true once some visible event of A satisfies it, and stays so", () => {
    const statuses = fc.array(fc.constantFrom("pending", "passed", "failed"), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(statuses, (all) => {
        const chart = draw(
          ["A", "B"],
          all.flatMap((s, i) => [`A status="${s}"`, `A > B ${i}`, `B < ${i}`]),
        );
        const row = truthRow(chart, 'P[A] status == "passed"');
        const from = all.indexOf("passed");
        expect(row).toBe(
          from === -1 ? "-".repeat(row.length) : "-".repeat(3 * from) + "1".repeat(row.length - 3 * from),
        );
      }),
      { numRuns: 60 },
    );
  });
});
