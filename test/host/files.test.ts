import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { openLineFile, readRecording } from "../../src/host/index.ts";
import { readLines } from "../../src/host/read-lines.ts";

const folder = mkdtempSync(join(tmpdir(), "lightcone-host-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

async function linesOf(content: string | Uint8Array): Promise<readonly (readonly [string, boolean])[]> {
  writeFileSync(at("lines"), content);
  const lines: (readonly [string, boolean])[] = [];
  for await (const { text, ended } of readLines(at("lines"), "lines")) lines.push([text, ended]);
  return lines;
}

describe("reading lines", () => {
  it("gives what was written, wherever the pieces of the file end", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "grapheme", maxLength: 30 }).map((text) => text.replaceAll("\n", ""))),
        fc.boolean(),
        fc.nat(3),
        async (lines, ended, shift) => {
          // What stands before moves the text across the borders of what is read at once, 64 KiB.
          const first = "x".repeat(65_530 + shift);
          const all = [first, ...lines].join("\n");
          const read = await linesOf(ended ? `${all}\n` : all);
          const last = lines.at(-1) ?? first;
          const expected = [first, ...lines].map((line): readonly [string, boolean] => [line, true]);
          if (!ended) expected.splice(-1, 1, ...(last === "" ? [] : [[last, false] as const]));
          expect(read).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("replaces bytes that are no UTF-8, and loses none of the text around them", async () => {
    expect(await linesOf(Uint8Array.from([97, 0xff, 98, 10, 0xe2, 0x82]))).toEqual([
      ["a\ufffdb", true],
      ["\ufffd", false],
    ]);
  });

  it("cuts what is longer than any line may be, and goes on with the next", async () => {
    const read = await linesOf(`${"y".repeat(20_000_000)}\nnext\n`);
    expect(read.map(([text]) => text.length)).toEqual([8 * 1024 * 1024 + 1, 4]);
  });
});

describe("reading a recording", () => {
  it.each([
    ["none", "cli/file", "it does not exist"],
    [".", "cli/file", "it is a folder"],
    ["lines/x", "cli/file", "a part of its path is no folder"],
  ])("of %s is refused in words, with the path as it was given", async (path, code, says) => {
    writeFileSync(at("lines"), "");
    await expect(readRecording(path, folder)).rejects.toMatchObject({
      code,
      what: expect.stringContaining(says),
      place: { file: path },
    });
  });
});

describe("writing a recording", () => {
  const header = '{"format":"lightcone/msc","version":1,"lifelines":["A"]}';

  it("stands beside its name until it is closed", () => {
    const file = openLineFile(at("new.msc.jsonl"), "new.msc.jsonl");
    file.write(header);
    expect([existsSync(at("new.msc.jsonl")), readFileSync(at("new.msc.jsonl.partial"), "utf8")]).toEqual([
      false,
      `${header}\n`,
    ]);
    file.close();
    expect([readFileSync(at("new.msc.jsonl"), "utf8"), existsSync(at("new.msc.jsonl.partial"))]).toEqual([
      `${header}\n`,
      false,
    ]);
  });

  it("replaces a recording or an empty file, and a discarded one leaves it", () => {
    for (const before of [
      "",
      `${header}\n`,
      `\ufeff\n  ${header}\n`,
      `{"version":1, "format" : "lightcone/record"}`,
    ]) {
      writeFileSync(at("old"), before);
      openLineFile(at("old"), "old").discard();
      expect([readFileSync(at("old"), "utf8"), existsSync(at("old.partial"))]).toEqual([before, false]);
      const file = openLineFile(at("old"), "old");
      file.write("new");
      file.close();
      expect(readFileSync(at("old"), "utf8")).toBe("new\n");
    }
  });

  it.each(["notes", " ", `notes about "format":"lightcone/msc"`, `[${header}]`])(
    "does not replace %j",
    (before) => {
      writeFileSync(at("other"), before);
      expect(() => openLineFile(at("other"), "other")).toThrow(
        expect.objectContaining({ code: "cli/would-overwrite", place: { file: "other" } }),
      );
      expect(readFileSync(at("other"), "utf8")).toBe(before);
    },
  );

  it("refuses folders, and folders that are not there", () => {
    expect(() => openLineFile(folder, "here")).toThrow(expect.objectContaining({ what: "here is a folder" }));
    expect(() => openLineFile(at("nowhere/x"), "x")).toThrow(
      expect.objectContaining({ code: "cli/file", what: "x cannot be written: its folder does not exist" }),
    );
  });

  it("does not write through a link to a file of another kind", () => {
    writeFileSync(at("target"), "mine");
    symlinkSync(at("target"), at("link"));
    expect(() => openLineFile(at("link"), "link")).toThrow(
      expect.objectContaining({ code: "cli/would-overwrite" }),
    );
  });
});
