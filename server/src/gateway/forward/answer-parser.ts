/**
 * An incremental parser for HTTP/1.1 responses to POST requests. It is strict: if the end of a response is ambiguous
 * it throws, because leftover bytes would be read as the next response. It keeps no reference to the bytes it is
 * given.
 */
import { ChunkedBody, MAX_ANSWER_BYTES } from './chunked-body.ts';

const MAX_HEAD_BYTES = 16 * 1024;
const END_OF_HEAD = '\r\n\r\n';
/** The last line ends without CRLF, because its CRLF is the first half of END_OF_HEAD. */
const STATUS_LINE = /HTTP\/1\.([01]) ([1-5]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?(?:\r\n|$)/y;
const FIELD = /([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)(?:\r\n|$)/y;

export interface ParsedAnswer {
  status: number;
  /** Alternating lower-case names and values. */
  headers: string[];
  body: Buffer;
  /** How long the connection may stay idle before its next request; 0 if it must not be reused. */
  reusableMs: number;
}

interface Framing {
  length: number | undefined;
  isChunked: boolean;
}

export class AnswerParser {
  /** The bytes of an incomplete head. */
  #head: Buffer | undefined;
  #answer: ParsedAnswer | undefined;
  #chunked: ChunkedBody | undefined;
  #filled = 0;

  /**
   * Returns the response when its last byte has arrived. Throws if the bytes are invalid; the parser must not be used
   * after that.
   */
  push(bytes: Buffer): ParsedAnswer | undefined {
    let at = 0;
    while (this.#answer === undefined) {
      const headless = this.#readHead(at === 0 ? bytes : bytes.subarray(at));
      if (headless === undefined) return undefined;
      at += headless;
    }
    return this.#readBody(this.#answer, bytes, at);
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

  #begin(head: string): void {
    STATUS_LINE.lastIndex = 0;
    const line = STATUS_LINE.exec(head);
    if (line === null) throw bad('the status line is malformed');
    const status = Number(line[2]);
    if (status === 101) throw bad('it switches protocols');
    const answer: ParsedAnswer = {
      status,
      headers: [],
      body: NOTHING,
      reusableMs: line[1] === '1' ? Number.POSITIVE_INFINITY : 0,
    };
    const { length, isChunked } = readFields(head, STATUS_LINE.lastIndex, answer);
    // This is an interim response. The final one follows.
    if (status < 200) return;
    this.#answer = answer;
    if (status === 204 || status === 304) return;
    if (isChunked) this.#chunked = new ChunkedBody();
    else if (length === undefined) throw bad('it has no length');
    else if (length > 0) answer.body = Buffer.allocUnsafe(length);
  }

  #readBody(answer: ParsedAnswer, bytes: Buffer, start: number): ParsedAnswer | undefined {
    let at = start;
    if (this.#chunked !== undefined) {
      at += this.#chunked.push(at === 0 ? bytes : bytes.subarray(at));
      if (!this.#chunked.isComplete) return undefined;
      answer.body = this.#chunked.bytes();
    } else {
      const copied = bytes.copy(answer.body, this.#filled, at);
      this.#filled += copied;
      at += copied;
      if (this.#filled < answer.body.length) return undefined;
    }
    if (at < bytes.length) throw bad('it is followed by further bytes');
    this.#answer = undefined;
    this.#chunked = undefined;
    this.#filled = 0;
    return answer;
  }
}

const NOTHING = Buffer.alloc(0);

function readFields(head: string, start: number, answer: ParsedAnswer): Framing {
  const framing: Framing = { length: undefined, isChunked: false };
  let at = start;
  while (at < head.length) {
    FIELD.lastIndex = at;
    const field = FIELD.exec(head);
    if (field === null) throw bad('a header is malformed');
    at = FIELD.lastIndex;
    const name = (field[1] as string).toLowerCase();
    const value = (field[2] as string).trimEnd();
    answer.headers.push(name, value);
    readFramingField(name, value, framing, answer);
  }
  if (framing.isChunked && framing.length !== undefined) throw bad('it is chunked and has a length');
  return framing;
}

function readFramingField(name: string, value: string, framing: Framing, answer: ParsedAnswer): void {
  switch (name) {
    case 'content-length': {
      if (!/^\d{1,15}$/.test(value)) throw bad('the length is malformed');
      const length = Number(value);
      if (length > MAX_ANSWER_BYTES) throw bad('it is too large');
      if (framing.length !== undefined && framing.length !== length)
        throw bad('it has two different lengths');
      framing.length = length;
      break;
    }
    case 'transfer-encoding':
      if (framing.isChunked || value.toLowerCase() !== 'chunked')
        throw bad('the transfer encoding is not supported');
      framing.isChunked = true;
      break;
    case 'connection':
      if (value !== 'keep-alive' && /(?:^|,)[ \t]*close[ \t]*(?:,|$)/i.test(value)) answer.reusableMs = 0;
      break;
    case 'keep-alive':
      answer.reusableMs = Math.min(answer.reusableMs, restOf(value));
      break;
  }
}

/** One second less than the server's keep-alive timeout, so that our side closes first. */
function restOf(keepAlive: string): number {
  const seconds = /(?:^|[,; \t])timeout=(\d{1,9})/i.exec(keepAlive)?.[1];
  return seconds === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Number(seconds) - 1) * 1000;
}

function bad(why: string): Error {
  return new Error(`the response of the backend is invalid: ${why}`);
}
