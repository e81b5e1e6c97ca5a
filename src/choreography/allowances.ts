import { type Diagnostic, diagnostic, errorCodes, lookup, nearest, type StepId } from "../base/index.ts";
import type { Definition } from "./definition.ts";

/** Findings without those that the author means, and how many these are. */
export interface Settled {
  readonly diagnostics: readonly Diagnostic[];
  readonly allowed: number;
}

/**
 * Leaves out the warnings that a step allows by its option `allow`. Errors cannot be allowed; an allowance that allows
 * nothing is a finding itself, since it would hide the next mistake.
 */
export function settle({ allowed = {}, sources }: Definition, found: readonly Diagnostic[]): Settled {
  const used = new Set<string>();
  const kept = found.filter(({ code, severity, place: { step } }) => {
    const meant =
      severity === "warning" && step !== undefined && lookup(allowed, step)?.includes(code) === true;
    if (meant) used.add(keyOf(step, code));
    return !meant;
  });
  const idle = Object.entries(allowed).flatMap(
    ([step, codes]) =>
      codes
        .filter((code) => !used.has(keyOf(step, code)))
        .map((code) => idleAllowance(code, { ...lookup(sources, step), step: step as StepId })), // a key of the record
  );
  return { diagnostics: [...kept, ...idle], allowed: found.length - kept.length };
}

function keyOf(step: string, code: string): string {
  return JSON.stringify([step, code]);
}

function idleAllowance(code: string, place: Diagnostic["place"]): Diagnostic {
  const known = Object.hasOwn(errorCodes, code);
  return diagnostic({
    code: "choreography/allowance",
    severity: "warning",
    message: known
      ? `the step allows ${code}, and there is no such warning here`
      : `the step allows ${JSON.stringify(code)}, which is no code`,
    suggestion: known ? undefined : nearest(code, Object.keys(errorCodes)),
    place,
  });
}
