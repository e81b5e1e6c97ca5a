import { expect, test } from "vitest";
import { placeOfCall } from "../../src/base/index.ts";
import { parsePlace } from "../../src/base/stack.ts";

test.each([
  [
    "Error\n    at build (/home/me/a b.ts:12:5)\n    at run (/x.ts:1:1)",
    { file: "/home/me/a b.ts", line: 12, column: 5 },
  ],
  ["Error\n    at file:///home/me/a%20b.ts:3:14", { file: "/home/me/a b.ts", line: 3, column: 14 }],
  ["Error\n    at Object.then (file:///C:/work/a.ts:3:14)", { file: "C:/work/a.ts", line: 3, column: 14 }],
  ["Error\n    at async build (/a.ts:1:2)", { file: "/a.ts", line: 1, column: 2 }],
  ["Error: (odd) message\n    at new Thing (/a (1).ts:1:2)", { file: "/a (1).ts", line: 1, column: 2 }],
  ["Error\n    at C:\\work\\a.ts:1:2", { file: "C:\\work\\a.ts", line: 1, column: 2 }],
  ["Error\n    at eval (eval at run (/a.ts:1:2), <anonymous>:1:1)", {}],
  ["Error\n    at node:internal/modules:1:2", {}],
  ["Error\n    at <anonymous>", {}],
  ["Error", {}],
  ["build@http://localhost/a.js:1:2", {}],
])("%j", (stack, place) => {
  expect(parsePlace(stack)).toEqual(place);
});

function statement() {
  return placeOfCall(statement);
}

test("the caller's place, whatever the stack's limit is", () => {
  expect(statement().file).toMatch(/call-place\.test\.ts$/);
  const limit = Error.stackTraceLimit;
  try {
    Error.stackTraceLimit = 0;
    expect(statement().file).toMatch(/call-place\.test\.ts$/);
    expect(Error.stackTraceLimit).toBe(0);
  } finally {
    Error.stackTraceLimit = limit;
  }
});

test("hosts whose stacks are not text, or that have none to cut", () => {
  const { prepareStackTrace, captureStackTrace } = Error;
  try {
    Error.prepareStackTrace = (_error, frames) => frames;
    expect(statement()).toEqual({});
    Error.prepareStackTrace = prepareStackTrace as never;
    Error.captureStackTrace = undefined as never;
    expect(statement()).toEqual({});
  } finally {
    Error.captureStackTrace = captureStackTrace;
    Error.prepareStackTrace = prepareStackTrace as never;
  }
});
