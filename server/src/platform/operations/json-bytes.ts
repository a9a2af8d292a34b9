/**
 * Writes a large JSON response as UTF-8 bytes. Creating objects or thousands of small strings first would take much longer.
 * Constant parts and memoised strings are copied, and amounts are written digit by digit.
 */
import { Memo } from '../cache/memo.ts';
import { FIRST_BYTES, responseBuffers } from './response-buffers.ts';

const MAX_MEMOISED = 8_192;
/** Longer strings are rarely repeated and would fill the memory. */
const MAX_MEMOISED_LENGTH = 200;
/** No UTF-8 encoding of a UTF-16 code unit is longer. */
const BYTES_PER_UNIT = 3;
const MAX_DIGITS = 20;
const ZERO = 48;
const [MINUS, POINT] = [45, 46];
const BASE64URL = utf8('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');

const texts = new Memo<string, Uint8Array>(MAX_MEMOISED);

/**
 * For constant and memoised parts of a response. The bytes are copied, because a small buffer is a slice of a pool, and
 * the whole pool would stay in memory for as long as one slice is memoised.
 */
export function utf8(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text));
}

const NULL = utf8('null');
const NO_BYTES = Buffer.alloc(0);

/** A response that fills less than this share of its buffer is copied, so that a slow client does not occupy the buffer. */
const MIN_LENT_SHARE = 1 / 2;

/** A complete response. */
export interface WrittenJson {
  body: string | Buffer;
  /** The length of `body` in UTF-8, if it is known. */
  bodyBytes?: number;
  /**
   * If set, the body is a buffer that can be used for another response. Call it once nothing reads the body any more, or
   * not at all.
   */
  release?: () => void;
}

export class JsonBytes {
  readonly #buffers;
  #bytes: Buffer;
  #length = 0;

  constructor(buffers = responseBuffers) {
    this.#buffers = buffers;
    this.#bytes = buffers.take();
  }

  get length(): number {
    return this.#length;
  }

  /** Bytes that are already valid JSON in their place. */
  raw(bytes: Uint8Array): void {
    const start = this.#length;
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, start);
    this.#length = start + bytes.length;
  }

  /** A string that is already valid JSON in its place. */
  json(text: string): void {
    this.#reserve(text.length * BYTES_PER_UNIT);
    this.#length += this.#bytes.write(text, this.#length);
  }

  /** A string from `copy`, or ASCII text that is already valid JSON in its place. Each character is written as one byte. */
  characters(text: string): void {
    this.#reserve(text.length);
    this.#length += this.#bytes.write(text, this.#length, 'latin1');
  }

  /** Overwrites what was written before. */
  overwrite(at: number, bytes: Uint8Array): void {
    this.#bytes.set(bytes, at);
  }

  /**
   * Base64url without padding of the bytes from `start` to `end`. Their number must be a multiple of three. Overwrites what
   * was written before if `position` is not the end.
   */
  base64url(source: Uint8Array, start: number, end: number, position = this.#length): void {
    const size = ((end - start) / 3) * 4;
    this.#reserve(size);
    const bytes = this.#bytes;
    let at = position;
    for (let i = start; i < end; i += 3) {
      const group =
        ((source[i] as number) << 16) | ((source[i + 1] as number) << 8) | (source[i + 2] as number);
      bytes[at++] = BASE64URL[group >> 18] as number;
      bytes[at++] = BASE64URL[(group >> 12) & 63] as number;
      bytes[at++] = BASE64URL[(group >> 6) & 63] as number;
      bytes[at++] = BASE64URL[group & 63] as number;
    }
    this.#length = Math.max(this.#length, at);
  }

  /** A JSON string with its quotes, or null. */
  text(text: string | null): void {
    if (text === null) this.raw(NULL);
    else if (text.length > MAX_MEMOISED_LENGTH) this.json(JSON.stringify(text));
    else this.raw(texts.get(text, textBytes));
  }

  /** A decimal number with `decimals` digits after the point. `minor` must be a safe integer. */
  decimal(minor: number, decimals: number): void {
    this.#reserve(MAX_DIGITS);
    const bytes = this.#bytes;
    if (minor < 0) bytes[this.#length++] = MINUS;
    const start = this.#length;
    let rest = Math.abs(minor);
    const size = Math.max(digitsOf(rest), decimals + 1) + (decimals === 0 ? 0 : 1);
    let at = start + size - 1;
    for (let digits = 0; at >= start; digits++) {
      if (digits === decimals && decimals > 0) bytes[at--] = POINT;
      const left = Math.floor(rest / 10);
      bytes[at--] = ZERO + (rest - 10 * left);
      rest = left;
    }
    this.#length = start + size;
  }

  /**
   * A copy of what was written since `start`, with one character for each byte. Strings are used because thousands of
   * buffers would slow down garbage collection.
   */
  copy(start: number): string {
    return this.#bytes.toString('latin1', start, this.#length);
  }

  /** Returns what was written. Nothing may be written afterwards. */
  finish(): string {
    const text = this.#bytes.toString('utf8', 0, this.#length);
    this.#buffers.giveBack(this.#end());
    return text;
  }

  /** Like `finish`, but a large response is not copied. */
  lend(): WrittenJson {
    const [buffers, length] = [this.#buffers, this.#length];
    buffers.noteResponse(length);
    if (length < this.#bytes.length * MIN_LENT_SHARE) return { body: this.#copied() };
    let lent: Buffer | undefined = this.#end();
    return {
      body: lent.subarray(0, length),
      release() {
        if (lent !== undefined) buffers.giveBack(lent);
        lent = undefined;
      },
    };
  }

  /** Node sends a short string together with the headers. A long one would be encoded again. */
  #copied(): string | Buffer {
    if (this.#length < FIRST_BYTES) return this.finish();
    const body = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.#buffers.giveBack(this.#end());
    return body;
  }

  #end(): Buffer {
    const bytes = this.#bytes;
    this.#bytes = NO_BYTES;
    this.#length = 0;
    return bytes;
  }

  #reserve(size: number): void {
    if (this.#length + size <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#length + size));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }
}

function textBytes(text: string): Uint8Array {
  return utf8(JSON.stringify(text));
}

function digitsOf(value: number): number {
  let digits = 1;
  for (let limit = 10; value >= limit; limit *= 10) digits++;
  return digits;
}
