import { z } from "zod";
import type { Json } from "../../src/base/index.ts";
import { choreography, type Definition, lifeline } from "../../src/choreography/index.ts";

const variables = { x: z.number(), y: z.number(), on: z.boolean() };
const actions = { toss: { out: z.boolean() }, next: { in: { x: z.number() }, out: z.number() }, note: {} };

export const A = lifeline("A", { variables, actions });
export const B = lifeline("B", { variables, actions });
export const C = lifeline("C", { variables, actions });
export const D = lifeline("D", { variables, actions });

const lifelines = [A, B, C, D];

/** What every action comes to: the value of the first argument less one, or a toss that is true once. */
export function outcome(action: string, occurrence: number, args: { readonly [name: string]: Json }): Json {
  if (action === "toss") return occurrence === 1;
  return action === "next" ? Number(args["x"] ?? 0) - 1 : null;
}

/** Small choreographies, each with one thing in which projection can go wrong. */
export const small: { readonly [name: string]: Definition } = {
  "messages that cross": choreography("cross", { lifelines }, (c) => {
    c.send(A, B, { x: 1 });
    c.send(B, A, { x: 2 });
    c.send(A, B, { y: 3 });
  }),
  "a relay beside a direct message": choreography("relay", { lifelines, results: [C.x] }, (c) => {
    c.send(A, B, { x: 1 });
    c.send(A, C, { x: 2 });
    c.send(B, C, { x: 3 });
  }),
  "actions that overlap": choreography("overlap", { lifelines, results: [A.on, B.on] }, (c) => {
    c.act(A.on, A.toss());
    c.act(B.on, B.toss());
    c.send(A, C);
    c.send(B, C);
  }),
  "a branch that tells one of two": choreography("tell", { lifelines, results: [B.x, C.x] }, (c) => {
    c.act(A.on, A.toss());
    c.send(C, B, { x: 0 });
    c.branch(A, "on == true", { then: () => c.set(B, { x: 1 }), else: () => c.send(B, C, { x: 2 }) });
    c.set(C, { x: 5 });
  }),
  "a lifeline that is not told and acts before the decision": choreography(
    "untold",
    { lifelines, results: [C.on] },
    (c) => {
      c.act(A.on, A.toss());
      c.branch(A, "on == true", {
        then: () => {
          c.act(C.on, C.toss());
          c.send(C, D);
          c.send(A, B, { x: 1 });
        },
        else: () => {
          c.act(C.on, C.toss());
          c.send(C, D);
          c.send(A, B, { x: 2 });
        },
      });
      c.send(C, A);
    },
  ),
  "identical arms but for the payload": choreography("payload", { lifelines, results: [B.x] }, (c) => {
    c.act(A.on, A.toss());
    c.branch(A, "on == true", { then: () => c.send(A, B, { x: 1 }), else: () => c.send(A, B, { x: 2 }) });
  }),
  "a decision inside an arm": choreography("nested", { lifelines, results: [C.x] }, (c) => {
    c.act(A.on, A.toss());
    c.branch(A, "on == true", {
      then: () => {
        c.act(B.on, B.toss());
        c.branch(B, "on == true", { then: () => c.send(B, C, { x: 1 }), else: () => c.send(C, B, { x: 2 }) });
      },
      else: () => c.send(C, A),
    });
    c.set(C, { x: 3 });
  }),
  "a decision on what may not have come yet": choreography("late", { lifelines, results: [B.x] }, (c) => {
    c.send(A, B, { x: 1 });
    c.set(A, { x: 9 });
    c.send(A, C);
    c.send(C, B);
    c.branch(B, "@A.x == 9 & @C(seen(A))", {
      then: () => c.set(B, { x: 10 }),
      else: () => c.set(B, { x: 11 }),
    });
  }),
  "a loop with an exit part for one who is not in its body": choreography(
    "exit",
    { lifelines, inputs: [A.x], results: [C.x] },
    (c) => {
      c.loop(A, "x > 0", {
        body: () => {
          c.send(A, B, { x: A.x });
          c.act(A.x, A.next({ x: A.x }));
        },
        exit: () => c.send(B, C, { x: 7 }),
      });
      c.set(C, { x: 8 });
    },
  ),
  "a loop in a loop": choreography("loops", { lifelines, inputs: [A.x, B.x], results: [A.x, B.x] }, (c) => {
    c.loop(A, "x > 0", {
      body: () => {
        c.loop(B, "x > 0", {
          body: () => {
            c.act(B.x, B.next({ x: B.x }));
            c.send(B, C);
          },
        });
        c.act(A.x, A.next({ x: A.x }));
      },
    });
  }),
  "a loop that one lifeline runs ahead in": choreography("ahead", { lifelines, inputs: [A.x] }, (c) => {
    c.loop(A, "x > 0", {
      body: () => {
        c.act(A.x, A.next({ x: A.x }));
        c.send(A, B);
        c.act(C.note());
      },
    });
    c.send(C, B);
  }),
  "a bound that does not suffice": choreography(
    "bound",
    { lifelines, inputs: [A.x], results: [A.x] },
    (c) => {
      c.send(C, B, { x: 1 });
      c.loop(A, "x > 0", { body: () => c.send(A, B, { y: A.x }) }, { bound: 1 });
      c.send(B, C);
    },
  ),
  "temporal guards over relays": choreography("temporal", { lifelines, results: [D.on] }, (c) => {
    c.set(A, { x: 1 });
    c.send(A, B);
    c.set(A, { x: 2 });
    c.send(A, D);
    c.send(B, D);
    c.branch(D, "@A(x != 3 S x == 1) & Y seen(B) & P[A] x == 2", {
      then: () => c.set(D, { on: true }),
      else: () => c.set(D, { on: false }),
    });
  }),
  "one who is told of a loop and of a branch in it": choreography(
    "told",
    { lifelines, inputs: [A.x], results: [C.x] },
    (c) => {
      c.loop(A, "x > 0", {
        body: () => {
          c.act(A.x, A.next({ x: A.x }));
          c.branch(A, "x == 1", { then: () => c.send(B, C, { x: 1 }), else: () => c.send(C, B, { x: 2 }) });
        },
        exit: () => c.send(D, C, { x: 4 }),
      });
    },
  ),
};
