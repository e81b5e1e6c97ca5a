import { describe, expect, it } from "vitest";
import { cutAt, joinCuts } from "../../src/causality/index.ts";
import { satisfies } from "../../src/cpl/index.ts";
import { draw, eventNamed } from "../causality/drawn.ts";
import { formulaOf, truthRow } from "./formulas.ts";

/**
 * A relay that a direct message overtakes. In brackets what each event sees: the latest event of A, of B and of C.
 *
 *     A1 x=1 (1--) · A2 sends m1 to B (2--) · B1 takes m1, y=1 (21-) · B2 sends m2 to C (22-) · A3 x=2 (3--)
 *     A4 sends m3 to C (4--) · C1 takes m3 (4-1) · C2 takes m2 (422) · C3 sends m4 to A (423) · B3 y=2 (23-)
 *     A5 takes m4 (523) · C4 z=1 (424)
 *
 * Rows below have one place an event, in this order.
 */
const relay = draw(
  ["A", "B", "C"],
  [
    ...["A x=1", "A > B m1", "B < m1 y=1", "B > C m2", "A x=2", "A > C m3"],
    ...["C < m3", "C < m2", "C > A m4", "B y=2", "A < m4", "C z=1"],
  ],
);

describe("a relay that is overtaken", () => {
  it.each<[string, string]>([
    ["seen(A)", "111111111111"],
    ["seen(B)", "--11---11111"],
    ["seen(C)", "------111-11"],
    ["!seen(C)", "111111---1--"],
    ["@A(true)", "111111111111"],
    ["@B(false)", "------------"],
    ["@B(!false)", "--11---11111"],
    ["!@B(false)", "111111111111"],
    ["x == 1", "11----------"],
    ["@A(x == 1)", "1111-----1--"],
    ["@A(x == 2)", "----11111-11"],
    ["@A.x == 2", "----11111-11"],
    ["@A.x != 2", "1111-----1--"],
    ["!@A.x == 2", "1111-----1--"],
    ["@A(Y x == 1)", "-1111----1--"],
    ["Y @A(x == 1)", "-1-11----1--"],
    ["Y @A.x == 1", "-1-11----1--"],
    ["@B(y == 1)", "--11---11-11"],
    ["@B(y == 2)", "---------1--"],
    ["!@B(y == 1)", "11--111--1--"],
    ["@B(!y == 1)", "---------1--"],
    ["@B.y != 2", "--11---11-11"],
    ["!@B.y == 2", "111111111-11"],
    ["@B.y == @A.x", "--11--------"],
    ["@B.y < @A.x", "-------11-11"],
    ["@B.y != @A.x", "-------11111"],
    ["@B.x == @B.x", "------------"],
    ["@B(@A(x == 1))", "--11---11111"],
    ["@B(@A(x == 2))", "------------"],
    ["@B(@A.x == y)", "--11---11-11"],
    ["@B(@A.x != y)", "---------1--"],
    ["@C(seen(B))", "-------11-11"],
    ["@C(!seen(B))", "------1-----"],
    ["@C(@B(y == 1))", "-------11-11"],
    ["@C(@B(@A(x == 1)))", "-------11-11"],
    ["@C(@A(x == 2))", "------111-11"],
    ["@A(@C(z == 1))", "------------"],
    ["@C(z == 1)", "-----------1"],
    ["@C(!z == 1)", "------111-1-"],
    ["@A(seen(C))", "----------1-"],
    ["seen(C) & !@A(seen(C))", "------111--1"],
    ["P[A] x == 1", "111111111111"],
    ["P[A] x == 2", "----11111-11"],
    ["P[B] y == 2", "---------1--"],
    ["P[B] y == 1", "--11---11111"],
    ["P y == 1", "--11---11111"],
    ["P x == 2", "----11111-11"],
    ["P z == 1", "-----------1"],
    ["P (x == 1 & Y true)", "-11111111111"],
    ["P @B(y == 1)", "--11---11111"],
    ["P[C] @B(y == 1)", "-------11-11"],
    ["P[C] !seen(B)", "------111-11"],
    ["@C(P[A] x == 2)", "------111-11"],
    ["@B(P[A] x == 2)", "------------"],
    ["Y seen(B)", "---1----11-1"],
    ["Y seen(B) | Y !seen(B)", "-1-111-11111"],
    ['seen(B) S $kind == "recv"', "--11--111111"],
    ["seen(B) S true", "111111111111"],
    ["true S @A(x == 1)", "111111---11-"],
    ["@A(true S x == 1)", "111111111111"],
    ["@A(x == 1 S x == 1)", "1111-----1--"],
    ["@A(x == 2 S Y x == 1)", "-11111111111"],
    ['@A($kind == "send")', "-111-11111-1"],
    ["@A.$message == $message", "-11--11---1-"],
    ["@A.$kind == $kind", "11-111--1-1-"],
    ['$lifeline == "C" & @B.$lifeline == "B"', "-------11--1"],
    ["@Nobody(true)", "------------"],
    ["!@Nobody(true)", "111111111111"],
    ["seen(Nobody)", "------------"],
    ["@Nobody.x != 1", "------------"],
    ["P[Nobody] true", "------------"],
  ])("%s", (text, truth) => expect(truthRow(relay, text)).toBe(truth));
});

/** T tells three versions; they arrive in the order 3, 1, 2. Every arrival sees the latest that T had sent by then. */
const overtaking = draw(
  ["T", "R"],
  [
    ...["T v=1", "T > R a", "T v=2", "T > R b", "T v=3", "T > R c"],
    ...["R < c got=3", "R < a got=1", "R < b got=2", "R ? true"],
  ],
);

describe("33: messages that arrive in the wrong order", () => {
  it.each<[string, string]>([
    ["@T(v == 3)", "----111111"],
    ["@T.v == 3", "----111111"],
    ["@T.v == got", "------1---"],
    ["@T.v > got", "-------111"],
    ["P[T] v == 1", "1111111111"],
    ["P[T] v == 2", "--11111111"],
    ["@T(Y v == 2)", "---11-----"],
    ["@T(Y Y v == 2)", "----111111"],
    ["@T(v == 3 S Y v == 2)", "---1111111"],
    ["got == 3 S @T(v == 3)", "----111111"],
    ["Y @T(v == 3)", "-----1-111"],
    ["Y got == 3", "-------1--"],
    ["seen(R)", "------1111"],
    ["@R(got == 1)", "-------1--"],
    ["P[R] got == 1", "-------111"],
    ["P got == 3", "------1111"],
    ["P v == 3", "----111111"],
  ])("%s", (text, truth) => expect(truthRow(overtaking, text)).toBe(truth));
});

/** Both ask before they hear of one another. */
const crossing = draw(
  ["A", "B"],
  ["A v=1", "B v=2", "A > B m", "B > A n", "A < n", "B < m", "A > B o", "A v=3", "B < o v=4"],
);

describe("two that cross", () => {
  it.each<[string, string]>([
    ["seen(B)", "-1-111111"],
    ["seen(A)", "1-1-11111"],
    ["@B.v == 2", "-1-11111-"],
    ["@A.v == 1", "1-1-111-1"],
    ["@A.v < @B.v", "----111-1"],
    ["@B(seen(A))", "-----1--1"],
    ["@A(seen(B))", "----1-111"],
    ["@B(@A(@B(true)))", "--------1"],
    ["@A(@B(@A(true)))", "---------"],
    ["@B(@A(v == 1) & v == 2)", "-----1---"],
    ["@B(@A(v == 1) & v == 4)", "--------1"],
    ["@A(v == 3)", "-------1-"],
    ["P v == 2", "-1-111111"],
    ["P[A] v == 3", "-------1-"],
    ["Y seen(A) & Y seen(B)", "------111"],
  ])("%s", (text, truth) => expect(truthRow(crossing, text)).toBe(truth));
});

describe("the scenarios once more, as tables over all events", () => {
  it.each<[string, readonly string[], string, string]>([
    ["24", ["B", "A p=true", "B x=1"], "@A(p == true)", "-1-"],
    ["25", ["A p=true", "A > B m", "B < m"], "@A(p == true)", "111"],
    ["26", ['A v="v1"', "A > B m", 'B < m v="v1"', 'B v="v2"'], "@A.v == v", "111-"],
    ["27", ["A p=1", "A > B m", 'B < m v="v1"'], "@A.v != v", "---"],
    ["28", ["A p=true", "A p=false", "A > B m", "B < m"], "P p == true", "1111"],
    ["29", ["A > B m", "B < m", "B"], '$kind == "recv" & @A.$message == $message', "-1-"],
    ["35", ["B p=1", "A", "B > A m", "A < m", "A"], "Y @B(p == 1)", "--1-1"],
    ["36", ["A q=1", "B", "A q=2"], "@A(q == 1)", "1--"],
    ["36", ["A q=1", "A q=2", "A > B m", "B < m"], "@A(Y q == 1)", "-1--"],
    ["36", ["A q=1", "A q=2", "A > B m", "B < m"], "@A(true S q == 1)", "1111"],
    ["37", ["A ? true", "A > B c", "B < c", "B"], "Y true", "-1-1"],
    ["38", ["A", "A > B m", 'B < m n="x"', "B n=1"], "@A.n > 0 | n > 0", "---1"],
  ])("%s: %j: %s", (_, lines, text, truth) => expect(truthRow(draw(["A", "B"], lines), text)).toBe(truth));

  it("23, 33: a stale row never replaces a newer one, and its arrival still counts", () => {
    const chart = draw(
      ["A", "B"],
      ["A p=false", "A > B old", "A p=true", "A > B new", "B < new", "B", "B < old"],
    );
    expect(truthRow(chart, "@A(p == true)")).toBe("--11111");
    expect(truthRow(chart, "Y Y true")).toBe("--11--1");
  });

  it("34: of three standpoints on A each keeps its own", () => {
    const chart = draw(
      ["A", "B", "C"],
      ["A p=1", "A > B m", "B < m", "A p=2", "A > C n", "C < n", "C > B o", "B > C q", "C < q", "B < o"],
    );
    expect(truthRow(chart, "@B(@A(p == 1)) & @A(p == 2)")).toBe("--------1-");
    expect(truthRow(chart, "@A(p == 2) & !@B(@A(p == 1))")).toBe("---1111--1");
  });

  it("8, 10: a store that is filled beforehand is no event that could be seen", () => {
    const chart = draw(["A", "B"], ["B", "A", "A > B m", "B < m"], { A: { p: 1 }, B: { q: 1 } });
    expect(truthRow(chart, "@A.p == 1")).toBe("-111");
    expect(truthRow(chart, "seen(A)")).toBe("-111");
    expect(truthRow(chart, "q == 1 & !@A(p == 1)")).toBe("1---");
    expect(truthRow(chart, "Y q == 1")).toBe("---1");
  });
});

describe("a cut that a decision is seen over: more is visible at it, and nothing else changes", () => {
  const [decision, later] = ["C#1", "A#5"].map((name) => eventNamed(relay, name)) as [number, number];
  const cut = joinCuts(cutAt(relay, decision), cutAt(relay, later));

  // A#5 knows B#2 and C#3; the decision C#1 alone knows A#4 only.
  it.each<[string, boolean, boolean]>([
    ["seen(B)", false, true],
    ["@B(y == 1)", false, true],
    ["@B.y == 1", false, true],
    ["@A(x == 2)", true, true],
    ["@A(seen(C))", false, true],
    ['@A.$message == "m4"', false, true],
    ["@C(true)", true, true],
    ["@C(Y true)", false, false],
    ['@C.$message == "m3"', true, true],
    ["@C(seen(B))", false, true],
    ['P[C] $message == "m2"', false, false],
    ["P[B] y == 1", false, true],
    ["P y == 1", false, true],
    ["@B(@A(x == 1))", false, true],
    ['@A(@C($message == "m4"))', false, true],
    ["Y seen(B)", false, false],
    ["seen(B) S seen(A)", true, true],
    ["!seen(B)", true, false],
  ])("%s: %s, over the cut %s", (text, alone, over) => {
    expect(satisfies(relay, decision, formulaOf(text))).toBe(alone);
    expect(satisfies(relay, decision, formulaOf(text), { cut })).toBe(over);
    expect(satisfies(relay, later, formulaOf(text), { cut })).toBe(satisfies(relay, later, formulaOf(text)));
  });
});
