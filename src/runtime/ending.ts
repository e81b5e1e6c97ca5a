/**
 * That a run has ended, told to those who still work for it. An abort signal would need a listener each, of which hosts
 * warn when there are many.
 */
export class Ending {
  readonly #stops = new Set<() => void>();
  #ended = false;

  /** Whether the run has ended. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Calls `stop` when the run ends, at once when it has; the returned function takes that back. */
  onEnd(stop: () => void): () => void {
    if (this.#ended) stop();
    else this.#stops.add(stop);
    return () => void this.#stops.delete(stop);
  }

  /** Ends the run; a second time does nothing. */
  end(): void {
    this.#ended = true;
    const stops = [...this.#stops];
    this.#stops.clear();
    for (const stop of stops) stop();
  }
}
