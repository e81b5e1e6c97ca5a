import { readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { filesIn, projectPath } from "./source.ts";

/** The declarations as the build writes them, by path below `/app/node_modules/lightcone/dist/`. */
const packageFolder = "/app/node_modules/lightcone/";
const files = new Map<string, string>();
const source = ts.createProgram(
  filesIn("src").map(({ path }) => projectPath(path)),
  {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    rewriteRelativeImportExtensions: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    declaration: true,
    emitDeclarationOnly: true,
    noCheck: true,
    rootDir: projectPath("src"),
    outDir: `${packageFolder}dist`,
    types: ["node"],
    typeRoots: [projectPath("node_modules/@types")],
  },
);
source.emit(undefined, (path, text) => files.set(path, text));
const manifest = readFileSync(projectPath("package.json"), "utf8");
files.set(`${packageFolder}package.json`, manifest);
const { exports } = JSON.parse(manifest) as { readonly exports: { readonly [entry: string]: unknown } };

/** What the compiler says of a program of one file that uses the package. */
function complaints(program: string, lib: readonly string[]): readonly string[] {
  files.set("/app/main.ts", program);
  files.set("/app/package.json", '{"type":"module"}');
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: lib.map((name) => `lib.${name}.d.ts`),
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
  };
  const host = ts.createCompilerHost(options);
  const real = (path: string): string =>
    path.startsWith("/app/node_modules/") ? projectPath(path.slice("/app/".length)) : path;
  const compiler: ts.CompilerHost = {
    ...host,
    fileExists: (path) =>
      files.has(path) || (!path.startsWith(packageFolder) && ts.sys.fileExists(real(path))),
    readFile: (path) => files.get(path) ?? ts.sys.readFile(real(path)),
    directoryExists: (path) =>
      [...files.keys()].some((file) => file.startsWith(`${path}/`)) || ts.sys.directoryExists(real(path)),
    getSourceFile: (path, version) => {
      const text = compiler.readFile(path);
      return text === undefined ? undefined : ts.createSourceFile(path, text, version);
    },
    getCurrentDirectory: () => "/app",
    realpath: (path) => path,
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram(["/app/main.ts"], options, compiler))
    .map(
      ({ file, messageText }) =>
        `${file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
}

const signals = `
import { implement, lifeline, run, type ActionContext, type Definition } from "lightcone";
declare const context: ActionContext;
declare const definition: Definition;
export const aborted: boolean = context.signal.aborted;
context.signal.addEventListener("abort", () => {});
export const result = run(definition, { signal: context.signal });
export const A = lifeline("A");
export const a = implement(A, {});
`;

describe("the declarations of the package", () => {
  it("need the types of no host: every entry is compiled with the language's own library alone", () => {
    const entries = Object.keys(exports).filter((entry) => !/json$|testing$/.test(entry)); // fast-check's own need Node's
    const all = entries.map((entry, i) => `export * as e${i} from "lightcone${entry.slice(1)}";`).join("\n");
    expect(complaints(`${all}\n${signals}`, ["es2022"])).toEqual([]);
  });

  it("give a signal the host's own type where there is one", () => {
    const fetches = `${signals}\nexport const page = fetch("https://example.org", { signal: context.signal });
export const other = run(definition, { signal: new AbortController().signal });
export const exact: AbortSignal = context.signal;`;
    expect(complaints(fetches, ["es2022", "dom"])).toEqual([]);
    expect(
      complaints(fetches.replace("exact: AbortSignal", "exact: number"), ["es2022", "dom"]),
    ).toHaveLength(1);
  });
});
