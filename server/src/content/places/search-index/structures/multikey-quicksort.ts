/**
 * Multikey quicksort (three-way radix quicksort) for strings that lie in one array of bytes. It partitions by one byte at a
 * time, so a common prefix is never compared twice. Cost: O(n log n) byte comparisons plus the bytes that distinguish the
 * strings. The sort is stable: equal strings stay in the order of their numbers.
 *
 * Strings are first sorted by their first four bytes as numbers, because V8 sorts numbers natively. This step reads each
 * string only once.
 */

const SMALL = 12;
const START_BYTES = 4;
/** The maximum number of strings: four bytes and the number of a string then fit into the 53 bits of a safe integer. */
const MAX_NUMBERED = 2 ** 21;

/** Returns the numbers of the strings in sorted order. String i lies in `bytes` from `from[i]` to `to[i]`. */
export function multikeyQuicksort(
  bytes: Uint8Array,
  from: Uint32Array,
  to: Uint32Array,
): Uint32Array<ArrayBuffer> {
  const order = new Uint32Array(from.length);
  if (order.length > MAX_NUMBERED) {
    for (let i = 0; i < order.length; i++) order[i] = i;
    sortPart(order, 0, order.length, 0, bytes, from, to);
    return order;
  }
  const sorted = sortedStarts(bytes, from, to);
  for (let i = 0; i < order.length; i++) order[i] = (sorted[i] as number) % MAX_NUMBERED;
  for (let first = 0; first < order.length; ) {
    const start = startAt(sorted, first);
    let end = first + 1;
    while (end < order.length && startAt(sorted, end) === start) end++;
    // A zero byte may be the end of a shorter string.
    const depth = start % 0x100 === 0 ? 0 : START_BYTES;
    if (end - first > 1) sortPart(order, first, end, depth, bytes, from, to);
    first = end;
  }
  return order;
}

/** The first bytes of each string, padded with zeros, followed by the number of the string. */
function sortedStarts(bytes: Uint8Array, from: Uint32Array, to: Uint32Array): Float64Array {
  const starts = new Float64Array(from.length);
  for (let i = 0; i < starts.length; i++) {
    const end = to[i] as number;
    let start = 0;
    for (let at = from[i] as number, left = START_BYTES; left > 0; at++, left--) {
      start = start * 0x100 + (at < end ? (bytes[at] as number) : 0);
    }
    starts[i] = start * MAX_NUMBERED + i;
  }
  return starts.sort();
}

function startAt(sorted: Float64Array, position: number): number {
  return Math.floor((sorted[position] as number) / MAX_NUMBERED);
}

/** Sorts a part of the order whose strings have the same first `depth` bytes. */
function sortPart(
  order: Uint32Array,
  from: number,
  to: number,
  depth: number,
  bytes: Uint8Array,
  starts: Uint32Array,
  ends: Uint32Array,
): void {
  // Pending parts as triples of first, end and length of the common prefix. Recursion could become as deep as the longest
  // name.
  const pending = [from, to, depth];
  while (pending.length > 0) {
    const common = pending.pop() as number;
    const end = pending.pop() as number;
    const first = pending.pop() as number;
    if (end - first <= SMALL) insertionSort(order, first, end, common, bytes, starts, ends);
    else partition(order, first, end, common, bytes, starts, ends, pending);
  }
}

/** Partitions into less, equal and greater by the byte at `depth`. Appends the three parts to `pending`. */
function partition(
  order: Uint32Array,
  first: number,
  end: number,
  depth: number,
  bytes: Uint8Array,
  from: Uint32Array,
  to: Uint32Array,
  pending: number[],
): void {
  const byteOf = (i: number): number => {
    const at = (from[i] as number) + depth;
    return at < (to[i] as number) ? (bytes[at] as number) : -1;
  };
  const at = (position: number) => byteOf(order[position] as number);
  const middle = (first + end) >> 1;
  const [a, b, c] = [at(first), at(middle), at(end - 1)];
  const pivot = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  let less = first;
  let greater = end;
  let i = first;
  while (i < greater) {
    const byte = at(i);
    if (byte < pivot) swap(order, less++, i++);
    else if (byte > pivot) swap(order, i, --greater);
    else i++;
  }
  pending.push(first, less, depth, greater, end, depth);
  if (pivot >= 0) pending.push(less, greater, depth + 1);
  else order.subarray(less, greater).sort();
}

function insertionSort(
  order: Uint32Array,
  first: number,
  end: number,
  depth: number,
  bytes: Uint8Array,
  from: Uint32Array,
  to: Uint32Array,
): void {
  for (let i = first + 1; i < end; i++) {
    const moving = order[i] as number;
    let at = i;
    while (at > first && isLess(moving, order[at - 1] as number, depth, bytes, from, to)) {
      order[at] = order[at - 1] as number;
      at--;
    }
    order[at] = moving;
  }
}

function isLess(
  a: number,
  b: number,
  depth: number,
  bytes: Uint8Array,
  from: Uint32Array,
  to: Uint32Array,
): boolean {
  let i = (from[a] as number) + depth;
  let j = (from[b] as number) + depth;
  const endA = to[a] as number;
  const endB = to[b] as number;
  while (i < endA && j < endB) {
    const difference = (bytes[i++] as number) - (bytes[j++] as number);
    if (difference !== 0) return difference < 0;
  }
  if (i === endA && j === endB) return a < b;
  return i === endA;
}

function swap(order: Uint32Array, i: number, j: number): void {
  const moved = order[i] as number;
  order[i] = order[j] as number;
  order[j] = moved;
}
