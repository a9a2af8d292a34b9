/** Which letters of a name as it is written met the query. */
import { normaliseWithSource } from '../../normalise.ts';
import type { Match } from './hits.ts';
import type { ParsedQuery } from './parsed-query.ts';

interface TextRange {
  start: number;
  end: number;
}

const PLAIN = /^[A-Za-z0-9 ]*$/;

/** `keyLength` is that of the normalised name, in bytes. */
export function matchRanges(text: string, keyLength: number, match: Match, parsed: ParsedQuery): TextRange[] {
  if (match.from >= 0 && keyLength === text.length && PLAIN.test(text)) {
    return match.to > match.from ? [{ start: match.from, end: match.to }] : [];
  }
  const { text: normalised, starts, ends } = normaliseWithSource(text);
  const toSource = (from: number, to: number): TextRange[] =>
    to > from ? [{ start: starts[from] as number, end: ends[to - 1] as number }] : [];
  if (match.from >= 0) {
    return toSource(unitsOf(normalised, match.from), unitsOf(normalised, match.to));
  }
  return joined(wordUnits(normalised, parsed).flatMap(([from, to]) => toSource(from, to)));
}

/** UTF-16 units that so many bytes of UTF-8 take. */
function unitsOf(text: string, bytes: number): number {
  let units = 0;
  for (let left = bytes; left > 0 && units < text.length; ) {
    const point = text.codePointAt(units) as number;
    left -= point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    units += point > 0xffff ? 2 : 1;
  }
  return units;
}

/** Words of the name that words of the query stand for; with typing errors the ones that begin alike. */
function wordUnits(normalised: string, { bytes, words }: ParsedQuery): [number, number][] {
  const query = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const left = words.map(word => ({ text: query.toString('utf8', word.from, word.to), isLast: word.isLast }));
  const found: [number, number][] = [];
  let from = 0;
  for (const word of normalised.split(' ')) {
    const at = left.findIndex(({ text, isLast }) => word === text || (isLast && word.startsWith(text)));
    if (at >= 0) {
      found.push([from, from + (left[at]?.text.length ?? 0)]);
      left.splice(at, 1);
    }
    from += word.length + 1;
  }
  return found;
}

/** In order; ranges that touch or overlap become one. */
function joined(ranges: TextRange[]): TextRange[] {
  const result: TextRange[] = [];
  for (const range of ranges.sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else result.push({ ...range });
  }
  return result;
}
