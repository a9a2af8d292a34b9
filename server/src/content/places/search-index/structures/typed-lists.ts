/**
 * Building blocks for arrays of numbers: a growable typed array, and lists in compressed sparse row form. In that form,
 * all lists are stored one after another, and a second array contains the start of each list.
 */

/** Only these three types are supported. Code that handles more array types becomes slower with each of them. */
type Growable = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

/** A typed array that grows by half when it is full. */
export class GrowingArray<T extends Growable> {
  length = 0;
  #array: T;
  /** The same memory, used for writing text. */
  #buffer: Buffer;
  readonly #make: new (
    length: number,
  ) => T;

  constructor(make: new (length: number) => T) {
    this.#make = make;
    this.#array = new make(1024);
    this.#buffer = Buffer.from(this.#array.buffer);
  }

  push(value: number): void {
    if (this.length === this.#array.length) this.#grow(this.length + 1);
    this.#array[this.length++] = value;
  }

  pushText(text: string): void {
    const maxLength = this.length + text.length * 3;
    if (maxLength > this.#array.length) this.#grow(maxLength);
    this.length += this.#buffer.write(text, this.length, 'utf8');
  }

  /** A view that is valid until the next push. */
  view(): T {
    return this.#array.subarray(0, this.length) as T;
  }

  /** Returns the contents and empties the array. The memory is freed when the caller drops the contents. */
  take(): T {
    const taken = this.view();
    this.#array = new this.#make(0);
    this.#buffer = Buffer.from(this.#array.buffer);
    this.length = 0;
    return taken;
  }

  #grow(minLength: number): void {
    const larger = new this.#make(Math.max(minLength, Math.ceil(this.#array.length * 1.5)));
    larger.set(this.#array);
    this.#array = larger;
    this.#buffer = Buffer.from(larger.buffer);
  }
}

/** Prefix sum: turns the length of list i, stored at i + 1, into the start of list i + 1. */
export function countsToStarts(counts: Uint32Array): void {
  for (let i = 1; i < counts.length; i++) counts[i] = (counts[i] as number) + (counts[i - 1] as number);
}

export function startsOf(ends: Uint32Array): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(ends.length);
  if (ends.length > 0) starts.set(ends.subarray(0, -1), 1);
  return starts;
}

export interface GroupedLists {
  starts: Uint32Array<ArrayBuffer>;
  members: Uint32Array<ArrayBuffer>;
}

/** Groups the numbers from 0 to `count` - 1. Each group is in ascending order. */
export function grouped(count: number, groups: number, groupOf: (member: number) => number): GroupedLists {
  return groupedPairs(groups, visit => {
    for (let i = 0; i < count; i++) visit(groupOf(i), i);
  });
}

/**
 * Calls `forEachPair` twice, to count the pairs and then to store them. It must visit them in the same order both times.
 */
export function groupedPairs(
  groups: number,
  forEachPair: (visit: (group: number, member: number) => void) => void,
): GroupedLists {
  const starts = new Uint32Array(groups + 1);
  forEachPair(group => {
    starts[group + 1] = (starts[group + 1] as number) + 1;
  });
  countsToStarts(starts);
  const next = starts.slice();
  const members = new Uint32Array(starts[groups] as number);
  forEachPair((group, member) => {
    const at = next[group] as number;
    members[at] = member;
    next[group] = at + 1;
  });
  return { starts, members };
}
