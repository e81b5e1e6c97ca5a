import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Node, nodesOf, printChoreography, toMermaid } from "../../src/choreography/index.ts";
import { codeReview } from "./fixture.ts";
import {
  anyChoreography,
  assign,
  branch,
  constant,
  decl,
  id,
  loop,
  parallel,
  plain,
  send,
  variable,
} from "./plain.ts";

const inner = [send("A", "B", { x: variable("y") }, id("message:A>B(x)"))];
const everyKind: readonly Node[] = [
  { ...send("A", "B"), step: id("message:A>B()"), within: { after: "30s", late: inner } } as Node,
  {
    kind: "act",
    step: id("act:A.go()"),
    on: "A",
    action: "go",
    args: {},
    out: { kind: "none" },
    mode: "once",
  },
  assign("A", { x: constant("a\u001b[2J") }, ["y"], id("assign:A(!y,x)")),
  branch("A", "@B.x == 'ok'", inner, inner, id("review-ok")),
  { ...loop("A", "x == 'a'", inner, inner, 3), step: id("loop:A") },
  { ...parallel(inner, []), step: id("parallel:") },
  {
    kind: "coregion",
    step: id("c"),
    to: "A",
    channel: "r",
    from: [{ from: "B", payload: { x: variable("x") } }],
  },
  {
    kind: "scope",
    step: id("scope:.review"),
    name: "review",
    body: inner,
    recheck: { decision: id("review-ok"), owner: "A", body: inner },
  },
  {
    kind: "sub",
    name: "inner",
    step: id("sub:A.inner"),
    choreography: "ab".repeat(32) as never,
    rename: { inner: "A" },
    body: inner,
  },
];

describe("printChoreography", () => {
  test("every kind of step", () => {
    const inputs = [{ on: "A", name: "x" }];
    expect(
      printChoreography(
        plain(everyKind, { inputs, lifelines: [decl("A", { external: true }), decl("B C")] }),
      ),
    ).toBe(
      `choreography plain
  lifelines A (external), "B C"
  inputs A.x

A -> B
late, after 30s
  [message:A>B(x)] A -> B: x = y
A: once go()
A: x = "a\\u001b[2J", unset y
[review-ok] if A: @B.x == "ok"
  [message:A>B(x)] A -> B: x = y
else
  [message:A>B(x)] A -> B: x = y
while A: x == "a" (at most 3 rounds)
  [message:A>B(x)] A -> B: x = y
exit
  [message:A>B(x)] A -> B: x = y
parallel
arm
  [message:A>B(x)] A -> B: x = y
[c] in any order B (x = x) -> A on r
scope review
  [message:A>B(x)] A -> B: x = y
recheck of review-ok by A
  [message:A>B(x)] A -> B: x = y
call inner (abababababab) with inner as A
  [message:A>B(x)] A -> B: x = y
`,
    );
  });

  test("a label stands before its step, a made id does not", () => {
    const text = printChoreography(codeReview.ir);
    expect(text.match(/\[[^\]]*\] if/g)).toEqual(["[review-ok] if"]);
    expect(text).toContain("  TestRunner: status = quick(candidate = candidate)\n");
    expect(text).toContain("Orchestrator: { candidate = .candidate, more = .more } = propose(task = task)\n");
  });

  test("prints any choreography in lines without control characters", () => {
    fc.assert(
      fc.property(anyChoreography, (ir) => {
        const lines = printChoreography(ir).split("\n");
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the point of the test
        for (const line of lines) expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/);
        expect(lines.length).toBeGreaterThan(nodesOf(ir.body).length);
      }),
    );
  });
});

describe("toMermaid", () => {
  test("every kind of step", () => {
    expect(toMermaid(plain(everyKind))).toBe(`sequenceDiagram
  participant p1 as A
  participant p2 as B
  participant p3 as C
  p1->>p2: signal
  opt late, after 30s
    p1->>p2: x = y
  end
  Note over p1: once go()
  Note over p1: x = "a#92;u001b[2J", unset y
  alt A#58; @B.x == "ok"
    p1->>p2: x = y
  else otherwise
    p1->>p2: x = y
  end
  loop A#58; x == "a" (at most 3 rounds)
    p1->>p2: x = y
  end
  p1->>p2: x = y
  par arm 1
    p1->>p2: x = y
  and arm 2
  end
  par in any order
    p2->>p1: x = x
  end
  critical review
    p1->>p2: x = y
  option late evidence for review-ok
    p1->>p2: x = y
  end
  critical call inner
    p1->>p2: x = y
  end
`);
  });

  test("text that could end a line, a tag or the diagram is escaped", () => {
    const lifelines = [decl("end; <b>\n#x"), decl("B")];
    const text = toMermaid(
      plain([send("end; <b>\n#x", "B", { x: constant("</script>%%{init}") })], { lifelines }),
    );
    expect(text.split("\n")).toHaveLength(5);
    expect(text).toContain("participant p1 as end#59; #60;b#62;#10;#35;x\n");
    const bare = text.replaceAll(/#\d+;/g, "").replaceAll("->>", "");
    expect(bare).not.toMatch(/[<>;%#]|&(?! )/);
  });

  test("blocks open and close in pairs", () => {
    fc.assert(
      fc.property(anyChoreography, (ir) => {
        const words = toMermaid(ir)
          .split("\n")
          .map((line) => line.trim().split(" ")[0]);
        const opened = words.filter((word) => ["opt", "alt", "loop", "par", "critical"].includes(word ?? ""));
        expect(words.filter((word) => word === "end")).toHaveLength(opened.length);
        expect(toMermaid(ir)).not.toMatch(/[ \t]$/m);
      }),
    );
  });
});
