/** What was typed, taken apart. */
import { normalise } from '../../normalise.ts';
import { pointAt, pointBytes } from '../grams.ts';
import { packCode } from '../packed-code.ts';

/** Bounds of work. What is typed beyond them is not looked at. */
export const MAX_WORDS = 10;
const MAX_BYTES = 360;
const MAX_POINTS = 120;

export interface Word {
  /** Bytes of the query. */
  from: number;
  to: number;
  /** The last word may be unfinished. */
  isLast: boolean;
  /** Stands before the first comma, where there is one and something follows it. */
  isBeforeComma: boolean;
  /** This word and the others that are the same, a bit each. */
  same: number;
}

export interface ParsedQuery {
  /** Normalised, UTF-8. */
  bytes: Uint8Array;
  points: Int32Array;
  pointCount: number;
  /** How much was typed, counted as letters of an alphabet: an ideograph says as much as two of them. */
  letters: number;
  words: Word[];
  hasComma: boolean;
  /** Typed without accents, in Latin letters. */
  isPlain: boolean;
  /** Three capitals: meant as a code. */
  isCode: boolean;
  /** What was typed as a packed code, in small letters too. */
  code: number;
}

const IDEOGRAPHS = 0x3400;

const encoder = new TextEncoder();
const PLAIN = /^[ -~]*$/;
const COMMA = /[,،、，;]/u;

/** Undefined where nothing is left to search for. */
export function parseQuery(query: string): ParsedQuery | undefined {
  const text = clipped(normalise(query));
  if (text === '') return undefined;
  const bytes = encoder.encode(text);
  const points = new Int32Array(bytes.length + 1);
  let pointCount = 0;
  for (let at = 0; at < bytes.length; at += pointBytes(bytes[at] as number)) {
    points[pointCount++] = pointAt(bytes, at);
  }
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

/** Where the part before the first comma ends, in bytes of the normalised query. */
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
