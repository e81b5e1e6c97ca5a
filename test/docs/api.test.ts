import { describe, expect, it } from "vitest";
import * as lightcone from "../../src/index.ts";
import { projectPath } from "../architecture/source.ts";
import { apiDocument } from "./api.ts";
import { entries } from "./reader.ts";

describe("docs/api.md", () => {
  const document = apiDocument();

  it("is what the source says; `-u` writes it anew", async () => {
    await expect(document).toMatchFileSnapshot(projectPath("docs/api.md"));
  });

  it("names every entry, with its purpose, and every export, with a description", () => {
    for (const name of entries.keys()) expect(document).toMatch(new RegExp(`^## \`${name}\`\\n\\n\\S`, "m"));
    expect(document).not.toMatch(/^\| `.*\| +\|$/m);
    for (const name of Object.keys(lightcone)) expect(document).toContain(`| \`${name}\` |`);
  });

  it("cites nothing that its readers do not have", () => {
    expect(document).not.toMatch(/design|\{@/);
  });
});
