import { assertNever, canonicalJson, type Lifeline, lookup } from "../base/index.ts";
import type { Assign, Binding, Source } from "../choreography/index.ts";
import { printFormula } from "../cpl/index.ts";
import type { Label, LocalProgram, LoopHead, Op } from "./local-program.ts";

/**
 * A local program as text for people: one operation a line with its label and, in brackets, its step; `→` only where
 * the program does not go on at the next line; guards as formula text.
 */
export function printProgram(program: LocalProgram): string {
  const width = String(program.ops.length - 1).length + 2;
  const lines = program.ops.map(
    (op, label) => `${String(label).padStart(width)}  ${printOp(op, label, program)}`,
  );
  return `${[nameText(program.lifeline), ...lines].join("\n")}\n`;
}

function printOp(op: Op, label: Label, program: LocalProgram): string {
  if (op.kind === "end" || op.kind === "join") return op.kind;
  const words = [printAction(op, program)];
  if ("channel" in op && op.channel !== "") words.push(`on ${nameText(op.channel)}`);
  words.push(`[${op.step}]`);
  if (op.kind !== "choose" && op.kind !== "follow" && op.next !== label + 1) words.push(`→ ${op.next}`);
  return words.join(" ");
}

function printAction(op: Exclude<Op, { readonly kind: "end" | "join" }>, program: LocalProgram): string {
  switch (op.kind) {
    case "send":
      return `send ${nameText(op.to)} ${printAssign(op.payload)}`;
    case "recv":
      return `recv ${nameText(op.from)} {${op.set.map(nameText).join(", ")}}`;
    case "fork":
      return `fork → ${op.arms.join(", ")};`;
    case "act": {
      const mode = `${op.exclusive ? "exclusive " : ""}${op.mode === "repeat" ? "" : `${op.mode} `}`;
      return `act ${mode}${nameText(op.action)} ${printAssign(op.args)}${printBinding(op.out)}`;
    }
    case "assign":
      return `set ${printAssign(op.set)}${op.unset.map((name) => `, unset ${nameText(name)}`).join("")}`;
    case "choose": {
      const guard = lookup(program.guards, op.step);
      const asked = guard === undefined ? "" : ` ${printFormula(guard)}`;
      return `choose${asked}${printLoop(op.loop)}${printWays(op)}${printTold(op.tell.whenTrue, op.tell.whenFalse)}`;
    }
    case "follow":
      return `follow ${nameText(op.owner)}${printLoop(op.loop)}${printWays(op)}`;
    default:
      return assertNever(op);
  }
}

function printWays(op: { readonly whenTrue: Label; readonly next: Label }): string {
  return op.whenTrue === op.next ? ` → ${op.next}` : ` true → ${op.whenTrue}, false → ${op.next}`;
}

function printLoop(loop: LoopHead | null): string {
  if (loop === null) return ":";
  return loop.bound === null ? ", each round:" : `, each round (at most ${loop.bound}):`;
}

function printTold(whenTrue: readonly Lifeline[], whenFalse: readonly Lifeline[]): string {
  if (whenFalse.length === 0) return "";
  const last = whenFalse.filter((name) => !whenTrue.includes(name));
  const parts = [
    ...(whenTrue.length === 0 ? [] : [whenTrue.map(nameText).join(", ")]),
    ...(last.length === 0 ? [] : [`${last.map(nameText).join(", ")} when false`]),
  ];
  return `; tell ${parts.join("; ")}`;
}

function printAssign(assign: Assign): string {
  const entries = Object.entries(assign).map(([target, source]) => printEntry(target, source));
  return `{${entries.join(", ")}}`;
}

function printEntry(target: string, source: Source): string {
  if (source.kind === "const") return `${nameText(target)}: ${canonicalJson(source.value)}`;
  return source.name === target ? nameText(target) : `${nameText(target)}: ${nameText(source.name)}`;
}

function printBinding(out: Binding): string {
  switch (out.kind) {
    case "none":
      return "";
    case "value":
      return ` → ${nameText(out.variable)}`;
    case "fields": {
      const entries = Object.entries(out.fields).map(([variable, field]) =>
        variable === field ? nameText(variable) : `${nameText(variable)}: ${nameText(field)}`,
      );
      return ` → {${entries.join(", ")}}`;
    }
    default:
      return assertNever(out);
  }
}

/** Names from outside may hold anything: those that are no plain words are quoted. */
function nameText(name: string): string {
  return /^[\p{L}_$][\p{L}\p{N}_$./:-]*$/u.test(name) ? name : JSON.stringify(name);
}
