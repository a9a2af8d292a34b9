/**
 * A segment tree of maxima, with an iterator over the positions in given ranges, in descending order of value.
 *
 * Layout of the tree: one `Uint16Array` of 2n entries. The second half holds the values of the n positions. Node i is the
 * maximum of the nodes 2i and 2i + 1, and node 1 is the root.
 *
 * Cost: building O(n), adding a range O(log n), taking the next position O(log n). Positions that are never taken cost
 * nothing.
 */

export function buildSegmentTree(values: Uint16Array): Uint16Array {
  const count = values.length;
  const tree = new Uint16Array(2 * count);
  tree.set(values, count);
  for (let i = count - 1; i > 0; i--) tree[i] = Math.max(tree[2 * i] as number, tree[2 * i + 1] as number);
  return tree;
}

/**
 * Best-first traversal of a segment tree, using a binary max-heap of nodes. Among equal values, the order is
 * deterministic but unspecified.
 */
export class BestFirst {
  readonly #tree: Uint16Array;
  readonly #leaves: number;
  /** `value * 2^32 + node`, which a double represents exactly. */
  #heap = new Float64Array(256);
  #size = 0;
  /** Positions with a smaller value are skipped. */
  #minValue = 1;

  constructor(tree: Uint16Array) {
    this.#tree = tree;
    this.#leaves = tree.length / 2;
  }

  clear(minValue = 1): void {
    this.#size = 0;
    this.#minValue = Math.max(1, minValue);
  }

  /** The value of the position that `next` will return, or 0 if no position is left. */
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

  /** Returns the next position, or -1 if none is left. */
  next(): number {
    let node = this.#pop();
    if (node === 0) return -1;
    // One child has the same value as its parent, so the descent continues there without using the heap.
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
    if (value < this.#minValue) return;
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

  /** Returns 0, which is not a node, if the heap is empty. */
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
