import { define, type Json, type Lifeline, LightconeError, saltedDigest, type Vars } from "../base/index.ts";
import type { Workflow } from "./workflow.ts";

/**
 * Values as they may be seen outside their lifeline: those of secret variables are replaced by `{"$secret": digest}`.
 *
 * @param random The random bytes of the input; without any, digests of short secrets could be guessed.
 * @param event The event's number among those of the input.
 */
export function redact(values: Vars, secrets: readonly string[], random: Uint8Array, event: number): Vars {
  if (secrets.length === 0) return values;
  const shown: { [name: string]: Json } = {};
  for (const name of Object.keys(values)) {
    const value = values[name] ?? null;
    define(shown, name, secrets.includes(name) ? secretOf(name, value, random, event) : value);
  }
  return shown;
}

/**
 * The stores before the first event, as recordings and charts may show them.
 *
 * @param random 32 random bytes of this use alone.
 */
export function shownStores(
  { reactors }: Workflow,
  stores: { readonly [lifeline: Lifeline]: Vars },
  random: Uint8Array,
): { readonly [lifeline: Lifeline]: Vars } {
  const shown = Object.entries(stores).map(([on, values], i) => {
    const secrets = reactors.get(on)?.program.secrets ?? [];
    return [on, redact(values, secrets, random, i)] as const;
  });
  return Object.fromEntries(shown);
}

/** A variable's name is in the digest: of two secrets in one event that are equal, nobody sees that they are. */
function secretOf(name: string, value: Json, random: Uint8Array, event: number): Json {
  if (random.length < 32) {
    const what = `the engine gave no random bytes for the secret variable ${name}`;
    throw new LightconeError({ code: "internal/unreachable", what });
  }
  return { $secret: saltedDigest([name, value], random, event) };
}
