import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { openLineFile, readRecording } from "../../src/host/index.ts";
import { readLines } from "../../src/host/read-lines.ts";

const folder = mkdtempSync(join(tmpdir(), "lightcone-host-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);
/** The unfinished files that stand beside a name. */
const partials = (name: string): readonly string[] =>
  readdirSync(folder).filter((entry) => entry.startsWith(`${name}.`) && entry.endsWith(".partial"));

async function linesOf(
  content: string | Uint8Array,
): Promise<readonly (readonly [string | null, boolean])[]> {
  writeFileSync(at("lines"), content);
  const lines: (readonly [string | null, boolean])[] = [];
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

  it("tells lines that are no UTF-8 from those that hold a replacement character", async () => {
    const bytes = Buffer.concat([
      Buffer.from('"\ufffd"\n'),
      Buffer.from([0x22, 0xff, 0x22, 0x0a]),
      Buffer.from("after\n"),
      Buffer.from([0x22, 0xe2, 0x82]),
    ]);
    expect(await linesOf(bytes)).toEqual([
      ['"\ufffd"', true],
      [null, true],
      ["after", true],
      [null, false],
    ]);
  });

  it("keeps characters whole across the pieces in which a file is read", async () => {
    const text = `${"a".repeat(65_535)}\u20ac${"\u{1f600}".repeat(50_000)}`;
    expect(await linesOf(`${text}\n`)).toEqual([[text, true]]);
  });

  it("cuts what is longer than any line may be, and goes on with the next", async () => {
    const read = await linesOf(`${"y".repeat(20_000_000)}\nnext\n`);
    expect(read.map(([text]) => text?.length)).toEqual([8 * 1024 * 1024 + 1, 4]);
  });
});

describe("reading a recording", () => {
  it("that is no UTF-8 is refused by line, with what else is wrong", async () => {
    const header = '{"format":"lightcone/msc","version":1,"lifelines":["A"]}\n';
    const bad = Buffer.from([
      ...Buffer.from('{"on":"A","kind":"act","set":{"x":"'),
      0xc3,
      0x28,
      ...Buffer.from('"}}'),
    ]);
    writeFileSync(at("bytes"), Buffer.concat([Buffer.from(header), bad, Buffer.from('\n{"on":"A"}\n')]));
    await expect(readRecording("bytes", folder)).rejects.toMatchObject({
      diagnostics: [
        { code: "recording/encoding", place: { file: "bytes", line: 2 } },
        { code: "recording/missing-key", place: { line: 3 } },
      ],
    });
    writeFileSync(at("bytes"), Buffer.concat([Buffer.from(header), bad]));
    const { warnings } = await readRecording("bytes", folder);
    expect(warnings).toMatchObject([{ code: "recording/cut-line", place: { line: 2 } }]);
  });

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
    const [partial = ""] = partials("new.msc.jsonl");
    expect([existsSync(at("new.msc.jsonl")), readFileSync(at(partial), "utf8")]).toEqual([
      false,
      `${header}\n`,
    ]);
    file.close();
    expect([readFileSync(at("new.msc.jsonl"), "utf8"), partials("new.msc.jsonl")]).toEqual([
      `${header}\n`,
      [],
    ]);
  });

  it("mixes nothing where two write one file: the last to close wins, as a whole", () => {
    const [one, two] = [openLineFile(at("both"), "both"), openLineFile(at("both"), "both")];
    one.write(header);
    two.write(header);
    two.write("of the second");
    one.write("of the first");
    two.close();
    expect(readFileSync(at("both"), "utf8")).toBe(`${header}\nof the second\n`);
    one.close();
    expect(readFileSync(at("both"), "utf8")).toBe(`${header}\nof the first\n`);
    expect(partials("both")).toEqual([]);
  });

  it("is not hindered by what a crash, or somebody else, has left beside its name", () => {
    writeFileSync(at("stale.partial"), "mine");
    writeFileSync(at("stale.1-00000000.partial"), header);
    const file = openLineFile(at("stale"), "stale");
    file.write(header);
    file.close();
    expect(readFileSync(at("stale"), "utf8")).toBe(`${header}\n`);
    expect(readFileSync(at("stale.partial"), "utf8")).toBe("mine");
  });

  it("does not replace what took its name meanwhile, and says where its lines are", () => {
    for (const [name, take] of [
      ["taken", () => writeFileSync(at("taken"), "mine")],
      ["folder", () => mkdirSync(at("folder"))],
    ] as const) {
      const file = openLineFile(at(name), name);
      file.write(header);
      take();
      const [partial = ""] = partials(name);
      expect(() => file.close()).toThrow(
        expect.objectContaining({
          code: "cli/would-overwrite",
          remedy: expect.stringContaining(`stands in ${partial}`),
        }),
      );
      expect(readFileSync(at(partial), "utf8")).toBe(`${header}\n`);
    }
    expect(readFileSync(at("taken"), "utf8")).toBe("mine");
  });

  it("is thrown away as often as one likes", () => {
    const file = openLineFile(at("away"), "away");
    file.discard();
    file.discard();
    expect([existsSync(at("away")), partials("away")]).toEqual([false, []]);
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
      expect([readFileSync(at("old"), "utf8"), partials("old")]).toEqual([before, []]);
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
