import { normalise } from '../../../../platform/text/normalise.ts';
import { packCode } from '../index-arrays.ts';
import { decodePoints } from '../structures/utf8.ts';

/** Limits for a query. Text beyond them is ignored. */
export const MAX_WORDS = 10;
const MAX_BYTES = 360;
const MAX_POINTS = 120;

export interface Word {
  /** Byte offset of the word in the query. */
  from: number;
  to: number;
  /** The last word may be unfinished. */
  isLast: boolean;
  /** True unless the word follows the first comma. */
  isBeforeComma: boolean;
  /** One bit for this word and for each other word that equals it. */
  same: number;
}

export interface ParsedQuery {
  /** The normalised query in UTF-8. */
  bytes: Uint8Array;
  points: Int32Array;
  pointCount: number;
  /** The length in letters. An ideograph counts as one and a half letters. */
  letters: number;
  words: Word[];
  hasComma: boolean;
  /** True if the query was typed in ASCII characters only. */
  isPlain: boolean;
  /** True if the query consists of three capital letters, which users type for a code. */
  isCode: boolean;
  /** The first three letters as a packed code, regardless of case. */
  code: number;
}

const IDEOGRAPHS = 0x3400;

const encoder = new TextEncoder();
const PLAIN = /^[ -~]*$/;
const CODE = /^\s*[A-Z]{3}\s*$/;
const COMMA = /[,،、，;]/u;

/** Returns undefined if nothing is left to search for. */
export function parseQuery(query: string): ParsedQuery | undefined {
  const text = clipped(normalise(query));
  if (text === '') return undefined;
  const bytes = utf8(text);
  const points = new Int32Array(bytes.length + 1);
  const pointCount = decodePoints(bytes, 0, bytes.length, points, points.length);
  const headEnd = endOfHead(query, bytes.length);
  return {
    bytes,
    points,
    pointCount,
    letters: lettersIn(points, pointCount),
    words: wordsOf(bytes, headEnd),
    hasComma: headEnd < bytes.length,
    isPlain: PLAIN.test(query),
    isCode: CODE.test(query),
    code: packCode(text.slice(0, 3).toUpperCase()),
  };
}

/** Most queries are ASCII, for which a call of the encoder would take longer than this loop. */
function utf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) return encoder.encode(text);
    bytes[i] = unit;
  }
  return bytes;
}

function lettersIn(points: Int32Array, count: number): number {
  let letters = 0;
  for (let i = 0; i < count; i++) letters += (points[i] as number) >= IDEOGRAPHS ? 1.5 : 1;
  return letters;
}

function clipped(text: string): string {
  if (text.length <= MAX_POINTS && text.length * 3 <= MAX_BYTES) return text;
  let short = '';
  for (const character of [...text].slice(0, MAX_POINTS)) short += character;
  while (Buffer.byteLength(short) > MAX_BYTES) short = [...short].slice(0, -1).join('');
  return short.trim();
}

/** Returns the end of the part before the first comma, in bytes of the normalised query. */
function endOfHead(query: string, length: number): number {
  const at = query.search(COMMA);
  if (at <= 0) return length;
  const head = encoder.encode(normalise(query.slice(0, at))).length;
  return head === 0 || head >= length ? length : head;
}

function wordsOf(bytes: Uint8Array, headEnd: number): Word[] {
  const words: Word[] = [];
  for (let from = 0; from < bytes.length && words.length < MAX_WORDS; ) {
    const gap = bytes.indexOf(0x20, from);
    const to = gap === -1 ? bytes.length : gap;
    words.push({ from, to, isLast: to === bytes.length, isBeforeComma: to <= headEnd, same: 0 });
    from = to + 1;
  }
  markSame(bytes, words);
  return words;
}

function markSame(bytes: Uint8Array, words: readonly Word[]): void {
  for (const word of words) {
    for (const [i, other] of words.entries()) if (isSame(bytes, word, other)) word.same |= 1 << i;
  }
}

function isSame(bytes: Uint8Array, a: Word, b: Word): boolean {
  const length = a.to - a.from;
  if (b.to - b.from !== length) return false;
  for (let i = 0; i < length; i++) if (bytes[a.from + i] !== bytes[b.from + i]) return false;
  return true;
}
