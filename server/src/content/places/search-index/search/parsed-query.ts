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
const COMMA = /[,،、，;]/u;

/** Returns undefined if nothing is left to search for. */
export function parseQuery(query: string): ParsedQuery | undefined {
  const text = clipped(normalise(query));
  if (text === '') return undefined;
  const bytes = encoder.encode(text);
  const points = new Int32Array(bytes.length + 1);
  const pointCount = decodePoints(bytes, 0, bytes.length, points, points.length);
  const headEnd = endOfHead(query, bytes.length);
  return {
    bytes,
    points,
    pointCount,
    letters: points.subarray(0, pointCount).reduce((sum, point) => sum + (point >= IDEOGRAPHS ? 1.5 : 1), 0),
    words: wordsOf(bytes, headEnd),
    hasComma: headEnd < bytes.length,
    isPlain: PLAIN.test(query),
    isCode: /^\s*[A-Z]{3}\s*$/.test(query),
    code: packCode(text.slice(0, 3).toUpperCase()),
  };
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

function markSame(bytes: Uint8Array, words: Word[]): void {
  const texts = words.map(({ from, to }) => Buffer.from(bytes.subarray(from, to)).toString('latin1'));
  for (const [i, word] of words.entries()) {
    for (const [j, text] of texts.entries()) if (text === texts[i]) word.same |= 1 << j;
  }
}
