import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonEquals } from "../../src/base/index.ts";
import {
  buildMsc,
  cutAt,
  type Event,
  happensBefore,
  joinCuts,
  latestVisible,
  type Msc,
} from "../../src/causality/index.ts";
import { type Formula, parseFormula, referenceOf, satisfies, termValue } from "../../src/cpl/index.ts";
import { arbitraryFormula, arbitraryMsc, samplePredicates } from "../../src/testing/index.ts";

function msc(lifelines: readonly string[], events: readonly Event[], initial = {}): Msc {
  const built = buildMsc({ lifelines, events, initial });
  if (!built.ok) throw new Error(built.problems.map((p) => p.message).join());
  return built.msc;
}

function formula(text: string): Formula {
  const parsed = parseFormula(text);
  if (!parsed.ok) throw new Error(parsed.diagnostics.map((d) => d.message).join());
  return parsed.formula;
}

const act = (on: string, set: Record<string, never | string | number | boolean | null> = {}): Event => ({
  kind: "act",
  on,
  set,
});
const send = (on: string, msg: string, to: string): Event => ({ kind: "send", on, msg, to });
const recv = (on: string, msg: string, set = {}): Event => ({ kind: "recv", on, msg, set });
const holds = (m: Msc, e: number, text: string): boolean =>
  satisfies(m, e, formula(text), { predicates: samplePredicates });

/** The set { f | f ≤ e } by search along local successors and messages, with nothing of the chart's own table. */
function pastOf(m: Msc, e: number): Set<number> {
  const past = new Set<number>();
  const stack = [e];
  for (let f = stack.pop(); f !== undefined; f = stack.pop()) {
    if (past.has(f)) continue;
    past.add(f);
    const before = m.events.findLastIndex((g, i) => i < f && g.on === m.events[f]?.on);
    const event = m.events[f];
    const sent =
      event?.kind === "recv" ? m.events.findIndex((g) => g.kind === "send" && g.msg === event.msg) : -1;
    for (const g of [before, sent]) if (g !== -1) stack.push(g);
  }
  return past;
}

/** The definitions once more, with no memo and no shortcut, over {@link pastOf}. */
function literally(m: Msc, past: readonly Set<number>[], e: number, f: Formula): boolean {
  const again = (at: number, g: Formula): boolean => literally(m, past, at, g);
  const on = (lifeline: string): number[] => m.events.flatMap((g, i) => (g.on === lifeline ? [i] : []));
  const last = (lifeline: string): number => Math.max(-1, ...on(lifeline).filter((i) => past[e]?.has(i)));
  const locals = on(m.events[e]?.on ?? "").filter((i) => i <= e);
  switch (f.kind) {
    case "bool":
      return f.value;
    case "compare":
    case "predicate": {
      const terms = f.kind === "compare" ? [f.left, f.right] : f.args;
      const values = terms.map((t) => {
        const at = t.kind === "remote" ? last(t.lifeline) : e;
        return at === -1
          ? undefined
          : termValue(m, at, t.kind === "const" ? t : { kind: "var", name: t.name });
      });
      if (values.includes(undefined)) return false;
      const [a = null, b = null] = values;
      if (f.kind === "predicate") return samplePredicates[f.name]?.(a, b) ?? false;
      if (f.op === "==" || f.op === "!=") return jsonEquals(a, b) === (f.op === "==");
      const points = (s: string): number[] => [...s].map((c) => c.codePointAt(0) ?? 0);
      const compare = (x: number[], y: number[]): number => {
        const i = x.findIndex((p, k) => p !== y[k]);
        return i === -1 ? x.length - y.length : (x[i] ?? 0) - (y[i] ?? -1);
      };
      if (typeof a !== typeof b || (typeof a !== "number" && typeof a !== "string")) return false;
      const sign = typeof a === "number" ? a - Number(b) : compare(points(a), points(String(b)));
      return { "<": sign < 0, "<=": sign <= 0, ">": sign > 0, ">=": sign >= 0 }[f.op];
    }
    case "not":
      return !again(e, f.body);
    case "and":
      return again(e, f.left) && again(e, f.right);
    case "or":
      return again(e, f.left) || again(e, f.right);
    case "prev":
      return locals.length > 1 && again(locals.at(-2) ?? -1, f.body);
    case "since":
      return locals.some((k) => again(k, f.right) && locals.every((g) => g <= k || again(g, f.left)));
    case "at":
      return last(f.lifeline) !== -1 && again(last(f.lifeline), f.body);
    case "seen":
      return last(f.lifeline) !== -1;
    case "once":
      return (f.lifeline === null ? m.lifelines : [f.lifeline]).some((b) =>
        on(b).some((i) => past[e]?.has(i) && again(i, f.body)),
      );
  }
}

describe("last_B(e)", () => {
  it("agrees with the reflexive-transitive closure of successors and messages", () => {
    fc.assert(
      fc.property(arbitraryMsc(), (m) => {
        m.events.forEach((_, e) => {
          const past = pastOf(m, e);
          m.lifelines.forEach((name, b) => {
            const visible = m.events.flatMap((f, i) => (f.on === name && past.has(i) ? [i] : []));
            expect(latestVisible(m, e, b)).toBe(Math.max(-1, ...visible));
          });
          m.events.forEach((_, f) => {
            expect(happensBefore(m, f, e)).toBe(f !== e && past.has(f));
          });
        });
      }),
      { numRuns: 30 },
    );
  });
});

describe("M,e ⊨ φ", () => {
  it("agrees with the definitions read literally", () => {
    let trues = 0;
    let total = 0;
    fc.assert(
      fc.property(arbitraryMsc({ maxEvents: 20 }), arbitraryFormula({ depth: 3 }), (m, f) => {
        const past = m.events.map((_, e) => pastOf(m, e));
        const reference = referenceOf(m, { predicates: samplePredicates });
        for (const e of m.events.keys()) {
          const holds = reference(e, f);
          expect(holds).toBe(literally(m, past, e, f));
          total += 1;
          if (holds) trues += 1;
        }
      }),
      { numRuns: 800 },
    );
    expect(trues / total).toBeGreaterThan(0.15);
    expect(trues / total).toBeLessThan(0.85);
  });

  it("asks in any order and gives the same answers", () => {
    fc.assert(
      fc.property(arbitraryMsc(), arbitraryFormula(), (m, f) => {
        const upwards = referenceOf(m, { predicates: samplePredicates });
        const downwards = referenceOf(m, { predicates: samplePredicates });
        const up = m.events.map((_, e) => upwards(e, f));
        const down = [...m.events.keys()].reverse().map((e) => downwards(e, f));
        expect(down.reverse()).toEqual(up);
      }),
      { numRuns: 200 },
    );
  });

  it("does not overflow the stack on long lifelines and long chains", () => {
    const long = msc(
      ["A"],
      Array.from({ length: 50_000 }, (_, i) => act("A", { x: i })),
    );
    expect(holds(long, 49_999, "x >= 1 S x == 1")).toBe(true);
    expect(holds(long, 49_999, "x >= 2 S x == 0")).toBe(false);
    const chain = formula(`x == 0${" S x == 1".repeat(5000)}`);
    const few = msc(["A"], [act("A", { x: 0 }), act("A", { x: 1 })]);
    expect(satisfies(few, 1, chain)).toBe(true);
    expect(satisfies(few, 0, chain)).toBe(false);
    expect(satisfies(few, 1, formula(`x == 0${" | x == 1".repeat(5000)}`))).toBe(true);
  });
});

describe("derived notations", () => {
  it("7: P φ is ⋁ @B(true S φ), P[B] φ is @B(true S φ), seen(B) is @B(true)", () => {
    fc.assert(
      fc.property(arbitraryMsc(), arbitraryFormula({ depth: 3 }), (m, body) => {
        const witness: Formula = { kind: "since", left: { kind: "bool", value: true }, right: body };
        const reference = referenceOf(m, { predicates: samplePredicates });
        for (const e of m.events.keys()) {
          const each = m.lifelines.map((lifeline) => reference(e, { kind: "at", lifeline, body: witness }));
          expect(reference(e, { kind: "once", lifeline: null, body })).toBe(each.includes(true));
          m.lifelines.forEach((lifeline, b) => {
            expect(reference(e, { kind: "once", lifeline, body })).toBe(each[b]);
            expect(reference(e, { kind: "seen", lifeline })).toBe(latestVisible(m, e, b) !== -1);
          });
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe("scenarios of one lifeline", () => {
  const m = msc(["A", "B"], [act("A", { x: true }), act("A", { x: false }), act("A", {})]);

  it("13, 78: Y at the first event is false, even of true", () => {
    expect(holds(m, 0, "Y true")).toBe(false);
    expect(holds(m, 0, "Y x == true")).toBe(false);
  });

  it("14: Y at the second event is the operand at the first", () => {
    expect(holds(m, 1, "Y x == true")).toBe(true);
    expect(holds(m, 2, "Y x == true")).toBe(false);
  });

  it("15: since over three events is true, true, false", () => {
    const keep = [
      { keep: false, start: true },
      { keep: true, start: false },
      { keep: false, start: false },
    ];
    const s = msc(
      ["A"],
      keep.map((set) => act("A", set)),
    );
    expect([0, 1, 2].map((e) => holds(s, e, "keep == true S start == true"))).toEqual([true, true, false]);
  });

  it("17, 80: P counts the current event and remembers", () => {
    expect([0, 1].map((e) => holds(m, e, "P x == true"))).toEqual([true, true]);
    expect(holds(m, 0, "P x == false")).toBe(false);
  });

  it("36: @A on A is the current event, also for terms and under Y and S", () => {
    expect(holds(m, 1, "@A(x == false)")).toBe(true);
    expect(holds(m, 1, "@A.x == x")).toBe(true);
    expect(holds(m, 1, "@A(Y x == true)")).toBe(true);
    expect(holds(m, 2, "@A(@A(x == false S Y x == true))")).toBe(true);
  });
});

describe("scenarios across lifelines", () => {
  it("24, 25: @A is false before any A event is visible, and true after its message", () => {
    const m = msc(["A", "B"], [act("B"), act("A", { p: true }), send("A", "m", "B"), recv("B", "m")]);
    expect(holds(m, 0, "@A(true)")).toBe(false);
    expect(holds(m, 0, "@A(!p == true)")).toBe(false);
    expect(holds(m, 3, "@A(p == true) & seen(A)")).toBe(true);
  });

  it("26, 27: an equality of versions, and no comparison with what is unset", () => {
    const m = msc(
      ["A", "B"],
      [act("A", { version: "v1" }), send("A", "m", "B"), recv("B", "m", { version: "v1" })],
    );
    expect(holds(m, 2, "@A.version == version")).toBe(true);
    expect(holds(m, 2, "@A.other != version")).toBe(false);
    expect(holds(m, 2, "@A.other == other")).toBe(false);
  });

  it("34: @B(@A φ) looks at the A-event that the B-event sees", () => {
    const m = msc(
      ["A", "B", "C"],
      [
        act("A", { p: true }),
        send("A", "1", "B"),
        recv("B", "1"),
        send("B", "2", "C"),
        act("A", { p: false }),
        send("A", "3", "C"),
        recv("C", "2"),
        recv("C", "3"),
      ],
    );
    expect(holds(m, 7, "@A(p == true)")).toBe(false);
    expect(holds(m, 7, "@B(@A(p == true))")).toBe(true);
    expect(holds(m, 7, "@B(@A.p == true)")).toBe(true);
  });

  it("35: Y @B φ is what was visible then", () => {
    const m = msc(["A", "B"], [act("B", { p: 1 }), act("A"), send("B", "m", "A"), recv("A", "m")]);
    expect(holds(m, 3, "@B(p == 1)")).toBe(true);
    expect(holds(m, 3, "Y @B(p == 1)")).toBe(false);
  });

  it("82: a stale relay is told from the newest visible state", () => {
    const m = msc(
      ["Device", "R1", "R2", "Ind"],
      [
        act("Device", { on: false }),
        send("Device", "1", "R1"),
        act("Device", { on: true }),
        send("Device", "2", "R2"),
        recv("R2", "2"),
        send("R2", "3", "Ind"),
        recv("Ind", "3", { on: true }),
        recv("R1", "1", { on: false }),
        send("R1", "4", "Ind"),
        recv("Ind", "4", { on: false }),
      ],
    );
    expect(holds(m, 9, "@Device(on == true) & on == false")).toBe(true);
  });
});

describe("a cut", () => {
  const m = msc(
    ["T", "C"],
    [
      act("T", { s: "passed" }),
      send("T", "1", "C"),
      act("T", { s: "failed" }),
      recv("C", "1"),
      { kind: "choice", on: "C", guard: "g", value: true },
    ],
  );

  it("replaces what its own event sees, and nothing below", () => {
    const failed = formula('@T(s == "failed")');
    const cut = joinCuts(cutAt(m, 4), cutAt(m, 2));
    expect(satisfies(m, 4, failed)).toBe(false);
    expect(satisfies(m, 4, failed, { cut })).toBe(true);
    expect(satisfies(m, 4, formula('@T.s == "failed"'), { cut })).toBe(true);
    expect(satisfies(m, 4, formula('Y @T(s == "failed")'), { cut })).toBe(false);
    expect(satisfies(m, 3, failed, { cut })).toBe(false);
    expect(satisfies(m, 4, formula('P[T] s == "failed" & @C(seen(T))'), { cut })).toBe(true);
  });

  it("of an event's own past changes nothing", () => {
    fc.assert(
      fc.property(arbitraryMsc(), arbitraryFormula(), (chart, f) => {
        for (const e of chart.events.keys()) {
          const options = { predicates: samplePredicates };
          expect(satisfies(chart, e, f, { ...options, cut: cutAt(chart, e) })).toBe(
            satisfies(chart, e, f, options),
          );
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("predicates", () => {
  const m = msc(["A"], [act("A", { n: 2 })]);

  it("38: are never called with an undefined argument", () => {
    const predicates = { p: (...args: readonly unknown[]) => !args.includes(undefined) && args.length === 1 };
    const check = (text: string): boolean => satisfies(m, 0, formula(text), { predicates });
    expect(check("p(n)")).toBe(true);
    expect([check("p(missing)"), check("p(@B.n)"), check("p(n, missing)")]).toEqual([false, false, false]);
  });

  it("fail by name when they throw, answer no boolean, or are not given", () => {
    const predicates = {
      broken: () => {
        throw new Error("boom");
      },
      vague: () => "yes" as never,
    };
    const ask = (text: string) => () => satisfies(m, 0, formula(text), { predicates });
    expect(ask("broken(n)")).toThrow(expect.objectContaining({ code: "formula/predicate-failed" }));
    expect(ask("broken(n)")).toThrow(/"broken" threw boom/);
    expect(ask("vague(n)")).toThrow(expect.objectContaining({ code: "formula/predicate-failed" }));
    expect(ask("brokn(n)")).toThrow(
      expect.objectContaining({
        code: "formula/unknown-predicate",
        diagnostics: [expect.objectContaining({ suggestion: "broken" })],
      }),
    );
    expect(ask("toString(n)")).toThrow(expect.objectContaining({ code: "formula/unknown-predicate" }));
  });
});

describe("metadata", () => {
  it("belongs to the event where the formula is evaluated, and is undefined where it is absent", () => {
    const m = msc(
      ["A", "B"],
      [{ kind: "send", on: "A", msg: "m", to: "B", type: "report" }, recv("B", "m"), act("B")],
    );
    expect(holds(m, 0, '$kind == "send" & $type == "report" & $lifeline == "A" & $message == "m"')).toBe(
      true,
    );
    expect(holds(m, 1, '$message == @A.$message & @A($type == "report")')).toBe(true);
    expect(holds(m, 1, '$type != "report"')).toBe(false);
    expect(holds(m, 2, "$message == $message")).toBe(false);
    expect(holds(m, 2, 'Y $kind == "recv"')).toBe(true);
  });
});
