import { reportUnknown } from "./check-names.ts";
import type { Event, RecvEvent, SendEvent } from "./event.ts";
import { type Draft, quoted } from "./msc-input.ts";

/** Whether the send at one place of the input is in the causal past of the receive at another. */
type InPast = (send: number, recv: number) => boolean;

/** For each event of the input the send that it takes, or -1; reports every message that is not sent and taken once. */
export function matchMessages(draft: Draft, inPast: InPast): readonly number[] {
  const sends = new Map<string, number>();
  draft.events.forEach((event, i) => {
    if (event.kind === "send") checkSend(draft, sends, event, i);
  });
  const taken = new Set<string>();
  return draft.events.map((event, i) =>
    event.kind === "recv" ? sourceOf(draft, sends, taken, event, i, inPast) : -1,
  );
}

function checkSend(draft: Draft, sends: Map<string, number>, event: SendEvent, i: number): void {
  const { report } = draft;
  const clocks = draft.input.causality === "clocks";
  if (event.to === null) {
    if (!clocks) report(i, "msc/broadcast", "the send names no receiver");
  } else if (!draft.lifelineIndex.has(event.to)) reportUnknown(draft, i, "the receiver", event.to);
  else if (event.to === event.on) report(i, "msc/self-message", `${quoted(event.on)} sends to itself`);
  if (event.msg === "") {
    if (!clocks) report(i, "msc/unnamed-message", "the send names no message");
    return;
  }
  const earlier = sends.get(event.msg);
  if (earlier === undefined) sends.set(event.msg, i);
  else report(i, "msc/sent-twice", `the message ${quoted(event.msg)} was sent by event ${earlier + 1}`);
}

function sourceOf(
  draft: Draft,
  sends: ReadonlyMap<string, number>,
  taken: Set<string>,
  event: RecvEvent,
  i: number,
  inPast: InPast,
): number {
  const { report } = draft;
  if (event.msg === "") {
    if (draft.input.causality !== "clocks") report(i, "msc/unnamed-message", "the receive names no message");
    return -1;
  }
  const source = sends.get(event.msg);
  const send = source === undefined ? undefined : draft.events[source];
  if (source === undefined || send?.kind !== "send" || !inPast(source, i)) {
    report(i, "msc/receive-without-send", missing(event, source));
    return -1;
  }
  // A broadcast is taken once by each receiver; a message to one lifeline once.
  const key = JSON.stringify(send.to === null ? [event.msg, event.on] : [event.msg]);
  if (taken.has(key)) report(i, "msc/received-twice", `the message ${quoted(event.msg)} was already taken`);
  taken.add(key);
  checkReceiver(draft, send, event, i);
  return source;
}

function missing(event: RecvEvent, source: number | undefined): string {
  return source === undefined
    ? `the message ${quoted(event.msg)} was never sent`
    : `the message ${quoted(event.msg)} is sent by event ${source + 1}, which is not before this receive`;
}

function checkReceiver({ report }: Draft, send: SendEvent, event: Event, i: number): void {
  if (event.on === send.on) {
    report(i, "msc/self-message", `${quoted(event.on)} takes its own message`);
  } else if (send.to !== null && send.to !== event.on) {
    report(i, "msc/wrong-receiver", `the message was sent to ${quoted(send.to)}, not to ${quoted(event.on)}`);
  }
}
