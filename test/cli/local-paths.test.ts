import { describe, expect, it } from "vitest";
import { localDiagnostic, localPath } from "../../src/cli/local-paths.ts";

describe("paths in what the command line says", () => {
  it.each([
    ["/work/a.ts", "a.ts"],
    ["/work/deep/a b.ts", "deep/a b.ts"],
    ["./a.ts", "a.ts"],
    ["a.ts", "a.ts"],
    ["/elsewhere/a.ts", "/elsewhere/a.ts"],
    ["../a.ts", "/a.ts"],
    ["/worker/a.ts", "/worker/a.ts"],
    ["--formula (1 of 2)", "--formula (1 of 2)"],
  ])("%s is %s in /work", (path, shown) => {
    expect(localPath(path, "/work")).toBe(shown);
  });

  it("are the same within a message, and nothing else of it changes", () => {
    const found = {
      code: "action/failed",
      severity: "error",
      message: "/work.x (thrown at /w+rk/a b.ts:1:2) of '/w+rk/c', not /x/w+rk/d nor /wwrk/e",
      place: { file: "/w+rk/a.ts", line: 1 },
      remedy: "r",
    } as const;
    expect(localDiagnostic(found, "/w+rk")).toEqual({
      ...found,
      message: "/work.x (thrown at a b.ts:1:2) of 'c', not /x/w+rk/d nor /wwrk/e",
      place: { file: "a.ts", line: 1 },
    });
    expect(localDiagnostic(found, "/").message).toBe(found.message);
  });
});
