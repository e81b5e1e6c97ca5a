import { describe, expect, it } from "vitest";
import { drive } from "./lifelines.ts";

describe("the monitor on one lifeline", () => {
  it("11: a fresh monitor counts nothing and sees nothing", () => {
    const { A } = drive(["A", "B"], ["x == 1"]);
    expect(A.json()).toMatchObject({ counts: [0, 0], rows: [null, null] });
    expect(A.says("x == 1")).toBe(false);
  });

  it("12: one act counts on its own lifeline alone, and the atom follows the store", () => {
    const { A } = drive(["A", "B"], ["x == 1"]);
    expect(A.act({ x: 1 }).json().counts).toEqual([1, 0]);
    expect(A.says("x == 1")).toBe(true);
    expect(A.act({ x: 2 }).says("x == 1")).toBe(false);
  });

  it("13: Y is false at the first event even where its operand is true", () => {
    const { A } = drive(["A"], ["Y x == 1", "Y true"]);
    A.act({ x: 1 });
    expect(A.says("Y x == 1")).toBe(false);
    expect(A.says("Y true")).toBe(false);
  });

  it("14: Y at the second event is the operand at the first", () => {
    const { A } = drive(["A"], ["Y x == 1"]);
    expect(A.act({ x: 1 }).act({ x: 2 }).says("Y x == 1")).toBe(true);
    expect(A.act({ x: 1 }).says("Y x == 1")).toBe(false);
  });

  it("15: since holds from its start as long as it is kept", () => {
    const { A } = drive(["A"], ["keep == 1 S start == 1"]);
    expect(A.act({ keep: 0, start: 1 }).says("keep == 1 S start == 1")).toBe(true);
    expect(A.act({ keep: 1, start: 0 }).says("keep == 1 S start == 1")).toBe(true);
    expect(A.act({ keep: 0, start: 0 }).says("keep == 1 S start == 1")).toBe(false);
  });

  it("since uses the left operand of now, not of before", () => {
    const { A } = drive(["A"], ["keep == 1 S start == 1"]);
    A.act({ keep: 1, start: 1 }).act({ keep: 0, start: 0 });
    expect(A.says("keep == 1 S start == 1")).toBe(false);
    expect(A.act({ keep: 1 }).says("keep == 1 S start == 1")).toBe(false);
  });

  it("16: conjunction needs both, negation flips at each event", () => {
    const { A } = drive(["A"], ["x == 1 & y == 1", "!(x == 1)"]);
    A.act({ x: 1, y: 1 });
    expect([A.says("x == 1 & y == 1"), A.says("!(x == 1)")]).toEqual([true, false]);
    A.act({ x: 2 });
    expect([A.says("x == 1 & y == 1"), A.says("!(x == 1)")]).toEqual([false, true]);
  });

  it("17: P on the same lifeline stays true", () => {
    const { A } = drive(["A", "B"], ["P x == true"]);
    expect(A.act({ x: true }).says("P x == true")).toBe(true);
    expect(A.act({ x: false }).says("P x == true")).toBe(true);
  });

  it("18: the value is that of the most recent event, whatever its kind", () => {
    const { A } = drive(["A", "B"], ['$kind == "choice"', 'Y $kind == "send"']);
    A.act().send("B");
    expect(A.choose().says('$kind == "choice"')).toBe(true);
    expect(A.says('Y $kind == "send"')).toBe(true);
  });

  it("19: values are taken by value", () => {
    const { A, B } = drive(["A", "B"], ["@A.list == [1]"]);
    const list = [1];
    const wire = A.act({ list }).send("B");
    list.push(2);
    expect(B.receive(wire).says("@A.list == [1]")).toBe(true);
  });

  it("20: states are values: an older one is not changed by later events", () => {
    const { A } = drive(["A"], ["x == 1 S x == 2"]);
    const before = A.act({ x: 2 }).state;
    const text = JSON.stringify(A.json(before));
    A.act({ x: 1 }).act({ x: 3 });
    expect(JSON.stringify(A.json(before))).toBe(text);
  });

  it("shifts Y even where the store does not change", () => {
    const { A } = drive(["A"], ["Y Y x == 1"]);
    expect(A.act({ x: 1 }).choose().choose().says("Y Y x == 1")).toBe(true);
  });

  it("self-@ is the current event, and its variable the current one", () => {
    const { A } = drive(["A"], ["@A(x == 1)", "@A.x == 1", "@A(Y x == 1)"]);
    A.act({ x: 2 }).act({ x: 1 });
    expect([A.says("@A(x == 1)"), A.says("@A.x == 1"), A.says("@A(Y x == 1)")]).toEqual([true, true, false]);
  });

  it("an unset variable makes every comparison false, != too", () => {
    const { A } = drive(["A"], ["x == x", "x != 1", "!(x == 1)"]);
    A.act();
    expect([A.says("x == x"), A.says("x != 1"), A.says("!(x == 1)")]).toEqual([false, false, true]);
  });

  it("null is a value", () => {
    const { A } = drive(["A"], ["x == null", "x != 1"]);
    A.act({ x: null });
    expect([A.says("x == null"), A.says("x != 1")]).toEqual([true, true]);
  });

  it("orders strings by code point and never throws on mixed types", () => {
    const { A } = drive(["A"], ['x < "\u{10000}"', "x < 1"]);
    A.act({ x: "\uFFFF" });
    expect([A.says('x < "\u{10000}"'), A.says("x < 1")]).toEqual([true, false]);
  });

  it("compares objects without regard to key order, and -0 as 0", () => {
    const { A } = drive(["A"], ['x == {"a":1,"b":[0]}']);
    expect(A.act({ x: { b: [-0], a: 1 } }).says('x == {"a":1,"b":[0]}')).toBe(true);
  });

  it("hostile names are ordinary names", () => {
    const { A, B } = drive(["A", "B"], ["`__proto__` == 1", "@A.constructor == 1"]);
    expect(A.act().says("`__proto__` == 1")).toBe(false);
    const wire = A.act(JSON.parse('{"__proto__":1,"constructor":1}')).send("B");
    expect(A.says("`__proto__` == 1")).toBe(true);
    expect(B.says("@A.constructor == 1")).toBe(false);
    expect(B.receive(wire).says("@A.constructor == 1")).toBe(true);
  });

  it("a predicate is never called with an undefined term, and one that throws is named", () => {
    const calls: unknown[] = [];
    const small = (n: unknown): boolean => {
      calls.push(n);
      if (n === 13) throw new RangeError("unlucky");
      return n === 1;
    };
    const { A } = drive(["A"], ["small(x)"], { small });
    expect(A.act().says("small(x)")).toBe(false);
    expect(calls).toEqual([]);
    expect(A.act({ x: 1 }).says("small(x)")).toBe(true);
    expect(() => A.act({ x: 13 })).toThrow(
      expect.objectContaining({
        code: "monitor/predicate-failed",
        message: expect.stringContaining("small"),
      }),
    );
    expect(() => drive(["A"], ["missing(x)"])).toThrow(
      expect.objectContaining({
        code: "monitor/unknown-predicate",
        message: expect.stringContaining("missing"),
      }),
    );
  });
});
