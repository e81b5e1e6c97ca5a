import ts from "typescript";
import { describe, expect, it } from "vitest";
import { filesIn, placeOf, visit } from "./source.ts";

const source = filesIn("src");

/** Files and functions above the limits, each with its reason; at most three. */
const exceptions: readonly { readonly path: string; readonly reason: string }[] = [];

const pure =
  /^src\/(base|causality|cpl|record|monitor|choreography|formats|projection|signals|runtime|analysis)\//;

describe("the shape of the source", () => {
  it("has small files", () => {
    const large = source.filter(
      ({ path, lines }) => lines > 300 && !exceptions.some((known) => known.path === path),
    );
    expect(large.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
    expect(exceptions.length).toBeLessThanOrEqual(3);
  });

  it("has test files of at most 500 lines", () => {
    expect(
      filesIn("test")
        .filter(({ lines }) => lines > 500)
        .map(({ path }) => path),
    ).toEqual([]);
  });

  it("has small functions", () => {
    const long: string[] = [];
    for (const file of source) {
      visit(file, (node) => {
        if (!ts.isFunctionLike(node) || !("body" in node) || node.body === undefined) return;
        const from = file.tree.getLineAndCharacterOfPosition(node.getStart(file.tree)).line;
        const to = file.tree.getLineAndCharacterOfPosition(node.end).line;
        if (to - from + 1 > 50) long.push(`${placeOf(file, node)}: ${to - from + 1} lines`);
      });
    }
    expect(long).toEqual([]);
  });

  it("has no file named after nothing", () => {
    expect(
      source.filter(({ path }) => /(utils?|helpers?|common|misc)\.ts$/.test(path)).map(({ path }) => path),
    ).toEqual([]);
  });

  it("exports names only, one by one", () => {
    const wrong: string[] = [];
    for (const file of source) {
      visit(file, (node) => {
        if (ts.isExportAssignment(node)) wrong.push(placeOf(file, node));
        if (ts.isExportDeclaration(node) && node.exportClause === undefined) wrong.push(placeOf(file, node));
        if (
          ts.canHaveModifiers(node) &&
          ts.getModifiers(node)?.some((m) => m.kind === ts.SyntaxKind.DefaultKeyword)
        )
          wrong.push(placeOf(file, node));
      });
    }
    expect(wrong).toEqual([]);
  });

  it("reads no clock, draws no randomness and does no I/O in its core", () => {
    const forbidden =
      /\b(Date\.now|new Date\(\)|Math\.random|setTimeout|setInterval|setImmediate|process\.|console\.)|from "node:/;
    const wrong = source.filter(
      ({ path, text }) => pure.test(path) && forbidden.test(text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, "")),
    );
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it("throws one class of errors", () => {
    const wrong: string[] = [];
    for (const file of source) {
      visit(file, (node) => {
        if (
          ts.isNewExpression(node) &&
          /^(Error|TypeError|RangeError|SyntaxError)$/.test(node.expression.getText(file.tree))
        ) {
          // Reading the own call stack needs an Error that is never thrown.
          if (!ts.isThrowStatement(node.parent) && ts.isPropertyAccessExpression(node.parent)) return;
          wrong.push(placeOf(file, node));
        }
      });
    }
    expect(wrong).toEqual([]);
  });

  it("is typed: no any, few assertions", () => {
    const counts = { any: 0, as: 0, nonNull: 0 };
    let lines = 0;
    for (const file of source) {
      lines += file.text
        .split("\n")
        .filter((line) => line.trim() !== "" && !/^\s*(\/\/|\*|\/\*)/.test(line)).length;
      visit(file, (node) => {
        if (node.kind === ts.SyntaxKind.AnyKeyword) counts.any += 1;
        if (ts.isNonNullExpression(node)) counts.nonNull += 1;
        if (ts.isAsExpression(node) && node.type.getText(file.tree) !== "const") counts.as += 1;
      });
    }
    expect(counts.any).toBe(0);
    expect(counts.nonNull).toBe(0);
    expect((counts.as / lines) * 1000).toBeLessThanOrEqual(8);
  });

  it("ends every switch over a kind with all kinds", () => {
    const swallowing: string[] = [];
    for (const file of source) {
      visit(file, (node) => {
        if (!ts.isSwitchStatement(node) || !/\.kind$/.test(node.expression.getText(file.tree))) return;
        const last = node.caseBlock.clauses.find(ts.isDefaultClause);
        if (last !== undefined && !/assertNever/.test(last.getText(file.tree)))
          swallowing.push(placeOf(file, last));
      });
    }
    expect(swallowing).toEqual([]);
  });
});
