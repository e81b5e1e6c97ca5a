import { canonicalJson, type Json } from "../base/index.ts";
import type { ActNode, Assign, AssignNode, Binding, Choreography, Source } from "./ir.ts";
import { showName, visible } from "./visible-text.ts";

/** A value as text: a constant as JSON, a variable by its name. */
function showSource(source: Source): string {
  return source.kind === "var" ? showName(source.name) : showJson(source.value);
}

function showJson(value: Json): string {
  return visible(canonicalJson(value));
}

/** `candidate = candidate, status = "pending"`; empty for a pure signal. */
export function showAssign(assign: Assign): string {
  return Object.entries(assign)
    .map(([target, source]) => `${showName(target)} = ${showSource(source)}`)
    .join(", ");
}

/** `status = quick(candidate = candidate)`; fields as `more = .more`. */
export function showAct({ action, args, out, mode }: ActNode): string {
  const call = `${showName(action)}(${showAssign(args)})`;
  return `${showBinding(out)}${mode === "repeat" ? "" : `${mode} `}${call}`;
}

function showBinding(out: Binding): string {
  if (out.kind === "none") return "";
  if (out.kind === "value") return `${showName(out.variable)} = `;
  const fields = Object.entries(out.fields).map(
    ([variable, field]) => `${showName(variable)} = .${showName(field)}`,
  );
  return `{ ${fields.join(", ")} } = `;
}

/** `status = "checking", unset candidate`; `nothing` where nothing is set or unset. */
export function showAssignment({ set, unset }: AssignNode): string {
  const parts = [showAssign(set), ...unset.map((name) => `unset ${showName(name)}`)].filter((s) => s !== "");
  return parts.length === 0 ? "nothing" : parts.join(", ");
}

/** ` (at most 8 rounds)`; empty without a bound. */
export function showBound(bound: number | null): string {
  return bound === null ? "" : ` (at most ${bound} ${bound === 1 ? "round" : "rounds"})`;
}

/** `Orchestrator.task, Committer.outcome`. */
export function showLocated(list: Choreography["inputs"]): string {
  return list.map(({ on, name }) => `${showName(on)}.${showName(name)}`).join(", ");
}
