import { assertNever } from "../base/index.ts";
import { type Draft, draftOf, fail, turnOf, withdrawAll } from "./draft.ts";
import { arrive, finishAction, operate } from "./operate.ts";
import type { Reactor } from "./reactor.ts";
import { routeName } from "./routes.ts";
import type { Input, LifelineState, Message, Outcome, Turn } from "./types.ts";

/**
 * One turn of a lifeline: a pure function of its program, its state and one input (design, section 8). It reads no
 * clock and draws no randomness; both come in with the input. A message, outcome, start or cancel that comes again has no
 * second effect; a `go` is one local operation each time, so its engine must not repeat it.
 */
export function step(reactor: Reactor, state: LifelineState, input: Input): Turn {
  const draft = draftOf(reactor, state, input);
  switch (input.kind) {
    case "start":
      if (state.status.kind === "created") {
        draft.state.status = { kind: "running" };
        draft.state.store = input.inputs;
        arrive(draft, { thread: 0, round: [] }, 0);
      } else note(draft, "duplicate", "start");
      break;
    case "go":
      go(draft, input.thread);
      break;
    case "message":
      hold(draft, input.message);
      break;
    case "outcome":
      conclude(draft, input.key, input.outcome);
      break;
    case "answer":
    case "timer":
      note(draft, "late-answer", input.key); // no operation waits for a person or a timer
      break;
    case "cancel":
      if (state.status.kind === "created" || state.status.kind === "running") {
        draft.state.status = { kind: "cancelled", reason: input.reason };
        withdrawAll(draft);
      }
      break;
    default:
      return assertNever(input);
  }
  return turnOf(draft);
}

function go(draft: Draft, id: number): void {
  const thread = draft.state.threads[id];
  if (draft.state.status.kind !== "running" || thread?.kind !== "at") return;
  const op = draft.reactor.program.ops[thread.label];
  if (op !== undefined) operate(draft, op, { thread: id, round: thread.round });
}

/** Takes a message in at once and holds it, in the order of its route, until the program asks for it. */
function hold(draft: Draft, message: Message): void {
  const { state, reactor } = draft;
  const route = reactor.routes.incoming.get(routeName(message.from, message.channel));
  const inbox = route === undefined ? undefined : state.inbox[route];
  if (route === undefined || inbox === undefined) return note(draft, "unexpected", message.id);
  const { next, held } = inbox;
  if (message.seq < next || held.some(({ seq }) => seq === message.seq))
    return note(draft, "duplicate", message.id);
  const after = held.findIndex(({ seq }) => seq > message.seq);
  state.inbox = state.inbox.with(route, {
    next,
    held: after < 0 ? [...held, message] : held.toSpliced(after, 0, message),
  });
}

function conclude(draft: Draft, key: string, outcome: Outcome): void {
  const { state, reactor } = draft;
  const request = state.open.find((open) => open.key === key);
  const id = state.threads.findIndex((thread) => thread?.kind === "acting" && thread.key === key);
  const thread = state.threads[id];
  const op = thread == null ? undefined : reactor.program.ops[thread.label];
  if (state.status.kind !== "running" || request === undefined || thread == null || op?.kind !== "act") {
    return note(draft, "late-outcome", key);
  }
  state.open = state.open.filter((open) => open !== request);
  if (outcome.kind === "failed") {
    const { code, message, details } = outcome.error;
    return fail(draft, code, message, { step: op.step, round: thread.round }, details);
  }
  finishAction(draft, op, { thread: id, round: thread.round }, outcome.value, request.reads);
}

function note(
  draft: Draft,
  kind: "duplicate" | "unexpected" | "late-outcome" | "late-answer",
  about: string,
): void {
  draft.notes.push({ kind, about });
}
