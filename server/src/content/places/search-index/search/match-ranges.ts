/** Finds the letters of a written name that matched the query. */

import { allowedErrors, EditDistance, MAX_POINTS } from '../../../../platform/text/edit-distance.ts';
import { normaliseWithSource } from '../../../../platform/text/normalise.ts';
import type { Match } from './hits.ts';
import type { ParsedQuery } from './parsed-query.ts';

interface TextRange {
  start: number;
  end: number;
}

/** For a name whose normalised form has the same letters in the same places, apart from upper and lower case. */
export function plainRanges({ from, to }: Match): TextRange[] {
  return to > from ? [{ start: from, end: to }] : [];
}

export function matchRanges(text: string, match: Match, parsed: ParsedQuery): TextRange[] {
  const { text: normalised, starts, ends } = normaliseWithSource(text);
  const toSource = (from: number, to: number): TextRange[] =>
    to > from ? [{ start: starts[from] as number, end: ends[to - 1] as number }] : [];
  if (match.from >= 0) {
    return toSource(unitsOf(normalised, match.from), unitsOf(normalised, match.to));
  }
  return joined(
    wordUnits(normalised, parsed, match.kind === 'TRIGRAM').flatMap(([from, to]) => toSource(from, to)),
  );
}

/** Returns how many UTF-16 units the first `bytes` bytes of UTF-8 take. */
function unitsOf(text: string, bytes: number): number {
  let units = 0;
  for (let left = bytes; left > 0 && units < text.length; ) {
    const point = text.codePointAt(units) as number;
    left -= point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    units += point > 0xffff ? 2 : 1;
  }
  return units;
}

/** Finds the words of the name that match a word of the query. For a similar match, similar words count too. */
function wordUnits(
  normalised: string,
  { bytes, words }: ParsedQuery,
  isSimilar: boolean,
): [number, number][] {
  const query = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const left = words.map(word => ({ text: query.toString('utf8', word.from, word.to), isLast: word.isLast }));
  const found: [number, number][] = [];
  let from = 0;
  for (const word of normalised.split(' ')) {
    let length = 0;
    let at = left.findIndex(({ text, isLast }) => word === text || (isLast && word.startsWith(text)));
    if (at >= 0) length = left[at]?.text.length ?? 0;
    else if (isSimilar) {
      at = left.findIndex(({ text }) => {
        length = similarLength(text, word);
        return length > 0;
      });
    }
    if (at >= 0) {
      found.push([from, from + length]);
      left.splice(at, 1);
    }
    from += word.length + 1;
  }
  return found;
}

const distance = new EditDistance();

/** Returns how many letters of a word match a typed word with at most one error, or 0 if there are more errors. */
function similarLength(typed: string, word: string): number {
  const limit = Math.min(1, allowedErrors(typed.length));
  if (limit === 0 || typed.length > MAX_POINTS || word.length > MAX_POINTS) return 0;
  const units = (text: string) => Int32Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  const errors = distance.ofPrefix(units(typed), typed.length, units(word), word.length, limit);
  return errors <= limit ? distance.matched : 0;
}

/** Sorts ranges and joins those that touch or overlap. */
function joined(ranges: TextRange[]): TextRange[] {
  const result: TextRange[] = [];
  for (const range of ranges.sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else result.push({ ...range });
  }
  return result;
}
