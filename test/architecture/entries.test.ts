import { readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { projectPath } from "./source.ts";

const manifest = JSON.parse(readFileSync(projectPath("package.json"), "utf8")) as {
  readonly exports: {
    readonly [entry: string]:
      | string
      | { readonly "lightcone-source": string; readonly types: string; readonly default: string };
  };
};
const entries = Object.entries(manifest.exports).flatMap(([entry, target]) =>
  typeof target === "string" ? [] : [{ entry, file: projectPath(target["lightcone-source"]), target }],
);
const program = ts.createProgram(
  entries.map(({ file }) => file),
  {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  },
);
const checker = program.getTypeChecker();

function exportsOf(file: string): readonly ts.Symbol[] {
  const source = program.getSourceFile(file);
  const symbol = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  return symbol === undefined ? [] : checker.getExportsOfModule(symbol);
}

describe("the public entries", () => {
  it.each(entries)("$entry has few names", ({ entry, file }) => {
    const names = exportsOf(file).map((symbol) => symbol.name);
    expect(names.length).toBeGreaterThan(0);
    expect(names.length, names.join(" ")).toBeLessThanOrEqual(entry === "." ? 40 : 30);
  });

  it("documents at least 95 of 100 names", () => {
    const all = new Set<ts.Symbol>();
    const bare: string[] = [];
    for (const { file } of entries) {
      for (const symbol of exportsOf(file)) {
        const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
        if (all.has(target)) continue;
        all.add(target);
        if (target.getDocumentationComment(checker).length === 0) bare.push(target.name);
      }
    }
    expect(bare.length / all.size, bare.join(" ")).toBeLessThanOrEqual(0.05);
  });

  it("points at what the build makes", () => {
    for (const { target } of entries) {
      const built = target["lightcone-source"].replace("./src/", "./dist/").replace(/\.ts$/, "");
      expect([target.types, target.default]).toEqual([`${built}.d.ts`, `${built}.js`]);
    }
  });

  it("keeps the root entry free of Node's own modules", () => {
    const seen = new Set<string>();
    const builtins: string[] = [];
    const follow = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      const source = program.getSourceFile(file);
      for (const statement of source?.statements ?? []) {
        const imports =
          (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) &&
          statement.moduleSpecifier;
        if (!imports || !ts.isStringLiteral(imports)) continue;
        if (imports.text.startsWith("node:")) builtins.push(`${file}: ${imports.text}`);
        if (imports.text.startsWith(".")) follow(new URL(imports.text, `file://${file}`).pathname);
      }
    };
    follow(projectPath("src/index.ts"));
    expect(seen.size).toBeGreaterThan(20);
    expect(builtins).toEqual([]);
  });
});
