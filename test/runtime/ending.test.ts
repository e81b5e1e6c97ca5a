import { describe, expect, it } from "vitest";
import { Ending } from "../../src/runtime/ending.ts";

describe("the end of a run", () => {
  it("is told once to each who waits, and not to those who went", () => {
    const ending = new Ending();
    const told: string[] = [];
    ending.onEnd(() => told.push("a"));
    const leave = ending.onEnd(() => told.push("b"));
    ending.onEnd(() => told.push("c"));
    leave();
    leave();
    expect([ending.ended, told]).toEqual([false, []]);
    ending.end();
    ending.end();
    expect([ending.ended, told]).toEqual([true, ["a", "c"]]);
  });

  it("is told at once to who comes late", () => {
    const ending = new Ending();
    ending.end();
    const told: string[] = [];
    ending.onEnd(() => told.push("late"))();
    expect(told).toEqual(["late"]);
  });
});
