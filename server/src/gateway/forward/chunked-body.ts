/** An incremental decoder for chunked bodies. Our own backends do not send them, but a proxy in front of one may. */

/** Maximum size of a response body. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** Maximum length of a chunk-size line, and of all trailers together. */
const MAX_LINE_BYTES = 1024;

const SIZE_LINE = /^([0-9a-f]{1,8})[ \t]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/i;

export class ChunkedBody {
  isComplete = false;
  readonly #parts: Buffer[] = [];
  #size = 0;
  #state: 'size' | 'data' | 'end of data' | 'trailers' = 'size';
  /** Bytes of the current chunk that have not arrived yet. */
  #left = 0;
  #line = '';
  #trailerBytes = 0;

  /** Returns how many of the bytes belong to the body. Throws if they are not valid chunks. */
  push(bytes: Buffer): number {
    let at = 0;
    while (at < bytes.length && !this.isComplete) {
      at = this.#state === 'data' ? this.#takeData(bytes, at) : this.#takeLine(bytes, at);
    }
    return at;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts, this.#size);
  }

  #takeData(bytes: Buffer, at: number): number {
    const end = Math.min(bytes.length, at + this.#left);
    this.#parts.push(Buffer.from(bytes.subarray(at, end)));
    this.#size += end - at;
    this.#left -= end - at;
    if (this.#left === 0) this.#state = 'end of data';
    return end;
  }

  #takeLine(bytes: Buffer, at: number): number {
    const newline = bytes.indexOf(0x0a, at);
    const end = newline === -1 ? bytes.length : newline + 1;
    this.#line += bytes.toString('latin1', at, end);
    if (this.#line.length > MAX_LINE_BYTES) throw bad('a line is too long');
    if (newline === -1) return end;
    if (!this.#line.endsWith('\r\n')) throw bad('a line does not end with CRLF');
    const line = this.#line.slice(0, -2);
    this.#line = '';
    this.#readLine(line);
    return end;
  }

  #readLine(line: string): void {
    switch (this.#state) {
      case 'size': {
        const size = SIZE_LINE.exec(line)?.[1];
        if (size === undefined) throw bad('a chunk size is malformed');
        this.#left = Number.parseInt(size, 16);
        if (this.#size + this.#left > MAX_ANSWER_BYTES) throw bad('the body is too large');
        this.#state = this.#left === 0 ? 'trailers' : 'data';
        break;
      }
      case 'end of data':
        if (line !== '') throw bad('a chunk is longer than its size');
        this.#state = 'size';
        break;
      default:
        // Trailers are ignored.
        this.#trailerBytes += line.length;
        if (this.#trailerBytes > MAX_LINE_BYTES) throw bad('the trailers are too long');
        this.isComplete = line === '';
    }
  }
}

function bad(why: string): Error {
  return new Error(`the chunked response of the backend is invalid: ${why}`);
}
