/**
 * An incremental parser for HTTP/1.1 responses to POST requests. It throws if the end of a response is ambiguous,
 * because leftover bytes would be read as the next response. It keeps no reference to the bytes passed to it.
 */

const MAX_HEAD_BYTES = 16 * 1024;
const END_OF_HEAD = '\r\n\r\n';
/** The last header line has no CRLF, because its CRLF is the first half of END_OF_HEAD. */
const STATUS_LINE = /HTTP\/1\.([01]) ([1-5]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?(?:\r\n|$)/y;
const FIELD = /([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)(?:\r\n|$)/y;

export interface ParsedResponse {
  status: number;
  /** Alternating lower-case names and values. */
  headers: readonly string[];
  body: Buffer;
  /** How long the connection may stay idle before its next request. 0 if it must not be reused. */
  reusableMs: number;
}

interface ParsedHead {
  text: string;
  status: number;
  headers: readonly string[];
  reusableMs: number;
  /** The declared length of the body. */
  length: number | undefined;
  isChunked: boolean;
}

export class ResponseParser {
  #head: Buffer | undefined;
  #response: ParsedResponse | undefined;
  #chunked: ChunkedBody | undefined;
  #filled = 0;
  #lastHead: ParsedHead | undefined;

  /**
   * Returns the response when its last byte has arrived. Throws if the bytes are invalid. After an error, the parser
   * must not be used again.
   */
  push(bytes: Buffer): ParsedResponse | undefined {
    let at = 0;
    while (this.#response === undefined) {
      const headBytes = this.#readHead(at === 0 ? bytes : bytes.subarray(at));
      if (headBytes === undefined) return undefined;
      at += headBytes;
    }
    return this.#readBody(this.#response, bytes, at);
  }

  /** Returns how many of the bytes belong to the head, or undefined if the head is not complete. */
  #readHead(bytes: Buffer): number | undefined {
    const before = this.#head?.length ?? 0;
    const all = this.#head === undefined ? bytes : Buffer.concat([this.#head, bytes]);
    const end = all.indexOf(END_OF_HEAD, Math.max(0, before - 3), 'latin1');
    if (end > MAX_HEAD_BYTES || (end === -1 && all.length > MAX_HEAD_BYTES))
      throw bad('the head is too large');
    if (end === -1) {
      this.#head = before === 0 ? Buffer.from(all) : all;
      return undefined;
    }
    this.#head = undefined;
    this.#begin(all.toString('latin1', 0, end));
    return end + END_OF_HEAD.length - before;
  }

  #begin(text: string): void {
    // Within a second, the heads of equally long responses are often the same. Comparing them is cheaper than parsing.
    if (this.#lastHead?.text !== text) this.#lastHead = parseHead(text);
    const { status, headers, reusableMs, length, isChunked } = this.#lastHead;
    // This is an interim response, and the final response follows.
    if (status < 200) return;
    const response: ParsedResponse = { status, headers, body: NOTHING, reusableMs };
    this.#response = response;
    if (status === 204 || status === 304) return;
    if (isChunked) this.#chunked = new ChunkedBody();
    else if (length === undefined) throw bad('it has neither Content-Length nor chunked encoding');
    else if (length > 0) response.body = Buffer.allocUnsafe(length);
  }

  #readBody(response: ParsedResponse, bytes: Buffer, start: number): ParsedResponse | undefined {
    let at = start;
    if (this.#chunked !== undefined) {
      at += this.#chunked.push(at === 0 ? bytes : bytes.subarray(at));
      if (!this.#chunked.isComplete) return undefined;
      response.body = this.#chunked.bytes();
    } else {
      const copied = bytes.copy(response.body, this.#filled, at);
      this.#filled += copied;
      at += copied;
      if (this.#filled < response.body.length) return undefined;
    }
    if (at < bytes.length) throw bad('it is followed by further bytes');
    this.#response = undefined;
    this.#chunked = undefined;
    this.#filled = 0;
    return response;
  }
}

const NOTHING = Buffer.alloc(0);

function parseHead(text: string): ParsedHead {
  STATUS_LINE.lastIndex = 0;
  const line = STATUS_LINE.exec(text);
  if (line === null) throw bad('the status line is malformed');
  const status = Number(line[2]);
  if (status === 101) throw bad('it switches protocols');
  const headers: string[] = [];
  const reusableMs = line[1] === '1' ? Number.POSITIVE_INFINITY : 0;
  const head: ParsedHead = { text, status, headers, reusableMs, length: undefined, isChunked: false };
  let at = STATUS_LINE.lastIndex;
  while (at < text.length) {
    FIELD.lastIndex = at;
    const field = FIELD.exec(text);
    if (field === null) throw bad('a header is malformed');
    at = FIELD.lastIndex;
    const name = (field[1] as string).toLowerCase();
    const value = (field[2] as string).trimEnd();
    headers.push(name, value);
    readFramingField(name, value, head);
  }
  if (head.isChunked && head.length !== undefined)
    throw bad('it has both Content-Length and chunked encoding');
  return head;
}

function readFramingField(name: string, value: string, head: ParsedHead): void {
  switch (name) {
    case 'content-length': {
      if (!/^\d{1,15}$/.test(value)) throw bad('its Content-Length is malformed');
      const length = Number(value);
      if (length > MAX_BODY_BYTES) throw bad('it is too large');
      if (head.length !== undefined && head.length !== length)
        throw bad('it has conflicting Content-Length headers');
      head.length = length;
      break;
    }
    case 'transfer-encoding':
      if (head.isChunked || value.toLowerCase() !== 'chunked')
        throw bad('its transfer encoding is not supported');
      head.isChunked = true;
      break;
    case 'connection':
      if (value !== 'keep-alive' && /(?:^|,)[ \t]*close[ \t]*(?:,|$)/i.test(value)) head.reusableMs = 0;
      break;
    case 'keep-alive':
      head.reusableMs = Math.min(head.reusableMs, restOf(value));
      break;
  }
}

/** One second less than the server's keep-alive timeout, so that our side closes the connection first. */
function restOf(keepAlive: string): number {
  const seconds = /(?:^|[,; \t])timeout=(\d{1,9})/i.exec(keepAlive)?.[1];
  return seconds === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Number(seconds) - 1) * 1000;
}

function bad(why: string): Error {
  return new Error(`the backend's response is invalid: ${why}`);
}

const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** Maximum length of a chunk-size line, and of all trailers together. */
const MAX_LINE_BYTES = 1024;

const SIZE_LINE = /^([0-9a-f]{1,8})[ \t]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/i;

/**
 * An incremental decoder for chunked bodies. Our own backends do not send them, but a proxy in front of a backend may.
 */
class ChunkedBody {
  isComplete = false;
  readonly #parts: Buffer[] = [];
  #size = 0;
  #state: 'size' | 'data' | 'end of data' | 'trailers' = 'size';
  /** Number of bytes of the current chunk that have not arrived yet. */
  #left = 0;
  #line = '';
  #trailerBytes = 0;

  /** Returns how many of the bytes belong to the body. Throws if the bytes are not valid chunks. */
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
    if (this.#line.length > MAX_LINE_BYTES) throw bad('a chunk size line is too long');
    if (newline === -1) return end;
    if (!this.#line.endsWith('\r\n')) throw bad('a chunk line does not end with CRLF');
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
        if (this.#size + this.#left > MAX_BODY_BYTES) throw bad('the body is too large');
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
