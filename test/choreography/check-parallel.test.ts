import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  checkChoreography,
  choreography,
  lifeline,
  nodesOf,
  type Statements,
} from "../../src/choreography/index.ts";
import { codes, only, ready } from "./checking.ts";
import { assign, branch, constant, id, parallel, send, variable } from "./plain.ts";

const variables = { x: z.string(), y: z.string(), n: z.number() };
const A = lifeline("A", { variables });
const B = lifeline("B", { variables });
const C = lifeline("C", { variables });

function recorded(build: (c: Statements) => void) {
  return choreography("arms", { lifelines: [A, B, C] }, build);
}

function found(build: (c: Statements) => void): readonly string[] {
  const { ir, sources } = recorded(build);
  return checkChoreography(ir, sources).map(({ code, severity, place }) =>
    `${severity} ${code} ${place.lifeline ?? ""}`.trim(),
  );
}

describe("racing steps of parallel arms", () => {
  test("two messages into one variable of one receiver (user report A2)", () => {
    expect(
      found((c) =>
        c.parallel([
          () => c.send(A, C, { x: "1" }),
          () => c.send(B, C, { x: "2" }),
          () => c.send(B, C, { y: "2" }),
        ]),
      ),
    ).toEqual(["error choreography/race C"]);
  });

  test("the message names both steps, and the place is that of the later one (user report A1)", () => {
    const { ir, sources } = recorded((c) => {
      c.parallel([
        () => c.send(A, C, { x: "1" }, { label: "first" }),
        () => c.send(B, C, { x: "2" }, { label: "second" }),
      ]);
    });
    const [race] = checkChoreography(ir, sources);
    expect(race?.message).toContain("C.x");
    expect(race?.message).toContain("first");
    expect(race?.place).toMatchObject({
      step: "second",
      file: expect.stringContaining("check-parallel.test.ts"),
    });
  });

  test("one that writes and one that unsets", () => {
    expect(
      found((c) => {
        c.set(C, { x: "1" });
        c.parallel([() => c.unset(C, ["x"]), () => c.send(B, C, { x: "2" })]);
      }),
    ).toEqual(["error choreography/race C"]);
  });

  test("one that writes and one that reads: a warning", () => {
    expect(
      found((c) => {
        c.set(C, { x: "1" });
        c.parallel([() => c.send(B, C, { x: "2" }), () => c.send(C, B, { y: C.x })]);
      }),
    ).toEqual(["warning choreography/racing-read C"]);
    expect(
      found((c) => {
        c.set(C, { x: "1" });
        c.parallel([
          () => c.send(B, C, { x: "2" }),
          () => c.branch(C, "x == '1'", { then: () => c.send(C, B) }),
        ]);
      }),
    ).toEqual(["warning choreography/racing-read C"]);
  });

  test("none between the steps of one arm, different variables, and different lifelines", () => {
    expect(
      found((c) =>
        c.parallel([
          () => {
            c.send(A, C, { x: "1" });
            c.send(A, C, { x: "2" });
          },
          () => {
            c.send(B, C, { y: "2" });
            c.set(B, { x: "2" });
          },
        ]),
      ),
    ).toEqual([]);
  });

  test("between an arm and one that lies deep in another", () => {
    const inner = branch("A", "x == '1'", [
      parallel([send("B", "C", { x: constant("1") })], [send("B", "A")]),
    ]);
    const ir = ready(parallel([inner], [assign("C", { x: constant("2") }), send("C", "A")]));
    expect(codes(ir).filter((code) => code !== "choreography/channel")).toEqual(["choreography/race"]);
  });

  test("several senders of a co-region into one variable (user report A4: one event each)", () => {
    expect(
      found((c) =>
        c.coregion(C, [
          [A, { x: "1" }],
          [B, { x: "2" }],
        ]),
      ),
    ).toEqual(["error choreography/race C"]);
    expect(
      found((c) =>
        c.coregion(C, [
          [A, { x: "1" }],
          [B, { y: "2" }],
        ]),
      ),
    ).toEqual([]);
  });
});

describe("arms", () => {
  test("that have nobody in common never meet: a warning", () => {
    expect(found((c) => c.parallel([() => c.set(A, { x: "1" }), () => c.send(B, C)]))).toEqual([
      "warning choreography/arms-apart",
      "warning choreography/arms-apart",
    ]);
    expect(found((c) => c.parallel([() => c.send(A, B), () => c.send(B, C)]))).toEqual([]);
    expect(found((c) => c.parallel([() => c.send(A, B), () => {}]))).toEqual([
      "warning choreography/arms-apart",
    ]);
  });

  test("have channels of their own, nested to any depth", () => {
    const { ir } = recorded((c) => {
      c.send(A, B);
      c.parallel(
        [
          () => {
            c.send(A, B);
            c.parallel([() => c.send(A, B), () => c.coregion(A, [[B], [C]])], { label: "in" });
          },
          () => c.branch(A, "x == '1'", { then: () => c.send(A, B) }),
        ],
        { label: "out" },
      );
    });
    const used = nodesOf(ir.body).flatMap((node) =>
      node.kind === "message" || node.kind === "coregion" ? [node.channel] : [],
    );
    expect(used).toEqual(["", "out/arm1", "in/arm1", "in/arm2", "out/arm2"]);
  });

  test("whose channels are not those of their place are refused", () => {
    const wrong = ready(parallel([send("A", "B")], [send("A", "B")]));
    expect(codes(wrong)).toEqual(["choreography/channel", "choreography/channel"]);
    only(
      ready({ ...send("A", "B", { x: variable("x") }), channel: "other" } as never),
      "choreography/channel",
    );
  });

  test("are two or more, and a co-region has a message", () => {
    expect(() => recorded((c) => c.parallel([() => c.send(A, B)]))).toThrow(/two arms/);
    expect(() => recorded((c) => c.coregion(C, []))).toThrow(/needs a message/);
  });

  test("end in what all of them set (definite assignment across arms)", () => {
    expect(
      found((c) => {
        c.parallel([() => c.send(A, C, { x: "1" }), () => c.send(B, C, { y: "2" })]);
        c.send(C, A, { x: C.x, y: C.y });
      }),
    ).toEqual([]);
    expect(
      found((c) => {
        c.parallel([() => c.send(A, C, { x: "1" }), () => c.send(C, B, { x: C.x })]);
      }),
    ).toEqual(["warning choreography/racing-read C", "error choreography/unset C"]);
  });
});

test("a co-region takes one message of each sender", () => {
  only(
    ready({
      kind: "coregion",
      step: id("c"),
      to: "C",
      channel: "",
      from: [
        { from: "A", payload: {} },
        { from: "A", payload: {} },
      ],
    }),
    "choreography/coregion",
  );
});
