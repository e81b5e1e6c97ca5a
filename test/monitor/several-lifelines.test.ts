import { describe, expect, it } from "vitest";
import { baselineMonitor, planMonitor } from "../../src/monitor/index.ts";
import { Driven, drive, formula } from "./lifelines.ts";

describe("the monitor across lifelines", () => {
  it("21: a receive merges the clock, then counts itself", () => {
    const { A, B } = drive(["A", "B"], ["@A(x == 1)"]);
    const wire = A.act().act().send("B");
    expect(B.receive(wire).json().counts).toEqual([3, 1]);
  });

  it("22: a row is taken where the message is ahead", () => {
    const { A, B } = drive(["A", "B"], ["@A(x == 1)", "@A.x == 1"]);
    B.receive(A.act({ x: 1 }).send("B"));
    expect([B.says("@A(x == 1)"), B.says("@A.x == 1")]).toEqual([true, true]);
  });

  it("23: a row is kept where the message is not ahead", () => {
    const { A, B } = drive(["A", "B"], ["@A(x == 1)"]);
    const old = A.act({ x: 1 }).send("B");
    B.receive(A.act({ x: 2 }).send("B"));
    expect(B.receive(old).says("@A(x == 1)")).toBe(false);
  });

  it("24: nothing is visible before a message, whatever the own store holds", () => {
    const { B } = drive(["A", "B"], ["@A(x == 1)", "@A.x == 1"]);
    B.act({ x: 1 });
    expect([B.says("@A(x == 1)"), B.says("@A.x == 1")]).toEqual([false, false]);
  });

  it("26: compares a remote value with the own one", () => {
    const { A, B } = drive(["A", "B"], ["@A.version == version"]);
    const wire = A.act({ version: "v1" }).send("B");
    expect(B.receive(wire, { version: "v1" }).says("@A.version == version")).toBe(true);
    expect(B.act({ version: "v2" }).says("@A.version == version")).toBe(false);
  });

  it("27: a remote variable that is unset makes the atom false", () => {
    const { A, B } = drive(["A", "B"], ["@A.version != version"]);
    expect(B.receive(A.act().send("B"), { version: "v1" }).says("@A.version != version")).toBe(false);
  });

  it("28: P is true where some visible event satisfied it", () => {
    const { A, B } = drive(["A", "B"], ["P x == 1", "P[A] x == 1", "P[B] x == 1"]);
    B.receive(A.act({ x: 1 }).act({ x: 2 }).send("B"));
    expect([B.says("P x == 1"), B.says("P[A] x == 1"), B.says("P[B] x == 1")]).toEqual([true, true, false]);
  });

  it("32: a state written as JSON and read again goes on as before", () => {
    const { A, B } = drive(["A", "B"], ["Y @A.x == 1", "@A.x == null"]);
    const first = A.act({ x: 1 }).send("B");
    B.receive(first);
    B.state = B.monitor.decodeState(JSON.parse(JSON.stringify(B.monitor.encode(B.state))));
    const wire = A.act({ x: null }).send("B");
    B.receive(B.monitor.decodeWire(JSON.parse(JSON.stringify(A.monitor.encode(wire)))));
    expect([B.says("Y @A.x == 1"), B.says("@A.x == null")]).toEqual([true, true]);
  });

  it("32: data of another choreography, or damaged, are refused", () => {
    const { A } = drive(["A", "B"], ["@A.x == 1"]);
    const other = drive(["A", "B"], ["@A.y == 1"]);
    const state = JSON.parse(JSON.stringify(A.act({ x: 1 }).json()));
    const refused = expect.objectContaining({ code: "monitor/foreign" });
    expect(() => other.A.monitor.decodeState(state)).toThrow(refused);
    for (const damage of [
      null,
      1,
      [],
      {},
      { ...state, codec: 9 },
      { ...state, counts: [1] },
      { ...state, rows: [null, null] },
      { ...state, rows: [{ truth: "2" }, null] },
    ]) {
      expect(() => A.monitor.decodeState(damage), JSON.stringify(damage)).toThrow(refused);
    }
  });

  it("33: a late message that was overtaken lowers nothing and still is one event", () => {
    const { Near, Far } = drive(["Near", "Far"], ["@Near.x == 2", "Y @Near.x == 2"]);
    const first = Near.act({ x: 1 }).send("Far");
    const second = Near.act({ x: 2 }).send("Far");
    expect(Far.receive(second).says("@Near.x == 2")).toBe(true);
    Far.receive(first);
    expect([Far.says("@Near.x == 2"), Far.says("Y @Near.x == 2")]).toEqual([true, true]);
    expect(Far.json().counts).toEqual([4, 2]);
  });

  it("34: @B(@A φ) is about the A-event that B saw, not the newest known here", () => {
    const { A, B, C } = drive(["A", "B", "C"], ["@B(@A.x == 1)", "@A.x == 1"]);
    B.receive(A.act({ x: 1 }).send("B"));
    C.receive(B.send("C"));
    C.receive(A.act({ x: 2 }).send("C"));
    expect([C.says("@B(@A.x == 1)"), C.says("@A.x == 1")]).toEqual([true, false]);
  });

  it("35: Y @B φ is what was known at the previous event", () => {
    const { A, B } = drive(["A", "B"], ["Y @A(x == 1)"]);
    B.act();
    expect(B.receive(A.act({ x: 1 }).send("B")).says("Y @A(x == 1)")).toBe(false);
    expect(B.act().says("Y @A(x == 1)")).toBe(true);
  });

  it("36: @A(Y φ) steps back on A, @A(φ S ψ) runs along A", () => {
    const { A, B } = drive(["A", "B"], ["@A(Y x == 1)", "@A(x != 3 S x == 1)"]);
    B.receive(A.act({ x: 1 }).send("B"));
    expect([B.says("@A(Y x == 1)"), B.says("@A(x != 3 S x == 1)")]).toEqual([true, true]);
    B.receive(A.act({ x: 3 }).act({ x: 2 }).send("B"));
    expect([B.says("@A(Y x == 1)"), B.says("@A(x != 3 S x == 1)")]).toEqual([false, false]);
  });

  it("38: a formula of one owner disturbs no other lifeline", () => {
    const picky = (): boolean => {
      throw new RangeError("never here");
    };
    const guards = [{ owner: "A", formula: formula("picky(x) & x > 0") }];
    const bystander = new Driven(baselineMonitor(planMonitor(["A", "B"], guards, "B"), { picky }));
    expect(() => bystander.act({ x: 1 }).act({ x: "text" })).not.toThrow();
    const owner = new Driven(baselineMonitor(planMonitor(["A", "B"], guards, "A"), { picky }));
    expect(() => owner.act({ x: 1 })).toThrow(expect.objectContaining({ code: "monitor/predicate-failed" }));
  });

  it("39: positions depend on the choreography alone: separately made monitors understand one another", () => {
    const [one, two] = [drive(["A", "B"], ["@A(x == 1)"]), drive(["A", "B"], ["@A(x == 1)"])];
    const carried = JSON.stringify(one.A.json(one.A.act({ x: 1 }).send("B")));
    two.B.receive(two.B.monitor.decodeWire(JSON.parse(carried)));
    expect(two.B.says("@A(x == 1)")).toBe(true);
  });

  it("40: only variables that a cross-lifeline term reads travel, and never the receiver's own row", () => {
    const { A, B } = drive(["A", "B"], ["@A.x == 1 & secret == 2"]);
    A.receive(B.act({ x: "of B" }).send("A"));
    const text = JSON.stringify(A.json(A.act({ x: 1, secret: "hush" }).send("B")));
    expect(text).not.toContain("hush");
    expect(text).not.toContain("secret");
    expect(text).not.toContain("of B");
  });

  it("82: a stale relay does not overwrite newer news", () => {
    const { Device, R1, R2, Ind } = drive(["Device", "R1", "R2", "Ind"], ["@Device.on == true"]);
    Ind.receive(R1.receive(Device.act({ on: true }).send("R1")).send("Ind"));
    expect(Ind.choose().says("@Device.on == true")).toBe(true);
    R1.receive(Device.act({ on: false }).send("R1"));
    Ind.receive(R2.receive(Device.act({ on: true }).send("R2")).send("Ind"));
    expect(Ind.choose().says("@Device.on == true")).toBe(true);
    Ind.receive(R1.send("Ind"), { on: false });
    expect(Ind.choose().says("@Device.on == true")).toBe(true);
  });

  it("@B(¬φ) is not ¬@B(φ) where B is unseen", () => {
    const { A } = drive(["A", "B"], ["@B(!(x == 1))", "!@B(x == 1)", "seen(B)"]);
    A.act();
    expect([A.says("@B(!(x == 1))"), A.says("!@B(x == 1)"), A.says("seen(B)")]).toEqual([false, true, false]);
  });

  it("a row is replaced whole: a variable that was unset does not linger", () => {
    const { A, B } = drive(["A", "B"], ["@A.x == 1"]);
    B.receive(A.act({ x: 1 }).send("B"));
    expect(B.receive(A.act({}, ["x"]).send("B")).says("@A.x == 1")).toBe(false);
  });
});
