import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { LightconeError, namedMembers, refuseMisspelt } from "../../src/base/index.ts";

const members = namedMembers(Object.freeze({ verdict: 1, build: () => 2 }), (name) => ({
  code: "choreography/unknown-variable",
  what: `there is no ${name}`,
}));
const read = (name: string): unknown => Reflect.get(members, name);

function thrown(act: () => unknown): LightconeError {
  try {
    act();
  } catch (error) {
    if (error instanceof LightconeError) return error;
  }
  throw new TypeError("nothing was thrown");
}

describe("members that may be misspelt", () => {
  it("are themselves where they exist", () => {
    expect(members.verdict).toBe(1);
    expect(members.build()).toBe(2);
    expect(Object.keys(members)).toEqual(["verdict", "build"]);
    for (const value of [members.verdict, members.build, undefined, null, () => 1, {}]) {
      expect(() => refuseMisspelt(value)).not.toThrow();
    }
  });

  it("are named where they are used, at the place where they were read, with the one that was meant", () => {
    const misspelt = (members as unknown as { readonly verdit: unknown }).verdit;
    const error = thrown(() => refuseMisspelt(misspelt));
    expect(error).toMatchObject({ code: "choreography/unknown-variable", what: "there is no verdit" });
    expect(error.diagnostics[0]?.suggestion).toBe("verdict");
    expect(error.place.file).toMatch(/misspelt\.test\.ts$/);
    const call = (read("biuld") as () => unknown) ?? null;
    expect(thrown(() => call()).diagnostics[0]?.suggestion).toBe("build");
    expect(thrown(() => refuseMisspelt(read("quite_other"))).diagnostics[0]?.suggestion).toBeUndefined();
  });

  it("are nothing where only the host asks", async () => {
    expect(await members).toBe(members);
    expect(JSON.stringify(members)).toBe('{"verdict":1}');
    for (const name of ["then", "toJSON", "constructor", "@@iterator", ""]) {
      expect(() => refuseMisspelt(read(name))).not.toThrow();
    }
    expect(inspect(members)).toContain("verdict: 1");
    expect(Reflect.get(members, Symbol.iterator)).toBeUndefined();
    expect(Object.hasOwn(members, "verdit")).toBe(false);
  });
});
