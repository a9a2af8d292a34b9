/** Pure. Numbers and texts as few bytes. Moments are whole seconds, counted from 2020. */

/** A byte tells how long a text is. */
const MAX_TEXT = 255;
const EPOCH_MS = Date.UTC(2020, 0, 1);

/** Writes into one buffer again and again: what it wrote is good until the next `restart`. */
export class ByteWriter {
  readonly bytes: Buffer;
  length = 0;

  constructor(capacity: number) {
    this.bytes = Buffer.allocUnsafe(capacity);
  }

  restart(start: Uint8Array): void {
    this.bytes.set(start);
    this.length = start.length;
  }

  /** Bytes written as characters. */
  characters(text: string, encoding: 'base64url' | 'binary'): void {
    this.length += this.bytes.write(text, this.length, encoding);
  }

  /** 0 to 255. */
  byte(value: number): void {
    this.bytes[this.length] = value;
    this.length += 1;
  }

  pair(value: number): void {
    this.length = this.bytes.writeUInt16BE(value, this.length);
  }

  /** Zero or more, seven bits a byte. */
  count(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError('Not a count.');
    let rest = value;
    while (rest > 0x7f) {
      this.byte((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  /** Of any sign. */
  amount(value: number): void {
    this.count(Math.abs(value));
    // A byte of its own: doubling would leave the safe integers.
    this.byte(value < 0 ? 1 : 0);
  }

  moment(ms: number): void {
    const seconds = Math.floor((ms - EPOCH_MS) / 1000);
    this.count(seconds < 0 ? -seconds * 2 - 1 : seconds * 2);
  }

  text(text: string): void {
    const size = this.bytes.write(text, this.length + 1);
    if (size > MAX_TEXT || size < text.length) throw new RangeError('The text is too long.');
    this.byte(size);
    this.length += size;
  }
}

/** Reads what `ByteWriter` wrote. Running past the end throws RangeError. */
export class ByteReader {
  readonly #bytes: Buffer;
  #position = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  raw(size: number): Buffer {
    if (this.#position + size > this.#bytes.length) throw new RangeError('The bytes end too soon.');
    this.#position += size;
    return this.#bytes.subarray(this.#position - size, this.#position);
  }

  byte(): number {
    return this.raw(1).readUInt8();
  }

  pair(): number {
    return this.raw(2).readUInt16BE();
  }

  count(): number {
    let value = 0;
    for (let unit = 1; ; unit *= 0x80) {
      const byte = this.byte();
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) return value;
    }
  }

  amount(): number {
    const size = this.count();
    return this.byte() === 1 ? -size : size;
  }

  moment(): number {
    const value = this.count();
    return EPOCH_MS + (value % 2 === 1 ? -(value + 1) / 2 : value / 2) * 1000;
  }

  text(): string {
    return this.raw(this.byte()).toString();
  }
}
