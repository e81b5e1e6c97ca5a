import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** What the server was asked: the request's body and its key. */
export interface Asked {
  readonly path: string;
  readonly key: string | undefined;
  readonly body: { readonly [name: string]: unknown };
}

/** How it answers once: with a text, or with a status, headers and a body; `"hang"`: never. */
export type Reply =
  | string
  | "hang"
  | {
      readonly status: number;
      readonly headers?: { readonly [name: string]: string };
      readonly body: unknown;
    };

/** A small server of the OpenAI chat interface on the loopback address: it gives its replies in order. */
export class OpenAiServer {
  readonly asked: Asked[] = [];
  readonly #replies: Reply[];
  readonly #server: Server;

  constructor(replies: readonly Reply[]) {
    this.#replies = [...replies];
    this.#server = createServer(async (request, response) => {
      const body = JSON.parse(await textOf(request)) as Asked["body"];
      const key = request.headers.authorization?.replace(/^Bearer /, "");
      this.asked.push({ path: request.url ?? "", key, body });
      const reply = this.#replies.shift() ?? { status: 500, body: "no reply left" };
      if (reply === "hang") return;
      const made = typeof reply === "string" ? { status: 200, body: completion(reply) } : reply;
      const headers = "headers" in made ? made.headers : {};
      response.writeHead(made.status, { "content-type": "application/json", ...headers });
      response.end(typeof made.body === "string" ? made.body : JSON.stringify(made.body));
    });
  }

  /** Starts it, and gives its base address. */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function completion(content: string): object {
  return {
    id: "1",
    object: "chat.completion",
    created: 1,
    model: "test",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
