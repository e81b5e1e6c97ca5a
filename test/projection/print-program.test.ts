import { describe, expect, it } from "vitest";
import { printProgram, project } from "../../src/projection/index.ts";
import { act, assign, branch, choreography, is, k, loop, message, remoteIs, v } from "./fixtures.ts";

const ir = choreography(
  [
    act("Writer", "draft", {
      args: { topic: v("subject"), words: k(300) },
      out: { kind: "value", variable: "text" },
      step: "draft",
    }),
    loop(
      "Editor",
      remoteIs("Writer", "ready", false),
      [
        message("Writer", "Editor", { text: v("text"), final: k(false) }, "hand-in"),
        branch(
          "Editor",
          is("ok", true),
          [
            act("Editor", "sign", {
              out: { kind: "fields", fields: { by: "by", at: "time" } },
              mode: "once",
              step: "sign",
            }),
          ],
          [],
          "ok?",
        ),
        assign("Writer", { ready: k(true) }, ["notes"], "mark"),
      ],
      { bound: 2, exit: [message("Editor", "Printer", {}, "print")], step: "rounds" },
    ),
  ],
  { lifelines: ["Writer", "Editor", "Printer"] },
);

describe("a printed local program", () => {
  it("has one operation a line, with labels, guards, recipients and jumps", () => {
    expect(printProgram(project(ir, "Editor"))).toBe(
      [
        "Editor",
        "  0  choose @Writer.ready == false, each round (at most 2): true → 1, false → 4; tell Writer; Printer when false [rounds]",
        "  1  recv Writer {final, text} [hand-in]",
        "  2  choose ok == true: true → 3, false → 0 [ok?]",
        "  3  act once sign {} → {by, at: time} [sign] → 0",
        "  4  send Printer {} [print]",
        "  5  end",
        "",
      ].join("\n"),
    );
    expect(printProgram(project(ir, "Writer"))).toBe(
      [
        "Writer",
        "  0  act draft {topic: subject, words: 300} → text [draft]",
        "  1  follow Editor, each round (at most 2): true → 2, false → 4 [rounds]",
        "  2  send Editor {text, final: false} [hand-in]",
        "  3  set {ready: true}, unset notes [mark] → 1",
        "  4  end",
        "",
      ].join("\n"),
    );
  });

  it("shows a last decision that can only be false as one way", () => {
    expect(printProgram(project(ir, "Printer"))).toContain("  0  follow Editor: → 1 [rounds]\n");
  });

  it("quotes names that are no plain words, and names the channel where it is not the main one", () => {
    const sent = { ...message("a b", "C", { "x y": v("p\nq") }, "m"), channel: "par/0" };
    const odd = choreography([sent, loop("a b", is("x", 1), [], { bound: null, step: "l" })], {
      lifelines: ["a b", "C"],
    });
    expect(printProgram(project(odd, "a b"))).toBe(
      [
        '"a b"',
        '  0  send C {"x y": "p\\nq"} on par/0 [m]',
        "  1  choose x == 1, each round: true → 1, false → 2 [l]",
        "  2  end",
        "",
      ].join("\n"),
    );
    expect(printProgram(project(odd, "C"))).toContain('recv "a b" {"x y"} on par/0 [m]');
  });
});
