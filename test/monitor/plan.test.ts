import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replay } from "../../src/analysis/index.ts";
import { canonicalJson, digestOf, type Json } from "../../src/base/index.ts";
import { type Choreography, parseChoreography, serializeChoreography } from "../../src/choreography/index.ts";
import { type Formula, referenceOf, type Term } from "../../src/cpl/index.ts";
import { childrenOf } from "../../src/cpl/tree.ts";
import { baselineMonitor, guardId, type MonitorPlan, planMonitor } from "../../src/monitor/index.ts";
import { projectAll } from "../../src/projection/index.ts";
import { arbitraryFormula } from "../../src/testing/index.ts";
import { chart, act as did, recv, send } from "../analysis/charts.ts";
import { randomChoreography } from "../analysis/random-ir.ts";
import { formula } from "./lifelines.ts";

const lifelines = ["A", "B", "C"];
const planOf = (formulas: readonly Formula[], owner = "A", lifeline = owner): MonitorPlan =>
  planMonitor(
    lifelines,
    formulas.map((asked) => ({ owner, formula: asked })),
    lifeline,
  );

const is = (value: Json): Formula => ({
  kind: "compare",
  op: "==",
  left: { kind: "var", name: "x" },
  right: { kind: "const", value },
});
const both = (left: Formula, right: Formula): Formula => ({ kind: "and", left, right });
const any = (formulas: readonly Formula[]): Formula =>
  formulas.reduce((left, right) => ({ kind: "or", left, right }));

/** A formula in primitive syntax, written a second time. */
function unfolded(asked: Formula): Formula {
  switch (asked.kind) {
    case "seen":
      return { kind: "at", lifeline: asked.lifeline, body: { kind: "bool", value: true } };
    case "once": {
      const since: Formula = {
        kind: "since",
        left: { kind: "bool", value: true },
        right: unfolded(asked.body),
      };
      const names = asked.lifeline === null ? lifelines : [asked.lifeline];
      return any(names.map((lifeline) => ({ kind: "at", lifeline, body: since })));
    }
    case "not":
    case "prev":
    case "at":
      return { ...asked, body: unfolded(asked.body) };
    case "and":
    case "or":
    case "since":
      return { ...asked, left: unfolded(asked.left), right: unfolded(asked.right) };
    default:
      return asked;
  }
}

function subformulas(asked: Formula): readonly Formula[] {
  return [asked, ...childrenOf(asked).flatMap(subformulas)];
}

/** The structurally different subformulas of some formulas, as text. */
function textsOf(formulas: readonly Formula[]): ReadonlySet<string> {
  return new Set(
    formulas.flatMap((asked) => subformulas(unfolded(asked))).map((one) => canonicalJson({ ...one } as Json)),
  );
}

describe("the table of subformulas", () => {
  const atoms = Array.from({ length: 130 }, (_, i) => is(i));

  it("keeps formulas apart whose positions look alike when they are written together", () => {
    // The atoms stand at 0 to 129: written without a gap, `1 12` and `11 2` would be one.
    const pairs: readonly (readonly [number, number])[] = [
      [1, 12],
      [11, 2],
      [111, 2],
      [11, 12],
      [1, 112],
      [12, 1],
    ];
    const guards = [...atoms, ...pairs.map(([a, b]) => both(is(a), is(b)))];
    const plan = planOf(guards);
    expect(plan.formulas).toHaveLength(130 + pairs.length);
    expect(new Set(guards.map((guard) => guardId(plan, guard))).size).toBe(guards.length);
    const whole = planOf([any(guards)]);
    expect(whole.formulas).toHaveLength(130 + pairs.length + guards.length - 1);
  });

  it("evaluates each of them by itself", () => {
    const msc = chart(["A"], [did("A", { x: 12 }), did("A", { x: 2 })]);
    const asked = [
      ...atoms,
      both(is(1), is(12)),
      both(is(11), is(2)),
      { kind: "not", body: both(is(2), is(2)) } as const,
    ];
    const holds = referenceOf(msc);
    expect(replay(msc, asked)).toEqual(msc.events.map((_, e) => asked.map((one) => holds(e, one))));
  });

  it("is not deceived by texts that look like formulas, names that look like lists, operators that share a name", () => {
    const text = (value: string): Term => ({ kind: "const", value });
    const compare = (left: Term, right: Term): Formula => ({ kind: "compare", op: "==", left, right });
    const call = (name: string, ...args: readonly Term[]): Formula => ({ kind: "predicate", name, args });
    const x: Term = { kind: "var", name: "x" };
    const different: readonly Formula[] = [
      compare(text("a"), text('b"} == {"kind":"const","value":"c')),
      compare(text('a"} == {"kind":"const","value":"b'), text("c")),
      compare(x, text("x")),
      compare(text("x"), x),
      compare(x, { kind: "remote", lifeline: "A", name: "x" }),
      compare(x, { kind: "remote", lifeline: "A.x", name: "x" }),
      compare(x, { kind: "const", value: null }),
      compare(x, text("null")),
      compare(x, { kind: "const", value: [] }),
      compare(x, { kind: "const", value: {} }),
      call("p", x, x),
      call("p", x),
      call("p"),
      call("p,x", x),
      call("true"),
      call("not 1"),
      { kind: "bool", value: true },
      { kind: "at", lifeline: "A", body: is(1) },
      { kind: "at", lifeline: 'A" 1', body: is(1) },
      { kind: "at", lifeline: "null", body: is(1) },
      { kind: "since", left: is(1), right: is(2) },
      { kind: "since", left: is(2), right: is(1) },
      { kind: "and", left: is(1), right: is(2) },
      { kind: "or", left: is(1), right: is(2) },
      { kind: "not", body: is(1) },
      { kind: "prev", body: is(1) },
    ];
    const plan = planOf(different);
    expect(new Set(different.map((one) => guardId(plan, one))).size).toBe(different.length);
    expect(plan.formulas).toHaveLength(textsOf(different).size);
  });

  it("holds each different subformula once, children first, and finds a copy at the same place", () => {
    let sizes = 0;
    fc.assert(
      fc.property(fc.array(arbitraryFormula({ lifelines }), { minLength: 1, maxLength: 4 }), (formulas) => {
        const plan = planOf(formulas);
        const texts = plan.formulas.map((one) => canonicalJson({ ...one } as Json));
        expect(new Set(texts).size).toBe(texts.length);
        expect(texts.length).toBe(textsOf(formulas).size);
        sizes = Math.max(sizes, texts.length);
        for (const [id, one] of plan.formulas.entries()) {
          expect(["once", "seen"]).not.toContain(one.kind);
          expect(guardId(plan, structuredClone(one))).toBe(id);
          for (const child of childrenOf(one)) expect(guardId(plan, child)).toBeLessThan(id);
        }
      }),
      { numRuns: 40 },
    );
    expect(sizes).toBeGreaterThan(40);
  });
});

describe("a plan", () => {
  it("tracks the variables that a cross-lifeline term reads, sorted, and no others", () => {
    const plan = planOf([
      formula("@B.zebra == own & @C.apple != @B.zebra"),
      formula("@B(inner == 1 & @C.Mango > 3)"),
      formula("P deep == 1 | p(@B.`__proto__`)"),
    ]);
    expect(plan.variables).toEqual(["Mango", "__proto__", "apple", "zebra"]);
    expect(planOf([formula("own == 1 & @B(inner == 2) & P x == 1 & seen(C)")]).variables).toEqual([]);
  });

  it("tracks metadata that is asked for elsewhere like a variable", () => {
    expect(planOf([formula("@B.$kind == 'send' & $kind == 'recv'")]).variables).toEqual(["$kind"]);
  });

  it("needs at each lifeline what a guard can ask for there", () => {
    const asked = formula("x == 1 & @B(y == 2 & @C(z == 3)) & @C(@B(w == 4))");
    const names = (lifeline: string) => {
      const plan = planOf([asked], "A", lifeline);
      return plan.need.flatMap((id) => {
        const one = plan.formulas[id];
        return one?.kind === "compare" && one.left.kind === "var" ? [one.left.name] : [];
      });
    };
    expect([names("A"), names("B"), names("C")]).toEqual(
      [["x"], ["y", "w"], ["z"]].map((list) => expect.arrayContaining(list)),
    );
    expect([names("A").length, names("B").length, names("C").length]).toEqual([1, 2, 1]);
  });

  it("is the same for all lifelines but for whose it is and what is needed there", () => {
    fc.assert(
      fc.property(randomChoreography, (ir) => {
        const plans = projectAll(ir).map(({ plan }) => plan);
        for (const { lifeline: _, need, ...shared } of plans) {
          const { lifeline: __, need: ___, ...first } = plans[0]!;
          expect(shared).toEqual(first);
          expect(need).toEqual([...need].sort((a, b) => a - b));
        }
      }),
      { numRuns: 40 },
    );
  });

  /** The JSON of a choreography with the keys of every object the other way round, read again. */
  function readElsewhere(ir: Choreography): Choreography {
    const turned = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(turned);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, item]) => [key, turned(item)]),
      );
    };
    const parsed = parseChoreography(turned(JSON.parse(serializeChoreography(ir))));
    if (!parsed.ok) throw new TypeError(parsed.diagnostics[0]?.message);
    return parsed.ir;
  }

  it("follows from the choreography alone: who reads it elsewhere understands the messages", () => {
    fc.assert(
      fc.property(randomChoreography, (ir) => {
        const here = projectAll(ir);
        const there = projectAll(readElsewhere(ir));
        for (const [i, { plan, ops, choreography }] of here.entries()) {
          const other = there[i]!;
          expect([other.choreography, other.ops, other.plan.variables, other.plan.need]).toEqual([
            choreography,
            ops,
            plan.variables,
            plan.need,
          ]);
          expect(canonicalJson(other.plan.formulas as unknown as Json)).toBe(
            canonicalJson(plan.formulas as unknown as Json),
          );
          const [mine, theirs] = [baselineMonitor(plan), baselineMonitor(other.plan)];
          const { wire } = mine.send(mine.initial, { store: { x: 1 }, kind: "send", message: "m" }, "B");
          const text = JSON.stringify(mine.encode(wire));
          expect(JSON.stringify(theirs.encode(theirs.decodeWire(JSON.parse(text))))).toBe(text);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("is the same in another process", () => {
    const module = fileURLToPath(new URL("../../src/projection/index.ts", import.meta.url));
    const base = fileURLToPath(new URL("../../src/base/index.ts", import.meta.url));
    const [ir] = fc.sample(randomChoreography, { numRuns: 1, seed: 8 });
    const script = `import { projectAll } from ${JSON.stringify(module)}; import { digestOf } from ${JSON.stringify(base)};
      let text = ""; for await (const part of process.stdin) text += part;
      console.log(digestOf(JSON.parse(JSON.stringify(projectAll(JSON.parse(text))))));`;
    const options = ["--conditions=lightcone-source", "--import", "tsx", "--input-type=module", "-e", script];
    const there = execFileSync(process.execPath, options, {
      input: JSON.stringify(ir),
      encoding: "utf8",
    }).trim();
    expect(there).toBe(digestOf(JSON.parse(JSON.stringify(projectAll(ir!)))));
  });
});

describe("what a plan is for", () => {
  it("a message and a state name the choreography: those of another are refused", () => {
    const [one, other] = [formula("@B.x == 1"), formula("@B.x == 2")].map((guard) =>
      baselineMonitor(planOf([guard], "A", "B")),
    );
    const { wire, state } = one!.send(one!.initial, { store: { x: 1 }, kind: "send", message: "m" }, "A");
    const refused = expect.objectContaining({ code: "monitor/foreign" });
    expect(() => other!.decodeWire(one!.encode(wire))).toThrow(refused);
    expect(() => other!.decodeState(one!.encode(state))).toThrow(refused);
    expect(one!.encode(one!.decodeWire(one!.encode(wire)))).toEqual(one!.encode(wire));
  });

  it("a difference deep inside a long chain is a difference, too", () => {
    const chain = (last: number): Formula => any([is(last), ...Array.from({ length: 400 }, (_, i) => is(i))]);
    const [one, other] = [chain(-1), chain(-2)].map((guard) => baselineMonitor(planOf([guard])));
    const { wire } = one!.send(one!.initial, { store: {}, kind: "send", message: "m" }, "B");
    expect(() => other!.decodeWire(one!.encode(wire))).toThrow(
      expect.objectContaining({ code: "monitor/foreign" }),
    );
    expect(baselineMonitor(planOf([chain(-1)])).decodeWire(one!.encode(wire))).toBeDefined();
  });

  it("guards with more than a thousand subformulas are as right as small ones", () => {
    const atoms = Array.from({ length: 300 }, (_, i) => is(i));
    const steps = atoms.map(
      (atom, i): Formula => ({
        kind: "since",
        left: atoms[(i * 7) % 300]!,
        right: { kind: "prev", body: atom },
      }),
    );
    const large = any(
      steps.map((one, i): Formula => ({ kind: "at", lifeline: lifelines[i % 3]!, body: one })),
    );
    const msc = chart(lifelines, [
      did("B", { x: 7 }),
      did("B", { x: 49 }),
      send("B", "m", "A"),
      recv("A", "m", { x: 3 }),
      did("A", { x: 21 }),
      send("A", "n", "C"),
      recv("C", "n"),
    ]);
    const asked = [large, ...steps.slice(0, 60)];
    const holds = referenceOf(msc);
    const expected = msc.events.map((_, e) => asked.map((one) => holds(e, one)));
    expect(planOf(asked).formulas.length).toBeGreaterThan(1_000);
    expect(replay(msc, asked)).toEqual(expected);
    expect(expected.flat()).toContain(true);
  });
});
