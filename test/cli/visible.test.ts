import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellsOf, cut, cutName, pad, start, visible, visibleLines, wrap } from "../../src/cli/visible.ts";

const anyText = fc.string({ unit: "binary", maxLength: 80 });

describe("visible text", () => {
  it("has no control, direction or joining character, and changes nothing else", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(visible(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        expect(visible(visible(text))).toBe(visible(text));
      }),
    );
    expect(visible("\u001b[31m\n\t\u009b\u202e\ud800 é語👍")).toBe(
      "\\u001b[31m\\n\\t\\u009b\\u202e\\ud800 é語👍",
    );
    expect(visibleLines("a\u0007\nb")).toBe("a\\u0007\nb");
  });

  it("leaves JSON text the JSON of the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
        expect(JSON.parse(visible(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe("cells", () => {
  it.each([
    ["abc", 3],
    ["語", 2],
    ["e\u0301", 1],
    ["👍", 2],
    ["▶│─○┄…", 6],
    ["ｆｕｌｌ", 8],
    ["한글", 4],
    ["❤\ufe0f", 2],
  ])("%s takes %d", (text, cells) => expect(cellsOf(text)).toBe(cells));

  it("what is cut, padded or wrapped is as wide as was asked", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 4, max: 60 }), (raw, width) => {
        const text = visible(raw);
        for (const short of [cut(text, width), cutName(text, width), start(text, width)])
          expect(cellsOf(short)).toBeLessThanOrEqual(width);
        if (cellsOf(text) <= width) expect([cut(text, width), cutName(text, width)]).toEqual([text, text]);
        expect(cellsOf(pad(text, width))).toBe(Math.max(width, cellsOf(text)));
        const lines = wrap(text, width, "  ");
        for (const line of lines) expect(cellsOf(line)).toBeLessThanOrEqual(width);
        expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
      }),
      { numRuns: 500 },
    );
    expect(cutName("reviewer-of-the-north", 11)).toBe("revie…north");
    expect(wrap("one two three", 7, "  ")).toEqual(["one two", "  three"]);
  });
});

describe("wrapping into hardly any width", () => {
  it.each([-5, 0, 1, 2, 3, 4, 5, 6])("ends at %i cells", (width) => {
    const lines = wrap("a sentence with a verylongwordinit", width, "    ");
    expect(lines.join("").replaceAll(" ", "")).toBe("asentencewithaverylongwordinit");
  });
});
