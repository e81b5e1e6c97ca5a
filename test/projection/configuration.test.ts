import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Configuration, keyOf, resultsOf } from "../../src/projection/configuration.ts";
import { rulesOf } from "../../src/projection/decisions.ts";
import type { CentralOutcome } from "../../src/projection/effects.ts";
import type { History } from "../../src/projection/history.ts";
import { type Residual, untouched } from "../../src/projection/residual.ts";
import { arbitraryChoreography, inputs } from "./arbitrary-ir.ts";

const outcomes = (_on: string, action: string, n: number): CentralOutcome => ({
  kind: "ok",
  value: (n + (action === "f" ? 1 : 0)) % 2,
});

/** Everything that a residual program holds, events by number. */
function textOf(residual: Residual): string {
  const plain = (rest: Residual[number]): unknown => {
    const base = [rest.kind, rest.node.step, rest.round];
    if (rest.kind === "branch") return [...base, rest.whenTrue.map(plain), rest.whenFalse.map(plain)];
    if (rest.kind === "message") return [...base, rest.sent?.id];
    if (rest.kind === "told") return [...base, rest.to, rest.sent.id, rest.value];
    if (rest.kind === "act") return [...base, rest.started];
    return rest.kind === "loop" ? [...base, rest.rounds] : base;
  };
  return JSON.stringify(residual.map(plain));
}

describe("the key of a configuration", () => {
  it("determines what is left of the program, whatever the way there", () => {
    fc.assert(
      fc.property(arbitraryChoreography, (ir) => {
        const lifelines = ir.lifelines.map(({ name }) => name);
        const history: History = { lifelines, initial: inputs, known: new Map() };
        const rulesAt = rulesOf(ir, history, {});
        const start: Configuration = {
          last: lifelines.map(() => null),
          open: [],
          residual: untouched(ir.body, []),
        };
        const known = new Map([[keyOf(start), textOf(start.residual)]]);
        const pending = [start];
        for (let here = pending.pop(); here !== undefined && known.size < 2_000; here = pending.pop()) {
          for (const { configuration, failure } of resultsOf(history, outcomes, here, rulesAt(here.last))) {
            if (failure !== null) continue;
            const text = known.get(keyOf(configuration));
            if (text !== undefined) expect(textOf(configuration.residual)).toBe(text);
            else pending.push(configuration);
            known.set(keyOf(configuration), textOf(configuration.residual));
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});
