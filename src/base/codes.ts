import { causalityCodes } from "./codes/causality.ts";
import { choreographyCodes } from "./codes/choreography.ts";
import { cliCodes } from "./codes/cli.ts";
import { exploreCodes } from "./codes/explore.ts";
import { formulaCodes } from "./codes/formula.ts";
import { internalCodes, jsonCodes } from "./codes/json.ts";
import { modelCodes } from "./codes/model.ts";
import { monitorCodes } from "./codes/monitor.ts";
import { projectionCodes } from "./codes/projection.ts";
import { recordingCodes } from "./codes/recording.ts";
import { runtimeCodes } from "./codes/runtime.ts";

type Codes = typeof internalCodes &
  typeof jsonCodes &
  typeof causalityCodes &
  typeof formulaCodes &
  typeof monitorCodes &
  typeof recordingCodes &
  typeof choreographyCodes &
  typeof projectionCodes &
  typeof runtimeCodes &
  typeof exploreCodes &
  typeof modelCodes &
  typeof cliCodes;

/**
 * Every code that Lightcone can report, with what it means and what to do; `docs/errors.md` is generated from it.
 * One file an area; a code is `area/what-is-wrong`.
 */
export const errorCodes: Codes = {
  ...internalCodes,
  ...jsonCodes,
  ...causalityCodes,
  ...formulaCodes,
  ...monitorCodes,
  ...recordingCodes,
  ...choreographyCodes,
  ...projectionCodes,
  ...runtimeCodes,
  ...exploreCodes,
  ...modelCodes,
  ...cliCodes,
};

/** A code of the table {@link errorCodes}. */
export type ErrorCode = keyof Codes;
