import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { smallModule } from "./modules.ts";
import { lightcone } from "./process.ts";
import { Folder, parsed } from "./terminal.ts";

const folder = new Folder();
mkdirSync(join(folder.path, "folder.ts"));
folder.write(
  "good.ts",
  smallModule(`choreography("good", { lifelines: [A], results: [A.x] }, (c) => c.set(A, { x: 1 }))`),
);

describe("a module that cannot be run", () => {
  it.each([
    ["does not exist", "none.ts", undefined, "module/not-found", "There is no file none.ts"],
    ["is a folder", "folder.ts", undefined, "module/not-found", "folder.ts is a folder"],
    ["lies below a file", "good.ts/x.ts", undefined, "module/not-found", "There is no file"],
    ["exports nothing", "nothing.ts", "export {};", "module/no-choreography", "nothing.ts exports nothing"],
    [
      "exports the wrong things",
      "wrong.mjs",
      "export const a = 1; export function b() {}",
      "module/no-choreography",
      "only a, b",
    ],
    [
      "exports what only says that it is one",
      "fake.mjs",
      'export const f = { kind: "choreography" };',
      "module/no-choreography",
      "only f",
    ],
    [
      "has one of another form",
      "form.mjs",
      'export const f = { kind: "choreography", ir: {}, sources: {}, schemas: {} };',
      "module/no-choreography",
      "has no key",
    ],
    ["throws", "throws.mjs", 'throw new Error("not today");', "module/load-failed", "not today"],
    ["throws what is no error", "object.mjs", "throw { a: 1 };", "module/load-failed", '{"a":1}'],
    ["throws nothing at all", "undef.mjs", "throw undefined;", "module/load-failed", "undefined"],
    [
      "throws what cannot be shown",
      "getter.mjs",
      "throw { toJSON() { throw 1; } };",
      "module/load-failed",
      "cannot be shown",
    ],
    [
      "imports what is not there",
      "import.mjs",
      "import './nowhere.mjs';\n",
      "module/load-failed",
      "nowhere.mjs",
    ],
    [
      "builds a wrong choreography",
      "name.ts",
      smallModule(`lifeline("A#1")`),
      "choreography/name",
      "cannot name a lifeline",
    ],
    [
      "has a guard with a slip",
      "guard.ts",
      smallModule(`choreography("g", { lifelines: [A, B] }, (c) => c.branch(B, "seen(A) & @A.x = = 1", {}))`),
      "formula/syntax",
      "line 1, column 18 of the guard",
    ],
  ])("%s", async (_name, file, text, code, says) => {
    if (text !== undefined) folder.write(file, text);
    for (const command of ["run", "validate", "show"]) {
      const said = await folder.lc(command, file);
      expect([said.code, said.out]).toEqual([2, []]);
      expect(said.err).toContain(`error ${code}: `);
      expect(said.err).toContain(says);
      expect(said.err).not.toMatch(/\[object |\n\s+at \S+ \(/);
      expect(said.err).toContain(`\n  at `);
    }
    const json = parsed((await folder.lc("run", file, "--json")).out);
    expect(json).toMatchObject([{ error: { place: expect.any(Object), remedy: expect.any(String) } }]);
  });

  it("has errors: run refuses it with all of them, validate tells them and ends with 1", async () => {
    folder.write(
      "checks.ts",
      smallModule(`choreography("checks", { lifelines: [A, B] }, (c) => {
  c.send(A, B, { x: A.x });
  c.branch(A, "@B.nam == 'x'", {});
})`),
    );
    const run = await folder.lc("run", "checks.ts");
    expect(run.code).toBe(2);
    for (const said of [run.err, (await folder.lc("validate", "checks.ts")).out.join("\n")]) {
      expect(said).toContain("error choreography/unset: ");
      expect(said).toContain("error choreography/unknown-variable: the guard reads B.nam");
      expect(said).toContain("Did you mean name?");
    }
    expect((await folder.lc("validate", "checks.ts")).code).toBe(1);
  });

  it("does not end: is interrupted all the same", async () => {
    folder.write("hangs.mjs", "await new Promise(() => {});");
    const interrupt = new AbortController();
    setTimeout(() => interrupt.abort(), 100);
    const from = performance.now();
    const said = await folder.with({ interrupted: interrupt.signal }, "run", "hangs.mjs");
    expect(said.code).toBe(130);
    expect(performance.now() - from).toBeLessThan(4000);
  });
});

describe("a module with several choreographies", () => {
  const text = smallModule(
    `choreography("one", { lifelines: [A], results: [A.x] }, (c) => c.set(A, { x: 1 }))`,
    `export const other = choreography("two", { lifelines: [A], results: [A.x] }, (c) => c.set(A, { x: 2 }));
export { small as alias };
export const a = implement(A, { work: async () => 1, talk: async () => "" });`,
  );

  it("needs a name", async () => {
    const said = await folder.lc("run", folder.write("two.ts", text));
    expect(said.err).toContain(
      "error module/several-choreographies: two.ts exports 3 choreographies: alias, other, small",
    );
    expect(said.err).toContain("Say which, such as two.ts#");
    expect((await folder.lc("run", "two.ts#other")).out.at(-1)).toBe("  A.x = 2");
    const slip = await folder.lc("run", "two.ts#othr");
    expect(slip.err).toContain("error module/no-choreography: ");
    expect(slip.err).toContain("Did you mean other?");
  });

  it("may export one under several names", async () => {
    folder.write("alias.ts", text.replace(/export const other.*/, ""));
    expect((await folder.lc("run", "alias.ts")).out.at(-1)).toBe("  A.x = 1");
  });

  it("may have # in its path", async () => {
    mkdirSync(join(folder.path, "a#b"));
    folder.write("a#b/two.ts", text);
    expect((await folder.lc("run", "a#b/two.ts#small")).out.at(-1)).toBe("  A.x = 1");
    folder.write("a#b/one.ts", text.replace(/export const other.*/, ""));
    expect((await folder.lc("run", "a#b/one.ts")).out.at(-1)).toBe("  A.x = 1");
  });
});

describe("a module that provides", () => {
  const provider = (body: string): string =>
    smallModule(
      `choreography("p", { lifelines: [A], results: [A.x] }, (c) => c.act(A.x, A.work()))`,
      `export const w = provide(async ({ onEnd, say }) => { ${body} });`,
    );

  it("is told when the run has ended, last thing first, and may say something", async () => {
    folder.write(
      "provides.ts",
      provider(`onEnd(() => say("first made")); onEnd(async () => say("last made"));
return [implement(A, { work: async () => 5, talk: async () => "" })];`),
    );
    const said = await folder.lc("run", "provides.ts");
    expect(said.out.filter((line) => line.endsWith("made"))).toEqual(["last made", "first made"]);
    const json = await folder.lc("run", "provides.ts", "--json");
    expect(parsed(json.out)).toHaveLength(2);
    expect(json.err).toContain("last made");
  });

  it.each([
    ["throws", 'throw new Error("no disk");', "no disk"],
    ["gives no list", "return 5;", "no list of implementations"],
  ])("and %s: is told by its code", async (_name, body, says) => {
    const said = await folder.lc(
      "run",
      folder.write("provider.ts".replace("r", String(body.length)), provider(body)),
    );
    expect(said.code).toBe(2);
    expect(said.err).toContain("error module/provider-failed: ");
    expect(said.err).toContain(says);
  });

  it("and cannot clean up: the run counts all the same", async () => {
    folder.write(
      "dirty.ts",
      provider(`onEnd(() => { throw new Error("locked"); });
return [implement(A, { work: async () => 5, talk: async () => "" })];`),
    );
    const said = await folder.lc("run", "dirty.ts");
    expect([said.code, said.out.at(-1)]).toEqual([0, "  A.x = 5"]);
    expect(said.err).toContain("Cleaning up after the run failed: locked");
  });
});

describe("where a module is wrong", () => {
  const places: readonly (readonly [string, string, string])[] = [
    ["syntax.ts", "interface A {\n  readonly a: number;\n}\nexport const x = (;\n", "syntax.ts:4:19"],
    ["syntax.mjs", "export const a = 1;\nexport const x = (;\n", "syntax.mjs:"],
    ["throw.ts", "interface A {\n  readonly a: number;\n}\n\nthrow new Error('x');\n", "throw.ts:5:7"],
    ["missing.ts", "export const a = 1;\nimport { b } from './nowhere.ts';\nexport { b };\n", "missing.ts:2"],
    ["inner.ts", "import './syntax.ts';\n", "syntax.ts:4:19"],
    [
      "step.ts",
      smallModule(`choreography("s", { lifelines: [A, B] }, (c) => {
  c.send(A, B, { x: A.x });
})`),
      "step.ts:12:5",
    ],
    [
      "call.ts",
      smallModule(`choreography("s", { lifelines: [A, B] }, (c) => {
  c.act(A.ok as never, A.work());
  const one: number = 1;

  c.branch(A, "x = = 1", {});
})`),
      "call.ts:15:5",
    ],
  ];

  it.each(places)(
    "%s: names line and column of the source, not of what was compiled",
    async (file, text, place) => {
      folder.write(file, text);
      const said = await lightcone(folder.path, "validate", file);
      expect(said.out + said.err).toContain(place);
      expect(said.out + said.err).not.toMatch(/data:|namespace/);
    },
  );

  it.concurrent("a failing action names the step's line", async () => {
    folder.write(
      "fails.ts",
      smallModule(
        `choreography("f", { lifelines: [A] }, (c) => {
  interface Unused { readonly gone: true }
  c.act(A.x, A.work());
})`,
        `export const a = implement(A, { work: async () => { throw new Error("broke"); }, talk: async () => "" });`,
      ),
    );
    const said = await lightcone(folder.path, "run", "fails.ts");
    expect(said.code).toBe(1);
    expect(said.err).toMatch(/fails\.ts:13:5, lifeline A, step act:A\.work\(\)/);
  });
});
