import { describe, expect, it } from "vitest";
import { draw } from "../causality/drawn.ts";
import { truthRow } from "./formulas.ts";

/**
 * One lifeline, every kind of event. What `x`, `y` and `t` are after each event, with a dot for unset:
 *
 *     event  1    2     3    4     5    6    7     8
 *     kind   act  send  act  recv  act  act  choice act
 *     x      1    1     2    2     .    .    .     1
 *     y      .    .     "a"  "b"   "b"  null null  null
 */
const solo = draw(
  ["A", "B"],
  [
    "A x=1",
    "A > B m",
    'A x=2 y="a" :edit',
    "B > A n",
    'A < n y="b"',
    "A -x :drop",
    "A y=null",
    "A ? true",
    "A x=1",
  ],
);

/** Without B's one send, which stands fourth. */
const row = (text: string): string => truthRow(solo, text).replace(/^(.{3})./, "$1");

describe("one lifeline: atoms", () => {
  it.each<[string, string]>([
    ["true", "11111111"],
    ["false", "--------"],
    ["x == 1", "11-----1"],
    ["x != 1", "--11----"],
    ["x == 2", "--11----"],
    ["x != 2", "11-----1"],
    ["x == x", "1111---1"],
    ["x != x", "--------"],
    ["x < 2", "11-----1"],
    ["x <= 2", "1111---1"],
    ["x > 1", "--11----"],
    ["x >= 1", "1111---1"],
    ["2 > x", "11-----1"],
    ['x == "1"', "--------"],
    ['x != "1"', "1111---1"],
    ['x < "2"', "--------"],
    ['x >= "1"', "--------"],
    ["x == true", "--------"],
    ["x != null", "1111---1"],
    ["y == null", "-----111"],
    ["y != null", "--111---"],
    ["null == null", "11111111"],
    ['y < "b"', "--1-----"],
    ['y <= "b"', "--111---"],
    ["y >= null", "--------"],
    ["y < x", "--------"],
    ["x == y", "--------"],
    ["x != y", "--11---1"],
    ["z == z", "--------"],
    ["z != 1", "--------"],
    ['$kind == "act"', "1-1-11-1"],
    ['$kind == "recv"', "---1----"],
    ['$kind == "send"', "-1------"],
    ['$kind == "choice"', "------1-"],
    ['$kind != "act"', "-1-1--1-"],
    ['$type == "edit"', "--1-----"],
    ['$type != "edit"', "----1---"],
    ['$lifeline == "A"', "11111111"],
    ['$lifeline != "A"', "--------"],
    ['$message == "m"', "-1------"],
    ['$message != "m"', "---1----"],
    ["$message == $message", "-1-1----"],
    ["1 == 1.0", "11111111"],
    ["-0 == 0", "11111111"],
    ['{"a":1,"b":[2]} == {"b":[2],"a":1}', "11111111"],
    ['{"a":1,"b":[2]} != {"b":[2],"a":1}', "--------"],
    ['{"a":1} != {"a":1,"b":null}', "11111111"],
    ["[1,2] == [2,1]", "--------"],
    ["[1,2] != [2,1]", "11111111"],
    ["-0 != 0", "--------"],
    ["[1] < [2]", "--------"],
    ["[1] != 1", "11111111"],
    ['"\u{1f600}" > "\uffff"', "11111111"],
    ['"\u{1f600}" < "\ufb33"', "--------"],
    ['"e\u0301" == "\u00e9"', "--------"],
    ['"" < "a"', "11111111"],
    ['"a" < "aa"', "11111111"],
    ['"10" < "9"', "11111111"],
    ["true < false", "--------"],
    ["null <= null", "--------"],
  ])("%s", (text, truth) => expect(row(text)).toBe(truth));
});

describe("one lifeline: connectives over what may be undefined", () => {
  it.each<[string, string]>([
    ["!x == 1", "--11111-"],
    ["!x != 1", "11--1111"],
    ["!x < 2", "--11111-"],
    ["x >= 2", "--11----"],
    ["!x == x", "----111-"],
    ["!!x == 1", "11-----1"],
    ["x == 1 | x != 1", "1111---1"],
    ["x == 1 | !x == 1", "11111111"],
    ["x == 1 & x != 1", "--------"],
    ["!(x == 1 | x != 1)", "----111-"],
    ['x == 2 & y == "b"', "---1----"],
    ['x == 2 | y == "b"', "--111---"],
    ['!(x == 2 & y == "b")', "111-1111"],
    ['!x == 2 | !y == "b"', "111-1111"],
  ])("%s", (text, truth) => expect(row(text)).toBe(truth));
});

describe("one lifeline: Y", () => {
  it.each<[string, string]>([
    ["Y true", "-1111111"],
    ["Y false", "--------"],
    ["!Y true", "1-------"],
    ["Y Y true", "--111111"],
    ["Y Y Y Y Y Y Y true", "-------1"],
    ["Y Y Y Y Y Y Y Y true", "--------"],
    ["Y x == 1", "-11-----"],
    ["Y !x == 1", "---11111"],
    ["!Y x == 1", "1--11111"],
    ["Y Y x == 1", "--11----"],
    ["Y x == 2", "---11---"],
    ["x == 2 & Y x == 1", "--1-----"],
    ['Y $kind == "send"', "--1-----"],
    ['Y $kind == "choice"', "-------1"],
    ["Y (x == 1 & Y true)", "--1-----"],
    ["Y x == 1 | Y x == 2", "-1111---"],
    ["Y (x == 1 | x == 2)", "-1111---"],
    ["x == 1 & !Y x == 1", "1------1"],
  ])("%s", (text, truth) => expect(row(text)).toBe(truth));
});

describe("one lifeline: S", () => {
  it.each<[string, string]>([
    ["true S true", "11111111"],
    ["false S true", "11111111"],
    ["true S false", "--------"],
    ["true S x == 2", "--111111"],
    ["false S x == 2", "--11----"],
    ["x == 2 S x == 2", "--11----"],
    ["x == 1 S x == 1", "11-----1"],
    ["x >= 1 S x == 1", "1111---1"],
    ["y != null S x == 2", "--111---"],
    ["!y == null S x == 2", "--111---"],
    ["!x == 2 S x == 1", "11-----1"],
    ["true S x == 1", "11111111"],
    ['!$kind == "choice" S x == 2', "--1111--"],
    ['$kind != "choice" S x == 2', "--1111--"],
    ["Y true S x == 1", "11111111"],
    ["!Y true S x == 2", "--11----"],
    ["true S !Y true", "11111111"],
    ["x != 2 S !Y true", "11------"],
    ["!x == 2 S !Y true", "11------"],
    ["true S (x == 2 & Y x == 1)", "--111111"],
    ["Y (true S x == 2)", "---11111"],
    ["true S Y x == 2", "---11111"],
    ["x == 2 S Y x == 1", "-111----"],
    ["!(true S x == 2)", "11------"],
    ["true S !x == 1", "--111111"],
    ['(y == "b" S y == "a") S x == 1', "11111--1"],
    ['y == "b" S (y == "a" S x == 1)', "11111--1"],
    ["true S x == 2 S y == null", "-----111"],
    ["(true S x == 2) S y == null", "-----111"],
    ["true S (x == 2 S y == null)", "-----111"],
  ])("%s", (text, truth) => expect(row(text)).toBe(truth));
});

describe("one lifeline: looks at itself", () => {
  it.each<[string, string]>([
    ["@A(true)", "11111111"],
    ["seen(A)", "11111111"],
    ["@A(x == 1)", "11-----1"],
    ["@A(!x == 1)", "--11111-"],
    ["!@A(x == 1)", "--11111-"],
    ["@A.x == 1", "11-----1"],
    ["@A.x == x", "1111---1"],
    ["@A.x != x", "--------"],
    ["@A.x == @A.x", "1111---1"],
    ["@A(Y x == 1)", "-11-----"],
    ["Y @A(x == 1)", "-11-----"],
    ["@A(@A(@A(x == 1)))", "11-----1"],
    ["@A(true S x == 2)", "--111111"],
    ["P[A] x == 2", "--111111"],
    ["P[A] true", "11111111"],
    ["P[A] z == 1", "--------"],
    ['P[A] $kind == "choice"', "------11"],
    ['P[A] (x == 2 & y == "b")', "---11111"],
    ["P[A] !x == x", "----1111"],
    ["Y P[A] x == 2", "---11111"],
    ["P[A] Y x == 2", "---11111"],
    ["!P[A] x == 2", "11------"],
    ["@A.$kind == $kind", "11111111"],
    ['@A.$message == "m"', "-1------"],
  ])("%s", (text, truth) => expect(row(text)).toBe(truth));
});

describe("one lifeline: a store that is filled before the first event", () => {
  const filled = draw(["A"], ["A", "A -v", "A v=1", "A -v -w"], { A: { v: 0, w: null } });

  it.each<[string, string]>([
    ["v == 0", "1---"],
    ["Y v == 0", "-1--"],
    ["Y true", "-111"],
    ["P[A] v == 0", "1111"],
    ["w == null", "111-"],
    ["v == 0 | v == 1", "1-1-"],
    ["!(v == 0 | v == 1)", "-1-1"],
    ["w == null S v == 1", "--1-"],
    ["true S v == 1", "--11"],
    ["v != w", "1-1-"],
  ])("%s", (text, truth) => expect(truthRow(filled, text)).toBe(truth));
});

describe("one lifeline: the scenarios once more, as tables", () => {
  it.each<[string, readonly string[], string, string]>([
    ["12, 16", ["A p=true q=true", "A q=false", "A p=false"], "p == true & q == true", "1--"],
    ["16", ["A p=true", "A p=false", "A -p"], "!p == true", "-11"],
    ["13", ["A p=true"], "Y p == true", "-"],
    ["14", ["A p=true", "A p=true"], "Y p == true", "-1"],
    ["14", ["A p=false", "A p=true"], "Y p == true", "--"],
    ["15", ["A k=false s=true", "A k=true s=false", "A k=false"], "k == true S s == true", "11-"],
    ["17", ["A x=true", "A x=false"], "P x == true", "11"],
    ["18", ["A g=1", "A g=2", "A ? true"], "g == 2", "-11"],
    ["19", ["A l=[1]", "A l=[1,2]"], "Y l == [1]", "-1"],
    ["29", ["A", "A ? true", "A"], '$kind == "choice"', "-1-"],
    ["38", ["A", 'A n="many"', "A n=[3]", "A n=3"], "n > 0", "---1"],
  ])("%s: %j: %s", (_, lines, text, truth) => expect(truthRow(draw(["A"], lines), text)).toBe(truth));
});
