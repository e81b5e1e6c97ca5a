import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Lifeline } from "../../src/base/index.ts";
import { type Event, happensBefore, latestVisible, type Msc } from "../../src/causality/index.ts";
import { type Formula, mapFormula, referenceOf } from "../../src/cpl/index.ts";
import { arbitraryFormula, arbitraryMsc, sampleNames, samplePredicates } from "../../src/testing/index.ts";
import { chartOf, pastsOf } from "../causality/drawn.ts";

const yes: Formula = { kind: "bool", value: true };
const not = (body: Formula): Formula => ({ kind: "not", body });
const prev = (body: Formula): Formula => ({ kind: "prev", body });
const and = (left: Formula, right: Formula): Formula => ({ kind: "and", left, right });
const or = (left: Formula, right: Formula): Formula => ({ kind: "or", left, right });
const since = (left: Formula, right: Formula): Formula => ({ kind: "since", left, right });
const at = (lifeline: Lifeline, body: Formula): Formula => ({ kind: "at", lifeline, body });
const seen = (lifeline: Lifeline): Formula => ({ kind: "seen", lifeline });
const once = (body: Formula, lifeline: Lifeline | null = null): Formula => ({ kind: "once", lifeline, body });

const formula = (): fc.Arbitrary<Formula> => arbitraryFormula({ depth: 2 });
const lifeline = (): fc.Arbitrary<Lifeline> => fc.constantFrom(...sampleNames.lifelines);
const chart = (): fc.Arbitrary<Msc> => arbitraryMsc({ maxEvents: 25 });
const options = { predicates: samplePredicates };

/** Two formulas of φ, ψ and B that hold at the same events of every chart. */
type Law = (f: Formula, g: Formula, b: Lifeline) => readonly [Formula, Formula];

const laws: { readonly [name: string]: Law } = {
  "φ S ψ = ψ | φ & Y (φ S ψ)": (f, g) => [since(f, g), or(g, and(f, prev(since(f, g))))],
  "φ S φ = φ": (f) => [since(f, f), f],
  "(φ & ψ) S χ = φ S χ & ψ S χ": (f, g, b) => [
    since(and(f, g), seen(b)),
    and(since(f, seen(b)), since(g, seen(b))),
  ],
  "φ S (ψ | χ) = φ S ψ | φ S χ": (f, g, b) => [since(f, or(g, seen(b))), or(since(f, g), since(f, seen(b)))],
  "φ S (φ S ψ) = φ S ψ": (f, g) => [since(f, since(f, g)), since(f, g)],
  "(φ S ψ) S ψ = φ S ψ": (f, g) => [since(since(f, g), g), since(f, g)],
  "!(true S φ) = !φ & (Y true → Y !(true S φ))": (f) => {
    const ever = since(yes, f);
    return [not(ever), and(not(f), or(not(prev(yes)), prev(not(ever))))];
  },
  "Y (φ & ψ) = Y φ & Y ψ": (f, g) => [prev(and(f, g)), and(prev(f), prev(g))],
  "Y (φ | ψ) = Y φ | Y ψ": (f, g) => [prev(or(f, g)), or(prev(f), prev(g))],
  "Y !φ = Y true & !Y φ": (f) => [prev(not(f)), and(prev(yes), not(prev(f)))],
  "Y (φ S ψ) = Y φ S Y ψ": (f, g) => [prev(since(f, g)), since(prev(f), prev(g))],
  "@B (φ & ψ) = @B φ & @B ψ": (f, g, b) => [at(b, and(f, g)), and(at(b, f), at(b, g))],
  "@B (φ | ψ) = @B φ | @B ψ": (f, g, b) => [at(b, or(f, g)), or(at(b, f), at(b, g))],
  "@B !φ = seen(B) & !@B φ": (f, _, b) => [at(b, not(f)), and(seen(b), not(at(b, f)))],
  "@B @B φ = @B φ": (f, _, b) => [at(b, at(b, f)), at(b, f)],
  "@B true = seen(B)": (_f, _g, b) => [at(b, yes), seen(b)],
  "@B φ → seen(B)": (f, _, b) => [and(at(b, f), seen(b)), at(b, f)],
  "P[B] φ = @B (true S φ)": (f, _, b) => [once(f, b), at(b, since(yes, f))],
  "P[B] (φ | ψ) = P[B] φ | P[B] ψ": (f, g, b) => [once(or(f, g), b), or(once(f, b), once(g, b))],
  "P P φ = P φ": (f) => [once(once(f)), once(f)],
  "P (φ | ψ) = P φ | P ψ": (f, g) => [once(or(f, g)), or(once(f), once(g))],
  "φ → P φ": (f) => [and(f, once(f)), f],
  "Y φ → P φ": (f) => [and(prev(f), once(f)), prev(f)],
  "@B P φ → P φ": (f, _, b) => [and(at(b, once(f)), once(f)), at(b, once(f))],
  "P @B φ = P[B] φ": (f, _, b) => [once(at(b, f)), once(f, b)],
  "P[B] P[B] φ = P[B] φ": (f, _, b) => [once(once(f, b), b), once(f, b)],
  "!!φ = φ": (f) => [not(not(f)), f],
  "!(φ & ψ) = !φ | !ψ": (f, g) => [not(and(f, g)), or(not(f), not(g))],
};

describe("laws of the operators", () => {
  it.each(Object.entries(laws))("%s", (_, law) => {
    fc.assert(
      fc.property(chart(), formula(), formula(), lifeline(), (msc, f, g, b) => {
        const [left, right] = law(f, g, b);
        const holds = referenceOf(msc, options);
        for (const e of msc.events.keys()) expect([e, holds(e, left)]).toEqual([e, holds(e, right)]);
      }),
      { numRuns: 25 },
    );
  });
});

describe("what a formula can know", () => {
  it("is its event's causal past and nothing else: the same in the chart of that past alone", () => {
    fc.assert(
      fc.property(chart(), formula(), fc.nat(), (msc, f, pick) => {
        const e = pick % msc.events.length;
        const past = [...(pastsOf(msc)[e] ?? [])].sort((a, b) => a - b);
        const alone = chartOf(
          msc.lifelines,
          past.flatMap((g) => msc.events.slice(g, g + 1)),
          msc.initial,
        );
        expect(referenceOf(alone, options)(past.length - 1, f)).toBe(referenceOf(msc, options)(e, f));
      }),
      { numRuns: 300 },
    );
  });

  it("is not changed by events that come later or elsewhere", () => {
    fc.assert(
      fc.property(chart(), formula(), (msc, f) => {
        const extra = msc.lifelines.map(
          (on): Event => ({ kind: "act", on, set: { x: 0, y: "later" }, unset: ["z"] }),
        );
        const longer = chartOf(msc.lifelines, [...msc.events, ...extra], msc.initial);
        const [before, after] = [referenceOf(msc, options), referenceOf(longer, options)];
        for (const e of msc.events.keys()) expect(after(e, f)).toBe(before(e, f));
      }),
      { numRuns: 100 },
    );
  });

  it("does not depend on the names of messages, lifelines and variables", () => {
    const renamed = (name: string): string => `__proto__ ${name}`;
    const rename = (f: Formula): Formula =>
      JSON.parse(JSON.stringify(f), (key, value: unknown) =>
        key === "lifeline" && typeof value === "string" ? renamed(value) : value,
      );
    fc.assert(
      fc.property(chart(), arbitraryFormula({ depth: 2, variables: ["x", "y"] }), (msc, f) => {
        if (/\$(message|lifeline)/.test(JSON.stringify(f))) return;
        const events = msc.events.map((event): Event => {
          const on = renamed(event.on);
          if (event.kind === "send")
            return { ...event, on, msg: `"${event.msg}`, to: renamed(event.to ?? "") };
          return event.kind === "recv" ? { ...event, on, msg: `"${event.msg}` } : { ...event, on };
        });
        const initial = Object.fromEntries(
          Object.entries(msc.initial).map(([name, vars]) => [renamed(name), vars]),
        );
        const other = referenceOf(chartOf(msc.lifelines.map(renamed), events, initial), options);
        const holds = referenceOf(msc, options);
        for (const e of msc.events.keys()) expect(other(e, rename(f))).toBe(holds(e, f));
      }),
      { numRuns: 150 },
    );
  });

  it("of the past grows along the causal order: P φ, P[B] φ and seen(B) never become false again", () => {
    fc.assert(
      fc.property(chart(), formula(), lifeline(), (msc, f, b) => {
        const holds = referenceOf(msc, options);
        for (const grows of [once(f), once(f, b), seen(b), once(at(b, f))]) {
          for (const e of msc.events.keys()) {
            if (!holds(e, grows)) continue;
            for (const g of msc.events.keys())
              if (happensBefore(msc, e, g)) expect(holds(g, grows)).toBe(true);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it("@B φ is the value of φ at the latest visible B-event, Y φ that at the previous own one", () => {
    fc.assert(
      fc.property(chart(), formula(), (msc, f) => {
        const holds = referenceOf(msc, options);
        msc.events.forEach((event, e) => {
          msc.lifelines.forEach((name, b) => {
            const last = latestVisible(msc, e, b);
            expect(holds(e, at(name, f))).toBe(last !== -1 && holds(last, f));
            if (name === event.on) expect(holds(e, at(name, f))).toBe(holds(e, f));
          });
          const before = msc.previous[e] ?? -1;
          expect(holds(e, prev(f))).toBe(before !== -1 && holds(before, f));
        });
      }),
      { numRuns: 100 },
    );
  });

  it("an atom with an undefined term is false with any sign and under any predicate", () => {
    fc.assert(
      fc.property(chart(), formula(), (msc, f) => {
        const unset = mapFormula(f, (node) => {
          if (node.kind === "compare") return { ...node, left: { kind: "var", name: "never set" } };
          return node.kind === "predicate"
            ? { ...node, args: [{ kind: "remote", lifeline: "Z", name: "x" }] }
            : node;
        });
        const gone = mapFormula(f, (node) =>
          node.kind === "compare" || node.kind === "predicate" ? { kind: "bool", value: false } : node,
        );
        const holds = referenceOf(msc, options);
        for (const e of msc.events.keys()) expect(holds(e, unset)).toBe(holds(e, gone));
      }),
      { numRuns: 60 },
    );
  });
});
