import { assertNever, type Lifeline } from "../base/index.ts";
import type { LocalProgram, Op } from "../projection/index.ts";

/** The routes of a local program: each (peer, channel) has a number a direction, in the order of the program. */
export interface Routes {
  /** By label: the incoming route on which the operation waits, or -1. */
  readonly awaited: readonly number[];
  /** By {@link routeName}. */
  readonly outgoing: ReadonlyMap<string, number>;
  /** By {@link routeName}. */
  readonly incoming: ReadonlyMap<string, number>;
}

/** A route as text; lifelines have no `#`, so that it is unambiguous. */
export function routeName(peer: Lifeline, channel: string): string {
  return `${peer}#${channel}`;
}

/** Numbers the routes of a local program. */
export function routesOf(program: LocalProgram): Routes {
  const outgoing = new Map<string, number>();
  const incoming = new Map<string, number>();
  const number = (routes: Map<string, number>, name: string): number => {
    const known = routes.get(name) ?? routes.size;
    routes.set(name, known);
    return known;
  };
  const awaited = program.ops.map((op) => {
    for (const to of recipientsOf(op)) number(outgoing, routeName(to, channelOf(op)));
    const from = senderOf(op);
    return from === null ? -1 : number(incoming, routeName(from, channelOf(op)));
  });
  return { awaited, outgoing, incoming };
}

/** Whom an operation waits for; null where it waits for nobody. */
export function senderOf(op: Op): Lifeline | null {
  switch (op.kind) {
    case "recv":
      return op.from;
    case "follow":
      return op.owner;
    case "send":
    case "act":
    case "assign":
    case "choose":
    case "fork":
    case "join":
    case "end":
      return null;
    default:
      return assertNever(op);
  }
}

function recipientsOf(op: Op): readonly Lifeline[] {
  if (op.kind === "send") return [op.to];
  return op.kind === "choose" ? [...op.tell.whenTrue, ...op.tell.whenFalse] : [];
}

function channelOf(op: Op): string {
  return "channel" in op ? op.channel : "";
}
