import { describe, expect, it } from "vitest";
import { Folder } from "./terminal.ts";

const folder = new Folder({ columns: 100 });
const module = `
import { choreography, implement, lifeline } from "lightcone";
import { z } from "zod";
const Asker = lifeline("Asker", { variables: { left: z.number() } });
const Expert = lifeline("Expert", { variables: { left: z.number() }, actions: { think: { out: z.number() } } });
export const ask = choreography("ask", { lifelines: [Asker, Expert], inputs: [Asker.left] }, (c) => {
  c.loop(Asker, ({ here, gt }) => gt(here.left, 0), {
    body: () => {
      c.send(Asker, Expert);
      c.act(Expert.left, Expert.think(), { label: "think" });
      c.send(Expert, Asker, { left: Expert.left });
    },
  }, { bound: 2, label: "more" });
});
export const expert = implement(Expert, { think: async () => { BODY } });
`;

/** The last line, with those that it was broken into. */
const endOf = (out: readonly string[]): readonly string[] =>
  out.slice(out.findLastIndex((line) => !line.startsWith(" ")));

describe("the end of a run", () => {
  it("that failed by an action: the chart's last line says what, where and after how long", async () => {
    folder.write("throws.ts", module.replace("BODY", 'throw new Error("out of ideas\\nand of words");'));
    const { code, out, err } = await folder.lc("run", "throws.ts", "--input", "left=1");
    expect(code).toBe(1);
    const end = endOf(out);
    expect(end[0]).toMatch(/^failed after \d+\.\d s at Expert, step think: .*out of ideas/);
    expect(end.join(" ")).not.toContain("and of words");
    expect(out.at(-1 - end.length)).toMatch(/^\d+ events, 1 decision, none with late evidence$/);
    expect(err).toContain("action/failed");
  });

  it("that failed by its bound: the same", async () => {
    folder.write("endless.ts", module.replace("BODY", "return 1;"));
    const { code, out } = await folder.lc("run", "endless.ts", "--input", "left=1");
    expect(code).toBe(1);
    expect(endOf(out).join(" ").replaceAll(/ +/g, " ")).toMatch(
      /^failed after \d+\.\d s at Asker, step more: The loop's guard still holds after 2 rounds, which is its bound$/,
    );
  });

  it("that is done: results, and the legend and control messages name the decision", async () => {
    folder.write("done.ts", module.replace("BODY", "return 0;"));
    const { code, out } = await folder.lc("run", "done.ts", "--input", "left=1");
    expect(code).toBe(0);
    expect(out[0]).toBe("more @ Asker: left > 0");
    expect(out.filter((line) => /─▶\d+ +more: true$/.test(line))).toHaveLength(1);
    expect(out.filter((line) => /─▶\d+ +more: false$/.test(line))).toHaveLength(1);
    expect(out.at(-1)).toMatch(/^done after/);
  });
});
