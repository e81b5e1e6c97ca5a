import { describe, expect, it } from "vitest";
import { placeOfThrown } from "../../src/base/index.ts";
import { parsePlace } from "../../src/base/stack.ts";

function thrown(message: string, ...frames: readonly string[]): Error {
  const error = new Error(message);
  error.stack = `Error: ${message}\n${frames.map((frame) => `    at ${frame}`).join("\n")}`;
  return error;
}

const own = new URL("../../src/runtime/actions.ts", import.meta.url);

describe("the place of what was thrown", () => {
  it.each([
    ["the innermost frame", ["work (/app/main.ts:3:4)", "more (/app/other.ts:5:6)"], "/app/main.ts", 3],
    [
      "a frame below the host's",
      ["JSON.parse (<anonymous>)", "open (node:fs:1:2)", "/app/main.ts:3:4"],
      "/app/main.ts",
      3,
    ],
    [
      "a frame below a package's",
      ["parse (/app/node_modules/zod/a.js:1:2)", "work (/app/main.ts:3:4)"],
      "/app/main.ts",
      3,
    ],
    ["an asynchronous one", ["async work (file:///app/a%20b.ts?namespace=lightcone:3:4)"], "/app/a b.ts", 3],
    ["a path with a loader's query", ["work (/app/main.ts?namespace=17:3:4)"], "/app/main.ts", 3],
  ])("is %s", (_name, frames, file, line) => {
    expect(placeOfThrown(thrown("m", ...frames))).toEqual({ file, line, column: 4 });
  });

  it("is none where only packages, the host or we ourselves stand", () => {
    for (const frames of [
      [],
      ["parse (/app/node_modules/zod/a.js:1:2)"],
      [`invoke (${own}:1:2)`, "main (/app/main.ts:3:4)"],
      [`invoke (${own.pathname}:1:2)`, "main (/app/main.ts:3:4)"],
      ["eval (eval at run (/app/a.ts:1:2), <anonymous>:1:1)"],
      ["data:text/javascript,x:1:2"],
    ])
      expect(placeOfThrown(thrown("m", ...frames)), frames.join()).toEqual({});
  });

  it("is never read from the message, whatever that looks like", () => {
    const message = "no\n    at trap (/trap.ts:1:1)";
    expect(placeOfThrown(thrown(message, "work (/app/main.ts:3:4)"))).toMatchObject({ file: "/app/main.ts" });
  });

  it("is none for what is no error, or cannot be read", () => {
    const hostile = Object.defineProperty(new Error("x"), "stack", {
      get: () => {
        throw new RangeError();
      },
    });
    for (const value of [
      hostile,
      "text",
      null,
      undefined,
      { stack: "    at /a.ts:1:2" },
      Object.assign(new Error("x"), { stack: 5 }),
    ])
      expect(placeOfThrown(value)).toEqual({});
  });

  it("is here for an error that was made here", () => {
    expect(placeOfThrown(new Error("x")).file).toBe(import.meta.filename);
  });
});

describe("the first frame of a stack", () => {
  it("loses a loader's query, and is none for code without a file", () => {
    expect(parsePlace("Error\n    at run (file:///a.ts?tsx-namespace=1:1:2)")).toMatchObject({
      file: "/a.ts",
    });
    expect(parsePlace("Error\n    at data:text/javascript,x:1:2")).toEqual({});
  });

  it("names the file alone where a loader has put its own text in the place of a CommonJS module", () => {
    const frame = "data:text/javascript,__filename%3D%22%2Fapp%2Fa%20b.cts%22%3B(()%3D%3E%7B%7D)():1:200";
    expect(parsePlace(`Error\n    at ${frame}`)).toEqual({ file: "/app/a b.cts" });
    expect(parsePlace(`Error\n    at Object.work (${frame})`)).toEqual({ file: "/app/a b.cts" });
  });
});
