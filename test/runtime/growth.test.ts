import { describe, expect, it } from "vitest";
import { z } from "zod";
import { choreography, lifeline } from "../../src/choreography/index.ts";
import type { LifelineState } from "../../src/runtime/index.ts";
import { save } from "./driving.ts";
import { ByHand } from "./reactors.ts";

const actions = { less: { in: { n: z.number() }, out: z.number() } };
const A = lifeline("A", { variables: { n: z.number(), seen: z.number() }, actions });
const B = lifeline("B", { variables: { n: z.number(), text: z.string() } });
const C = lifeline("C", { variables: { n: z.number() } });

/** Rounds in which everybody hears of everybody, under guards that ask about the whole past. */
const rounds = choreography("rounds", { lifelines: [A, B, C], inputs: [A.n], results: [C.n] }, (c) => {
  c.loop(A, "n > 0 | P[C] n == -1", {
    body: () => {
      c.send(A, B, { n: A.n, text: "the same each time" });
      c.send(B, C, { n: B.n });
      c.branch(C, "@B.n == n & (Y n >= 0 S seen(A)) & !P (n == -2)", {
        then: () => c.send(C, A, { seen: C.n }),
        else: () => c.send(C, A, { seen: 0 }),
      });
      c.act(A.n, A.less({ n: A.n }));
    },
  });
});

/** Moves everybody once, in turn, until nothing moves; `see` is told of A's state at each of its decisions. */
function play(run: ByHand, see: (round: number) => void): void {
  for (let moved = true; moved; ) {
    moved = false;
    for (const lifeline of ["A", "B", "C"]) {
      while (run.ready(lifeline)) {
        moved = true;
        const turn = run.go(lifeline);
        run.deliver();
        const [first] = turn.events;
        if (first?.event.kind === "choice" && lifeline === "A") see(first.event.round[0] ?? 0);
        const [request] = turn.actions;
        if (request !== undefined) {
          const value = Number(request.args["n"]) - 1;
          run.take(lifeline, { kind: "outcome", key: request.key, outcome: { kind: "ok", value } });
        }
      }
    }
  }
}

function sizes(run: ByHand): readonly number[] {
  return ["A", "B", "C"].map((name) => save(run.reactor(name), run.state(name)).length);
}

describe("what a lifeline is between two turns", () => {
  it("does not grow with its history: after 1000 rounds as after 10, but for the digits of its counters", () => {
    const run = new ByHand(rounds).start({ A: { n: 1000 } });
    const at = new Map<number, readonly number[]>();
    const messages = new Map<number, number>();
    play(run, (round) => {
      at.set(round, sizes(run));
      const held = ["A", "B", "C"].flatMap((name) => run.state(name).inbox.flatMap((inbox) => inbox.held));
      messages.set(round, JSON.stringify(held).length);
    });
    expect([...run.states.values()].map(({ status }) => status.kind)).toEqual(["done", "done", "done"]);
    const [early, late] = [at.get(10) ?? [], at.get(1000) ?? []];
    for (const i of [0, 1, 2]) expect(late[i]! - early[i]!, `lifeline ${i}`).toBeLessThan(80);
    expect(messages.get(1000)! - messages.get(10)!).toBeLessThan(80);
    expect(run.state("A").count).toBeGreaterThan(4_000);
  });

  it("holds messages that are not taken yet, and forgets each when it is taken", () => {
    const ahead = choreography("ahead", { lifelines: [A, B], inputs: [A.n] }, (c) => {
      c.loop(A, "n > 0", {
        body: () => {
          c.send(A, B, { n: A.n });
          c.act(A.n, A.less({ n: A.n }));
        },
      });
    });
    const run = new ByHand(ahead).start({ A: { n: 50 } });
    for (let n = 49; n >= 0; n--) {
      run.go("A");
      run.go("A");
      run.answer("A", n);
    }
    run.go("A");
    expect(run.state("A").status.kind).toBe("done");
    const idle = save(run.reactor("B"), run.state("B")).length;
    run.deliver();
    const heldBy = ({ inbox }: LifelineState): number =>
      inbox.reduce((sum, { held }) => sum + held.length, 0);
    // A decision and a message a round, and the last decision.
    expect(heldBy(run.state("B"))).toBe(101);
    for (let left = 100; run.ready("B"); left--) {
      run.go("B");
      expect(heldBy(run.state("B"))).toBe(left);
    }
    expect(run.state("B").status.kind).toBe("done");
    expect(save(run.reactor("B"), run.state("B")).length - idle).toBeLessThan(250);
  });
});
