import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonEquals, toJson } from "../../src/base/index.ts";
import {
  buildMsc,
  isConsistentCut,
  isLinearExtension,
  latestVisible,
  mscKey,
} from "../../src/causality/index.ts";
import {
  checkFormula,
  lifelinesOf,
  parseFormula,
  printFormula,
  referenceOf,
  variablesOf,
} from "../../src/cpl/index.ts";
import { readMscRecording, writeMscRecording } from "../../src/formats/index.ts";
import {
  arbitraryFormula,
  arbitraryMsc,
  arbitraryValue,
  sampleNames,
  samplePredicates,
} from "../../src/testing/index.ts";
import { pastsOf } from "../causality/drawn.ts";

const options = { numRuns: 60, seed: 7 };

describe("generated charts", () => {
  it("are the same for the same seed", () => {
    expect(fc.sample(arbitraryMsc(), options).map(mscKey)).toEqual(
      fc.sample(arbitraryMsc(), options).map(mscKey),
    );
    const others = fc.sample(arbitraryMsc(), { ...options, seed: 8 }).map(mscKey);
    expect(others).not.toEqual(fc.sample(arbitraryMsc(), options).map(mscKey));
  });

  it("are charts: what they are made of builds them again, and a recording holds them", () => {
    for (const msc of fc.sample(arbitraryMsc(), options)) {
      const { lifelines, initial, events } = msc;
      expect(buildMsc({ lifelines, initial, events })).toEqual({ ok: true, msc, order: [...events.keys()] });
      const text = [...writeMscRecording({ lifelines, stores: initial, events })]
        .map((line) => `${line}\n`)
        .join("");
      const result = readMscRecording(text);
      expect(result.ok && mscKey(result.recording.msc)).toBe(mscKey(msc));
    }
  });

  it("have arrays that agree with one another and with the closure of their links", () => {
    for (const msc of fc.sample(arbitraryMsc(), options)) {
      const pasts = pastsOf(msc);
      expect(isLinearExtension(msc, [...msc.events.keys()])).toBe(true);
      msc.events.forEach((event, e) => {
        expect(msc.lifelines[msc.on[e] ?? -1]).toBe(event.on);
        expect(msc.events[msc.previous[e] ?? -1]?.on ?? event.on).toBe(event.on);
        expect(msc.position[e]).toBe((msc.position[msc.previous[e] ?? -1] ?? 0) + 1);
        const latest = msc.lifelines.map((_, b) => latestVisible(msc, e, b));
        expect(isConsistentCut(msc, latest)).toBe(true);
        const seen = msc.events.flatMap((_, f) => (f <= (latest[msc.on[f] ?? -1] ?? -1) ? [f] : []));
        expect(seen).toEqual([...(pasts[e] ?? [])].sort((a, b) => a - b));
      });
    }
  });

  it("take hostile names as they take others", () => {
    const names = { lifelines: ["__proto__", "a b", "P"], variables: ["constructor", "S"] };
    const used = new Set<string>();
    for (const msc of fc.sample(arbitraryMsc(names), options)) {
      for (const store of msc.stores) for (const name of Object.keys(store)) used.add(name);
      expect(names.lifelines).toEqual(expect.arrayContaining([...msc.lifelines]));
    }
    expect([...used].sort()).toEqual([...names.variables].sort());
  });
});

describe("generated formulas", () => {
  it("are the same for the same seed, right, and written and read", () => {
    const sample = (): readonly string[] => fc.sample(arbitraryFormula(), options).map(printFormula);
    expect(sample()).toEqual(sample());
    for (const formula of fc.sample(arbitraryFormula(), options)) {
      expect(checkFormula(formula)).toEqual([]);
      expect(parseFormula(printFormula(formula))).toEqual({ ok: true, formula });
    }
  });

  it("name only what they are given, and no predicates when told so", () => {
    const given = { lifelines: ["X"], variables: ["v"], predicates: false };
    for (const formula of fc.sample(arbitraryFormula(given), options)) {
      for (const name of lifelinesOf(formula)) expect(name).toBe("X");
      for (const { name } of variablesOf(formula)) expect(name).toBe("v");
      expect(printFormula(formula)).not.toMatch(/\b(even|same)\(/);
    }
  });

  it("are neither mostly true nor mostly false on generated charts", () => {
    const charts = fc.sample(arbitraryMsc(), options);
    const values = fc.sample(arbitraryFormula(), options).flatMap((formula, i) => {
      const msc = charts[i];
      if (msc === undefined) return [];
      const holds = referenceOf(msc, { predicates: samplePredicates });
      return msc.events.map((_, e) => holds(e, formula));
    });
    const share = values.filter(Boolean).length / values.length;
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.9);
  });
});

describe("generated values", () => {
  const values = fc.sample(arbitraryValue(), { numRuns: 300, seed: 7 });

  it("are JSON, and hold pairs that are equal and pairs that are not", () => {
    for (const value of values) expect(toJson(value)).toEqual({ ok: true, value });
    const pairs = values.map((value, i) => jsonEquals(value, values[(i + 1) % values.length] ?? null));
    expect(new Set(pairs)).toEqual(new Set([true, false]));
    expect(
      values.some((a) => values.some((b) => jsonEquals(a, b) && JSON.stringify(a) !== JSON.stringify(b))),
    ).toBe(true);
  });

  it("are taken by the predicates, which are total and pure", () => {
    for (const a of values) {
      for (const predicate of Object.values(samplePredicates)) {
        const answer = predicate(a, a);
        expect(typeof answer).toBe("boolean");
        expect(predicate(a, a)).toBe(answer);
      }
    }
    expect(Object.keys(samplePredicates).sort()).toEqual(["even", "same"]);
    expect(sampleNames.lifelines.length).toBeGreaterThan(2);
  });
});
