import { LightconeError, thrownMessage } from "../base/index.ts";
import type { Implementation } from "../choreography/index.ts";
import type { LoadedModule } from "../host/index.ts";
import { showError } from "./report.ts";
import type { Terminal } from "./terminal.ts";

/** What a module's providers make for one run, and clean up after it. */
export class ModuleWorkspace {
  readonly #say: (text: string) => void;
  readonly #ends: (() => void | Promise<void>)[] = [];
  #closed = false;

  readonly #model: string | undefined;
  #asked = false;

  /**
   * @param say Takes what providers tell the person.
   * @param model What `--model` names.
   */
  constructor(say: (text: string) => void, model?: string) {
    this.#say = say;
    this.#model = model;
  }

  /**
   * All implementations of a module, those of its providers last.
   *
   * @throws LightconeError `module/provider-failed` when a provider throws or gives no list; `cli/usage` when a model is
   * named and no provider asks for it.
   */
  async open(module: LoadedModule): Promise<readonly Implementation[]> {
    const implementations = [...module.implementations];
    for (const { provide } of module.providers) {
      try {
        const asked = (): string | undefined => this.#modelAsked();
        const provided: unknown = await provide({
          onEnd: (clean) => this.#onEnd(clean),
          say: (text) => this.#say(`\n${text}`),
          get model() {
            return asked();
          },
        });
        if (!Array.isArray(provided) || !provided.every(isImplementation))
          throw failed("A provider of the module failed", "it gave no list of implementations");
        implementations.push(...provided);
      } catch (cause) {
        throw failed("A provider of the module failed", cause);
      }
    }
    if (this.#model !== undefined && !this.#asked) {
      throw new LightconeError({
        code: "cli/usage",
        what: `${module.name} asks no model, so that --model ${this.#model} would change nothing`,
        remedy: "Leave it out, or let a provider of the module use its `model`.",
      });
    }
    return implementations;
  }

  #modelAsked(): string | undefined {
    this.#asked = true;
    return this.#model;
  }

  /** Cleans up, last thing first. What fails here is told, and changes nothing else. */
  async close(terminal: Terminal): Promise<void> {
    this.#closed = true;
    for (const end of this.#ends) {
      try {
        await end();
      } catch (cause) {
        showError(failed("Cleaning up after the run failed", cause), terminal);
      }
    }
  }

  /** A provider may be at work still when an interruption has ended everything: then it cleans up at once. */
  #onEnd(clean: () => void | Promise<void>): void {
    if (this.#closed) void Promise.resolve().then(clean).catch(ignore);
    else this.#ends.unshift(clean);
  }
}

function ignore(): void {}

function isImplementation(value: unknown): value is Implementation {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "implementation";
}

function failed(what: string, cause: unknown): LightconeError {
  if (cause instanceof LightconeError) return cause;
  return new LightconeError({
    code: "module/provider-failed",
    what: `${what}: ${thrownMessage(cause)}`,
    cause,
  });
}
