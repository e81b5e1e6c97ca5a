import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A source file with its path from the project's root. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly tree: ts.SourceFile;
}

/** The path of a file of the project. */
export function projectPath(path: string): string {
  return root + path;
}

/** All TypeScript files below a folder of the project. */
export function filesIn(folder: string): readonly SourceFile[] {
  return readdirSync(root + folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length))
    .filter((path) => !path.includes("/fixture/"))
    .sort()
    .map((path) => {
      const text = readFileSync(root + path, "utf8");
      const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
      return { path, text, lines: text.split("\n").length - 1, tree };
    });
}

/** Visits every node of a file. */
export function visit(file: SourceFile, see: (node: ts.Node) => void): void {
  const walk = (node: ts.Node): void => {
    see(node);
    ts.forEachChild(node, walk);
  };
  walk(file.tree);
}

/** Where a node stands, as `path:line`. */
export function placeOf(file: SourceFile, node: ts.Node): string {
  return `${file.path}:${file.tree.getLineAndCharacterOfPosition(node.getStart(file.tree)).line + 1}`;
}
