import type { Configuration, System } from "./configuration.ts";
import { runUpTo, type Violation } from "./counterexample.ts";
import type { Finding } from "./judge.ts";
import { pastOf } from "./occurrence.ts";

interface Shown {
  readonly finding: Finding;
  readonly size: number;
  readonly system: System;
  readonly end: Configuration;
}

/** Findings of one subject beyond which no smaller one is looked for. */
const MOST_COMPARED = 1000;

/** What was found wrong at events: of each subject the event with the smallest past, which is the shortest run that shows it. */
export class Findings {
  readonly #shown = new Map<string, Shown>();
  readonly #counts = new Map<string, number>();

  /** Takes what was found in a run that went on to `end`. */
  add(system: System, end: Configuration, findings: readonly Finding[]): void {
    for (const finding of findings) {
      const key = `${finding.kind} ${finding.subject}`;
      const count = (this.#counts.get(key) ?? 0) + 1;
      this.#counts.set(key, count);
      if (count > MOST_COMPARED) continue;
      const size = pastOf([finding.at]).length;
      if (size < (this.#shown.get(key)?.size ?? Number.POSITIVE_INFINITY))
        this.#shown.set(key, { finding, size, system, end });
    }
  }

  /** One violation a subject. */
  violations(): readonly Violation[] {
    return [...this.#shown.values()].map(({ finding: { kind, what, at }, system, end }) => ({
      ...{ kind, what },
      ...runUpTo(system, at, end),
    }));
  }
}
