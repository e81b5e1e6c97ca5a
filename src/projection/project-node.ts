import { assertNever, type Lifeline, type StepId } from "../base/index.ts";
import { type Block, channels, type Node } from "../choreography/index.ts";
import { type LocalBlock, type LocalNode, type Recipients, sameBlock } from "./local-tree.ts";

type NodeOf<K extends Node["kind"]> = Extract<Node, { readonly kind: K }>;

/** What the lifelines do in a block; a lifeline without a part in it has no entry. */
export type Parts = ReadonlyMap<Lifeline, LocalBlock>;

/** Where a block stands, and the table of recipients that projecting fills in, bottom up. */
export interface Region {
  /** In declaration order, which control messages follow. */
  readonly lifelines: readonly Lifeline[];
  /** The channel of the region's control messages. */
  readonly channel: string;
  /** The number of loops around. */
  readonly depth: number;
  /** Whether an action is declared to overlap no other one of its lifeline. */
  readonly exclusive: (lifeline: Lifeline, action: string) => boolean;
  readonly recipients: Map<StepId, Recipients>;
}

/** Projects a block to all lifelines at once: arms are compared for all of them anyway. */
export function projectBlock(block: Block, region: Region): Parts {
  const parts = new Map<Lifeline, LocalNode[]>();
  for (const node of block) {
    for (const [lifeline, added] of projectNode(node, region)) {
      const part = parts.get(lifeline);
      if (part === undefined) parts.set(lifeline, [...added]);
      else part.push(...added);
    }
  }
  return parts;
}

function projectNode(node: Node, region: Region): Parts {
  switch (node.kind) {
    case "message":
      return projectMessage(node);
    case "act":
      return projectAct(node, region);
    case "assign":
      return projectAssign(node);
    case "branch":
      return projectBranch(node, region);
    case "loop":
      return projectLoop(node, region);
    case "scope":
    case "sub":
      return projectBlock(node.body, region);
    case "parallel":
      return projectParallel(node, region);
    case "coregion":
      return projectCoregion(node);
    default:
      return assertNever(node);
  }
}

function projectMessage({ step, from, to, channel, payload }: NodeOf<"message">): Parts {
  return new Map<Lifeline, LocalBlock>([
    [from, [{ kind: "send", step, to, channel, payload }]],
    [to, [{ kind: "recv", step, from, channel, set: Object.keys(payload).sort() }]],
  ]);
}

function projectAct({ step, on, action, args, out, mode }: NodeOf<"act">, region: Region): Parts {
  const exclusive = region.exclusive(on, action);
  return new Map<Lifeline, LocalBlock>([[on, [{ kind: "act", step, action, args, out, mode, exclusive }]]]);
}

function projectAssign({ step, on, set, unset }: NodeOf<"assign">): Parts {
  return new Map<Lifeline, LocalBlock>([[on, [{ kind: "assign", step, set, unset }]]]);
}

function projectBranch(node: NodeOf<"branch">, region: Region): Parts {
  const { step, owner, guard } = node;
  const { channel, lifelines } = region;
  const yes = projectBlock(node.then, region);
  const no = projectBlock(node.else, region);
  const told = lifelines.filter((l) => l !== owner && !sameBlock(partOf(yes, l), partOf(no, l)));
  const tell: Recipients = { whenTrue: told, whenFalse: told };
  region.recipients.set(step, tell);
  return collect(region, (lifeline) => {
    const arms = { whenTrue: partOf(yes, lifeline), whenFalse: partOf(no, lifeline) };
    if (lifeline === owner) return [{ kind: "choose", step, guard, channel, tell, loop: null, ...arms }];
    if (told.includes(lifeline)) return [{ kind: "follow", step, owner, channel, loop: null, ...arms }];
    return arms.whenTrue;
  });
}

function projectLoop(node: NodeOf<"loop">, region: Region): Parts {
  const { step, owner, guard, bound } = node;
  const { channel, depth, lifelines } = region;
  const body = projectBlock(node.body, { ...region, depth: depth + 1 });
  const exit = projectBlock(node.exit, region);
  const whenTrue = lifelines.filter((l) => l !== owner && body.has(l));
  const whenFalse = lifelines.filter((l) => l !== owner && (body.has(l) || exit.has(l)));
  const tell: Recipients = { whenTrue, whenFalse };
  region.recipients.set(step, tell);
  const loop = { depth, bound };
  return collect(region, (lifeline) => {
    const arms = { whenTrue: partOf(body, lifeline), whenFalse: partOf(exit, lifeline) };
    if (lifeline === owner) return [{ kind: "choose", step, guard, channel, tell, loop, ...arms }];
    if (body.has(lifeline)) return [{ kind: "follow", step, owner, channel, loop, ...arms }];
    if (exit.has(lifeline)) return [{ kind: "leave", step, owner, channel, exit: arms.whenFalse }];
    return [];
  });
}

function projectParallel({ step, arms }: NodeOf<"parallel">, region: Region): Parts {
  const parts = arms.map((arm, i) => projectBlock(arm, { ...region, channel: channels.arm(step, i) }));
  return collect(region, (lifeline) =>
    fork(
      step,
      parts.map((part) => partOf(part, lifeline)),
    ),
  );
}

/** In any order: at the receiver each message is an arm of its own, on the channel of the region. */
function projectCoregion({ step, to, channel, from }: NodeOf<"coregion">): Parts {
  const sends = from.map(({ from: sender, payload }): readonly [Lifeline, LocalBlock] => [
    sender,
    [{ kind: "send", step, to, channel, payload }],
  ]);
  const receives = from.map(
    ({ from: sender, payload }): LocalBlock => [
      { kind: "recv", step, from: sender, channel, set: Object.keys(payload).sort() },
    ],
  );
  return new Map([...sends, [to, fork(step, receives)]]);
}

/** Arms in which a lifeline does nothing are none of its own; a single one needs no join. */
function fork(step: StepId, arms: readonly LocalBlock[]): LocalBlock {
  const busy = arms.filter((arm) => arm.length > 0);
  return busy.length < 2 ? busy.flat() : [{ kind: "fork", step, arms: busy }];
}

function partOf(parts: Parts, lifeline: Lifeline): LocalBlock {
  return parts.get(lifeline) ?? [];
}

function collect(region: Region, part: (lifeline: Lifeline) => LocalBlock): Parts {
  const parts = region.lifelines.map((lifeline) => [lifeline, part(lifeline)] as const);
  return new Map(parts.filter(([, block]) => block.length > 0));
}
