/** Numbers and bytes of a count that is not known beforehand. */

/** No more of them: code that handles many kinds of array is slow with every one. */
type Growable = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

export class Growing<T extends Growable> {
  length = 0;
  #array: T;
  /** Of the same memory, for texts. */
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

  /** UTF-8 of a text, at the end. */
  pushText(text: string): void {
    const most = this.length + text.length * 3;
    if (most > this.#array.length) this.#grow(most);
    this.length += this.#buffer.write(text, this.length, 'utf8');
  }

  /** A view, good until the next push. */
  view(): T {
    return this.#array.subarray(0, this.length) as T;
  }

  /** What was gathered; nothing is kept here, so that its memory goes when the caller has done with it. */
  take(): T {
    const taken = this.view();
    this.#array = new this.#make(0);
    this.#buffer = Buffer.from(this.#array.buffer);
    this.length = 0;
    return taken;
  }

  #grow(least: number): void {
    const larger = new this.#make(Math.max(least, Math.ceil(this.#array.length * 1.5)));
    larger.set(this.#array);
    this.#array = larger;
    this.#buffer = Buffer.from(larger.buffer);
  }
}

/** Turns counts per owner, at i + 1, into where the things of each owner start. */
export function countsToStarts(counts: Uint32Array): void {
  for (let i = 1; i < counts.length; i++) counts[i] = (counts[i] as number) + (counts[i - 1] as number);
}
