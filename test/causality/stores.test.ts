import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Json, jsonEquals, type Vars } from "../../src/base/index.ts";
import { applyEvent, type Event } from "../../src/causality/index.ts";
import { arbitraryMsc, arbitraryValue } from "../../src/testing/index.ts";
import { draw, drawnEvent } from "./drawn.ts";

const names = ["x", "y", "z", "__proto__", "constructor", "toString"] as const;
const name = (): fc.Arbitrary<string> => fc.constantFrom(...names);

const store = (): fc.Arbitrary<Vars> =>
  fc
    .array(fc.tuple(name(), arbitraryValue()), { maxLength: 5 })
    .map((entries) => Object.fromEntries(entries));

const change = (): fc.Arbitrary<{ readonly set: Vars; readonly unset: readonly string[] }> =>
  fc
    .record({ set: store(), unset: fc.array(name(), { maxLength: 3 }) })
    .map(({ set, unset }) => ({ set, unset: unset.filter((n) => !Object.hasOwn(set, n)) }));

const kinds = ["act", "recv"] as const;
const changing = (
  kind: (typeof kinds)[number],
  body: { readonly set?: Vars; readonly unset?: readonly string[] },
): Event => (kind === "act" ? { kind, on: "A", ...body } : { kind, on: "A", msg: "m", ...body });

const model = (vars: Vars): Map<string, Json> => new Map(Object.entries(vars));

describe("applyEvent", () => {
  it("is that of a map: unset, then set", () => {
    fc.assert(
      fc.property(store(), change(), fc.constantFrom(...kinds), (vars, body, kind) => {
        const expected = model(vars);
        for (const gone of body.unset) expected.delete(gone);
        for (const [key, value] of Object.entries(body.set)) expected.set(key, value);
        const after = applyEvent(vars, changing(kind, body));
        const found = model(after);
        expect([...found.keys()].sort()).toEqual([...expected.keys()].sort());
        for (const [key, value] of expected) expect(jsonEquals(found.get(key) ?? null, value)).toBe(true);
        expect(Object.getPrototypeOf(after)).toBe(Object.prototype);
      }),
      { numRuns: 500 },
    );
  });

  it("never changes the store that it is given, nor the event", () => {
    fc.assert(
      fc.property(store(), change(), (vars, body) => {
        const before = JSON.stringify([vars, body]);
        const after = applyEvent(Object.freeze(vars), changing("act", Object.freeze(body)));
        expect(JSON.stringify([vars, body])).toBe(before);
        if (after !== vars) expect(after).not.toBe(body.set);
      }),
      { numRuns: 200 },
    );
  });

  it("is the same object exactly when nothing changes", () => {
    fc.assert(
      fc.property(store(), change(), (vars, body) => {
        const after = applyEvent(vars, changing("act", body));
        expect(after === vars).toBe(jsonEquals(after, vars));
        expect(applyEvent(after, changing("act", body))).toBe(after);
      }),
      { numRuns: 500 },
    );
  });

  it("of the later event wins, and of disjoint ones the order does not matter", () => {
    fc.assert(
      fc.property(store(), change(), change(), (vars, one, two) => {
        const [first, second] = [changing("act", one), changing("act", two)];
        const both = applyEvent(applyEvent(vars, first), second);
        for (const [key, value] of Object.entries(two.set)) expect(model(both).get(key)).toEqual(value);
        for (const gone of two.unset) expect(model(both).has(gone)).toBe(false);
        const touched = [...Object.keys(two.set), ...two.unset];
        if ([...Object.keys(one.set), ...one.unset].some((key) => touched.includes(key))) return;
        expect(jsonEquals(both, applyEvent(applyEvent(vars, second), first))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("of sends and choices is nothing", () => {
    fc.assert(
      fc.property(store(), fc.boolean(), (vars, value) => {
        expect(applyEvent(vars, { kind: "send", on: "A", msg: "m", to: "B" })).toBe(vars);
        expect(applyEvent(vars, { kind: "choice", on: "A", guard: "g", value })).toBe(vars);
      }),
      { numRuns: 50 },
    );
  });
});

describe("by hand: null is a value, unset is not", () => {
  it.each<[string, Vars, string, Vars]>([
    ["sets several at once", {}, "A x=1 y=2", { x: 1, y: 2 }],
    ["overwrites", { x: 1 }, 'A x="1"', { x: "1" }],
    ["sets null", { x: 1 }, "A x=null", { x: null }],
    ["sets null where nothing was", {}, "A x=null", { x: null }],
    ["unsets null", { x: null }, "A -x", {}],
    ["unsets what is not set", { y: 1 }, "A -x", { y: 1 }],
    ["sets one and unsets another", { x: 1, y: 2 }, "A -x z=3", { y: 2, z: 3 }],
    ["replaces an object whole", { x: { a: 1, b: 2 } }, 'A x={"a":3}', { x: { a: 3 } }],
    ["replaces a list whole", { x: [1, 2, 3] }, "A x=[9]", { x: [9] }],
    ["sets an empty object", { x: { a: 1 } }, "A x={}", { x: {} }],
    ["a receive does the same", { x: 1, y: 1 }, "A < m x=2 -y", { x: 2 }],
    ["does nothing", { x: 1 }, "A", { x: 1 }],
  ])("%s", (_, vars, line, expected) => expect(applyEvent(vars, drawnEvent(line))).toEqual(expected));
});

describe("valuations of a chart", () => {
  it("are the stores after each event, each lifeline's own", () => {
    const chart = draw(
      ["A", "B"],
      ["A x=1", "B x=9", "A > B m", "A -x", "B < m y=1", "B ? true", "B x=null", "A x=2"],
      { A: { start: 0 }, B: {} },
    );
    expect(chart.stores).toEqual([
      { start: 0, x: 1 },
      { x: 9 },
      { start: 0, x: 1 },
      { start: 0 },
      { x: 9, y: 1 },
      { x: 9, y: 1 },
      { x: null, y: 1 },
      { start: 0, x: 2 },
    ]);
  });

  it("are what the events of the lifeline, and no others, have made of its first store", () => {
    fc.assert(
      fc.property(arbitraryMsc(), (msc) => {
        for (const lifeline of msc.lifelines) {
          let vars = msc.initial[lifeline] ?? {};
          msc.events.forEach((event, e) => {
            if (event.on !== lifeline) return;
            vars = applyEvent(vars, event);
            expect(msc.stores[e]).toEqual(vars);
          });
        }
      }),
      { numRuns: 100 },
    );
  });
});
