import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Msc } from "../../src/causality/index.ts";
import { metaFields } from "../../src/cpl/formula.ts";
import { checkFormula, type Formula } from "../../src/cpl/index.ts";
import { childrenOf } from "../../src/cpl/tree.ts";
import {
  arbitraryFormula,
  arbitraryMsc,
  arbitraryValue,
  sampleNames,
  samplePredicates,
} from "../../src/testing/index.ts";

const seed = 20260520;
const charts = fc.sample(arbitraryMsc(), { numRuns: 300, seed });
const formulas = fc.sample(arbitraryFormula(), { numRuns: 500, seed });

/** Whether two messages of one pair of lifelines are taken in the other order than they were sent. */
function overtakes(msc: Msc): boolean {
  const taken = msc.source.flatMap((s, e) => (s === -1 ? [] : [{ s, from: msc.on[s], to: msc.on[e] }]));
  return taken.some((a, i) => taken.some((b, j) => i < j && a.from === b.from && a.to === b.to && a.s > b.s));
}

function all(f: Formula): readonly Formula[] {
  return [f, ...childrenOf(f).flatMap(all)];
}

const depth = (f: Formula): number => 1 + Math.max(0, ...childrenOf(f).map(depth));

describe("arbitraryMsc", () => {
  it("keeps to its bounds", () => {
    for (const msc of charts) {
      expect(msc.lifelines.length).toBeGreaterThanOrEqual(2);
      expect(msc.lifelines.length).toBeLessThanOrEqual(5);
      expect(msc.events.length).toBeGreaterThanOrEqual(5);
      expect(msc.events.length).toBeLessThanOrEqual(45);
    }
    const [small] = fc.sample(arbitraryMsc({ lifelines: ["x", "y"], minEvents: 1, maxEvents: 2 }), 1);
    expect(small?.lifelines).toEqual(["x", "y"]);
    expect(small?.events.length).toBeLessThanOrEqual(2);
  });

  it("has every kind of event, overtaking, messages in transit, unset variables and filled stores", () => {
    const share = (test: (msc: Msc) => boolean): number => charts.filter(test).length / charts.length;
    for (const kind of ["act", "send", "recv", "choice"]) {
      expect(share((msc) => msc.events.some((event) => event.kind === kind))).toBeGreaterThan(0.7);
    }
    expect(share(overtakes)).toBeGreaterThan(0.1);
    expect(
      share((msc) => msc.events.some((event, e) => event.kind === "send" && !msc.source.includes(e))),
    ).toBeGreaterThan(0.5);
    expect(
      share((msc) =>
        msc.stores.some((store, e) =>
          Object.keys(msc.stores[msc.previous[e] ?? -1] ?? {}).some((name) => !(name in store)),
        ),
      ),
    ).toBeGreaterThan(0.3);
    expect(
      share((msc) => msc.events.some((event) => "set" in event && Object.keys(event.set ?? {}).length > 1)),
    ).toBeGreaterThan(0.5);
    expect(
      share((msc) => Object.values(msc.initial).some((store) => Object.keys(store).length > 0)),
    ).toBeGreaterThan(0.5);
  });

  it("shrinks to a small chart", () => {
    const found = fc.check(
      fc.property(arbitraryMsc(), (msc) => !msc.events.some((event) => event.kind === "recv")),
      { seed, numRuns: 100 },
    );
    expect(found.failed).toBe(true);
    expect(found.counterexample?.[0].events.length).toBeLessThanOrEqual(5);
  });
});

describe("arbitraryFormula", () => {
  it("uses every operator, to depth 5 and no deeper above its atoms", () => {
    const kinds = new Set(formulas.flatMap(all).map((f) => f.kind));
    expect([...kinds].sort()).toEqual(
      ["and", "at", "bool", "compare", "not", "once", "or", "predicate", "prev", "seen", "since"].sort(),
    );
    for (const f of formulas) expect(checkFormula(f)).toEqual([]);
    expect(Math.max(...formulas.map(depth))).toBeGreaterThanOrEqual(6);
  });

  it("is biased to since, three looks at other lifelines, and Y of @", () => {
    const share = (test: (f: Formula) => boolean): number =>
      formulas.filter((f) => all(f).some(test)).length / formulas.length;
    expect(share((f) => f.kind === "since")).toBeGreaterThan(0.5);
    expect(share((f) => f.kind === "prev" && f.body.kind === "at")).toBeGreaterThan(0.3);
    const three = (f: Formula): boolean =>
      f.kind === "at" && f.body.kind === "at" && f.body.body.kind === "at";
    expect(share(three)).toBeGreaterThan(0.2);
  });

  it("draws from the names that it is given", () => {
    const some = fc.sample(arbitraryFormula({ lifelines: ["L"], variables: ["v"], predicates: false }), {
      numRuns: 100,
      seed,
    });
    const text = JSON.stringify(some);
    expect(text).not.toContain('"predicate"');
    const names = [...text.matchAll(/"lifeline":"([^"]*)"/g)].map((match) => match[1]);
    expect(new Set(names)).toEqual(new Set(["L"]));
    const variables = some.flatMap(all).flatMap((f) => (f.kind === "compare" ? [f.left, f.right] : []));
    for (const term of variables) {
      if (term.kind !== "const") expect(["v", ...metaFields]).toContain(term.name);
    }
  });
});

describe("values", () => {
  it("are of every type, and tell code points from code units", () => {
    const values = fc.sample(arbitraryValue(), { numRuns: 300, seed });
    const types = new Set(
      values.map((value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value)),
    );
    expect([...types].sort()).toEqual(["array", "boolean", "null", "number", "object", "string"]);
    expect(values).toContain("\u{1f600}");
  });

  it("come with names and predicates to use them with", () => {
    expect(sampleNames.lifelines.length).toBeGreaterThanOrEqual(2);
    expect([
      samplePredicates["even"]?.(2),
      samplePredicates["even"]?.("2"),
      samplePredicates["same"]?.([1], [1]),
    ]).toEqual([true, false, true]);
  });
});
