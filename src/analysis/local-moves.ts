import type { Lifeline } from "../base/index.ts";
import type { ActionRequest, LifelineState, Outcome, Reactor } from "../runtime/index.ts";

/** What one lifeline can do next: one local operation, or the end of an action with one of its outcomes. */
export type LocalMove =
  | { readonly kind: "go"; readonly thread: number }
  | { readonly kind: "outcome"; readonly request: ActionRequest; readonly outcome: Outcome };

/** Every move of a lifeline; `able` are its threads that can go. */
export function localMoves(
  state: LifelineState,
  able: readonly number[],
  outcomes: (request: ActionRequest) => readonly Outcome[],
): readonly LocalMove[] {
  if (state.status.kind !== "running") return [];
  return [
    ...able.map((thread): LocalMove => ({ kind: "go", thread })),
    ...state.open.flatMap((request) =>
      outcomes(request).map((outcome): LocalMove => ({ kind: "outcome", request, outcome })),
    ),
  ];
}

/** The lifelines for whose messages a thread waits. */
export function waitsOf(
  reactor: Reactor,
  state: LifelineState,
  able: readonly number[],
  index: ReadonlyMap<Lifeline, number>,
): readonly number[] {
  if (state.status.kind !== "running") return [];
  const waits = new Set<number>();
  for (const [id, thread] of state.threads.entries()) {
    if (thread?.kind !== "at" || able.includes(id)) continue;
    const op = reactor.program.ops[thread.label];
    const from = op?.kind === "recv" ? op.from : op?.kind === "follow" ? op.owner : undefined;
    const sender = from === undefined ? undefined : index.get(from);
    if (sender !== undefined) waits.add(sender);
  }
  return [...waits];
}
