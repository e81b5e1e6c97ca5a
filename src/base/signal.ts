/** What every host's abort signal has. */
interface BareSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/**
 * An abort signal: the host's own type, so that it can be given to `fetch` and the like; where a program is compiled
 * without the types of any host, what all of them have.
 */
export type Signal = typeof globalThis extends { readonly AbortSignal: { readonly prototype: infer Host } }
  ? Host
  : BareSignal;
