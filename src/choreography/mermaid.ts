import { assertNever } from "../base/index.ts";
import { type Formula, printFormula } from "../cpl/index.ts";
import type { Assign, Block, Choreography, Node, ScopeNode, Timeout } from "./ir.ts";
import { showAct, showAssign, showAssignment, showBound } from "./print-parts.ts";

/**
 * A choreography as a Mermaid `sequenceDiagram`: messages as arrows, actions and assignments as notes, decisions as
 * `alt` and `loop`. All text from the choreography is escaped.
 */
export function toMermaid(ir: Choreography): string {
  const names = ir.lifelines.map(({ name }) => name);
  const head = names.map((name, i) => `  participant p${i + 1} as ${escaped(name)}`);
  const body = new Drawing(names).block(ir.body);
  return `${["sequenceDiagram", ...head, ...body].join("\n")}\n`;
}

/**
 * Mermaid reads `#35;` as a character; everything that could end a line, a label or a tag, or begin an HTML entity or a
 * directive, is written so, and blanks at the ends, where they would be dropped.
 */
function escaped(text: string): string {
  return text.replace(/[^\p{L}\p{N} _.,()[\]{}=!|@"'*+/&-]|&(?! )|^ | $/gu, (c) => `#${c.codePointAt(0)};`);
}

/** Draws nodes with one identifier a lifeline: names would have to be escaped in every line. */
class Drawing {
  readonly #aliases: ReadonlyMap<string, string>;

  constructor(names: readonly string[]) {
    this.#aliases = new Map(names.map((name, i) => [name, `p${i + 1}`]));
  }

  /** The lines of a block, indented once. */
  block(block: Block): readonly string[] {
    return block.flatMap((node) => this.#node(node)).map((line) => `  ${line}`);
  }

  #node(node: Node): readonly string[] {
    switch (node.kind) {
      case "message":
        return [this.#arrow(node.from, node.to, node.payload), ...this.#late(node.within)];
      case "act":
        return [this.#note(node.on, showAct(node)), ...this.#late(node.within)];
      case "assign":
        return [this.#note(node.on, showAssignment(node))];
      case "branch": {
        const guard = guardText(node.owner, node.guard);
        if (node.else.length === 0) return this.#frame("opt", guard, node.then);
        return [`alt ${guard}`, ...this.block(node.then), "else otherwise", ...this.block(node.else), "end"];
      }
      case "loop":
        // The exit part lies outside the loop and follows its last decision.
        return [
          ...this.#frame("loop", `${guardText(node.owner, node.guard)}${showBound(node.bound)}`, node.body),
          ...node.exit.flatMap((inner) => this.#node(inner)),
        ];
      case "parallel": {
        const [first = [], ...rest] = node.arms;
        const more = rest.flatMap((arm, i) => [`and arm ${i + 2}`, ...this.block(arm)]);
        return ["par arm 1", ...this.block(first), ...more, "end"];
      }
      case "coregion": {
        const [first, ...rest] = node.from.map(({ from, payload }) => this.#arrow(from, node.to, payload));
        const lines =
          first === undefined
            ? []
            : [`  ${first}`, ...rest.flatMap((line) => ["and in any order", `  ${line}`])];
        return ["par in any order", ...lines, "end"];
      }
      case "scope":
        return this.#scope(node);
      case "sub":
        return this.#frame("critical", escaped(`call ${node.name}`), node.body);
      default:
        return assertNever(node);
    }
  }

  #scope({ name, body, recheck }: ScopeNode): readonly string[] {
    if (recheck === undefined) return this.#frame("critical", escaped(name), body);
    const option = `option ${escaped(`late evidence for ${recheck.decision}`)}`;
    return [`critical ${escaped(name)}`, ...this.block(body), option, ...this.block(recheck.body), "end"];
  }

  #frame(keyword: string, title: string, block: Block): readonly string[] {
    return [`${keyword} ${title}`, ...this.block(block), "end"];
  }

  #late(within: Timeout | undefined): readonly string[] {
    return within === undefined
      ? []
      : this.#frame("opt", escaped(`late, after ${within.after}`), within.late);
  }

  #arrow(from: string, to: string, payload: Assign): string {
    return `${this.#alias(from)}->>${this.#alias(to)}: ${escaped(showAssign(payload) || "signal")}`;
  }

  #note(on: string, text: string): string {
    return `Note over ${this.#alias(on)}: ${escaped(text)}`;
  }

  #alias(name: string): string {
    return this.#aliases.get(name) ?? escaped(name);
  }
}

function guardText(owner: string, guard: Formula): string {
  return escaped(`${owner}: ${printFormula(guard)}`);
}
