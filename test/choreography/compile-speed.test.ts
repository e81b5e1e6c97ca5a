import ts from "typescript";
import { expect, test } from "vitest";

const folder = `${import.meta.dirname}/`;
const name = `${folder}generated.ts`;

/** A choreography of `count` statements of all kinds, as source text beside the fixture. */
function program(count: number): string {
  const statements = [
    'c.send(Orchestrator, TestRunner, { candidate: Orchestrator.candidate, status: "pending" });',
    "c.act(TestRunner.status, TestRunner.quick({ candidate: TestRunner.candidate }));",
    'c.set(Security, { status: "pending", count: 3 });',
    "c.act({ candidate: Orchestrator.candidate }, Orchestrator.propose({ task: Orchestrator.task }));",
    "c.branch(Committer, ({ here, at, and, eq }) => and(eq(at(TestRunner).candidate, here.candidate), at(Security, (s) => s.ne(s.here.status, 'critical'))), {});",
    "c.match(Security.status, { pending() {}, cleared() {}, critical() {} });",
  ];
  const body = Array.from({ length: count }, (_, i) => statements[i % statements.length]);
  return `import { choreography } from "../../src/choreography/index.ts";
import { Committer, Orchestrator, Security, TestRunner } from "./fixture.ts";
export const made = choreography("made", { lifelines: [Committer, Orchestrator, Security, TestRunner] }, (c) => {
${body.join("\n")}
});`;
}

/** Files that all programs share, parsed once. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** How many types the compiler makes from generic ones while it checks the program: its work, whatever the machine. */
function instantiations(count: number): number {
  const config = ts.getParsedCommandLineOfConfigFile(
    `${folder}../../tsconfig.json`,
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: () => {},
    },
  );
  const options = config?.options ?? {};
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (file, ...rest) => {
    if (file === name) return ts.createSourceFile(file, program(count), ts.ScriptTarget.ES2023);
    const known = parsed.get(file) ?? read(file, ...rest);
    parsed.set(file, known);
    return known;
  };
  const exists = host.fileExists.bind(host);
  host.fileExists = (file) => file === name || exists(file);
  const made = ts.createProgram([name], options, host);
  const source = made.getSourceFile(name);
  expect(made.getSemanticDiagnostics(source).map(({ messageText }) => messageText)).toEqual([]);
  return (made as unknown as { getInstantiationCount(): number }).getInstantiationCount();
}

test("types grow with the number of statements, not faster", () => {
  const [none, some, twice] = [instantiations(0), instantiations(300), instantiations(600)];
  expect(twice - some).toBeLessThan((some - none) * 1.2);
  expect((twice - some) / 300).toBeLessThan(400);
});
