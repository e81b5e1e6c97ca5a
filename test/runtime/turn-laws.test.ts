import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildMsc, compareStamps, type Event, mscKey } from "../../src/causality/index.ts";
import { step } from "../../src/runtime/index.ts";
import { inputs, lifelines, randomChoreography } from "../analysis/random-ir.ts";
import { Run, restore, save, settled, stampsOf, type World } from "./driving.ts";

const choices = fc.array(fc.nat(1000), { minLength: 20, maxLength: 60 });
/** Clocks that run on, stand still and run back. */
const times = fc.array(fc.nat(20), { minLength: 1, maxLength: 30 });

const calm = (chosen: readonly number[]): World => ({ choices: chosen, times: [0], unruly: false });
const unruly = (chosen: readonly number[], clock: readonly number[] = [0]): World => ({
  choices: chosen,
  times: clock,
  unruly: true,
});

function chartOf(events: readonly Event[]): string {
  const built = buildMsc({ lifelines, initial: inputs, events });
  if (!built.ok) throw new TypeError(built.problems[0]?.message);
  return mscKey(built.msc);
}

describe("turns of random choreographies in an unruly world", () => {
  it("are a function of program, state and input: the same inputs give the same turns, read from text too", () => {
    fc.assert(
      fc.property(randomChoreography, choices, times, (ir, chosen, clock) => {
        const run = new Run(ir, unruly(chosen, clock)).toTheEnd();
        const again = new Run(ir, unruly(chosen, clock));
        for (const { lifeline, before, input, turn } of run.taken) {
          const reactor = again.reactors.get(lifeline)!;
          const state = again.states.get(lifeline)!;
          expect(state).toEqual(before);
          const next = step(reactor, state, input);
          expect(next).toEqual(turn);
          again.states.set(lifeline, next.state);
        }
      }),
      { seed: 1, numRuns: 45 },
    );
  });

  it("give the same chart and the same states whatever order and however often messages come", () => {
    let disturbed = 0;
    let compared = 0;
    fc.assert(
      fc.property(randomChoreography, choices, choices, (ir, one, other) => {
        const first = new Run(ir, calm(one)).toTheEnd();
        const second = new Run(ir, unruly(other)).toTheEnd();
        // Which lifeline fails first, and where the others then stand, is the schedule's; whether one fails is not.
        expect(second.failure === null).toBe(first.failure === null);
        disturbed += second.taken.filter(({ turn }) => turn.notes.length > 0).length;
        if (first.failure !== null) return;
        compared += 1;
        expect(chartOf(second.events)).toBe(chartOf(first.events));
        for (const [lifeline, reactor] of first.reactors) {
          const state = second.states.get(lifeline)!;
          expect(settled(reactor, state)).toEqual(settled(reactor, first.states.get(lifeline)!));
          expect(state.status.kind).toBe("done");
        }
      }),
      { seed: 2, numRuns: 90 },
    );
    expect(compared).toBeGreaterThan(50);
    expect(disturbed).toBeGreaterThan(500);
  });

  it("hold what the contract of a turn says, one by one", () => {
    fc.assert(
      fc.property(randomChoreography, choices, times, (ir, chosen, clock) => {
        for (const { lifeline, before, input, turn } of new Run(ir, unruly(chosen, clock)).toTheEnd().taken) {
          const { state, events, messages, actions } = turn;
          expect([turn.consumed, turn.replaces, state.version]).toEqual([
            input.id,
            before.version,
            before.version + 1,
          ]);
          // Events are consecutive, the lifeline's own, and as many as the state counts.
          expect(events.map(({ position }) => position)).toEqual(events.map((_, i) => before.count + 1 + i));
          expect(state.count).toBe(before.count + events.length);
          expect(events.every(({ event }) => event.on === lifeline)).toBe(true);
          // Each message is one send event's, and named after it.
          const sends = events.filter(({ event }) => event.kind === "send");
          expect(messages.map(({ id, to }) => [id, to])).toEqual(
            sends.map(({ event, position }) => [
              `${lifeline}#${position}`,
              event.kind === "send" && event.to,
            ]),
          );
          for (const message of messages) expect(message).toMatchObject({ run: "run", from: lifeline });
          // One local operation: one event, or a choice with its control sends.
          const [head, ...rest] = events.map(({ event }) => event);
          expect(rest.length === 0 || head?.kind === "choice").toBe(true);
          expect(rest.every((event) => event.kind === "send" && event.control === true)).toBe(true);
          // Only local operations and outcomes make events; only a start of an action asks for one.
          if (input.kind !== "go" && input.kind !== "outcome")
            expect([events, messages, actions]).toEqual([[], [], []]);
          if (actions.length > 0) expect([events.length, actions[0]?.reads]).toEqual([0, before.count]);
          if (turn.notes.length > 0) expect({ ...state, version: 0 }).toEqual({ ...before, version: 0 });
          expect(Object.hasOwn(turn, "result")).toBe(state.status.kind === "done");
        }
      }),
      { seed: 3, numRuns: 45 },
    );
  });

  it("stamp every event later than all before it, however clocks run", () => {
    let back = 0;
    fc.assert(
      fc.property(randomChoreography, choices, times, (ir, chosen, clock) => {
        const run = new Run(ir, unruly(chosen, clock)).toTheEnd();
        const stamps = stampsOf(run);
        for (const { lifeline, input, turn } of run.taken) {
          for (const { event, position, stamp } of turn.events) {
            const before = stamps.get(`${lifeline}#${position - 1}`);
            if (before !== undefined) expect(compareStamps(before, stamp)).toBeLessThan(0);
            const sent = event.kind === "recv" ? stamps.get(event.msg) : undefined;
            if (sent !== undefined) expect(compareStamps(sent, stamp)).toBeLessThan(0);
            expect(event.time).toBe(stamp.time);
            // The clock is taken where it is later than what was known.
            expect(Number(stamp.time)).toBeGreaterThanOrEqual(Number(input.now));
            if (Number(input.now) < Number(stamp.time)) back += 1;
            else
              expect(stamp.tie === 0 || stamp.tie > (before?.time === stamp.time ? before.tie : -1)).toBe(
                true,
              );
          }
        }
      }),
      { seed: 4, numRuns: 45 },
    );
    expect(back).toBeGreaterThan(100);
  });

  it("keep messages of one sender to one receiver in order, numbered from 1 without gaps", () => {
    let overtaken = 0;
    fc.assert(
      fc.property(randomChoreography, choices, (ir, chosen) => {
        const run = new Run(ir, unruly(chosen)).toTheEnd();
        const routes = new Map<string, number>();
        for (const { turn } of run.taken) {
          for (const { from, to, channel, seq } of turn.messages) {
            const route = `${from}>${to} ${channel}`;
            expect(seq).toBe((routes.get(route) ?? 0) + 1);
            routes.set(route, seq);
          }
        }
        const arrived = new Map<string, number>();
        const received = new Map<string, number>();
        for (const { lifeline, input, turn } of run.taken) {
          if (input.kind === "message") {
            const route = `${input.message.from}>${lifeline}`;
            if (input.message.seq < (arrived.get(route) ?? 0)) overtaken += 1;
            arrived.set(route, input.message.seq);
          }
          for (const { event } of turn.events) {
            if (event.kind !== "recv") continue;
            const [from = "", position] = event.msg.split("#");
            const last = received.get(`${from}>${lifeline}`) ?? 0;
            expect(Number(position)).toBeGreaterThan(last);
            received.set(`${from}>${lifeline}`, Number(position));
          }
        }
      }),
      { seed: 5, numRuns: 70 },
    );
    expect(overtaken).toBeGreaterThan(20);
  });
});

describe("stores", () => {
  it("are set by acts and receives alone; the valuation of an event is the store after it", () => {
    let several = 0;
    fc.assert(
      fc.property(randomChoreography, choices, (ir, chosen) => {
        const run = new Run(ir, unruly(chosen)).toTheEnd();
        const built = buildMsc({ lifelines, initial: inputs, events: run.events });
        if (!built.ok) throw new TypeError(built.problems[0]?.message);
        let index = 0;
        for (const { turn } of run.taken) {
          for (const { event } of turn.events) {
            const changes = "set" in event || "unset" in event;
            if (event.kind === "send" || event.kind === "choice") expect(changes).toBe(false);
            if (event.kind === "act" && Object.keys(event.set ?? {}).length > 1) several += 1;
            index += 1;
          }
          if (turn.events.length > 0) expect(turn.state.store).toEqual(built.msc.stores[index - 1]);
        }
      }),
      { seed: 6, numRuns: 45 },
    );
    expect(several).toBeGreaterThan(5);
  });

  it("of an action's arguments are those of the event that it names", () => {
    let acts = 0;
    fc.assert(
      fc.property(randomChoreography, choices, (ir, chosen) => {
        const run = new Run(ir, unruly(chosen)).toTheEnd();
        const stores = new Map<string, unknown>();
        for (const { lifeline, turn } of run.taken) {
          stores.set(`${lifeline}#${turn.state.count}`, turn.state.store);
          for (const { args, reads, action } of turn.actions) {
            acts += 1;
            expect(stores.get(`${lifeline}#${reads}`)).toMatchObject(args);
            expect(Object.keys(args)).toEqual(action === "f" ? ["x"] : []);
          }
        }
      }),
      { seed: 7, numRuns: 45 },
    );
    expect(acts).toBeGreaterThan(25);
  });
});

describe("states between turns", () => {
  it("are JSON: a run whose states and messages are written and read again at every turn is the same run", () => {
    fc.assert(
      fc.property(randomChoreography, choices, times, (ir, chosen, clock) => {
        const world = unruly(chosen, clock);
        const plain = new Run(ir, world).toTheEnd();
        const stored = new Run(ir, {
          ...world,
          store: (reactor, state) => restore(reactor, save(reactor, state)),
          carry: ({ monitor }, message) => {
            const text = JSON.stringify({ ...message, monitor: monitor.encode(message.monitor) });
            const read = JSON.parse(text);
            return { ...read, monitor: monitor.decodeWire(read.monitor) };
          },
        }).toTheEnd();
        expect(stored.events).toEqual(plain.events);
        for (const [lifeline, reactor] of plain.reactors)
          expect(save(reactor, stored.states.get(lifeline)!)).toBe(
            save(reactor, plain.states.get(lifeline)!),
          );
      }),
      { seed: 8, numRuns: 45 },
    );
  });

  it("nothing moves a lifeline that is done, failed or cancelled", () => {
    fc.assert(
      fc.property(randomChoreography, choices, (ir, chosen) => {
        const run = new Run(ir, unruly(chosen)).toTheEnd();
        for (const lifeline of lifelines) run.take(lifeline, { kind: "cancel", reason: "over" });
        for (const { input } of [...run.taken]) {
          for (const lifeline of lifelines) {
            const before = run.states.get(lifeline)!;
            const { events, messages, actions, state } = run.take(lifeline, input);
            expect([events, messages, actions]).toEqual([[], [], []]);
            expect(state.status).toEqual(before.status);
            expect(state.store).toBe(before.store);
          }
        }
        // A cancellation after the end changes nothing; before it, it is the end.
        for (const { status } of run.states.values())
          expect(status.kind === "cancelled").toBe(
            run.failure !== null && status.kind !== "failed" && status.kind !== "done",
          );
      }),
      { seed: 9, numRuns: 40 },
    );
  });
});
