import type { Json, Lifeline, StepId } from "../../src/base/index.ts";
import {
  type ActMode,
  type Assign,
  type Binding,
  type Block,
  type Choreography,
  channels,
  type Node,
  type Source,
} from "../../src/choreography/index.ts";
import type { Formula } from "../../src/cpl/index.ts";

// Small constructors of IR nodes. A step that is not given is named by its kind and place in the test's order.

let count = 0;

function stepOf(kind: string, step?: string): StepId {
  count += 1;
  return (step ?? `${kind}${count}`) as StepId;
}

/** A variable of the one who sends, acts or assigns. */
export function v(name: string): Source {
  return { kind: "var", name };
}

/** A constant. */
export function k(value: Json): Source {
  return { kind: "const", value };
}

export function message(from: Lifeline, to: Lifeline, payload: Assign = {}, step?: string): Node {
  return { kind: "message", step: stepOf("m", step), from, to, channel: "", payload };
}

export interface ActOptions {
  readonly args?: Assign;
  readonly out?: Binding;
  readonly mode?: ActMode;
  readonly step?: string;
}

export function act(on: Lifeline, action: string, options: ActOptions = {}): Node {
  const { args = {}, out = { kind: "none" }, mode = "repeat", step } = options;
  return { kind: "act", step: stepOf("a", step), on, action, args, out, mode };
}

/** An action whose result goes to one variable. */
export function actTo(on: Lifeline, action: string, variable: string, step?: string): Node {
  return act(on, action, { out: { kind: "value", variable }, ...(step === undefined ? {} : { step }) });
}

export function assign(on: Lifeline, set: Assign, unset: readonly string[] = [], step?: string): Node {
  return { kind: "assign", step: stepOf("s", step), on, set, unset };
}

export function branch(owner: Lifeline, guard: Formula, yes: Block, no: Block = [], step?: string): Node {
  return { kind: "branch", step: stepOf("b", step), owner, guard, then: yes, else: no };
}

export interface LoopOptions {
  readonly exit?: Block;
  readonly bound?: number | null;
  readonly step?: string;
}

export function loop(owner: Lifeline, guard: Formula, body: Block, options: LoopOptions = {}): Node {
  const { exit = [], bound = 3, step } = options;
  return { kind: "loop", step: stepOf("l", step), owner, guard, body, exit, bound };
}

/** Arms that run concurrently; {@link onChannels} gives their messages the arms' channels. */
export function parallel(arms: readonly Block[], step?: string): Node {
  return { kind: "parallel", step: stepOf("p", step), arms };
}

/** A message from each of the senders, taken in any order. */
export function coregion(to: Lifeline, from: readonly (readonly [Lifeline, Assign])[], step?: string): Node {
  const messages = from.map(([sender, payload]) => ({ from: sender, payload }));
  return { kind: "coregion", step: stepOf("c", step), to, channel: "", from: messages };
}

/** Puts every message on the channel of its place; steps must have their ids already. */
export function onChannels(block: Block, channel = channels.main): Block {
  return block.map((node): Node => {
    switch (node.kind) {
      case "message":
      case "coregion":
        return { ...node, channel };
      case "branch":
        return { ...node, then: onChannels(node.then, channel), else: onChannels(node.else, channel) };
      case "loop":
        return { ...node, body: onChannels(node.body, channel), exit: onChannels(node.exit, channel) };
      case "parallel":
        return { ...node, arms: node.arms.map((arm, i) => onChannels(arm, channels.arm(node.step, i))) };
      case "scope":
      case "sub":
        return { ...node, body: onChannels(node.body, channel) };
      default:
        return node;
    }
  });
}

export const yes: Formula = { kind: "bool", value: true };
export const no: Formula = { kind: "bool", value: false };

/** `name == value` */
export function is(name: string, value: Json): Formula {
  return { kind: "compare", op: "==", left: { kind: "var", name }, right: { kind: "const", value } };
}

/** `@lifeline.name == value` */
export function remoteIs(lifeline: Lifeline, name: string, value: Json): Formula {
  return {
    kind: "compare",
    op: "==",
    left: { kind: "remote", lifeline, name },
    right: { kind: "const", value },
  };
}

export interface ChoreographyOptions {
  readonly lifelines?: readonly Lifeline[];
  readonly inputs?: readonly (readonly [Lifeline, string])[];
  readonly results?: readonly (readonly [Lifeline, string])[];
}

/** A choreography over A, B, C, D where no lifelines are given. */
export function choreography(body: Block, options: ChoreographyOptions = {}): Choreography {
  const { lifelines = ["A", "B", "C", "D"], inputs = [], results = [] } = options;
  return {
    format: "lightcone/choreography",
    version: 1,
    name: "test",
    lifelines: lifelines.map((name) => ({ name, external: false, variables: {}, actions: {} })),
    inputs: inputs.map(([on, name]) => ({ on, name })),
    results: results.map(([on, name]) => ({ on, name })),
    predicates: {},
    body,
  };
}
