import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { errorCodes } from "../src/base/index.ts";

/** `docs/errors.md`, generated from the table of codes. */
export function errorsDocument(): string {
  const entries = Object.entries(errorCodes).sort(([a], [b]) => (a < b ? -1 : 1));
  const areas = [...new Set(entries.map(([code]) => code.split("/")[0]))];
  const sections = areas.map((area) => {
    const rows = entries.filter(([code]) => code.startsWith(`${area}/`));
    const texts = rows.map(
      ([code, { summary, remedy }]) => `### ${code}\n\n${summary}\n\n*What to do:* ${remedy}\n`,
    );
    return `## ${area}\n\n${texts.join("\n")}`;
  });
  return `# Errors\n\nGenerated from the table in \`src/base/codes/\` by \`npm run docs\`. Each message names its code, what happened, where (file, line and\ncolumn, lifeline, step) and what to do.\n\n${sections.join("\n")}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("../docs/errors.md", import.meta.url), errorsDocument());
}
