/**
 * Compares the names of two hotels by their distinctive words, without the place, the chain and descriptive words.
 * Pure.
 */
import { EditDistance } from '../../platform/text/edit-distance.ts';
import type { CorpusStatistics } from '../candidates/corpus-statistics.ts';
import type { NameForm } from '../normal-form/hotel-name.ts';
import type { NormalForm } from '../normal-form/normal-form.ts';
import { DESCRIPTIVE, SUB_BRAND } from '../normal-form/vocabulary.ts';
import type { Level } from './features.ts';

export type NameLevel = Level<'NAME'>;

/** From the strongest to the weakest. */
const ORDER: readonly NameLevel[] = [
  'SAME_RARE',
  'SAME',
  'SPELLING',
  'PLACE_ONLY',
  'EXTRA',
  'MIXED',
  'DIFFERENT',
];

export interface NamesCompared {
  level: NameLevel;
  ours: NameForm;
  theirs: NameForm;
}

/** Compares every name of one hotel with every name of the other, and returns the best pair. */
export function compareNames(ours: NormalForm, theirs: NormalForm, corpus: CorpusStatistics): NamesCompared {
  let best: NamesCompared | undefined;
  for (const a of ours.names) {
    for (const b of theirs.names) {
      const level = compareName(a, b, ours, theirs, corpus);
      if (best === undefined || ORDER.indexOf(level) < ORDER.indexOf(best.level))
        best = { level, ours: a, theirs: b };
    }
  }
  const none: NameForm = { words: [], spelled: [], numbers: [], marks: [] };
  return best ?? { level: 'DIFFERENT', ours: none, theirs: none };
}

function compareName(
  a: NameForm,
  b: NameForm,
  ours: NormalForm,
  theirs: NormalForm,
  corpus: CorpusStatistics,
): NameLevel {
  const [wordsA, wordsB] = [ownWords(a, ours, theirs), ownWords(b, ours, theirs)];
  if (wordsA.length === 0 && wordsB.length === 0) return comparePlaceNames(a, b);
  if (wordsA.length === 0 || wordsB.length === 0)
    return shareChain(a, b, ours, theirs) ? 'EXTRA' : 'DIFFERENT';
  const leftA = wordsA.filter(word => !wordsB.includes(word));
  const leftB = wordsB.filter(word => !wordsA.includes(word));
  const exact = wordsA.length - leftA.length;
  if (leftA.length === 0 && leftB.length === 0) {
    if (isTranslated(a, b, wordsA)) return 'SPELLING';
    return wordsA.some(word => corpus.isRareWord(word)) ? 'SAME_RARE' : 'SAME';
  }
  const respelled = pairSpellings(leftA, leftB);
  if (leftA.length === 0 && leftB.length === 0) return 'SPELLING';
  if (leftA.length > 0 && leftB.length > 0) return exact + respelled > 0 ? 'MIXED' : 'DIFFERENT';
  return 'EXTRA';
}

function ownWords({ words }: NameForm, ours: NormalForm, theirs: NormalForm): string[] {
  const own: string[] = [];
  for (const word of words) {
    if (DESCRIPTIVE.has(word) || SUB_BRAND.has(word) || own.includes(word)) continue;
    if (ours.placeWords.includes(word) || theirs.placeWords.includes(word)) continue;
    if (ours.chainWords.includes(word) || theirs.chainWords.includes(word)) continue;
    own.push(word);
  }
  return own;
}

/** Whether both names contain the same word of a chain, as `Ibis Lyon` and `Ibis Lyon Part Dieu` do. */
function shareChain(a: NameForm, b: NameForm, ours: NormalForm, theirs: NormalForm): boolean {
  const chain = [...ours.chainWords, ...theirs.chainWords].filter(word => !DESCRIPTIVE.has(word));
  return chain.some(word => a.words.includes(word) && b.words.includes(word));
}

/**
 * Whether words are equal only in their standard form, for example because one is translated. This is weaker evidence.
 */
function isTranslated(a: NameForm, b: NameForm, words: readonly string[]): boolean {
  return words.some(word => a.spelled[a.words.indexOf(word)] !== b.spelled[b.words.indexOf(word)]);
}

/** Compares names without distinctive words, such as `Ibis Lyon`, which consists of a chain and a city. */
function comparePlaceNames(a: NameForm, b: NameForm): NameLevel {
  const [wordsA, wordsB] = [a, b].map(({ words }) => new Set(words.filter(word => !DESCRIPTIVE.has(word))));
  const isWithin = (x: Set<string> | undefined, y: Set<string> | undefined) =>
    x !== undefined && y !== undefined && [...x].every(word => y.has(word));
  const [aInB, bInA] = [isWithin(wordsA, wordsB), isWithin(wordsB, wordsA)];
  if (aInB && bInA) return 'PLACE_ONLY';
  return aInB || bInA ? 'EXTRA' : 'MIXED';
}

/** Removes words from both lists that differ only by typing errors or a space. Returns the number of removed pairs. */
function pairSpellings(leftA: string[], leftB: string[]): number {
  let paired = 0;
  for (let i = leftA.length - 1; i >= 0; i--) {
    const j = leftB.findIndex(word => isRespelled(leftA[i] as string, word));
    if (j === -1) continue;
    leftA.splice(i, 1);
    leftB.splice(j, 1);
    paired += 1;
  }
  if (leftA.length === 0 || leftB.length === 0 || leftA.length === leftB.length) return paired;
  if (!isRespelled(leftA.join(''), leftB.join(''))) return paired;
  leftA.length = 0;
  leftB.length = 0;
  return paired + 1;
}

const distance = new EditDistance();
const [pointsA, pointsB] = [new Int32Array(128), new Int32Array(128)];

/**
 * Whether two words are equal apart from typing errors. Short words must be equal, because `Mar` and `Max` are
 * different names.
 */
export function isRespelled(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length);
  const limit = length < 5 ? 0 : length < 9 ? 1 : 2;
  if (limit === 0 || Math.abs(a.length - b.length) > limit || a.length > 128 || b.length > 128)
    return a === b;
  for (let i = 0; i < a.length; i++) pointsA[i] = a.charCodeAt(i);
  for (let i = 0; i < b.length; i++) pointsB[i] = b.charCodeAt(i);
  return distance.ofWhole(pointsA, a.length, pointsB, b.length, limit) <= limit;
}
