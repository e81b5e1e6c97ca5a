import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Nanos } from "../../src/base/index.ts";
import { choreography, implement, lifeline, type Statements, script } from "../../src/choreography/index.ts";
import { run } from "../../src/engines/index.ts";
import { compileWorkflow, initialState, type RunEvent, ready, step } from "../../src/runtime/index.ts";

const variables = { x: z.number(), y: z.number(), n: z.number() };
const actions = { slow: { out: z.number() }, quick: { out: z.number() } };
const A = lifeline("A", { variables, actions });
const B = lifeline("B", { variables });
const C = lifeline("C", { variables });
const lone = { out: z.number(), exclusive: true };
const Desk = lifeline("Desk", { variables, actions: { one: lone, two: lone } });

const program = (build: (c: Statements) => void) =>
  choreography("p", { lifelines: [A, B, C, Desk], results: [] }, build);

function gate(): { readonly open: () => void; readonly opened: Promise<void> } {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

const shown = (events: readonly RunEvent[]): readonly string[] =>
  events.map(({ event }) => `${event.on} ${event.kind}`);

describe("parallel arms as they run", () => {
  it("a long action holds up no other arm of its lifeline", async () => {
    const events: RunEvent[] = [];
    const { open, opened } = gate();
    const result = await run(
      program((c) => {
        c.parallel([
          () => c.act(A.x, A.slow()),
          () => {
            c.act(A.y, A.quick());
            c.send(A, B, { x: A.y });
            c.send(B, A, { n: B.x });
          },
        ]);
        c.send(A, C, { x: A.x, y: A.n });
      }),
      {
        implementations: [
          implement(A, {
            slow: async () => {
              await opened;
              return 1;
            },
            quick: async () => 2,
          }),
        ],
        onEvent: (event) => {
          events.push(event);
          // The slow action ends only after the other arm has been to B and back.
          if (event.event.on === "A" && event.event.kind === "recv") open();
        },
      },
    );
    expect(result.status).toBe("done");
    expect(shown(events)).toEqual([
      "A act",
      "A send",
      "B recv",
      "B send",
      "A recv",
      "A act",
      "A send",
      "C recv",
    ]);
    expect(events.at(-1)?.event).toMatchObject({ set: { x: 1, y: 2 } });
  });

  it("exclusive actions of one lifeline never overlap, however many arms want them", async () => {
    let running = 0;
    let most = 0;
    const alone = async (): Promise<number> => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return running;
    };
    const result = await run(
      program((c) => {
        c.parallel([
          () => c.act(Desk.x, Desk.one()),
          () => c.act(Desk.y, Desk.two()),
          () => c.act(Desk.n, Desk.one()),
        ]);
      }),
      { implementations: [implement(Desk, { one: alone, two: alone })] },
    );
    expect(result.status).toBe("done");
    expect(most).toBe(1);
  });

  it("a loop in one arm does not starve a ready send in another (scenario 91)", async () => {
    const events: RunEvent[] = [];
    const result = await run(
      choreography("starve", { lifelines: [A, B], inputs: [A.n] }, (c) => {
        c.parallel([
          () => c.loop(A, "n < 60", { body: () => c.act(A.n, A.quick()) }),
          () => c.send(A, B, { x: 1 }),
        ]);
      }),
      {
        inputs: { A: { n: 0 } },
        implementations: [script(A, { slow: [], quick: Array.from({ length: 60 }, (_, i) => i + 1) })],
        onEvent: (event) => events.push(event),
      },
    );
    expect(result.status).toBe("done");
    expect(events.length).toBe(123);
    expect(events.findIndex(({ event }) => event.kind === "send")).toBeLessThan(5);
  });

  it("waits of two arms on one another end (scenario 92)", async () => {
    const result = await run(
      program((c) => {
        c.parallel([
          () => c.parallel([() => c.send(B, A, { x: 1 }), () => c.send(C, A, { y: 1 })]),
          () => {
            c.send(A, B, { y: 1 });
            c.send(B, C, { y: 1 });
          },
        ]);
      }),
    );
    expect(result.status).toBe("done");
  });

  it("a co-region gives the same store whatever comes first, in the order of arrival (scenario 67)", async () => {
    for (const first of ["B", "C"]) {
      const events: RunEvent[] = [];
      const { open, opened } = gate();
      const Slow = lifeline("B", { variables, actions });
      const Other = lifeline("C", { variables, actions });
      const wait = async (name: string): Promise<number> => {
        if (name !== first) await opened;
        return 1;
      };
      const result = await run(
        choreography("any", { lifelines: [A, Slow, Other], results: [A.x, A.y] }, (c) => {
          c.act(Slow.n, Slow.slow());
          c.act(Other.n, Other.slow());
          c.coregion(A, [
            [Slow, { x: Slow.n }],
            [Other, { y: 2 }],
          ]);
        }),
        {
          implementations: [
            implement(Slow, { slow: () => wait("B"), quick: async () => 0 }),
            implement(Other, { slow: () => wait("C"), quick: async () => 0 }),
          ],
          onEvent: (event) => {
            events.push(event);
            if (event.event.on === "A") open();
          },
        },
      );
      expect(result).toMatchObject({ status: "done", results: { A: { x: 1, y: 2 } } });
      const taken = events.flatMap(({ event }) => (event.kind === "recv" ? [event.msg.slice(0, 1)] : []));
      expect(taken).toEqual(first === "B" ? ["B", "C"] : ["C", "B"]);
    }
  });

  it("a failure in one arm ends the others", async () => {
    let aborted = false;
    const result = await run(
      program((c) => {
        c.parallel([() => c.act(A.x, A.slow()), () => c.act(A.y, A.quick())]);
      }),
      {
        implementations: [
          implement(A, {
            slow: (_args, { signal }) =>
              new Promise<number>((_resolve, reject) => {
                signal.addEventListener("abort", () => {
                  aborted = true;
                  reject(new TypeError("aborted"));
                });
              }),
            quick: async () => {
              throw new TypeError("no");
            },
          }),
        ],
      },
    );
    expect(result).toMatchObject({ status: "failed" });
    expect(aborted).toBe(true);
  });

  it("arms of many rounds take no more places than those of one", () => {
    const definition = choreography("places", { lifelines: [A], inputs: [A.n] }, (c) => {
      c.loop(
        A,
        "P n == 1",
        {
          body: () =>
            c.parallel([() => c.set(A, { x: 1 }), () => c.set(A, { y: 1 }), () => c.unset(A, ["n"])]),
        },
        { bound: 5 },
      );
    });
    const [reactor] = compileWorkflow(definition).reactors.values();
    if (reactor === undefined) throw new TypeError("no reactor");
    const frame = { id: "", now: "0" as Nanos, random: new Uint8Array() };
    let { state } = step(reactor, initialState(reactor, "run"), {
      ...frame,
      kind: "start",
      inputs: { n: 1 },
    });
    const places = new Set<number>();
    let turns = 0;
    for (let [thread] = ready(reactor, state); thread !== undefined; [thread] = ready(reactor, state)) {
      state = step(reactor, state, { ...frame, kind: "go", thread }).state;
      places.add(state.threads.length);
      turns += 1;
    }
    expect(state.status.kind).toBe("failed"); // at its bound: the guard holds for ever
    expect(turns).toBe(5 * 4 + 1);
    expect([...places]).toEqual([4]);
  });
});
