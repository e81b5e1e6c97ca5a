import { describe, expect, it } from "vitest";
import { z } from "zod";
import { choreography, implement, lifeline } from "../../src/choreography/index.ts";
import { run } from "../../src/engines/index.ts";

const A = lifeline("A", {
  variables: { x: z.number() },
  actions: { work: { out: z.number() }, spare: { out: z.number() } },
});
const B = lifeline("B", { variables: { x: z.number() }, actions: { work: { out: z.number() } } });

const both = choreography("both", { lifelines: [A, B] }, (c) => {
  c.act(A.x, A.work());
  c.act(B.x, B.work());
});

const never = () => new Promise<never>(() => {});
const fails = async (): Promise<never> => {
  throw new RangeError("broken");
};

describe("the end of a run", () => {
  it.each(Array.from({ length: 20 }, (_, seed) => seed))(
    "comes with a failure, whatever outcome seed %i waits for",
    async (seed) => {
      const implementations = [implement(A, { work: never, spare: never }), implement(B, { work: fails })];
      const result = await run(both, { implementations, schedule: seed });
      expect(result).toMatchObject({
        status: "failed",
        error: { code: "action/failed", place: { lifeline: "B" } },
      });
    },
  );

  it("comes with a failure while a recorded schedule waits for another outcome", async () => {
    const implementations = [implement(A, { work: never, spare: never }), implement(B, { work: fails })];
    const order = [{ on: "A", kind: "act", line: 2 }] as const;
    const result = await run(both, { implementations, schedule: { kind: "recorded", order } });
    expect(result).toMatchObject({ status: "failed", error: { code: "action/failed" } });
  });

  it("aborts no signal of an action that did its work", async () => {
    const signals: AbortSignal[] = [];
    const work = async (_args: object, { signal }: { readonly signal: AbortSignal }) => {
      signals.push(signal);
      return 1;
    };
    const result = await run(both, {
      implementations: [implement(A, { work, spare: never }), implement(B, { work })],
    });
    expect(result.status).toBe("done");
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  });

  it("needs implementations of those actions only that some step uses", async () => {
    const only = {
      kind: "implementation",
      lifeline: "A",
      actions: { work: { run: async () => 1, timeout: null, retries: 0, fallback: null } },
    } as const;
    const result = await run(both, { implementations: [only, implement(B, { work: async () => 2 })] });
    expect(result.status).toBe("done");
  });
});

describe("a run that is cancelled", () => {
  it.each<[unknown, string]>([
    ["the shop closes", "the shop closes"],
    [new RangeError("too late"), "too late"],
    [undefined, "the run was cancelled"],
    [{ odd: true }, "the run was cancelled"],
  ])("for %s says: %s", async (reason, said) => {
    const Waiter = lifeline("Waiter", { actions: { wait: {} } });
    const waits = choreography("waits", { lifelines: [Waiter] }, (c) => c.act(Waiter.wait()));
    const cancel = new AbortController();
    const running = run(waits, {
      implementations: [implement(Waiter, { wait: () => new Promise<void>(() => {}) })],
      signal: cancel.signal,
      onAction: () => cancel.abort(reason),
    });
    expect(await running).toMatchObject({ status: "cancelled", reason: said });
  });
});
