import fc from "fast-check";
import { expect, test } from "vitest";
import { blocksOf, mapBlock } from "../../src/choreography/blocks.ts";
import { type Node, nodesOf } from "../../src/choreography/index.ts";
import { anyBlock, branch, id, loop, parallel, send } from "./plain.ts";

test("the parts of each kind, by name", () => {
  const inner = [send("A", "B")];
  const late = { after: "1s", late: inner };
  const parts = (node: Node) => blocksOf(node).map(({ part }) => part);
  expect(parts(send("A", "B"))).toEqual([]);
  expect(parts({ ...send("A", "B"), within: late } as Node)).toEqual(["late"]);
  expect(parts(branch("A", "true", inner))).toEqual(["then", "else"]);
  expect(parts(loop("A", "true", inner))).toEqual(["body", "exit"]);
  expect(parts(parallel(inner, inner))).toEqual(["arm1", "arm2"]);
  const scope: Node = { kind: "scope", step: id("s"), name: "s", body: inner };
  expect(parts(scope)).toEqual(["body"]);
  expect(parts({ ...scope, recheck: { decision: id("d"), owner: "A", body: inner } })).toEqual([
    "body",
    "recheck",
  ]);
});

test("a rewrite that changes nothing gives the same block", () => {
  fc.assert(fc.property(anyBlock, (block) => mapBlock(block, (node) => node) === block));
});

test("a rewrite reaches every node once, and changes nothing else", () => {
  fc.assert(
    fc.property(anyBlock, (block) => {
      let count = 0;
      const renamed = mapBlock(block, (node) => ({ ...node, step: id(`${count++}:${node.step}`) }));
      const before = nodesOf(block);
      expect(count).toBe(before.length);
      const steps = nodesOf(renamed).map(({ step }) => step.slice(step.indexOf(":") + 1));
      expect(steps).toEqual(before.map(({ step }) => step));
      const back = mapBlock(renamed, (node) => ({
        ...node,
        step: id(node.step.slice(node.step.indexOf(":") + 1)),
      }));
      expect(back).toEqual(block);
    }),
  );
});

test("inner nodes are rewritten first, and unchanged siblings are shared", () => {
  const kept = branch("B", "true", [send("B", "C")]);
  const block = [branch("A", "true", [send("A", "B", {}, id("target"))]), kept];
  const seen: string[] = [];
  const next = mapBlock(block, (node) => {
    seen.push(node.kind);
    return node.step === "target" ? { ...node, step: id("new") } : node;
  });
  expect(seen).toEqual(["message", "branch", "message", "branch"]);
  expect(next[1]).toBe(kept);
  expect(nodesOf(next)[1]?.step).toBe("new");
});
