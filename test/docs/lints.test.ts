import { afterAll, describe, expect, it } from "vitest";
import { blocksOf, read } from "./blocks.ts";
import { ReaderFolder } from "./reader.ts";

const blocks = blocksOf("docs/lints.md");
const codes = [...read("docs/lints.md").matchAll(/^## (\S+)$/gm)].map(([, code = ""]) => code);
const [meant, ...examples] = blocks.flatMap(({ name }) => (name === undefined ? [] : [name]));

interface Said {
  readonly errors: number;
  readonly allowed: number;
  readonly diagnostics: readonly { readonly code: string; readonly docs: string }[];
}

describe("docs/lints.md", () => {
  const folder = new ReaderFolder(blocks, "as-is");
  afterAll(() => folder.remove());
  const validate = async (name: string): Promise<Said> => {
    const { out, err } = await folder.run(`npx lightcone validate ${name} --json`);
    expect(err).toBe("");
    return JSON.parse(out) as Said;
  };

  it("has an example for each warning, and provokes it, and nothing else", async () => {
    expect(examples).toHaveLength(codes.length);
    for (const [i, name] of examples.entries()) {
      const { diagnostics, errors } = await validate(name);
      expect([name, errors, [...new Set(diagnostics.map(({ code }) => code))]]).toEqual([
        name,
        0,
        [codes[i]],
      ]);
    }
  });

  it("shows how a warning is meant", async () => {
    expect(await validate(meant ?? "")).toMatchObject({ errors: 0, allowed: 1, diagnostics: [] });
  });

  it("every diagnostic names a heading that explains it", async () => {
    const headings = [...read("docs/errors.md").matchAll(/^### (\S+)$/gm)].map(([, code = ""]) => code);
    const anchors = headings.map((code) => `docs/errors.md#${code.replaceAll("/", "")}`);
    for (const name of examples) {
      for (const { docs } of (await validate(name)).diagnostics) expect(anchors).toContain(docs);
    }
  });
});
