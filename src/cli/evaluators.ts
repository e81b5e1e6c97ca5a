import { replay } from "../analysis/index.ts";
import { LightconeError } from "../base/index.ts";
import type { EventIndex } from "../causality/index.ts";
import { type Formula, referenceOf } from "../cpl/index.ts";
import type { MscRecording } from "../formats/index.ts";

/** The ways in which a recording can be checked. */
export type EvaluatorName = "monitor" | "reference";

/** A formula's value at an event of the recording's chart; formulas are named by their place. */
export type Evaluator = (event: EventIndex, formula: number) => boolean;

/**
 * Makes an evaluator over a recording.
 *
 * @throws LightconeError `cli/usage` where the monitor cannot take the recording.
 */
export function evaluatorOf(
  name: EvaluatorName,
  recording: MscRecording,
  formulas: readonly Formula[],
): Evaluator {
  const { msc } = recording;
  switch (name) {
    case "reference": {
      const holds = referenceOf(msc);
      return (event, index) => {
        const formula = formulas[index];
        return formula !== undefined && holds(event, formula);
      };
    }
    case "monitor": {
      if (msc.causality === "clocks") {
        const what =
          "The monitor cannot take a recording whose order comes from clocks: the latest visible event need not be a send";
        throw new LightconeError({ code: "cli/usage", what, remedy: "Use --using reference." });
      }
      const values = replay(msc, formulas);
      return (event, index) => values[event]?.[index] === true;
    }
  }
}
