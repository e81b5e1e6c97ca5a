import ts from "typescript";
import { entries } from "./reader.ts";

const intro = `# API

Every export of every entry, with the first sentence of its description; editors show the rest. The [guide](guide.md) shows how they
are used. The root entry is all that a workflow needs; the others are for tools.

This file is written from the source: \`npx vitest run test/docs/api.test.ts -u\`.
`;

/** What an entry is for. */
const purposes: ReadonlyMap<string, string> = new Map([
  ["lightcone", "Declares and runs choreographies."],
  ["lightcone/causality", "Events, message sequence charts, vector clocks, cuts."],
  ["lightcone/cpl", "Formulas: built, parsed, printed, evaluated by their definitions."],
  ["lightcone/monitor", "Formulas evaluated online."],
  ["lightcone/choreography", "The global program as data: read, checked, printed, hashed."],
  ["lightcone/formats", "Recordings, read and written."],
  ["lightcone/projection", "Local programs, and the central interpreter that they are compared with."],
  ["lightcone/runtime", "One turn of one lifeline, for those who write an engine."],
  ["lightcone/analysis", "Questions about a chart, and about all schedules."],
  ["lightcone/engines/memory", "`run`, without the rest."],
  ["lightcone/models", "Actions that are done by language models; needs `ai` and a provider."],
  [
    "lightcone/testing",
    "Every schedule of a choreography in a test, and generators for property tests; needs fast-check.",
  ],
]);

/** What descriptions cite for those who change the code is said otherwise to those who use it. */
const citations: readonly (readonly [RegExp, string])[] = [
  [/\{@link ([\w.]+) ?\}/g, "`$1`"],
  [/ \((?:Bollig|design|see design)[^)]*\)/g, ""],
  [/the format of design section 6\.1/g, "the [format of recordings](guide.md#9-recordings)"],
  [/design section 6\.1 asks/g, "the format asks"],
  [/ of design section 4/g, ""],
  [/^\[\[t\]\]\(e\): /, ""],
  [/\|/g, "\\|"],
];

/** The reference of all entries, from what the compiler knows of them. */
export function apiDocument(): string {
  const files = [...entries.values()];
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    strict: true,
    noEmit: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const sections = [...entries].map(([name, file]) => {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    const rows =
      module === undefined ? [] : checker.getExportsOfModule(module).map((symbol) => rowOf(symbol, checker));
    const table = ["| | |", "|---|---|", ...rows.sort()].join("\n");
    return `## \`${name}\`\n\n${purposes.get(name) ?? ""}\n\n${table}\n`;
  });
  return [intro, ...sections].join("\n");
}

function rowOf(exported: ts.Symbol, checker: ts.TypeChecker): string {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).replace(/\s+/g, " ");
  const sentence = /^(.*?)\.(?= [A-Z]|$)/.exec(text)?.[1] ?? text;
  const said = citations.reduce((line, [cited, instead]) => line.replace(cited, instead), sentence);
  return `| \`${symbol.flags & ts.SymbolFlags.Value ? "" : "type "}${exported.name}\` | ${said} |`;
}
