import { compareCodePoints, type Lifeline, LightconeError } from "../base/index.ts";

/** A clock as plain data: lifeline to count; what is missing counts 0. */
export type Counts = { readonly [lifeline: Lifeline]: number };

/** How two clocks stand to one another. */
export type ClockOrder = "before" | "after" | "equal" | "concurrent";

/**
 * A vector clock (Fidge 1988, Mattern 1989): how many events of each lifeline are in a causal past. Immutable; a count
 * of 0 and a missing one are the same. Arithmetic and comparison operators throw `clock/arithmetic`.
 */
export class VectorClock {
  readonly #counts: ReadonlyMap<Lifeline, number>;

  private constructor(counts: ReadonlyMap<Lifeline, number>) {
    this.#counts = counts;
    Object.freeze(this);
  }

  /** A clock from plain data, or the clock itself. @throws LightconeError `clock/invalid`, naming the key. */
  static of(counts: VectorClock | Counts = {}): VectorClock {
    if (counts instanceof VectorClock) return counts;
    const why = clockProblem(counts);
    if (why !== undefined) throw new LightconeError({ code: "clock/invalid", what: why });
    return new VectorClock(new Map(Object.entries(counts).filter(([, count]) => count !== 0)));
  }

  /** The count of a lifeline; 0 when none of its events was seen. */
  get(lifeline: Lifeline): number {
    return this.#counts.get(lifeline) ?? 0;
  }

  /** The clock after one more event of a lifeline. @throws LightconeError `clock/invalid` beyond 2^53 - 1. */
  tick(lifeline: Lifeline): VectorClock {
    const next = new Map(this.#counts).set(lifeline, this.get(lifeline) + 1);
    if (!Number.isSafeInteger(next.get(lifeline))) {
      throw new LightconeError({
        code: "clock/invalid",
        what: `the count of ${quote(lifeline)} is too large`,
      });
    }
    return new VectorClock(next);
  }

  /** The smallest clock that is at least both: the larger count of each lifeline. */
  join(other: VectorClock | Counts): VectorClock {
    const counts = new Map(this.#counts);
    for (const [lifeline, count] of VectorClock.of(other).#counts) {
      if (count > this.get(lifeline)) counts.set(lifeline, count);
    }
    return new VectorClock(counts);
  }

  /** Whether this clock is before, after, equal to or concurrent with the other. */
  compare(other: VectorClock | Counts): ClockOrder {
    const right = VectorClock.of(other);
    const less = this.#isAtMost(right);
    const more = right.#isAtMost(this);
    if (less && more) return "equal";
    return less ? "before" : more ? "after" : "concurrent";
  }

  /** The lifelines that were seen with their counts, in code-point order. */
  entries(): readonly (readonly [Lifeline, number])[] {
    return [...this.#counts].sort(([a], [b]) => compareCodePoints(a, b));
  }

  /** A plain copy. */
  toJSON(): Counts {
    return Object.fromEntries(this.entries());
  }

  /** JSON text without white space, keys in code-point order: equal clocks give equal bytes. */
  toString(): string {
    return `{${this.entries()
      .map(([lifeline, count]) => `${JSON.stringify(lifeline)}:${count}`)
      .join(",")}}`;
  }

  /** The text in a template; anything else would compare or add texts without a word. */
  [Symbol.toPrimitive](hint: string): string {
    if (hint === "string") return this.toString();
    throw new LightconeError({
      code: "clock/arithmetic",
      what: "vector clocks are partially ordered and cannot be added or compared by operators",
      remedy: "Use join() for the common future, tick() for one more event and compare() for the order.",
    });
  }

  #isAtMost(other: VectorClock): boolean {
    for (const [lifeline, count] of this.#counts) if (count > other.get(lifeline)) return false;
    return true;
  }
}

/** Parses the text of a clock. @throws LightconeError `clock/invalid`, naming the offending key. */
export function parseClock(text: string): VectorClock {
  let counts: Counts; // as `of` finds out
  try {
    counts = JSON.parse(text);
  } catch (cause) {
    throw new LightconeError({ code: "clock/invalid", what: `${quote(text)} is no JSON object`, cause });
  }
  return VectorClock.of(counts);
}

/** What keeps a value from being a clock, as a sentence that names the key; undefined when it is one. */
export function clockProblem(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return `a clock is an object from lifeline to count, not ${Array.isArray(value) ? "an array" : String(value)}`;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    return "a clock is a plain object from lifeline to count, not an instance of a class"; // a Map would be empty
  }
  for (const [lifeline, count] of Object.entries(value)) {
    if (!Number.isSafeInteger(count) || count < 0) {
      return `the count of ${quote(lifeline)} is ${typeof count === "number" ? count : JSON.stringify(count)}, not a whole number from 0`;
    }
  }
  return undefined;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
