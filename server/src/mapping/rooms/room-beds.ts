/** Reads the beds of a room from its name or from the supplier's bed groups. Pure. */
import { wordsOf } from '../normal-form/words.ts';

export const BED_KINDS = ['SINGLE', 'DOUBLE', 'QUEEN', 'KING', 'SOFA_BED', 'BUNK_BED', 'FUTON'] as const;

export interface BedCount {
  type: (typeof BED_KINDS)[number] | 'DOUBLE_OR_TWIN';
  count: number;
}

const COUNTS: Readonly<Record<string, number>> = { a: 1, one: 1, two: 2, three: 3, four: 4 };
const BED =
  /\b(?:(\d|one|two|three|four|a) (?:(?:large|small|extra|separate|full|standard) )?)?(single|twin|double|queen|king|sofa|bunk|futon|full)(?: size)?(?: ?beds?|s\b)?\b/g;
const EITHER =
  /\b(?:double or twin|twin or double|doble o twin|double twin|1 double or 2 (?:single|twin)(?: beds?)?)\b/;

const KINDS: Readonly<Record<string, BedCount['type']>> = {
  single: 'SINGLE',
  twin: 'SINGLE',
  double: 'DOUBLE',
  full: 'DOUBLE',
  queen: 'QUEEN',
  king: 'KING',
  sofa: 'SOFA_BED',
  bunk: 'BUNK_BED',
  futon: 'FUTON',
};

/** Returns null if the text names no bed. A room with either a double or two single beds has its own type. */
export function readBeds(text: string): BedCount[] | null {
  const plain = wordsOf(text.replaceAll('/', ' or ')).join(' ');
  if (EITHER.test(plain)) return [{ type: 'DOUBLE_OR_TWIN', count: 1 }];
  const counts = new Map<BedCount['type'], number>();
  for (const [, number, word = ''] of plain.matchAll(BED)) {
    const type = KINDS[word] as BedCount['type'];
    // A twin room has two single beds.
    const usual = word === 'twin' && number === undefined ? 2 : 1;
    const count = number === undefined ? usual : (COUNTS[number] ?? Number(number));
    counts.set(type, (counts.get(type) ?? 0) + count);
  }
  if (counts.size === 0) return null;
  return [...counts].map(([type, count]) => ({ type, count })).sort((a, b) => a.type.localeCompare(b.type));
}

/** Matches everything that `readBeds` reads, so that it can be removed from a name. */
readBeds.pattern = new RegExp(`${EITHER.source}|${BED.source}`, 'g');
