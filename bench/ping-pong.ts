import type { Json } from "lightcone";
import { choreography, lifeline, run } from "lightcone";
import type { Message } from "lightcone/runtime";
import { z } from "zod";
import { median, nanosecondsSince, table, time } from "./measure.ts";
import type { Figures } from "./monitor.ts";

/** Enough that the compiler settles early in a run. */
const MESSAGES = 40_000;
/** Runs thrown away, and runs measured. */
const WARM_UP = 1;
const RUNS = 5;

const Ping = lifeline("Ping", { variables: { ball: z.number() } });
const Pong = lifeline("Pong", { variables: { ball: z.number() } });

function pingPong(guarded: boolean) {
  return choreography(
    "ping-pong",
    { lifelines: [Ping, Pong], inputs: [Ping.ball], results: [Pong.ball] },
    (c) => {
      for (let n = 0; n < MESSAGES / 2; n++) {
        c.send(Ping, Pong, { ball: Ping.ball });
        c.send(Pong, Ping, { ball: Pong.ball });
      }
      if (!guarded) return;
      c.branch(
        Ping,
        ({ here, at, and, eq, since, ne }) =>
          and(
            eq(at(Pong).ball, here.ball),
            since(
              ne(here.ball, 2),
              at(Pong, (p) => p.eq(p.here.ball, 1)),
            ),
          ),
        {
          then: () => c.set(Ping, { ball: 1 }),
        },
      );
    },
  );
}

/** Messages a second of two lifelines in memory, without and with a guard, beside a bare queue between two async functions. */
export async function benchPingPong(figures: Figures): Promise<string> {
  const floor = await floorOf();
  const plain = await perMessage(false);
  const guarded = await perMessage(true);
  Object.assign(figures, {
    "ping-pong.floor_ns": floor,
    "ping-pong.plain_ns": plain,
    "ping-pong.guarded_ns": guarded,
    "ping-pong.plain_ratio": plain / floor,
    "ping-pong.guarded_ratio": guarded / floor,
  });
  const row = (name: string, ns: number): readonly string[] => [
    name,
    time(ns),
    Math.round(1e9 / ns).toLocaleString("en"),
    (ns / floor).toFixed(1),
  ];
  const rows = [
    ["ping-pong of two lifelines", "a message", "messages/s", "times floor"],
    row("bare queue, two async functions", floor),
    row("without a guard", plain),
    row("with a guard", guarded),
  ];
  return table(rows);
}

/** Nanoseconds a message, from the first event to the end of the run. */
async function perMessage(guarded: boolean): Promise<number> {
  const definition = pingPong(guarded);
  const times: number[] = [];
  for (let n = -WARM_UP; n < RUNS; n++) {
    let start: bigint | undefined;
    const onEvent = (): void => {
      if (start !== undefined) return;
      globalThis.gc?.(); // what compiling left behind is not the run's
      start = process.hrtime.bigint();
    };
    await run(definition, { inputs: { Ping: { ball: 1 } }, onEvent });
    if (n >= 0) times.push(nanosecondsSince(start) / MESSAGES);
  }
  return median(times);
}

/** What any such thing costs at least: the same objects through a bare queue. */
async function floorOf(): Promise<number> {
  const times: number[] = [];
  for (let n = -WARM_UP; n < RUNS; n++) {
    const [there, back] = [new Queue(), new Queue()];
    globalThis.gc?.();
    const start = process.hrtime.bigint();
    await Promise.all([
      player("Ping", "Pong", back, there, true),
      player("Pong", "Ping", there, back, false),
    ]);
    if (n >= 0) times.push(nanosecondsSince(start) / MESSAGES);
  }
  return median(times);
}

async function player(from: string, to: string, inbox: Queue, outbox: Queue, serves: boolean): Promise<void> {
  let ball: Json = 1;
  const letter = (seq: number): Letter => ({
    id: `${from}#${seq}`,
    run: "floor",
    from,
    to,
    channel: "",
    seq,
    payload: { ball },
    stamp: { time: "0", tie: seq },
  });
  for (let n = 1; n <= MESSAGES / 2; n++) {
    if (serves) outbox.put(letter(n));
    ball = (await inbox.take()).payload["ball"] ?? null;
    if (!serves) outbox.put(letter(n));
  }
}

/** What the runtime sends, without the monitor's part. */
type Letter = Omit<Message, "monitor" | "stamp"> & {
  readonly stamp: { readonly time: string; readonly tie: number };
};

class Queue {
  readonly #letters: Letter[] = [];
  #waiting: ((letter: Letter) => void) | undefined;

  put(letter: Letter): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting === undefined) this.#letters.push(letter);
    else waiting(letter);
  }

  take(): Promise<Letter> | Letter {
    const letter = this.#letters.shift();
    if (letter !== undefined) return letter;
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }
}
