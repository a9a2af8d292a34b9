/** The words by which a hotel is found: the words of its names in all languages, normalised like place names. Pure. */
import { normalise } from '../../platform/text/normalise.ts';

export function nameWords(names: Readonly<Record<string, string>>): string[] {
  return [...new Set(Object.values(names).flatMap(wordsOf))].filter(word => word.length <= MAX_WORD);
}

/** Returns a full-text condition in which each word is a prefix, or undefined if there is nothing to search for. */
export function nameQuery(text: string): string | undefined {
  const words = wordsOf(text).map(word => word.slice(0, MAX_WORD));
  return words.length === 0 ? undefined : words.map(word => `'${word}':*`).join(' & ');
}

/** Longer words of a query are truncated. Longer words of a name are left out. */
const MAX_WORD = 100;

function wordsOf(text: string): string[] {
  return normalise(text)
    .split(' ')
    .filter(word => word !== '');
}
