import { readdirSync, readFileSync } from "node:fs";
import { projectPath } from "../architecture/source.ts";

/** A fenced block of a document. */
export interface Block {
  /** Its document, from the project's root, and its first line there. */
  readonly path: string;
  readonly line: number;
  readonly language: string;
  /** The file that it is: named beside the language, or in a comment on its first line. */
  readonly name: string | undefined;
  readonly text: string;
}

/** Every document of the project for people. */
export const documents: readonly string[] = [
  "README.md",
  "AGENTS.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...readdirSync(projectPath("docs")).map((name) => `docs/${name}`),
];

/** The text of a file of the project. */
export function read(path: string): string {
  return readFileSync(projectPath(path), "utf8");
}

/** The fenced blocks of a document, in order. */
export function blocksOf(path: string): readonly Block[] {
  const document = read(path);
  return [...document.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map((match) => {
    const [, language = "", beside, text = ""] = match;
    const line = document.slice(0, match.index).split("\n").length;
    return { path, line, language, name: beside ?? /^\/\/ (\S+)\n/.exec(text)?.[1], text };
  });
}

/** A command line of a document. */
export interface Command {
  readonly path: string;
  readonly line: string;
  /** The exit code that the document names; 0 where it names none. */
  readonly exit: number;
  /** What the document shows as its output. */
  readonly shows: string | undefined;
}

/** The command lines of a document, each with the output that is shown right after it. */
export function commandsOf(path: string): readonly Command[] {
  const blocks = blocksOf(path);
  return blocks.flatMap((block, i) => {
    if (block.language !== "sh") return [];
    const lines = block.text.split("\n").filter((line) => line.replace(/#.*/, "").trim() !== "");
    const next = blocks[i + 1];
    return lines.map((line, k) => ({
      path,
      line: line.replace(/\s+#.*$/, "").trim(),
      exit: Number(/# exit (\d+)/.exec(line)?.[1] ?? 0),
      shows: k === lines.length - 1 && next?.language === "text" ? next.text : undefined,
    }));
  });
}

/** Splits a command line at spaces outside single quotes. */
export function words(line: string): readonly string[] {
  return [...line.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ""));
}

/** Text without blanks at line ends: documents have none. */
export function trimmed(text: string): string {
  return text.replace(/[ \t]+$/gm, "").trim();
}
