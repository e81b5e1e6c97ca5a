import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Nanos } from "../../src/base/index.ts";
import {
  compareStamps,
  happensBefore,
  type Msc,
  nextStamp,
  receiveStamp,
  type Stamp,
  zeroStamp,
} from "../../src/causality/index.ts";
import { arbitraryMsc } from "../../src/testing/index.ts";

const nanos = (value: bigint | number): Nanos => String(value) as Nanos;
const stamp = (time: bigint | number, tie = 0): Stamp => ({ time: nanos(time), tie });

/** Times about the places where a comparison of texts or of doubles goes wrong. */
const time = (): fc.Arbitrary<bigint> =>
  fc.oneof(
    fc.constantFrom(
      0n,
      1n,
      9n,
      10n,
      99n,
      100n,
      2n ** 53n - 1n,
      2n ** 53n,
      2n ** 53n + 1n,
      2n ** 64n,
      10n ** 29n,
    ),
    fc.bigInt(0n, 10n ** 19n),
  );

const anyStamp = (): fc.Arbitrary<Stamp> => fc.record({ time: time().map(nanos), tie: fc.nat({ max: 3 }) });

describe("the order of stamps", () => {
  it("is by time as a number, then by tie", () => {
    fc.assert(
      fc.property(time(), fc.nat({ max: 3 }), time(), fc.nat({ max: 3 }), (t, i, u, j) => {
        const expected = t === u ? Math.sign(i - j) : t < u ? -1 : 1;
        expect(Math.sign(compareStamps(stamp(t, i), stamp(u, j)))).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it("is a total order that begins with the zero stamp", () => {
    fc.assert(
      fc.property(anyStamp(), anyStamp(), anyStamp(), (a, b, c) => {
        expect(Math.sign(compareStamps(a, b))).toBe(-Math.sign(compareStamps(b, a)) || 0);
        expect(compareStamps(a, b) === 0).toBe(a.time === b.time && a.tie === b.tie);
        if (compareStamps(a, b) <= 0 && compareStamps(b, c) <= 0)
          expect(compareStamps(a, c)).toBeLessThanOrEqual(0);
        expect(compareStamps(zeroStamp, a)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 500 },
    );
  });

  it.each<[Stamp, Stamp]>([
    [stamp(9), stamp(10)],
    [stamp(99), stamp(100)],
    [stamp(2n ** 53n), stamp(2n ** 53n + 1n)],
    [stamp(5, 9), stamp(5, 10)],
    [stamp(5, 1000), stamp(6)],
    [zeroStamp, stamp(0, 1)],
  ])("%j is before %j", (a, b) => {
    expect(compareStamps(a, b)).toBeLessThan(0);
    expect(compareStamps(b, a)).toBeGreaterThan(0);
    expect([b, a].sort(compareStamps)).toEqual([a, b]);
  });
});

describe("the next stamp", () => {
  it.each<[string, Stamp, bigint | number, Stamp]>([
    ["the wall clock has moved on", stamp(5, 3), 6, stamp(6)],
    ["it stands still", stamp(5, 3), 5, stamp(5, 4)],
    ["it runs backwards", stamp(5, 3), 1, stamp(5, 4)],
    ["it starts", zeroStamp, 0, stamp(0, 1)],
    ["it starts later", zeroStamp, 7, stamp(7)],
    ["it gains a digit", stamp(9, 1), 10, stamp(10)],
    ["it loses a digit", stamp(10, 1), 9, stamp(10, 2)],
    ["beyond doubles", stamp(2n ** 60n, 1), 2n ** 60n + 1n, stamp(2n ** 60n + 1n)],
  ])("when %s", (_, last, now, expected) => expect(nextStamp(last, nanos(now))).toEqual(expected));

  it("is later than the last, not before now, and no later than both need", () => {
    fc.assert(
      fc.property(anyStamp(), time(), (last, now) => {
        const next = nextStamp(last, nanos(now));
        expect(compareStamps(last, next)).toBeLessThan(0);
        expect(BigInt(next.time)).toBe(BigInt(last.time) > now ? BigInt(last.time) : now);
        expect(next.tie).toBe(BigInt(last.time) >= now ? last.tie + 1 : 0);
      }),
      { numRuns: 500 },
    );
  });
});

describe("the stamp of a receive", () => {
  it.each<[string, Stamp, Stamp, number, Stamp]>([
    ["own time ahead", stamp(9, 2), stamp(5, 7), 3, stamp(9, 3)],
    ["the sender's time ahead", stamp(5, 7), stamp(9, 2), 3, stamp(9, 3)],
    ["both equal in time: the larger tie", stamp(5, 2), stamp(5, 7), 3, stamp(5, 8)],
    ["both equal", stamp(5, 2), stamp(5, 2), 5, stamp(5, 3)],
    ["the wall clock ahead of both", stamp(5, 2), stamp(6, 2), 7, stamp(7)],
    ["the wall clock at the sender's", stamp(5, 2), stamp(6, 0), 6, stamp(6, 1)],
    ["the first event of a lifeline", zeroStamp, stamp(6, 1), 2, stamp(6, 2)],
  ])("%s", (_, last, sent, now, expected) => {
    expect(receiveStamp(last, sent, nanos(now))).toEqual(expected);
    expect(receiveStamp(sent, last, nanos(now))).toEqual(expected);
  });

  it("is the smallest that is later than both and not before now", () => {
    fc.assert(
      fc.property(anyStamp(), anyStamp(), time(), (last, sent, now) => {
        const taken = receiveStamp(last, sent, nanos(now));
        const later = compareStamps(last, sent) > 0 ? last : sent;
        expect(compareStamps(last, taken)).toBeLessThan(0);
        expect(compareStamps(sent, taken)).toBeLessThan(0);
        expect(taken).toEqual(nextStamp(later, nanos(now)));
        expect(receiveStamp(zeroStamp, last, nanos(now))).toEqual(nextStamp(last, nanos(now)));
      }),
      { numRuns: 500 },
    );
  });
});

/** Stamps a chart's events with wall clocks that say what they like. */
function stamped(msc: Msc, now: (event: number) => bigint): readonly Stamp[] {
  const stamps: Stamp[] = [];
  msc.events.forEach((_, e) => {
    const last = stamps[msc.previous[e] ?? -1] ?? zeroStamp;
    const sent = stamps[msc.source[e] ?? -1];
    const wall = nanos(now(e));
    stamps.push(sent === undefined ? nextStamp(last, wall) : receiveStamp(last, sent, wall));
  });
  return stamps;
}

describe("along causal paths", () => {
  it("(time, tie) strictly increases, whatever the wall clocks say", () => {
    fc.assert(
      fc.property(arbitraryMsc(), fc.infiniteStream(time()), (msc, times) => {
        const stamps = stamped(msc, () => times.next().value ?? 0n);
        stamps.forEach((a, e) => {
          stamps.forEach((b, f) => {
            if (happensBefore(msc, e, f)) expect(compareStamps(a, b)).toBeLessThan(0);
          });
        });
      }),
      { numRuns: 100 },
    );
  });

  it("with clocks that run backwards all the time the first one rules, and ties count the path", () => {
    fc.assert(
      fc.property(arbitraryMsc(), (msc) => {
        const stamps = stamped(msc, (e) => BigInt(1000 - e));
        stamps.forEach(({ time: shown }, e) => {
          const past = stamps.filter((_, f) => f === e || happensBefore(msc, f, e));
          // The latest wall clock in the past is that of the earliest event in it.
          expect(Number(shown)).toBe(Math.max(...past.map((s) => Number(s.time))));
          expect(stamps[e]?.tie).toBeLessThan(past.length + 1);
        });
      }),
      { numRuns: 100 },
    );
  });

  it("with perfect clocks a stamp is the wall clock's time, without ties", () => {
    fc.assert(
      fc.property(arbitraryMsc(), (msc) => {
        const stamps = stamped(msc, (e) => BigInt(e + 1) * 10n ** 18n);
        expect(stamps).toEqual(msc.events.map((_, e) => stamp(BigInt(e + 1) * 10n ** 18n)));
      }),
      { numRuns: 50 },
    );
  });
});
