import { describe, expect, it } from "vitest";
import { z } from "zod";
import { choreography, lifeline } from "../../src/choreography/index.ts";
import { ByHand } from "./reactors.ts";

const A = lifeline("A", {
  variables: { x: z.number(), y: z.number(), on: z.boolean() },
  actions: {
    both: { in: { x: z.number() }, out: { sum: z.number(), rest: z.number().optional() } },
    one: { out: z.number() },
    none: {},
  },
});
const B = lifeline("B", { variables: { x: z.number(), got: z.number(), tag: z.string() } });

describe("step: messages", () => {
  const send = choreography("send", { lifelines: [A, B], inputs: [A.x], results: [B.got] }, (c) => {
    c.send(A, B, { got: A.x, tag: "new" });
    c.send(A, B, {});
  });

  it("sends the sender's value and constants, and sets all receiver's variables in one event", () => {
    const run = new ByHand(send).start({ A: { x: 7 } });
    const turn = run.go("A");
    expect(turn.events.map(({ event }) => event)).toMatchObject([
      { kind: "send", msg: "A#1", to: "B", payload: { got: 7, tag: "new" } },
    ]);
    expect(run.ready("B")).toBe(false);
    run.deliver();
    expect(run.ready("B")).toBe(true);
    expect(run.go("B").events.map(({ event }) => event)).toMatchObject([
      { kind: "recv", msg: "A#1", set: { got: 7, tag: "new" } },
    ]);
    expect(run.state("B").store).toEqual({ got: 7, tag: "new" });
  });

  it("numbers messages per route, and holds one that overtook another until its turn", () => {
    const run = new ByHand(send).start({ A: { x: 7 } });
    run.go("A");
    run.go("A");
    expect(run.mail.map(({ seq }) => seq)).toEqual([1, 2]);
    run.deliver(1);
    expect(run.ready("B")).toBe(false);
    run.deliver();
    expect([run.go("B"), run.go("B")].map((turn) => turn.events[0]?.event)).toMatchObject([
      { msg: "A#1" },
      { msg: "A#2" },
    ]);
  });

  it("takes a repeated message as a note, whether it was taken already or still waits", () => {
    const run = new ByHand(send).start({ A: { x: 7 } });
    const [message] = run.go("A").messages;
    if (message === undefined) throw new TypeError();
    run.deliver();
    expect(run.take("B", { kind: "message", message }).notes).toEqual([{ kind: "duplicate", about: "A#1" }]);
    run.go("B");
    expect(run.take("B", { kind: "message", message }).notes).toEqual([{ kind: "duplicate", about: "A#1" }]);
    expect(run.state("B").count).toBe(1);
  });

  it("ends with the located results, unset ones left out", () => {
    const run = new ByHand(send).start({ A: { x: 7 } });
    run.go("A");
    expect(run.go("A").result).toEqual({});
    run.deliver();
    run.go("B");
    expect(run.go("B").result).toEqual({ got: 7 });
    expect(run.ready("B")).toBe(false);
  });

  it("a go that is not possible changes nothing but the version", () => {
    const run = new ByHand(send).start({ A: { x: 7 } });
    const before = run.state("B");
    const turn = run.go("B");
    expect(turn).toMatchObject({ replaces: before.version, events: [], messages: [], actions: [] });
    expect({ ...turn.state, version: 0 }).toEqual({ ...before, version: 0 });
  });

  it("never changes the state that it was given", () => {
    const run = new ByHand(send).start({ A: { x: 7 } });
    const before = run.state("A");
    const text = JSON.stringify(before);
    run.go("A");
    expect(JSON.stringify(before)).toBe(text);
  });

  it("stamps grow along causal paths even where clocks stand still or run back", () => {
    const run = new ByHand(send).start({ A: { x: 7 } });
    run.go("A", "5000");
    run.go("A", "4000");
    run.deliver();
    const first = run.go("B", "10").events[0]?.stamp;
    expect(run.state("A").stamp).toEqual({ time: "5000", tie: 1 });
    expect(first).toEqual({ time: "5000", tie: 1 });
  });
});

describe("step: actions and assignments", () => {
  const program = choreography("act", { lifelines: [A], inputs: [A.x], results: [A.x, A.y] }, (c) => {
    c.act({ sum: A.x, rest: A.y }, A.both({ x: A.x }));
    c.act(A.y, A.one());
    c.act(A.none());
    c.set(A, { y: A.x, on: true });
    c.unset(A, ["on"]);
  });

  it("starts without an event, and acts when the outcome commits, naming what it read", () => {
    const run = new ByHand(program).start({ A: { x: 1 } });
    const started = run.go("A");
    expect(started.events).toEqual([]);
    expect(started.actions).toMatchObject([{ action: "both", args: { x: 1 }, reads: 0, round: [] }]);
    expect(run.ready("A")).toBe(false);
    const key = started.actions[0]?.key ?? "";
    const ended = run.take("A", {
      kind: "outcome",
      key,
      outcome: { kind: "ok", value: { sum: 5, rest: 6 } },
    });
    expect(ended.events).toMatchObject([
      { position: 1, event: { kind: "act", type: "both", set: { x: 5, y: 6 }, reads: 0 } },
    ]);
  });

  it("a field that the result leaves out is unset, in the same event", () => {
    const run = new ByHand(program).start({ A: { x: 1 } });
    run.answer("A", { sum: 5, rest: 6 });
    const again = new ByHand(program).start({ A: { x: 1 } });
    const turn = again.answer("A", { sum: 5 });
    expect(turn.events[0]?.event).toMatchObject({ set: { x: 5 }, unset: ["y"] });
    expect(again.state("A").store).toEqual({ x: 5 });
  });

  it("one outcome counts: a later one, or one for no action, is a note", () => {
    const run = new ByHand(program).start({ A: { x: 1 } });
    const key = run.go("A").actions[0]?.key ?? "";
    const outcome = { kind: "ok", value: { sum: 5, rest: 6 } } as const;
    run.take("A", { kind: "outcome", key, outcome });
    expect(run.take("A", { kind: "outcome", key, outcome }).notes).toEqual([
      { kind: "late-outcome", about: key },
    ]);
    expect(run.take("A", { kind: "outcome", key: "__proto__", outcome }).notes).toEqual([
      { kind: "late-outcome", about: "__proto__" },
    ]);
    expect(run.state("A").count).toBe(1);
  });

  it("assigns several variables in one event, then unsets", () => {
    const run = new ByHand(program).start({ A: { x: 1 } });
    run.answer("A", { sum: 5, rest: 6 });
    run.answer("A", 9);
    expect(run.answer("A", null).events[0]?.event).toMatchObject({ kind: "act", type: "none" });
    expect(run.go("A").events[0]?.event).toMatchObject({ kind: "act", set: { y: 5, on: true } });
    expect(run.go("A").events[0]?.event).toMatchObject({ kind: "act", unset: ["on"] });
    expect(run.state("A").status).toEqual({ kind: "done", result: { x: 5, y: 5 } });
  });

  it("a failed outcome fails the lifeline with its step, and nothing moves any more", () => {
    const run = new ByHand(program).start({ A: { x: 1 } });
    const started = run.go("A");
    const error = {
      code: "action/failed",
      message: "broken",
      place: {},
      remedy: "mend",
      details: null,
    } as const;
    const key = started.actions[0]?.key ?? "";
    const turn = run.take("A", { kind: "outcome", key, outcome: { kind: "failed", error } });
    expect(turn.state.status).toMatchObject({
      kind: "failed",
      error: { code: "action/failed", place: { lifeline: "A", step: started.actions[0]?.step } },
    });
    expect(run.ready("A")).toBe(false);
    expect(run.take("A", { kind: "outcome", key, outcome: { kind: "ok", value: 1 } }).notes).toHaveLength(1);
  });

  it("a cancellation withdraws open actions", () => {
    const run = new ByHand(program).start({ A: { x: 1 } });
    const key = run.go("A").actions[0]?.key;
    expect(run.take("A", { kind: "cancel", reason: "enough" })).toMatchObject({
      withdrawn: [key],
      state: { status: { kind: "cancelled", reason: "enough" }, open: [] },
    });
  });

  it("a second start changes nothing", () => {
    const run = new ByHand(program).start({ A: { x: 1 } });
    expect(run.take("A", { kind: "start", inputs: { x: 2 } }).notes).toEqual([
      { kind: "duplicate", about: "start" },
    ]);
    expect(run.state("A").store).toEqual({ x: 1 });
  });

  it("reading an unset variable fails with its name", () => {
    const run = new ByHand(program).start();
    expect(run.go("A").state.status).toMatchObject({
      kind: "failed",
      error: { code: "run/unset-variable", details: { name: "x" } },
    });
  });
});
