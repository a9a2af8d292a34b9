/** Splits text in any script into lower-case ASCII words, and reads roman numerals. Pure. */
import anyAscii from 'any-ascii';
import { normalise } from '../../platform/text/normalise.ts';

const NOT_ASCII = /[^\0-\x7f]/;
const SEPARATOR = /[^a-z0-9]+/;

/** Returns the words without accents, transliterated to Latin letters. A word never mixes letters and digits. */
export function wordsOf(text: string): string[] {
  const folded = normalise(text);
  const ascii = NOT_ASCII.test(folded) ? anyAscii(folded).toLowerCase() : folded;
  const words: string[] = [];
  for (const part of ascii.split(SEPARATOR)) {
    if (part === '') continue;
    if (/\d/.test(part) && /[a-z]/.test(part)) words.push(...(part.match(/\d+|[a-z]+/g) ?? []));
    else words.push(part);
  }
  return words;
}

const ROMAN = /^(?:x{1,3}|x{0,3}(?:ix|iv|v?i{1,3}|v))$/;
const ROMAN_DIGITS: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 };

/** Reads a roman numeral from 1 to 39. Returns undefined for any other word. */
export function romanNumeral(word: string): number | undefined {
  if (!ROMAN.test(word)) return undefined;
  let value = 0;
  for (let i = 0; i < word.length; i++) {
    const digit = ROMAN_DIGITS[word[i] as string] as number;
    const next = ROMAN_DIGITS[word[i + 1] as string] ?? 0;
    value += digit < next ? -digit : digit;
  }
  return value;
}
