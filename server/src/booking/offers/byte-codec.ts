/** Compact binary encoding of numbers and strings. Timestamps are whole seconds since 2020. */

/** The length of a string is written in one byte. */
const MAX_TEXT = 255;
const EPOCH_MS = Date.UTC(2020, 0, 1);

/** Writes into one reusable buffer. Its content is valid until the next `restart`. */
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

  characters(text: string, encoding: 'base64url' | 'binary'): void {
    this.length += this.bytes.write(text, this.length, encoding);
  }

  /** A value from 0 to 255. */
  byte(value: number): void {
    this.bytes[this.length] = value;
    this.length += 1;
  }

  pair(value: number): void {
    this.length = this.bytes.writeUInt16BE(value, this.length);
  }

  /** A non-negative integer as a varint: seven bits per byte. */
  count(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0)
      throw new RangeError('The value is not a non-negative safe integer.');
    let rest = value;
    while (rest > 0x7f) {
      this.byte((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  /** An integer of either sign. */
  amount(value: number): void {
    this.count(Math.abs(value));
    // The sign has its own byte, because zigzag encoding would exceed the safe integer range.
    this.byte(value < 0 ? 1 : 0);
  }

  timestamp(ms: number): void {
    const seconds = Math.floor((ms - EPOCH_MS) / 1000);
    this.count(seconds < 0 ? -seconds * 2 - 1 : seconds * 2);
  }

  text(text: string): void {
    const size = this.bytes.write(text, this.length + 1);
    if (size > MAX_TEXT || size < text.length) throw new RangeError('The string is too long.');
    this.byte(size);
    this.length += size;
  }

  /** Fills up to a multiple of `unit` bytes with zeros. */
  pad(unit: number): void {
    while (this.length % unit !== 0) this.byte(0);
  }
}

/** Reads what `ByteWriter` wrote. Throws RangeError when it reads past the end. */
export class ByteReader {
  readonly #bytes: Buffer;
  #position = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  raw(size: number): Buffer {
    if (this.#position + size > this.#bytes.length) throw new RangeError('Unexpected end of data.');
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

  timestamp(): number {
    const value = this.count();
    return EPOCH_MS + (value % 2 === 1 ? -(value + 1) / 2 : value / 2) * 1000;
  }

  text(): string {
    return this.raw(this.byte()).toString();
  }
}
