// SPDX-License-Identifier: MIT
/** A binary heap: what goes first by an order is on top. */
export class Heap<T> {
  readonly #items: T[] = [];
  readonly #order: (a: T, b: T) => number;

  constructor(order: (a: T, b: T) => number) {
    this.#order = order;
  }

  get top(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.#order(items[at], items[above]) >= 0) return;
      [items[at], items[above]] = [items[above], items[at]];
      at = above;
    }
  }

  pop(): T | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (!items.length || last === undefined) return first;
    items[0] = last;
    for (let at = 0; ; ) {
      let least = at;
      for (const below of [2 * at + 1, 2 * at + 2]) if (below < items.length && this.#order(items[below], items[least]) < 0) least = below;
      if (least === at) return first;
      [items[at], items[least]] = [items[least], items[at]];
      at = least;
    }
  }
}
