/**
 * Takes positions out of ranges of any width, greatest value first, without looking at the rest: a heap over nodes of a
 * maximum tree. Among equal values the order is fixed, but no particular one.
 */
export class BestFirst {
  readonly #tree: Uint16Array;
  readonly #leaves: number;
  /** Nodes with their values above them, `value * 2^32 + node`: exact in a double. */
  #heap = new Float64Array(256);
  #size = 0;
  /** Lesser values are left out. */
  #least = 1;

  constructor(tree: Uint16Array) {
    this.#tree = tree;
    this.#leaves = tree.length / 2;
  }

  clear(least = 1): void {
    this.#size = 0;
    this.#least = Math.max(1, least);
  }

  /** Of the position that comes next; 0 where there is none. */
  get nextValue(): number {
    return this.#size === 0 ? 0 : Math.floor((this.#heap[0] as number) / 2 ** 32);
  }

  addRange(low: number, high: number): void {
    let left = low + this.#leaves;
    let right = high + this.#leaves;
    for (; left < right; left >>= 1, right >>= 1) {
      if (left & 1) this.#push(left++);
      if (right & 1) this.#push(--right);
    }
  }

  /** The next position, or -1: nothing of any value is left. */
  next(): number {
    let node = this.#pop();
    if (node === 0) return -1;
    // The greater child has the value of its parent, so it goes on without a turn in the heap.
    while (node < this.#leaves) {
      const left = 2 * node;
      const isLeft = (this.#tree[left] as number) >= (this.#tree[left + 1] as number);
      this.#push(isLeft ? left + 1 : left);
      node = isLeft ? left : left + 1;
    }
    return node - this.#leaves;
  }

  #push(node: number): void {
    const value = this.#tree[node] as number;
    if (value < this.#least) return;
    if (this.#size === this.#heap.length) this.#grow();
    const heap = this.#heap;
    const entry = value * 2 ** 32 + node;
    let at = this.#size++;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if ((heap[above] as number) >= entry) break;
      heap[at] = heap[above] as number;
      at = above;
    }
    heap[at] = entry;
  }

  /** 0, which is no node, when there is none left. */
  #pop(): number {
    if (this.#size === 0) return 0;
    const heap = this.#heap;
    const top = heap[0] as number;
    const size = --this.#size;
    const entry = heap[size] as number;
    let at = 0;
    for (let below = 1; below < size; below = 2 * at + 1) {
      if (below + 1 < size && (heap[below + 1] as number) > (heap[below] as number)) below++;
      if ((heap[below] as number) <= entry) break;
      heap[at] = heap[below] as number;
      at = below;
    }
    heap[at] = entry;
    return top % 2 ** 32;
  }

  #grow(): void {
    const larger = new Float64Array(this.#heap.length * 2);
    larger.set(this.#heap);
    this.#heap = larger;
  }
}
