/** The normal form of hotel names. Pure. */
import { NAME_FORMS, NUMBER_WORDS, NUMBERED, SUB_BRAND } from './vocabulary.ts';
import { romanNumeral, wordsOf } from './words.ts';

export interface NameForm {
  /** All words except numbers, in standard form and in their original order. */
  words: readonly string[];
  /** The same words in their original spelling. */
  spelled: readonly string[];
  /** Digits, number words and roman numerals, in ascending order. */
  numbers: readonly number[];
  /** The words that distinguish properties of one brand or address, such as Express. Sorted, without duplicates. */
  marks: readonly string[];
}

/** Star ratings that suppliers append to names: `4*`, `****`, `5 stars`. They are not part of the name. */
const STARS = /\b[1-7](?:[.,]5)?\s?(?:\*{1,7}|stars?\b|sterne\b|estrellas\b|stelle\b)|\*{2,7}/gi;
const BED_AND_BREAKFAST = /\bbed\s?(?:&|and)\s?breakfast\b|\bb\s?&\s?b\b/gi;
/** Matches `New Name (ex Old Name)`. The former name becomes a second name of the property. */
const FORMER = /[([,–-]\s?(?:ex|formerly|former|previously|antes|ehemals)[\s.:-]+([^()[\]]{3,80})[)\]]?\s*$/i;

export function splitFormerName(name: string): readonly string[] {
  const former = FORMER.exec(name);
  if (former?.[1] === undefined) return [name];
  return [name.slice(0, former.index), former[1]].filter(text => /\p{L}/u.test(text));
}

/** Returns the standard form of a word, which its translations and abbreviations share. */
export const standardWord = (word: string): string => NAME_FORMS.get(word) ?? word;

export function nameForm(name: string): NameForm {
  const raw = wordsOf(name.replace(STARS, ' ').replace(BED_AND_BREAKFAST, ' bnb '));
  const words: string[] = [];
  const spelled: string[] = [];
  const numbers: number[] = [];
  raw.forEach((word, i) => {
    const number = numberAt(raw, i);
    if (number !== undefined) {
      numbers.push(number);
      return;
    }
    words.push(standardWord(word));
    spelled.push(word);
  });
  const marks = [...new Set(words.filter(word => SUB_BRAND.has(word)))].sort();
  return { words, spelled, numbers: numbers.sort((a, b) => a - b), marks };
}

function numberAt(words: readonly string[], i: number): number | undefined {
  const word = words[i] as string;
  if (/^\d+$/.test(word)) return Number(word);
  const spelled = NUMBER_WORDS.get(word);
  if (spelled !== undefined) return spelled;
  const roman = romanNumeral(word);
  if (roman === undefined || word.length > 1) return roman;
  // A single letter is a numeral only at the end of a name, or after a word such as Tower.
  const before = words[i - 1];
  if (before === undefined) return undefined;
  const isNumbered = NUMBERED.has(standardWord(before));
  return isNumbered || i === words.length - 1 ? roman : undefined;
}
