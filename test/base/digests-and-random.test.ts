import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Digest, digestOf, type Hasher, jsHasher, seededRandom } from "../../src/base/index.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("SHA-256", () => {
  // FIPS 180-4 examples and the edges of the 64-byte block.
  it.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    [
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
    ],
    [
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1",
    ],
    ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
  ])("of a known text", (text, digest) => expect(jsHasher.sha256(utf8(text))).toBe(digest));

  it("is the host's own, for every length about a block", () => {
    for (let length = 0; length <= 200; length++) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 255);
      expect(jsHasher.sha256(bytes)).toBe(createHash("sha256").update(bytes).digest("hex"));
    }
  });
});

describe("digestOf", () => {
  it.each([
    [null, "null"],
    ["", '""'],
    [{}, "{}"],
    [[], "[]"],
    [{ b: [1.0, -0], a: "é" }, '{"a":"é","b":[1,0]}'],
    [{ "\ufb33": 1, "\u{1f600}": 2 }, '{"\u{1f600}":2,"\ufb33":1}'],
  ])("%j is hashed as its canonical text in UTF-8", (value, text) => {
    expect(digestOf(value)).toBe(createHash("sha256").update(text, "utf8").digest("hex"));
  });

  it("is 64 lower-case hexadecimal digits, equal for values that differ in key order only", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, key) => {
        const pair = { first: value, [key]: 1 };
        const other = { [key]: 1, first: value };
        if (key === "first" || key === "__proto__") return;
        expect(digestOf(pair as never)).toMatch(/^[0-9a-f]{64}$/);
        expect(digestOf(pair as never)).toBe(digestOf(other as never));
      }),
      { numRuns: 200 },
    );
  });

  it("uses the hasher that it is given, with the canonical bytes", () => {
    const seen: string[] = [];
    const hasher: Hasher = {
      sha256: (bytes) => {
        seen.push(new TextDecoder().decode(bytes));
        return "0".repeat(64) as Digest;
      },
    };
    expect(digestOf({ b: 1, a: 2 }, hasher)).toBe("0".repeat(64));
    expect(seen).toEqual(['{"a":2,"b":1}']);
  });

  it("refuses what is no JSON", () => {
    expect(() => digestOf(Number.NaN)).toThrow(expect.objectContaining({ code: "json/not-json" }));
    expect(() => digestOf(["\ud800"])).toThrow(expect.objectContaining({ code: "json/not-json" }));
  });
});

describe("seededRandom", () => {
  const draw = (seed: number, bound: number, count: number): readonly number[] => {
    const random = seededRandom(seed);
    return Array.from({ length: count }, () => random.below(bound));
  };

  it("gives the same numbers for the same seed, whatever else is drawn", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 1000 }), (seed, bound) => {
        const [one, two] = [seededRandom(seed), seededRandom(seed)];
        const other = seededRandom(seed + 1);
        for (let i = 0; i < 20; i++) {
          other.below(7);
          expect(one.below(bound)).toBe(two.below(bound));
        }
      }),
      { numRuns: 100 },
    );
  });

  it("is mulberry32 and stays it: schedules in recordings rely on the numbers", () => {
    const state = { a: 0 };
    const mulberry32 = (): number => {
      state.a = (state.a + 0x6d2b79f5) | 0;
      let t = Math.imul(state.a ^ (state.a >>> 15), 1 | state.a);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
    for (const seed of [0, 1, 42, 0xffffffff, -1, 123456789]) {
      state.a = seed;
      expect(draw(seed, 1_000_003, 50)).toEqual(
        Array.from({ length: 50 }, () => Math.floor(mulberry32() * 1_000_003)),
      );
    }
  });

  it("gives whole numbers from 0 to below the bound", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 2 ** 32 }), (seed, bound) => {
        for (const number of draw(seed, bound, 30)) {
          expect(Number.isInteger(number) && number >= 0 && number < bound).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
    expect(new Set(draw(3, 1, 100))).toEqual(new Set([0]));
  });

  it.each([2, 3, 7, 10])(
    "is even over %i numbers (chi-squared), and from one number to the next",
    (bound) => {
      const draws = draw(20260520, bound, 20_000);
      const chi = (counts: readonly number[]): number => {
        const expected = draws.length / counts.length;
        return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
      };
      const single = new Array<number>(bound).fill(0);
      const pairs = new Array<number>(bound * bound).fill(0);
      draws.forEach((number, i) => {
        single[number] = (single[number] ?? 0) + 1;
        const pair = number * bound + (draws[(i + 1) % draws.length] ?? 0);
        pairs[pair] = (pairs[pair] ?? 0) + 1;
      });
      // The mean is the number of cells less one, its standard deviation the root of twice that; five of them are room.
      const most = (cells: number): number => cells - 1 + 5 * Math.sqrt(2 * (cells - 1));
      expect(chi(single)).toBeLessThan(most(bound));
      expect(chi(pairs)).toBeLessThan(most(bound * bound));
    },
  );

  it("gives different numbers for neighbouring seeds", () => {
    const first = Array.from({ length: 1000 }, (_, seed) => draw(seed, 2 ** 30, 2).join());
    expect(new Set(first).size).toBe(1000);
  });
});
