import { LightconeError } from "./error.ts";

/** Ends every `switch` over a `kind`: forgetting one does not compile. */
export function assertNever(value: never): never {
  throw new LightconeError({
    code: "internal/unreachable",
    what: `an unknown kind was met: ${JSON.stringify(value)}`,
  });
}

/** A table with one entry a kind of a tagged union. */
export type Cases<T extends { readonly kind: string }, R> = {
  readonly [K in T["kind"]]: (value: Extract<T, { readonly kind: K }>) => R;
};
