import { causalityCodes } from "./codes/causality.ts";
import { choreographyCodes } from "./codes/choreography.ts";
import { cliCodes } from "./codes/cli.ts";
import { formulaCodes } from "./codes/formula.ts";
import { internalCodes, jsonCodes } from "./codes/json.ts";
import { monitorCodes } from "./codes/monitor.ts";
import { recordingCodes } from "./codes/recording.ts";
import { runtimeCodes } from "./codes/runtime.ts";

/**
 * Every code that Lightcone can report, with what it means and what to do; `docs/errors.md` is generated from it.
 * One file an area; a code is `area/what-is-wrong`.
 */
export const errorCodes = {
  ...internalCodes,
  ...jsonCodes,
  ...causalityCodes,
  ...formulaCodes,
  ...monitorCodes,
  ...recordingCodes,
  ...choreographyCodes,
  ...runtimeCodes,
  ...cliCodes,
} as const satisfies { readonly [code: string]: { readonly summary: string; readonly remedy: string } };

/** A code of the table {@link errorCodes}. */
export type ErrorCode = keyof typeof errorCodes;
