import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  checkChoreography,
  choreography,
  implement,
  lifeline,
  secret,
} from "../../src/choreography/index.ts";
import { run } from "../../src/engines/index.ts";
import { projectAll } from "../../src/projection/index.ts";
import type { RunEvent } from "../../src/runtime/index.ts";
import { redact } from "../../src/runtime/redact.ts";

const password = "hunter2-hunter2";
const Client = lifeline("Client", {
  variables: { token: secret(z.string().min(3)), copy: secret(z.string()), open: z.string() },
  actions: { login: { in: { token: z.string() }, out: z.string() }, renew: { out: z.string() } },
});
const Server = lifeline("Server", { variables: { open: z.string(), token: z.string() } });
const lifelines = [Client, Server];

const definition = choreography(
  "login",
  { lifelines, inputs: [Client.token], results: [Server.open] },
  (c) => {
    c.set(Client, { copy: Client.token });
    c.act(Client.open, Client.login({ token: Client.token }));
    c.act(Client.token, Client.renew());
    c.send(Client, Server, { open: Client.open });
  },
);

async function events(): Promise<{
  readonly events: readonly RunEvent[];
  readonly given: readonly string[];
}> {
  const seen: RunEvent[] = [];
  const given: string[] = [];
  const result = await run(definition, {
    inputs: { Client: { token: password } },
    implementations: [
      implement(Client, {
        login: async ({ token }) => {
          given.push(token);
          return "welcome";
        },
        renew: async () => `${password}-2`,
      }),
    ],
    onEvent: (event) => seen.push(event),
  });
  expect(result).toMatchObject({ status: "done", results: { Server: { open: "welcome" } } });
  return { events: seen, given };
}

describe("a secret variable", () => {
  it("reaches the actions of its lifeline, and no event", async () => {
    const { events: seen, given } = await events();
    expect(given).toEqual([password]);
    expect(JSON.stringify(seen)).not.toContain(password);
    const digests = JSON.stringify(seen).match(/"\$secret":"[0-9a-f]{64}"/g) ?? [];
    expect(digests).toHaveLength(2);
    expect(new Set(digests).size).toBe(2);
  });

  it("has another digest in each run: equal secrets are not seen to be equal", async () => {
    const digest = ({ events: seen }: Awaited<ReturnType<typeof events>>) => JSON.stringify(seen[0]?.event);
    expect(digest(await events())).not.toBe(digest(await events()));
  });

  it("is refused in guards, messages and results", () => {
    const leaking = choreography(
      "leak",
      { lifelines, inputs: [Client.token], results: [Client.token] },
      (c) => {
        c.send(Client, Server, { open: Client.token });
        c.branch(Client, ({ here, eq }) => eq(here.token, "x"), { then: () => c.send(Client, Server) });
        c.coregion(Server, [[Client, { open: Client.token }]]);
      },
    );
    const found = checkChoreography(leaking.ir).filter(({ code }) => code === "choreography/secret");
    expect(found.map(({ message }) => message)).toEqual([
      expect.stringContaining("a result is Client.token"),
      expect.stringContaining("a message carries Client.token"),
      expect.stringContaining("a message carries Client.token"),
      expect.stringContaining("the guard reads Client.token"),
    ]);
  });

  it("keeps its schema's checks and types, and is marked in the program", () => {
    expect(definition.ir.lifelines[0]?.variables["token"]).toEqual({
      schema: { type: "string", minLength: 3 },
      secret: true,
    });
    const plain = z.string();
    expect(secret(plain)).not.toBe(plain);
    const other = lifeline("Other", { variables: { plain } });
    expect(
      choreography("o", { lifelines: [other] }, () => {}).ir.lifelines[0]?.variables["plain"]?.secret,
    ).toBe(false);
    expect(projectAll(definition.ir).map(({ secrets }) => secrets)).toEqual([["token", "copy"], []]);
  });

  it("is never shown without a salt", () => {
    expect(() => redact({ token: "a" }, ["token"], new Uint8Array(), 0)).toThrow(/random bytes/);
    const random = new Uint8Array(32).fill(7);
    const [one, other] = [
      redact({ a: "x", b: "x", c: 1 }, ["a", "b"], random, 0),
      redact({ a: "x" }, ["a"], random, 1),
    ];
    expect(one["c"]).toBe(1);
    expect(new Set([one["a"], one["b"], other["a"]].map((value) => JSON.stringify(value))).size).toBe(3);
    expect(redact({ a: "x" }, ["a"], random, 0)["a"]).toEqual(one["a"]);
  });
});
