import { spawn } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ended, lightcone } from "./process.ts";
import { Folder } from "./terminal.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

const module = `
import { choreography, implement, lifeline } from "lightcone";
import { z } from "zod";
const A = lifeline("A", { variables: { x: z.number() }, actions: { work: { out: z.number() } } });
export const small = choreography("s", { lifelines: [A], results: [A.x] }, (c) => {
  c.act(A.x, A.work(), { label: "here" });
});
export const a = implement(A, { work: async () => { throw new Error("broke"); } });
`;

describe.each(["commonjs", undefined])("a module in a package whose type is %s", (type) => {
  const folder = new Folder();
  folder.write("package.json", JSON.stringify({ name: "user", ...(type === undefined ? {} : { type }) }));
  for (const name of ["main.ts", "main.mts"]) folder.write(name, module);

  it.each(["main.ts", "main.mts"])("%s runs, and its places are its own lines", async (name) => {
    const { code, err } = await lightcone(folder.path, "run", name);
    expect(code).toBe(1);
    expect(err).toMatch(
      new RegExp(
        `failed: broke \\(thrown at ${name}:8:\\d+\\)\\n {2}at ${name}:6:\\d+, lifeline A, step here\\n`,
      ),
    );
  });

  it("a wrong choreography is told once, by its own code, not as a message within a message", async () => {
    for (const name of ["wrong.ts", "wrong.mts"]) {
      folder.write(name, module.replace('lifeline("A"', 'lifeline("A#"'));
      const { code, err } = await lightcone(folder.path, "validate", name);
      expect(code).toBe(2);
      expect(err).toMatch(
        new RegExp(`^error choreography/name: "A#" cannot name a lifeline\\n {2}at ${name}`),
      );
      expect(err.match(/error /g)).toHaveLength(1);
    }
  });
});

it("a CommonJS program has the errors of both copies of the package that its loader makes", async () => {
  const folder = new Folder();
  folder.write("package.json", '{"type":"commonjs"}');
  symlinkSync(join(root, "node_modules"), join(folder.path, "node_modules"));
  folder.write("main.ts", module);
  folder.write(
    "program.ts",
    `
import { LightconeError, run } from "lightcone";
import { a, small } from "./main";
async function main(): Promise<void> {
  const failed = await run(small, { implementations: [a] });
  const refused: unknown = await run(small, {}).catch((error: unknown) => error);
  console.log(JSON.stringify([
    failed.status === "failed" && failed.error instanceof LightconeError && failed.error.place,
    refused instanceof LightconeError && refused.code,
  ]));
}
void main();
`,
  );
  const flags = ["--conditions=lightcone-source", "--import", `${root}node_modules/tsx/dist/loader.mjs`];
  const child = spawn(process.execPath, [...flags, "program.ts"], {
    cwd: folder.path,
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  const { out, err } = await ended(child);
  expect(err).toBe("");
  expect(JSON.parse(out)).toEqual([
    { file: join(folder.path, "main.ts"), line: 6, column: 5, lifeline: "A", step: "here" },
    "action/not-implemented",
  ]);
});
