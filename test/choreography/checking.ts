import { expect } from "vitest";
import type { Diagnostic } from "../../src/base/index.ts";
import { type Block, type Choreography, checkChoreography, type Node } from "../../src/choreography/index.ts";
import { assign, constant, id, plain } from "./plain.ts";

export const check = (ir: Choreography): readonly Diagnostic[] => checkChoreography(ir);
export const codes = (ir: Choreography): readonly string[] => check(ir).map(({ code }) => code);
/** One finding with the given code and severity, and nothing else. */
export function only(ir: Choreography, code: string, severity: "error" | "warning" = "error"): Diagnostic {
  const found = check(ir);
  expect(found.map((d) => [d.code, d.severity])).toEqual([[code, severity]]);
  return found[0]!;
}
const setAll = ["A", "B", "C"].map((on) =>
  assign(on, { x: constant("1"), y: constant("1"), n: constant(1) }),
);
/** All variables are set, then the steps come. */
export const ready = (...body: Block): Choreography => plain([...setAll, ...body]);

/** An action without arguments and result, where `over` does not say otherwise. */
export function act(on: string, action: string, over: Partial<Extract<Node, { kind: "act" }>> = {}): Node {
  return {
    kind: "act",
    step: id(`${on}.${action}`),
    on,
    action,
    args: {},
    out: { kind: "none" },
    mode: "repeat",
    ...over,
  };
}
