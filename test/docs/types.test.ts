import { writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, describe, expect, it } from "vitest";
import { blocksOf, documents } from "./blocks.ts";
import { ReaderFolder } from "./reader.ts";

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  customConditions: ["lightcone-source"],
  types: ["node"],
  strict: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  noEmit: true,
};

describe("the TypeScript in the documents", () => {
  const folders: ReaderFolder[] = [];
  afterAll(() => {
    for (const folder of folders) folder.remove();
  });

  it("type-checks in a project that has the package installed", () => {
    const roots = documents.flatMap((path) => {
      const blocks = blocksOf(path)
        .filter(({ language }) => language === "ts")
        .map((block) => ({ ...block, name: block.name ?? `line-${block.line}.ts` }));
      if (blocks.length === 0) return [];
      const folder = new ReaderFolder(blocks, "as-is");
      folders.push(folder);
      return blocks.map(({ name }) => join(folder.path, name));
    });
    expect(roots.length).toBeGreaterThan(8);
    const [first] = folders;
    const wrong = join(first?.path ?? "", "wrong.ts");
    writeFileSync(wrong, 'import { lifeline } from "lightcone";\nlifeline(3);\n');
    const program = ts.createProgram([...roots, wrong], {
      ...options,
      typeRoots: [join(first?.path ?? "", "node_modules/@types")],
    });
    const found = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => ({
      file: file?.fileName,
      message: ts.flattenDiagnosticMessageText(messageText, "\n"),
    }));
    // The one mistake shows that the compiler looked, and knew the package's types.
    expect(found.filter(({ file }) => file !== wrong)).toEqual([]);
    expect(found.map(({ message }) => message)).toEqual([
      expect.stringContaining("not assignable to parameter of type 'string'"),
    ]);
  });
});
