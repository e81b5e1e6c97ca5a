import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Folder } from "./terminal.ts";

const folder = new Folder();
const password = "hunter2hunter2";
folder.write(
  "login.ts",
  `
import { choreography, implement, lifeline, secret } from "lightcone";
import { z } from "zod";
const Client = lifeline("Client", {
  variables: { token: secret(z.string().min(5)), copy: secret(z.string()), ok: z.string() },
  actions: { login: { in: { token: z.string() }, out: z.string() } },
});
const Server = lifeline("Server", { variables: { ok: z.string() } });
export const login = choreography("login", { lifelines: [Client, Server], inputs: [Client.token] }, (c) => {
  c.set(Client, { copy: Client.token });
  c.act(Client.ok, Client.login({ token: Client.token }));
  c.send(Client, Server, { ok: Client.ok });
});
export const implementations = [
  implement(Client, { login: async ({ token }) => (token === ${JSON.stringify(password)} ? "welcome" : "go away") }),
];
`,
);
const login = ["run", "login.ts", "--input", `token=${password}`];

describe("secrets on the command line", () => {
  it("stand in no chart, no JSON and no recording, and the action has them", async () => {
    const drawn = await folder.lc(...login, "--record", "login.msc.jsonl");
    expect(drawn.code).toBe(0);
    expect(drawn.out.join("\n")).toContain('ok "welcome"');
    expect(drawn.out.join("\n")).toContain("copy (secret)");
    const json = await folder.lc(...login, "--json");
    const recording = readFileSync(join(folder.path, "login.msc.jsonl"), "utf8");
    for (const text of [drawn.out.join("\n"), drawn.err, json.out.join("\n"), json.err, recording])
      expect(text).not.toContain(password);
    expect(recording.match(/\{"\$secret":"[0-9a-f]{64}"\}/g)).toHaveLength(2);
  });

  it("are not compared with those of a recorded run", async () => {
    const again = await folder.lc(
      "run",
      "login.ts",
      "--input",
      "token=another",
      "--schedule",
      "login.msc.jsonl",
    );
    expect([again.code, again.err]).toEqual([0, ""]);
    expect(again.out.join("\n")).toContain('ok "go away"');
  });

  it("are not told when they do not fit", async () => {
    const short = await folder.lc("run", "login.ts", "--input", "token=abcd");
    expect(short.code).toBe(2);
    expect(short.err).toContain("Client.token");
    expect(short.err).not.toContain("abcd");
  });

  it("stand in no counterexample of an exploration, and its digests cannot be guessed", async () => {
    folder.write("answers.json", '{"login": "welcome"}');
    const explore = ["explore", "login.ts", "--input", `token=${password}`, "--script", "answers.json"];
    const digests = [];
    for (const file of ["one.msc.jsonl", "two.msc.jsonl"]) {
      const found = await folder.lc(...explore, "--never", 'Client: ok == "welcome"', "--record", file);
      expect(found.code).toBe(1);
      const recording = readFileSync(join(folder.path, file), "utf8");
      const json = await folder.lc(...explore, "--never", 'Client: ok == "welcome"', "--json");
      for (const text of [found.out.join("\n"), json.out.join("\n"), recording])
        expect(text).not.toContain(password);
      digests.push(recording.match(/[0-9a-f]{64}/g));
    }
    expect(digests[0]).toHaveLength(2);
    expect(digests[0]).not.toEqual(digests[1]);
  });
});
