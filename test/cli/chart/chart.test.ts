import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasLoneSurrogate } from "../../../src/base/index.ts";
import {
  buildMsc,
  type Event,
  eventName,
  isLinearExtension,
  type Msc,
} from "../../../src/causality/index.ts";
import { Chart } from "../../../src/cli/chart/chart.ts";
import { describeChange } from "../../../src/cli/chart/describe.ts";
import { layoutOf } from "../../../src/cli/chart/layout.ts";
import { arbitraryMsc } from "../../../src/testing/index.ts";
import { draw, eventsIn, textOf, widest } from "./read-chart.ts";

function mscOf(lifelines: readonly string[], events: readonly Event[]): Msc {
  const built = buildMsc({ lifelines, events });
  if (!built.ok) throw new TypeError(JSON.stringify(built.problems));
  return built.msc;
}

/** The same chart with other names, and further lifelines that do nothing. */
function renamed(msc: Msc, names: readonly string[]): Msc {
  const to = new Map(msc.lifelines.map((name, i) => [name, names[i] ?? name]));
  const name = (lifeline: string): string => to.get(lifeline) ?? lifeline;
  const events = msc.events.map((event) =>
    event.kind === "send"
      ? { ...event, on: name(event.on), to: event.to === null ? null : name(event.to) }
      : { ...event, on: name(event.on) },
  );
  return mscOf(names, events);
}

const several = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `Line${i}`);

describe("a chart", () => {
  it.each([
    [80, 3],
    [80, 4],
    [80, 8],
    [80, 12],
    [80, 20],
    [160, 6],
    [160, 12],
    [160, 40],
    [40, 3],
    [40, 9],
  ])(
    "at %d columns, %d lifelines: draws every event once, in a linear extension, within the width",
    (width, count) => {
      fc.assert(
        fc.property(arbitraryMsc(), (small) => {
          const msc = renamed(small, several(Math.max(count, small.lifelines.length)));
          const lines = draw(msc, width);
          expect(widest(lines)).toBeLessThanOrEqual(width);
          const shown = eventsIn(lines, msc.lifelines, width);
          const index = new Map(msc.events.map((_, event) => [eventName(msc, event), event]));
          const order = shown.map((name) => index.get(name) ?? -1);
          expect([...order].sort((a, b) => a - b)).toEqual(msc.events.map((_, event) => event));
          expect(isLinearExtension(msc, order)).toBe(true);
        }),
        { numRuns: 60 },
      );
    },
  );

  it("never exceeds its width, whatever names and values are", () => {
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }).filter((s) => !s.includes("#"));
    const value = fc.oneof(
      fc.string({ unit: "binary", maxLength: 100 }).filter((s) => !hasLoneSurrogate(s)),
      fc.jsonValue(),
    );
    const names = fc.uniqueArray(
      text.filter((s) => !hasLoneSurrogate(s)),
      { minLength: 2, maxLength: 14 },
    );
    fc.assert(
      fc.property(names, text, value, fc.integer({ min: 40, max: 170 }), (lifelines, variable, x, width) => {
        const [from = "", to = ""] = lifelines;
        const payload = { [variable.replace("$", "S")]: x as never };
        const msc = mscOf(lifelines, [
          { on: from, kind: "act", set: payload },
          { on: from, kind: "send", msg: "m", to, payload },
          { on: to, kind: "recv", msg: "m", set: payload },
          { on: to, kind: "choice", guard: variable, value: true },
        ]);
        const lines = draw(msc, width);
        expect(widest(lines)).toBeLessThanOrEqual(width);
        for (const { text: line } of lines) expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: 300 },
    );
  });

  it("shows places of many digits at both ends of the shortest arrow", () => {
    const lifelines = several(12);
    const events: Event[] = [];
    for (let i = 1; i <= 1500; i++) {
      events.push({ on: "Line4", kind: "send", msg: `m${i}`, to: "Line5" });
      events.push({ on: "Line5", kind: "recv", msg: `m${i}` });
    }
    const lines = draw(mscOf(lifelines, events), 80);
    const shown = eventsIn(lines, lifelines, 80);
    expect(shown.slice(-2)).toEqual(["Line4#1500", "Line5#1500"]);
    expect(shown).toHaveLength(3000);
  });

  it("shows a value of 10 kB by its beginning and its end", () => {
    const msc = mscOf(["A"], [{ on: "A", kind: "act", set: { x: "y".repeat(10_000) } }]);
    const text = draw(msc, 80)
      .map(({ text }) => text)
      .join("\n");
    expect(text.replaceAll(/[\s│]+/g, " ")).toMatch(/x "y[y ]+…[y ]+y"/);
    expect(text.split("\n").length).toBeLessThan(8);
  });

  it("shows the first changes of an event that makes many", () => {
    const set = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`v${i}`, i]));
    const lines = draw(mscOf(["A"], [{ on: "A", kind: "act", set }]), 80);
    expect(lines.length).toBeLessThan(12);
    expect(lines.map(({ text }) => text).join(" ")).toContain("and 488 more");
  });

  it("says which messages are on their way, and when they arrive", () => {
    const msc = mscOf(
      ["Alice", "Bob"],
      [
        { on: "Alice", kind: "send", msg: "m", to: "Bob", payload: { x: 1 } },
        { on: "Alice", kind: "send", msg: "c", to: "Bob", control: true, payload: false },
        { on: "Bob", kind: "choice", guard: "g", value: true },
        { on: "Bob", kind: "recv", msg: "c", control: true },
        { on: "Bob", kind: "recv", msg: "m", set: { x: 1 } },
        { on: "Bob", kind: "send", msg: "n", to: "Alice" },
      ],
    );
    expect(draw(msc, 80).map(({ text }) => text.trimEnd())).toEqual([
      "  Alice    Bob",
      "    │       │",
      "    1───○   │     on its way to Bob: x 1",
      "    2───○   │     on its way to Bob: decided false",
      "    │      <1>    g: true",
      "    2┄┄┄┄┄┄▶2     Alice#2 arrives: decided false",
      "    1┄┄┄┄┄┄▶3     Alice#1 arrives: x 1",
      "    │   ○───4     on its way to Alice",
    ]);
  });

  it("repeats the names so that they are never far away", () => {
    const events = Array.from({ length: 100 }, (): Event => ({ on: "Alice", kind: "act" }));
    const lines = draw(mscOf(["Alice", "Bob"], events), 80);
    expect(lines.filter(({ text }) => text.includes("Alice"))).toHaveLength(2);
  });

  it("repeats the names below a round's rule, and not between a decision and what follows from it", () => {
    const lines: string[] = [];
    const chart = new Chart(["Alice", "Bob"], 80, (...pieces) => lines.push(textOf(pieces).trimEnd()));
    chart.names();
    let position = 0;
    const push = (event: Event): void => chart.push(event, ++position, "t");
    for (let i = 0; i < 30; i++) push({ on: "Alice", kind: "act" });
    chart.rule("round 2");
    for (let i = 0; i < 50; i++) {
      push({ on: "Alice", kind: "choice", guard: "g", value: true });
      push({ on: "Alice", kind: "act" });
    }
    const heads = lines.flatMap((line, i) => (/^ +Alice +Bob$/.test(line) ? [i] : []));
    expect(heads).toHaveLength(3);
    expect(lines[(heads[1] ?? 0) - 1]).toContain("round 2");
    expect(lines[(heads[2] ?? 0) - 1]).toContain("[");
  });

  it("shows values whole where there is room for them, so that what differs can be seen", () => {
    const long = ["free-shipping@ccd7f23", "vouchers@f45c644", "rounding@114def2"];
    const merged = describeChange({ on: "A", kind: "act", set: { onMain: long } }, 120);
    expect(merged).toBe('onMain ["free-shipping@ccd7f23", "vouchers@f45c644", "rounding@114def2"]');
    const revert = describeChange({ on: "A", kind: "act", set: { onMain: long.slice(0, 2) } }, 120);
    expect(revert).not.toBe(merged);
    const narrow = describeChange({ on: "A", kind: "act", set: { onMain: long } }, 50);
    expect(narrow).toMatch(/^onMain \["free.+….+114def2"\]$/);
    expect(narrow.length).toBeLessThanOrEqual(50);
  });

  it("says of a control message which decision it tells", () => {
    const lines: string[] = [];
    const chart = new Chart(["Alice", "Bob"], 80, (...pieces) => lines.push(textOf(pieces).trimEnd()));
    chart.push({ on: "Alice", kind: "send", msg: "c", to: "Bob", control: true, payload: true }, 1, "go-on");
    chart.push({ on: "Bob", kind: "recv", msg: "c", control: true }, 1);
    chart.push({ on: "Alice", kind: "send", msg: "d", to: "Bob", control: true, payload: false }, 2, "go-on");
    chart.flush();
    expect(lines).toEqual([
      "    1──────▶1     go-on: true",
      "    2───○   │     on its way to Bob: go-on: false",
    ]);
  });
});

describe("the layout", () => {
  it.each([
    [["Orchestrator", "TestRunner", "Security", "Committer"], 80],
    [several(12), 80],
    [several(25), 160],
    [["語".repeat(30), "\u001b[31mred", "x".repeat(200), "e\u0301te"], 80],
  ])("shows every name in full or cut in its middle, without overlap: %j at %d", (lifelines, width) => {
    const layout = layoutOf(lifelines, width);
    expect(layout?.names.flat()).toHaveLength(lifelines.length);
    for (const row of layout?.names ?? []) {
      for (const [i, { at, text }] of row.entries()) {
        const next = row[i + 1];
        expect(at).toBeGreaterThanOrEqual(0);
        if (next !== undefined) expect(at + text.length).toBeLessThan(next.at);
      }
    }
  });

  it("gives up where bars would be too close, so that events stand in a list", () => {
    expect(layoutOf(several(13), 80)).not.toBeNull();
    expect(layoutOf(several(14), 80)).toBeNull();
    const msc = mscOf(several(20), [
      { on: "Line0", kind: "send", msg: "m", to: "Line19", payload: { x: 1 } },
      { on: "Line19", kind: "recv", msg: "m", set: { x: 1 } },
      { on: "Line19", kind: "choice", guard: "g", value: true },
    ]);
    expect(draw(msc, 80).map(({ text }) => text)).toEqual([
      "Line0 1 ──▶ 1 Line19  x 1",
      "Line19 <2>  g: true",
    ]);
  });
});
