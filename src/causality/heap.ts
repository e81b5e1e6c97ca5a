/** A binary heap of numbers: `push` and `pop` of the smallest, both in logarithmic time. */
export class MinHeap {
  readonly #items: number[] = [];

  /** Adds a number. */
  push(item: number): void {
    let at = this.#items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#get(parent) <= item) break;
      this.#items[at] = this.#get(parent);
      at = parent;
    }
    this.#items[at] = item;
  }

  /** Takes the smallest number out; undefined when there is none. */
  pop(): number | undefined {
    const top = this.#items[0];
    const last = this.#items.pop();
    if (last !== undefined && this.#items.length > 0) this.#sink(last);
    return top;
  }

  #sink(item: number): void {
    const size = this.#items.length;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && this.#get(child + 1) < this.#get(child)) child += 1;
      if (this.#get(child) >= item) break;
      this.#items[at] = this.#get(child);
      at = child;
    }
    this.#items[at] = item;
  }

  #get(at: number): number {
    return this.#items[at] ?? Number.POSITIVE_INFINITY;
  }
}
