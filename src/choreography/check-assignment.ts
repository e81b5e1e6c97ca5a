import { assertNever } from "../base/index.ts";
import { variablesOf } from "../cpl/index.ts";
import {
  type Assigned,
  after,
  afterAll,
  atStart,
  doubting,
  keyOf,
  meet,
  type VariableKey,
} from "./assigned.ts";
import { nodesOf } from "./blocks.ts";
import { readsOf, unsetsOf, writesOf } from "./effects.ts";
import type {
  Block,
  BranchNode,
  Choreography,
  Located,
  LoopNode,
  Node,
  ParallelNode,
  Timeout,
} from "./ir.ts";
import { Declarations, type Report } from "./report.ts";

/**
 * Variables that are read where they may have no value: an error in payloads, arguments, assignments and results (the run
 * would fail there), a warning in guards (the comparison is false there). Follows all paths at once; since messages order
 * only what they touch, the steps of one lifeline in program order are its own projection.
 */
export function checkAssignment(ir: Choreography, report: Report): void {
  const walk = new AssignmentWalk(ir, report);
  const end = walk.block(ir.body, atStart(ir.inputs));
  for (const result of ir.results) walk.read(result, end, undefined, "the result is");
}

class AssignmentWalk {
  readonly #known: Declarations;
  readonly #report: Report;
  readonly #told = new Set<string>();
  readonly #all: Assigned;
  readonly #kept = new Map<Block, ReadonlySet<VariableKey>>();
  /** Above zero where a body is walked only to see what it keeps. */
  #quiet = 0;

  constructor(ir: Choreography, report: Report) {
    this.#known = new Declarations(ir);
    this.#report = report;
    const all = ir.lifelines.flatMap(({ name: on, variables }) =>
      Object.keys(variables).map((name) => ({ on, name })),
    );
    this.#all = atStart(all);
  }

  block(block: Block, state: Assigned): Assigned {
    return block.reduce((before, node) => this.#node(node, before), state);
  }

  /** Reports a read of what is not surely set; a variable that is not declared is another check's finding. */
  read({ on, name }: Located, state: Assigned, node: Node | undefined, where: string, warn = false): void {
    const key = keyOf(on, name);
    if (this.#quiet > 0 || state.surely.has(key) || this.#known.variable(on, name) === undefined) return;
    const told = JSON.stringify([key, node?.step ?? null]);
    if (this.#told.has(told)) return;
    this.#told.add(told);
    const path = state.perhaps.get(key);
    const why = path === undefined ? "nothing has written it before" : `it has no value ${path}`;
    this.#report(
      {
        code: warn ? "choreography/unset-in-guard" : "choreography/unset",
        severity: warn ? "warning" : "error",
        message: `${where} ${on}.${name}, but ${why}`,
        lifeline: on,
      },
      node,
    );
  }

  #node(node: Node, state: Assigned): Assigned {
    for (const located of readsOf(node)) this.read(located, state, node, "the step reads");
    switch (node.kind) {
      case "message":
        return this.#within(node.within, state, after(state, writesOf(node), []));
      case "act": {
        const left = this.#unsetBy(node);
        const done = after(after(state, writesOf(node), []), [], left);
        const why = `when ${node.on}.${node.action} leaves it out`;
        return this.#within(node.within, state, doubting(done, left.map(variableKey), why));
      }
      case "coregion":
        return after(state, writesOf(node), []);
      case "assign":
        return after(state, writesOf(node), this.#unsetBy(node));
      case "branch":
        return this.#branch(node, state);
      case "loop":
        return this.#loop(node, state);
      case "parallel":
        return this.#parallel(node, state);
      case "scope": {
        const end = this.block(node.body, state);
        if (node.recheck === undefined) return end;
        const { decision, body } = node.recheck;
        const rechecked = this.block(body, end);
        return meet(end, rechecked, `without a recheck of ${decision}`, `after a recheck of ${decision}`);
      }
      case "sub":
        return this.block(node.body, state);
      default:
        return assertNever(node);
    }
  }

  #within(within: Timeout | undefined, before: Assigned, inTime: Assigned): Assigned {
    if (within === undefined) return inTime;
    const late = this.block(within.late, before);
    return meet(inTime, late, `within ${within.after}`, `when ${within.after} have passed`);
  }

  #branch(node: BranchNode, state: Assigned): Assigned {
    this.#guard(node, state);
    const then = this.block(node.then, state);
    const otherwise = this.block(node.else, state);
    const arm = (name: string): string => `when ${node.step} takes its ${name} arm`;
    return meet(then, otherwise, arm("then"), arm("else"));
  }

  /**
   * Before a round, any number of rounds may have run. Surely set is then what was set before the loop and is kept by a
   * round. What a round keeps does not depend on the state before it, so each body needs one visit to find it.
   */
  #loop(node: LoopNode, entry: Assigned): Assigned {
    const { step, body, exit } = node;
    const kept = this.#keptBy(body);
    const lost = [...entry.surely].filter((key) => !kept.has(key));
    const set = nodesOf(body).flatMap(writesOf).map(variableKey);
    const gained = set.filter((key) => !entry.surely.has(key));
    const head = doubting(
      doubting(entry, lost, `after a round of ${step}`),
      gained,
      `before the first round of ${step} has set it`,
    );
    this.#guard(node, head);
    if (this.#quiet === 0) this.block(body, head);
    return this.block(exit, head);
  }

  #keptBy(body: Block): ReadonlySet<VariableKey> {
    const known = this.#kept.get(body);
    if (known !== undefined) return known;
    this.#quiet += 1;
    const { surely } = this.block(body, this.#all);
    this.#quiet -= 1;
    this.#kept.set(body, surely);
    return surely;
  }

  /** A sibling may run before or after any step of an arm. */
  #parallel(node: ParallelNode, state: Assigned): Assigned {
    const unset = node.arms.map(
      (arm) => new Set(nodesOf(arm).flatMap((inner) => this.#unsetBy(inner).map(variableKey))),
    );
    const arms = node.arms.map((arm, i) => {
      const others = unset.flatMap((keys, j) => (i === j ? [] : [...keys]));
      const start = doubting(state, others, "when a parallel arm unsets it first");
      return { end: this.block(arm, start), unset: unset[i] ?? new Set<VariableKey>() };
    });
    return afterAll(state, arms);
  }

  #guard(node: BranchNode | LoopNode, state: Assigned): void {
    for (const { name, lifeline, anywhere } of variablesOf(node.guard)) {
      if (lifeline !== null || anywhere) continue;
      this.read({ on: node.owner, name }, state, node, "the guard reads", true);
    }
  }

  #unsetBy(node: Node): readonly Located[] {
    return unsetsOf(node, node.kind === "act" ? this.#known.action(node.on, node.action) : undefined);
  }
}

function variableKey({ on, name }: Located): VariableKey {
  return keyOf(on, name);
}
