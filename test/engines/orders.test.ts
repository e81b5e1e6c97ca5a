import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Lifeline, Nanos } from "../../src/base/index.ts";
import { buildMsc, isLinearExtension } from "../../src/causality/index.ts";
import { choreography, implement, lifeline } from "../../src/choreography/index.ts";
import { predicate } from "../../src/cpl/index.ts";
import { type RunResult, run } from "../../src/engines/index.ts";
import type { RunEvent, ScheduledEvent } from "../../src/runtime/index.ts";
import { Endless, errorIn, settle, told } from "./by-hand.ts";

const work = { out: z.number() };
const A = lifeline("A", { variables: { n: z.number() }, actions: { work } });
const B = lifeline("B", { variables: { n: z.number(), ok: z.boolean() }, actions: { work } });
const C = lifeline("C", { variables: { n: z.number() }, actions: { work } });
const lifelines: readonly Lifeline[] = ["A", "B", "C"];

/** Three lifelines that work, tell one another and decide, twice. */
const mixed = choreography("mixed", { lifelines: [A, B, C], results: [B.n] }, (c) => {
  for (const round of [1, 2]) {
    c.act(A.n, A.work(), { label: `a${round}` });
    c.act(C.n, C.work(), { label: `c${round}` });
    c.send(A, B, { n: A.n });
    c.send(C, B);
    c.act(B.n, B.work(), { label: `b${round}` });
    c.branch(
      B,
      ({ at, gt }) => gt(at(C).n, 1),
      { then: () => c.send(B, A, { n: B.n }), else: () => c.set(B, { ok: false }) },
      { label: `d${round}` },
    );
  }
});

/** Implementations whose answers take a different number of the host's turns each time. */
function implementations(slowness: (call: number) => number = () => 0) {
  let calls = 0;
  const slow = async (): Promise<number> => {
    const call = ++calls;
    for (let i = slowness(call); i > 0; i--) await settle();
    return 2;
  };
  return [implement(A, { work: slow }), implement(B, { work: slow }), implement(C, { work: slow })];
}

interface Told {
  readonly order: readonly string[];
  readonly events: readonly RunEvent[];
  readonly result: RunResult;
}

async function record(options: Parameters<typeof run>[1]): Promise<Told> {
  const events: RunEvent[] = [];
  const result = await run(mixed, { ...options, run: "r", onEvent: (event) => events.push(event) });
  return { order: events.map(told), events, result };
}

function scheduleOf(events: readonly RunEvent[]): readonly ScheduledEvent[] {
  return events.map(({ event }, place) => ({ on: event.on, kind: event.kind, line: place + 2 }));
}

describe("schedules: a seed", () => {
  it("gives the same sequence of events however long actions take, for 20 seeds", async () => {
    const orders = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      const [first, second, third] = await Promise.all([
        record({ schedule: seed, implementations: implementations() }),
        record({ schedule: seed, implementations: implementations((call) => call % 3) }),
        record({ schedule: seed, implementations: implementations((call) => (call * 7) % 4) }),
      ]);
      expect(second.order).toEqual(first.order);
      expect(third.order).toEqual(first.order);
      expect(first.result.status).toBe("done");
      orders.add(first.order.join("\n"));
    }
    expect(orders.size).toBeGreaterThan(1);
  });

  it("gives the same events whole, messages and values included", async () => {
    const clock = { now: () => "1000" as Nanos };
    const one = await record({ clock, schedule: 3, implementations: implementations() });
    const two = await record({ clock, schedule: 3, implementations: implementations((call) => call % 2) });
    expect(two.events.map(({ event }) => event)).toEqual(one.events.map(({ event }) => event));
  });
});

describe("schedules: every order", () => {
  it("is a linear extension of the causal order", async () => {
    for (const schedule of [undefined, 0, 1, 2, 3, 4, 5, 6, 7]) {
      const { events } = await record({
        ...(schedule === undefined ? {} : { schedule }),
        implementations: implementations((call) => call % 3),
      });
      const built = buildMsc({ lifelines, events: events.map(({ event }) => event) });
      if (!built.ok) throw new TypeError(JSON.stringify(built.problems));
      expect(
        isLinearExtension(
          built.msc,
          events.map((_, place) => place),
        ),
      ).toBe(true);
      for (const lifeline of lifelines) {
        const places = events.filter(({ event }) => event.on === lifeline).map(({ position }) => position);
        expect(places).toEqual(places.map((_, i) => i + 1));
      }
    }
  });
});

describe("schedules: a recorded order", () => {
  it("happens again exactly", async () => {
    for (let seed = 0; seed < 12; seed++) {
      const before = await record({ schedule: seed, implementations: implementations() });
      const again = await record({
        schedule: { kind: "recorded", order: scheduleOf(before.events) },
        implementations: implementations((call) => (call + seed) % 4),
      });
      expect(again.order).toEqual(before.order);
    }
  });

  it("may end early: what is left happens as it comes", async () => {
    const before = await record({ schedule: 5, implementations: implementations() });
    const order = scheduleOf(before.events).slice(0, 6);
    const again = await record({ schedule: { kind: "recorded", order }, implementations: implementations() });
    expect(again.order.slice(0, 6)).toEqual(before.order.slice(0, 6));
    expect(again.result.status).toBe("done");
    expect([...again.order].sort()).toEqual([...before.order].sort());
  });

  it("is refused with its line where it asks for what cannot happen", async () => {
    const { events } = await record({ schedule: 0, implementations: implementations() });
    const good = scheduleOf(events);
    const firstOfB = good.findIndex(({ on }) => on === "B");
    const wrong: readonly (readonly [ScheduledEvent, number])[] = [
      [{ on: "B", kind: "recv", line: 2 }, 0], // nothing has been sent yet
      [{ on: "A", kind: "send", line: 2 }, 0], // A acts first
      [{ on: "Z", kind: "act", line: 2 }, 0],
      [{ on: "B", kind: "choice", line: firstOfB + 2 }, firstOfB],
    ];
    for (const [event, place] of wrong) {
      const order = good.with(place, event);
      const { result } = await record({
        schedule: { kind: "recorded", order },
        implementations: implementations(),
      });
      expect(errorIn(result)).toMatchObject({ code: "run/schedule", place: { line: place + 2 } });
    }
  });

  it("is refused where it goes on although the run has ended", async () => {
    const { events } = await record({ schedule: 0, implementations: implementations() });
    const order = [...scheduleOf(events), { on: "A", kind: "act" as const, line: 99 }];
    const { result } = await record({
      schedule: { kind: "recorded", order },
      implementations: implementations(),
    });
    expect(errorIn(result)).toMatchObject({ code: "run/schedule", place: { line: 99 } });
  });
});

describe("cancelling", () => {
  it("before the run: nothing happens", async () => {
    const { result, events } = await record({
      signal: AbortSignal.abort(),
      implementations: implementations(),
    });
    expect(result).toMatchObject({ status: "cancelled", results: { A: {}, B: {}, C: {} } });
    expect(events).toEqual([]);
  });

  it.each([
    ["live", undefined],
    ["seeded", 4],
  ] as const)("during an action, %s: ends at once and aborts it", async (_, seed) => {
    const cancel = new AbortController();
    const endless = new Endless();
    const [, ofB, ofC] = implementations();
    const running = record({
      signal: cancel.signal,
      implementations: [implement(A, { work: endless.run }), ...(ofB && ofC ? [ofB, ofC] : [])],
      ...(seed === undefined ? {} : { schedule: seed }),
    });
    const { signal } = await endless.begun.promise;
    const from = performance.now();
    cancel.abort();
    expect((await running).result.status).toBe("cancelled");
    expect(performance.now() - from).toBeLessThan(50);
    expect(signal.aborted).toBe(true);
  });

  it("from within an event: no further event happens", async () => {
    const cancel = new AbortController();
    const seen: string[] = [];
    const result = await run(mixed, {
      implementations: implementations(),
      signal: cancel.signal,
      onEvent: (event) => {
        seen.push(told(event));
        if (seen.length === 3) cancel.abort();
      },
    });
    expect([result.status, seen.length]).toEqual(["cancelled", 3]);
  });

  it("after the end changes nothing", async () => {
    const cancel = new AbortController();
    const { result } = await record({ signal: cancel.signal, implementations: implementations() });
    cancel.abort();
    expect(result.status).toBe("done");
  });
});

describe("long runs", () => {
  const L = lifeline("L", { variables: { n: z.number() } });
  const M = lifeline("M", { variables: { n: z.number() } });
  /** Some 20 000 events without an action; each round says so. */
  const long = choreography("long", { lifelines: [L, M], inputs: [L.n] }, (c) => {
    c.loop(
      L,
      ({ here, gt }) => gt(here.n, 0),
      {
        body: () => {
          c.send(L, M, { n: L.n });
          c.send(M, L, { n: M.n });
        },
      },
      { bound: 2857, label: "again" },
    );
  });

  it("fail at their bound: the last decision is recorded, and nothing after it", async () => {
    const last: string[] = [];
    const result = await run(long, {
      inputs: { L: { n: 1 } },
      onEvent: (event) => {
        last[0] = told(event);
      },
    });
    const error = errorIn(result);
    expect(error).toMatchObject({
      code: "run/loop-bound",
      place: { lifeline: "L", step: "again", file: import.meta.filename },
      details: { bound: 2857 },
    });
    expect(last[0]).toMatch(/^L#\d+ choice again@2858$/);
  });

  it("let timers in again and again, and can be cancelled", async () => {
    const cancel = new AbortController();
    let events = 0;
    let longest = 0;
    let before = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      longest = Math.max(longest, now - before);
      before = now;
    }, 1);
    const result = await run(long, {
      inputs: { L: { n: 1 } },
      signal: cancel.signal,
      onEvent: () => (events += 1),
    });
    clearInterval(timer);
    expect(errorIn(result).code).toBe("run/loop-bound");
    expect(events).toBeGreaterThan(19_000);
    expect(longest).toBeGreaterThan(0);
    expect(longest).toBeLessThan(2000); // not a measure of speed: without pauses nothing would get in at all

    events = 0;
    const stop = setTimeout(() => cancel.abort(), 15);
    const cancelled = await run(long, {
      inputs: { L: { n: 1 } },
      signal: cancel.signal,
      onEvent: () => (events += 1),
    });
    clearTimeout(stop);
    expect(cancelled.status).toBe("cancelled");
    expect(events).toBeLessThan(19_000);
  });
});

describe("what a caller does wrong", () => {
  it("an onEvent that throws ends the run with its own error", async () => {
    const failure = run(mixed, {
      implementations: implementations(),
      onEvent: () => {
        throw new RangeError("no room");
      },
    });
    await expect(failure).rejects.toThrow("no room");
  });

  it("a predicate that throws fails the run at its lifeline, by name", async () => {
    const P = lifeline("P", { variables: { n: z.number() } });
    const fine = predicate("fine", "1", (_n: number) => {
      throw new TypeError("not today");
    });
    const asking = choreography("asking", { lifelines: [P], inputs: [P.n], predicates: [fine] }, (c) => {
      c.branch(P, "fine(n)", { then: () => c.set(P, { n: 2 }) }, { label: "asks" });
    });
    const result = await run(asking, { inputs: { P: { n: 1 } } });
    expect(errorIn(result)).toMatchObject({
      code: "monitor/predicate-failed",
      place: { lifeline: "P" },
      what: "The predicate fine threw at P: not today",
    });
  });
});
